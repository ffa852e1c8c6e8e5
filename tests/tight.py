"""What a page says, however its template is laid out."""

import re


def tight(html: str) -> str:
    """Return markup with runs of white space as one space, and none beside a tag's brackets."""
    return re.sub(r" ?([<>]) ?", r"\1", re.sub(r"\s+", " ", html))
