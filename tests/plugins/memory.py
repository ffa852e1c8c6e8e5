"""Thousands of collected tests never become garbage: nobody has to look at them again and again."""

import gc


def pytest_collection_finish() -> None:
    """Leave what is there once everything is collected out of all later searches for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
