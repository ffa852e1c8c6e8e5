"""The boards of several matches on one page: each at its newest step, as everybody may see it."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.core.viewer import PUBLIC
from replays.errors import CorruptStream, RulesMissing
from replays.kept import Kept
from replays.live.spectators import Sighting, sightings
from replays.log import Log
from replays.ports import Actor
from replays.web.access import language
from replays.web.frames import make_frame
from replays.web.seats import known_labels, seat_people
from replays.web.styles import styles_of


class SmallBoard(NamedTuple):
    """A board without the bar of steps; who wants more goes to its match."""

    game: str
    html: SafeString
    styles: str
    """The style sheet of its game, or nothing."""


_boards: Kept[SmallBoard] = Kept(limit=256)


def small_boards(actor: Actor, match_ids: Collection[UUID]) -> dict[UUID, SmallBoard]:
    """Return the boards of those matches of which somebody sees a move."""
    logs = [log for one in sightings(actor, match_ids).values() if (log := _played(one))]
    labels = known_labels((player for log in logs for player in log.players), language())
    return {
        log.stream_id: _board(log, [sitter.label for sitter in seat_people(log.players, labels)])
        for log in logs
    }


def _played(sighting: Sighting) -> Log | None:
    """Return what is recorded, if there is anything that can be shown."""
    try:
        log = sighting.log
    except (CorruptStream, RulesMissing):
        return None  # The page of the match says why; the other tables go on.
    return log if log.plies and log.missing is None else None


def _board(log: Log, labels: list[str]) -> SmallBoard:
    key = (log.stream_id, log.version, language(), *labels)
    return _boards.get(key, lambda: _render(log, labels))


def _render(log: Log, labels: list[str]) -> SmallBoard:
    frame = make_frame(log, len(log.plies), PUBLIC, labels, language())
    html = render_to_string("replays/partials/_small_board.html", {"frame": frame})
    return SmallBoard(frame.slug, html, styles_of(frame.slug))
