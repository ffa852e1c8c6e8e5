import unicodedata

from replays.errors import KaitenError


def clean_text(text: str, *, field: str, limit: int) -> str:
    """Return a one-line text without surplus spaces, or raise `name_not_text`, `name_too_long`."""
    # Spaces of every kind become one; what else has no shape (NUL, halves, overrides) is refused.
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co"} for letter in tidy):
        raise KaitenError("name_not_text", field=field)
    if len(tidy) > limit:
        raise KaitenError("name_too_long", field=field, limit=limit)
    return tidy
