"""Codes that change with time: RFC 6238 with HMAC-SHA-1, six digits and steps of 30 seconds."""

import base64
import hmac
from urllib.parse import quote, urlencode

DIGITS = 6
STEP_SECONDS = 30
SECRET_BYTES = 20
# A clock may be half a minute wrong, or a code be typed slowly.
WINDOW = (0, -1, 1)


def code_of(secret: bytes, step: int) -> str:
    """Return the code of one step (RFC 4226, section 5.3)."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_at(seconds: float) -> int:
    """Return the step that a moment lies in, told in seconds since 1970."""
    return int(seconds // STEP_SECONDS)


def accepted_step(secret: bytes, code: str, *, now: float, last: int) -> int | None:
    """Return the step that a code belongs to, if it is near and later than the last one used."""
    found = None
    for away in WINDOW:
        step = step_at(now) + away
        # Every step is computed, whichever fits: how long that takes tells nothing.
        fits = hmac.compare_digest(code_of(secret, max(step, 0)).encode(), code.encode())
        if fits and step > last and found is None:
            found = step
    return found


def as_text(secret: bytes) -> str:
    return base64.b32encode(secret).decode().rstrip("=")


def from_text(text: str) -> bytes:
    return base64.b32decode(text + "=" * (-len(text) % 8))


def address_of(secret: str, *, account: str, issuer: str) -> str:
    """Return what the QR code for a generator says."""
    label = quote(f"{issuer}:{account}", safe=":")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer})}"
