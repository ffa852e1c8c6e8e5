"""The signing key of a local run: made once, kept in a file only its owner can read."""

import os
import secrets
from pathlib import Path


def local_secret(path: Path) -> str:
    """Return the key kept at `path`, making it first if there is none."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_text().strip()
        if key:
            return key
        # Left empty by a run that was cut between the two steps.
        descriptor = os.open(path, os.O_WRONLY | os.O_TRUNC, 0o600)
    key = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w") as file:
        file.write(key)
    return key
