"""What templates ask for besides words and pieces, where no server answers. For the browser."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def static(name: str) -> str:
    """Return the address under which the page has loaded a drawing."""
    addresses: dict[str, str] = getattr(settings, "STATIC_ADDRESSES", {})
    return addresses.get(name, name)
