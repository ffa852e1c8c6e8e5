"""What ladders need to know of matches: facts in the order in which matches are rated."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Cast

from replays.chain import timestamp
from replays.events import MatchFinished, MatchReported, MatchRuled, MatchStopped
from replays.models import Import, Match, MatchSeat, StoredEvent
from tournaments.ladders.ratings.eligibility import RESULTS, MatchFacts, Person, SeatFacts
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.people.models import Club, Kind, Player
from tournaments.people.selectors.players import roots_of
from tournaments.tournaments.models import TournamentTable

CHUNK = 1_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Position = tuple[int, UUID]
"""When a match ended and its id: the order in which matches are rated."""


def micros(moment: datetime) -> int:
    """Return a moment in microseconds since 1970."""
    return (moment - EPOCH) // _MICROSECOND


def moment_of(micros_: int) -> datetime:
    """Return the moment of so many microseconds since 1970."""
    return EPOCH + timedelta(microseconds=micros_)


def people_of(club_id: UUID) -> dict[UUID, Person]:
    """Return everybody of a club, each under the player they are read as today."""
    rows = list(
        Player.objects.filter(club_id=club_id).values_list("id", "merged_into", "kind", "guest")
    )
    into = {id_: merged for id_, merged, _kind, _guest in rows if merged is not None}
    own = {id_: Person(id_, kind == Kind.BOT, guest) for id_, _merged, kind, guest in rows}
    people: dict[UUID, Person] = {}
    for id_ in own:
        root = id_
        while root in into:
            root = into[root]
        people[id_] = own[root]
    return people


def people_among(facts: Iterable[MatchFacts]) -> dict[UUID, Person]:
    """Return whoever sits or sat at some matches, under the player they are read as today."""
    ids = {
        player
        for match in facts
        for seat in match.seats
        for player in (seat.player, seat.first)
        if player is not None
    }
    return {
        player_id: Person(root.id, root.kind == Kind.BOT, root.guest)
        for player_id, root in roots_of(ids).items()
    }


_ENDS = tuple(cls.type for cls in (MatchFinished, MatchReported, MatchStopped, MatchRuled))


def ended_by(club_id: UUID, moment: datetime) -> set[UUID]:
    """Return the matches of a club whose end was known here at a moment."""
    ends = StoredEvent.objects.filter(type__in=_ENDS, recorded_at__lte=timestamp(moment))
    ended = ends.filter(stream_id__in=Match.objects.filter(club_id=club_id).values("pk"))
    later = Import.objects.filter(restored=False, imported_at__gt=moment).values("stream_id")
    return set(ended.exclude(stream_id__in=later).values_list("stream_id", flat=True))


def facts_of(match_ids: Sequence[UUID]) -> dict[UUID, MatchFacts]:
    """Return the facts of some matches, open ones too."""
    matches = Match.objects.filter(pk__in=match_ids)
    rows = list(_read(matches))
    zones = {
        club_id: ZoneInfo(zone)
        for club_id, zone in Club.objects.filter(pk__in={row[1] for row in rows}).values_list(
            "id", "time_zone"
        )
    }
    seats = _seats(matches)
    return {row[0]: _facts(row, seats, zones[row[1]]) for row in rows if row[1] in zones}


def matches_in_order(
    club: Club, rules: LadderRules, *, since: Position | None = None
) -> Iterator[MatchFacts]:
    """Yield the matches of a club that rules might rate, in their order, from a position on.

    Only what costs nothing is left out here; `verdict` decides. Memory stays flat: a chunk at a
    time is read, each with two queries.
    """
    # Only a ladder with dates needs to know on which side of midnight a match ended.
    zone = ZoneInfo(club.time_zone) if rules.since or rules.until else UTC
    matches = _that_count(club, rules)
    position, inclusive = since, True
    while True:
        rest = _from(matches, position, inclusive)
        rows = list(_read(rest.order_by("ended_at", "id"))[:CHUNK])
        if not rows:
            return
        seats = _seats(rest.filter(ended_at__lte=rows[-1][2]))
        for row in rows:
            yield _facts(row, seats, zone)
        if len(rows) < CHUNK:
            return
        position, inclusive = (micros(rows[-1][2]), rows[-1][0]), False


def count_from(club: Club, rules: LadderRules, since: Position | None) -> int:
    """Return how many matches of a club rules might rate from a position on."""
    return _from(_that_count(club, rules), since, inclusive=True).count()


def _that_count(club: Club, rules: LadderRules) -> QuerySet[Match]:
    matches = Match.objects.filter(club_id=club.id, ended_at__isnull=False, status__in=RESULTS)
    matches = matches.exclude(rated=False)
    return matches.filter(game__in=rules.games) if rules.games else matches


def _from(matches: QuerySet[Match], position: Position | None, inclusive: bool) -> QuerySet[Match]:
    if position is None:
        return matches
    at, match_id = moment_of(position[0]), position[1]
    same = Q(ended_at=at, id__gte=match_id) if inclusive else Q(ended_at=at, id__gt=match_id)
    # The first condition is implied by the second; it lets the index find the place.
    return matches.filter(Q(ended_at__gte=at), Q(ended_at__gt=at) | same)


def _read(matches: QuerySet[Match]) -> QuerySet[Match, tuple[Any, ...]]:
    table = TournamentTable.objects.filter(match_id=OuterRef("pk"))
    imports = Import.objects.filter(stream_id=OuterRef("pk"), restored=False)
    return matches.annotate(
        is_imported=Exists(imports),
        at_table=Exists(table),
        counts_there=Subquery(table.values("rated")[:1]),
    ).values_list(
        "id",
        "club_id",
        "ended_at",
        "game",
        "source",
        "rated",
        "status",
        "ending",
        "is_imported",
        "at_table",
        "counts_there",
    )


def _facts(row: tuple[Any, ...], seats: Mapping[UUID, list[SeatFacts]], zone: tzinfo) -> MatchFacts:
    id_, club, ended_at, game, source, rated, status, ending, imported, at_table, counts = row
    return MatchFacts(
        id=id_,
        club=club,
        ended=micros(ended_at) if ended_at is not None else None,
        day=ended_at.astimezone(zone).date() if ended_at is not None else None,
        game=game,
        source=source,
        rated=rated,
        status=status,
        ending=ending,
        # A tournament that was handed over is the club's own, with every table of it.
        imported=imported and not at_table,
        at_tournament=at_table,
        counts_there=counts,
        seats=tuple(seats.get(id_, ())),
    )


def _seats(matches: QuerySet[Match]) -> Mapping[UUID, list[SeatFacts]]:
    """Return the seats of matches; every id becomes a UUID once, not once a row."""
    rows = MatchSeat.objects.filter(match__in=matches.order_by().values("pk"))
    texts = [Cast(name, CharField()) for name in ("match_id", "player_id", "first_player_id")]
    players: dict[str | None, UUID | None] = {None: None}
    seats: dict[str, list[SeatFacts]] = defaultdict(list)
    ordered = rows.order_by("match_id", "seat").values_list(*texts, "place", "score")
    for match, player, first, place, score in ordered:
        if player not in players:
            players[player] = UUID(player)
        if first not in players:
            players[first] = UUID(first)
        seats[match].append(SeatFacts(players[player], players[first], place, score))
    return {UUID(match): seated for match, seated in seats.items()}
