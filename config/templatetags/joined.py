"""Style sheets and scripts of a page, see config/joined.py."""

import posixpath

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from config.joined import name_of, sources_of

register = template.Library()

_ELEMENTS = {
    ".css": '<link rel="stylesheet" href="{}">',
    ".js": '<script src="{}"></script>',
    ".mjs": '<script type="module" src="{}"></script>',
}


@register.simple_tag
def joined(file: str, of_the_game: str = "") -> SafeString:
    """Name one joined file, with the styles of a game in it; with KAITEN_DEBUG=1 its sources."""
    names = sources_of(file, of_the_game) if settings.DEBUG else [name_of(file, of_the_game)]
    element = _ELEMENTS[posixpath.splitext(file)[1]]
    return format_html_join("\n", element, ((static(name),) for name in names))
