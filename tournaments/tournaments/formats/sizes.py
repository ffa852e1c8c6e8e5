"""The sizes of a stage's tables against the seats that a game has."""

from collections.abc import Collection

from games.core.errors import RuleViolation


def require_sizes(sizes: Collection[int], legal_seats: Collection[int]) -> None:
    """Raise size_not_playable, with the smallest such size, unless the game has seats for all."""
    for size in sorted(sizes):
        if size not in legal_seats:
            raise RuleViolation("size_not_playable", size=size, legal=tuple(sorted(legal_seats)))
