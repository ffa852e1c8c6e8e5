"""The one JSON form that is hashed and stored: sorted keys, no spaces, no floats, small ints."""

import hashlib
from typing import Any

import msgspec

from games.core.errors import RuleViolation

LARGEST_INTEGER = 2**53 - 1
DEEPEST_NESTING = 32

_encode = msgspec.json.Encoder(order="sorted").encode


def canonical_json(value: Any) -> str:
    """Return the canonical text of a checked value (see `require_plain`)."""
    return _encode(value).decode("utf-8")


def digest(text: str) -> str:
    """Return the lower-case hexadecimal sha256 of a text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def require_plain(value: Any, depth: int = 0) -> None:
    """Raise RuleViolation unless `value` is JSON that can be stored exactly as hashed."""
    if depth > DEEPEST_NESTING:
        raise RuleViolation("nested_too_deeply", limit=DEEPEST_NESTING)
    if value is None or value is True or value is False:
        return
    if isinstance(value, str):
        _require_text(value)
    elif isinstance(value, int):
        if not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
            raise RuleViolation("integer_too_large", limit=LARGEST_INTEGER)
    elif isinstance(value, list | tuple):
        for item in value:
            require_plain(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise RuleViolation("not_plain_json", found=type(key).__name__)
            _require_text(key)
            require_plain(item, depth + 1)
    else:
        raise RuleViolation("not_plain_json", found=type(value).__name__)


def _require_text(text: str) -> None:
    if "\0" in text:
        raise RuleViolation("nul_character")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise RuleViolation("lone_surrogate") from None
