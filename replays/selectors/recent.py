"""What was begun last in some clubs: the game, who sat there, and how it was told."""

from collections.abc import Collection, Iterable
from typing import cast
from uuid import UUID

import msgspec
from django.db.models import OuterRef, Subquery

from games.core.events import decode_payload
from replays import ports
from replays.events import MatchReported
from replays.models import Match, StoredEvent
from replays.selectors.games import Way
from replays.selectors.library import with_seats

LOOKED_AT = 40
"""How many matches of the clubs tell who plays there these days."""


class RecentMatch(msgspec.Struct, frozen=True):
    """A match as the next one may be begun like it."""

    id: UUID
    club_id: UUID
    game: str
    title: str
    options: str
    """Canonical JSON, every option resolved."""
    source: str
    rated: bool | None
    players: tuple[UUID | None, ...]
    way: Way
    """How it was told; one that goes on counts as recorded."""


def recent_matches(actor: str, club_ids: Collection[UUID]) -> list[RecentMatch]:
    """Return the last matches of some clubs: those that an actor began first, then all others.

    Branches, matches between bots, void ones and tables of tournaments are nobody's habit. Three
    queries.
    """
    began = StoredEvent.objects.filter(stream_id=OuterRef("pk"), version=1).values("actor")
    begun = Match.objects.filter(club_id__in=club_ids, parent_id=None)
    matches = (
        ports.people()
        .free_matches(begun)
        .exclude(source=Match.Source.BOTS)
        .exclude(status=Match.Status.VOIDED)
        .annotate(begun_by=Subquery(began))
        .order_by("-created_at", "id")[:LOOKED_AT]
    )
    found = sorted(with_seats(matches), key=lambda match: vars(match)["begun_by"] != actor)
    ways = _ways(found)
    return [
        RecentMatch(
            id=match.pk,
            club_id=match.club_id,
            game=match.game,
            title=match.title,
            options=match.options,
            source=match.source,
            rated=match.rated,
            players=tuple(seat.player_id for seat in match.seatings.all()),
            way=ways.get(match.pk, "record"),
        )
        for match in found
    ]


def _ways(matches: Iterable[Match]) -> dict[UUID, Way]:
    """Return how those matches were told of which only the result is known."""
    reported = [match.pk for match in matches if match.status == Match.Status.REPORTED]
    rows = StoredEvent.objects.filter(stream_id__in=reported, type="match.reported")
    told = rows.order_by("version").values_list("stream_id", "type", "schema", "payload")
    return {
        stream_id: _way(cast(MatchReported, decode_payload(type_, schema, payload)))
        for stream_id, type_, schema, payload in told
    }


def _way(report: MatchReported) -> Way:
    if report.tables is not None:
        return "count"
    return "rounds" if report.rounds is not None else "report"
