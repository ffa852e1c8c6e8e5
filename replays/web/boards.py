"""The boards of several matches on one page: each at its newest step, as everybody may see it."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.core.viewer import PUBLIC
from replays.kept import Kept
from replays.live.spectators import sightings
from replays.log import Log
from replays.ports import Actor
from replays.web.access import language
from replays.web.frames import make_frame
from replays.web.seats import known_labels, seat_people


class SmallBoard(NamedTuple):
    """A board without the bar of steps; who wants more goes to its match."""

    html: SafeString
    styles: str
    """The style sheet of its game, or nothing."""


_boards: Kept[SmallBoard] = Kept(limit=256)


def small_boards(actor: Actor, match_ids: Collection[UUID]) -> dict[UUID, SmallBoard]:
    """Return the boards of those matches of which somebody sees a move."""
    seen = sightings(actor, match_ids)
    logs = {match_id: one.log for match_id, one in seen.items() if one.version > 1}
    played = {match_id: log for match_id, log in logs.items() if log.missing is None and log.plies}
    people = (player for log in played.values() for player in log.players)
    labels = known_labels(people, language())
    return {
        match_id: _board(log, [sitter.label for sitter in seat_people(log.players, labels)])
        for match_id, log in played.items()
    }


def _board(log: Log, labels: list[str]) -> SmallBoard:
    key = (log.stream_id, log.version, language(), *labels)
    return _boards.get(key, lambda: _render(log, labels))


def _render(log: Log, labels: list[str]) -> SmallBoard:
    frame = make_frame(log, len(log.plies), PUBLIC, labels, language())
    html = render_to_string("replays/partials/_small_board.html", {"frame": frame})
    return SmallBoard(html, frame.styles)
