"""How much work a test does: all of it under KAITEN_SOAK=1, a tenth of it otherwise."""

import os


def scaled(full: int) -> int:
    """Return `full` in a soak run and a tenth of it, at least 1, in any other."""
    return full if os.environ.get("KAITEN_SOAK") == "1" else max(1, full // 10)
