"""Registers the games of other packages on a phone. It runs in the browser."""

from contextlib import suppress
from importlib import import_module
from zipfile import ZipFile

import msgspec

from games.registry import register
from replays.offline.archives import OTHERS


def register_others(path: str) -> None:
    """Register the games of other packages in an archive, as far as they can run here."""
    with ZipFile(path) as packed:
        others = msgspec.json.decode(packed.read(OTHERS), type=list[tuple[str, str]])
    for module, name in others:
        with suppress(Exception):  # one that needs more than a phone has is judged by the server
            register(getattr(import_module(module), name)())
