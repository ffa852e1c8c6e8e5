"""QR codes drawn into a page, so that a phone reads what a screen shows once."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str, title: str) -> SafeString:
    """Return the drawing of a text; black on white in either scheme, or no camera reads it."""
    drawing = segno.make(text, micro=False).svg_inline(
        border=3, light="#fff", title=title, svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(drawing)  # noqa: S308  (segno escapes the title, and the text is drawn)
