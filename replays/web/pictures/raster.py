"""Pictures as dots, for whoever cannot read drawings: every preview of a link."""

import re
from functools import lru_cache

_OTHER_LETTERS = re.compile(r"[^\u0000-\u058f\u2000-\u22ff]")
"""What is neither Latin, Greek, Cyrillic nor a common sign."""


@lru_cache(maxsize=64)
def png_of(svg: str) -> bytes:
    """Return a picture as PNG; the same one is made once."""
    # Most processes never draw one.
    import resvg_py
    import ttf_opensans

    fonts = [ttf_opensans.opensans(weight) for weight in (400, 600, 700)]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            font_family="Open Sans",
            sans_serif_family="Open Sans",
            font_files=[str(font.path) for font in fonts],
            # The fonts of the machine are looked through only for letters that ours lacks.
            skip_system_fonts=_OTHER_LETTERS.search(svg) is None,
        )
    )
