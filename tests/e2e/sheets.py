"""What a page looks like on paper: printed by the browser, read back from the PDF."""

from io import BytesIO
from typing import TYPE_CHECKING
from unicodedata import normalize

from pypdf import PdfReader

if TYPE_CHECKING:
    from playwright.sync_api import Page


def printed(page: "Page") -> list[str]:
    """Return the text of each sheet of paper that a page makes."""
    reader = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    # A face may draw "fi" as one letter.
    texts = [normalize("NFKC", one.extract_text()) for one in reader.pages]
    return [" ".join(text.split()) for text in texts]
