"""The language that is being spoken, as the games know it."""

from django.utils.translation import get_language


def language() -> str:
    """Return the language of this request as the games know it."""
    return "fr" if (get_language() or "en").startswith("fr") else "en"
