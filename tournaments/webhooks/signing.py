"""How a receiver knows that what it gets is from here, and recent: docs/webhooks.md says it all."""

import hashlib
import hmac
import secrets
from uuid import UUID

ID_HEADER = "Kaiten-Id"
TIMESTAMP_HEADER = "Kaiten-Timestamp"
SIGNATURE_HEADER = "Kaiten-Signature"


def new_secret() -> str:
    return f"kaiten_hook_{secrets.token_urlsafe(32)}"


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a body at a moment: HMAC-SHA256 over `timestamp.body`."""
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1={signed.hexdigest()}"


def signed_headers(secret: str, delivery_id: UUID, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers by which a receiver knows a delivery, its moment and its sender."""
    return {
        ID_HEADER: str(delivery_id),
        TIMESTAMP_HEADER: str(timestamp),
        SIGNATURE_HEADER: signature(secret, timestamp, body),
    }
