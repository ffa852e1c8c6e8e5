"""Addresses that belong to the whole site, whichever club's pages they are made on."""

from typing import Any

from django.urls import get_script_prefix, reverse


def site_address(name: str, *args: Any) -> str:
    """Return an address with no club's name before it."""
    return f"/{reverse(name, args=args).removeprefix(get_script_prefix())}"
