"""The drawings and colours that a game has in its own package, for use outside of its pages."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from django.contrib.staticfiles import finders

from replays.web.styles import styles_of

SVG = "http://www.w3.org/2000/svg"
# A name with the digest of its content in it, or without.
_ADDRESS = re.compile(r"/(?P<stem>games/[^#?]+?)(?:\.[0-9a-f]{12})?\.svg#(?P<id>[\w.-]+)$")
_USED = re.compile(r'(?:href="|url\()#([\w.-]+)')
_RULE = re.compile(r"(?P<selectors>[^{}]+)\{(?P<body>[^}]*)\}")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")

ElementTree.register_namespace("", SVG)


def drawing_of(address: str) -> dict[str, str]:
    """Return the symbol that an address names, first, and what it is made of, by their ids."""
    named = _ADDRESS.search(address)
    known = _symbols(f"{named['stem']}.svg") if named else {}
    found: dict[str, str] = {}
    wanted = [named["id"]] if named else []
    while wanted:
        id_ = wanted.pop(0)
        if id_ in known and id_ not in found:
            found[id_] = known[id_]
            wanted.extend(_USED.findall(known[id_]))
    return found


@cache
def _symbols(name: str) -> dict[str, str]:
    path = finders.find(name)
    if path is None:
        return {}
    # It lies in an installed package: whoever wrote it may run code here anyway.
    root = ElementTree.fromstring(Path(path).read_bytes())  # noqa: S314
    for symbol in root.iter(f"{{{SVG}}}symbol"):
        _size_parts(symbol)
    return {
        element.attrib["id"]: ElementTree.tostring(element, encoding="unicode").strip()
        for element in root.iter()
        if "id" in element.attrib
    }


def _size_parts(symbol: ElementTree.Element) -> None:
    """Say how large the parts of a symbol are, which not everything that draws knows by itself."""
    box = symbol.get("viewBox", "").split()
    for part in symbol.iter(f"{{{SVG}}}use") if len(box) == 4 else ():
        part.set("width", part.get("width", box[2]))
        part.set("height", part.get("height", box[3]))


@cache
def colours_of(slug: str) -> dict[str, str]:
    """Return the first colour that the style sheet of a game gives to each class by itself."""
    path = finders.find(styles_of(slug)) if styles_of(slug) else None
    if path is None:
        return {}
    colours: dict[str, str] = {}
    for rule in _RULE.finditer(Path(path).read_text(encoding="utf-8")):
        colour = _COLOUR.search(rule["body"])
        for selector in rule["selectors"].split(","):
            alone = re.search(r"(?:^|\*/)\s*\.([\w-]+)\s*$", selector)
            if alone and colour:
                colours.setdefault(alone[1], colour[0])
    return colours
