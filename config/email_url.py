"""From one line of text, `KAITEN_EMAIL_URL`, to the settings Django wants."""

from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_BACKENDS = "django.core.mail.backends"
# What to add to Django's settings, and the port by default.
_SMTP: dict[str, tuple[dict[str, bool], int]] = {
    "smtp": ({}, 25),
    "smtp+tls": ({"EMAIL_USE_TLS": True}, 587),
    "smtps": ({"EMAIL_USE_SSL": True}, 465),
}


def email_from_url(url: str) -> dict[str, Any]:
    """Return Django's settings for `url`, none for an empty one; raise ImproperlyConfigured."""
    if not url:
        return {"EMAIL_BACKEND": f"{_BACKENDS}.dummy.EmailBackend"}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise _refusal("it cannot be read") from error
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": f"{_BACKENDS}.console.EmailBackend"}
    if parts.scheme == "file" and parts.path and not parts.netloc:
        return {
            "EMAIL_BACKEND": f"{_BACKENDS}.filebased.EmailBackend",
            "EMAIL_FILE_PATH": unquote(parts.path),
        }
    if parts.scheme not in _SMTP or not parts.hostname:
        raise _refusal(
            "write smtp+tls://user:password@host:587, smtps://…, smtp://host, file:///folder "
            "or console://"
        )
    protection, usual_port = _SMTP[parts.scheme]
    return {
        "EMAIL_BACKEND": f"{_BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or usual_port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        **protection,
    }


def _refusal(reason: str) -> ImproperlyConfigured:
    # The value itself may hold a password, so the message never repeats it.
    return ImproperlyConfigured(f"KAITEN_EMAIL_URL cannot be used: {reason}.")
