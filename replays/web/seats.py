"""People at a table, by the labels the ports give."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from replays import ports


def seat_name(seat: int) -> str:
    """Return what a seat without a known player is called; people count from 1."""
    return _("Seat %(number)s") % {"number": seat + 1}


def seat_labels(players: Sequence[UUID | None], language: str) -> list[str]:
    """Return one label per seat, no two alike."""
    return name_seats(players, known_labels(players, language))


def known_labels(players: Iterable[UUID | None], language: str) -> dict[UUID, str]:
    """Return the labels of many players in one question."""
    ids = {player for player in players if player is not None}
    return ports.people().labels(ids, language) if ids else {}


def name_seats(players: Sequence[UUID | None], labels: dict[UUID, str]) -> list[str]:
    """Return one label per seat from labels known already, no two alike."""
    names = [
        labels.get(player) or seat_name(seat) if player else seat_name(seat)
        for seat, player in enumerate(players)
    ]
    return [
        f"{name} ({seat + 1})" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]
