"""The style sheets that games have of their own."""

from functools import cache

from django.contrib.staticfiles import finders


@cache
def styles_of(slug: str) -> str:
    """Return the style sheet that a game has of its own, or nothing."""
    path = f"games/{slug}/board.css"
    return path if finders.find(path) else ""
