"""What a club plays now, what comes next and how the last evenings ended, for its home."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import F, Q, QuerySet

from tournaments.people.selectors.players import labels_of as labels_of_players
from tournaments.tournaments.models import Tournament, TournamentEntrant, TournamentStatus
from tournaments.tournaments.selectors.rounds import TableAnswer, round_view
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of

MOST_RUNNING, MOST_NEXT, MOST_LAST = 2, 4, 3


@dataclass(frozen=True, slots=True)
class Running:
    """An evening that is on, with the tables of its newest round."""

    tournament: Tournament
    round: int
    """0 before the first, and for an open evening, which has none."""
    tables: tuple[TableAnswer, ...]

    @property
    def left(self) -> int:
        """How many tables have no result yet."""
        return sum(table.kind is None for table in self.tables)


@dataclass(frozen=True, slots=True)
class Ended:
    """An evening that is over, and who won it."""

    tournament: Tournament
    winners: tuple[tuple[UUID, str], ...]
    """Players with their names."""


@dataclass(frozen=True, slots=True)
class Evenings:
    """What is on, what comes, what was."""

    running: tuple[Running, ...]
    next: tuple[Tournament, ...]
    last: tuple[Ended, ...]


def evenings_of(listed: QuerySet[Tournament], today: date) -> Evenings:
    """Return the evenings among those that somebody finds, as they stand on a day."""
    running = listed.filter(status=TournamentStatus.RUNNING)[:MOST_RUNNING]
    coming = Q(day__isnull=True) | Q(day__gte=today)
    planned = listed.filter(coming, status=TournamentStatus.PLANNED)
    ended = listed.filter(status=TournamentStatus.FINISHED).order_by("-finished_at", "id")
    return Evenings(
        tuple(_running(tournament) for tournament in running),
        tuple(planned.order_by(F("day").asc(nulls_last=True), "created_at", "id")[:MOST_NEXT]),
        tuple(_ended(ended[:MOST_LAST])),
    )


def _running(tournament: Tournament) -> Running:
    with reading(tournament.id) as state:
        stage = state.current
        newest = stage.last_round if stage is not None else None
        if stage is None or newest is None:
            return Running(tournament, 0, ())
        view = round_view(state, stage.number, newest.number, labels_of(state))
        if not stage.rules.is_open:
            return Running(tournament, newest.number, view.tables)
        return Running(tournament, 0, tuple(one for one in view.tables if one.kind is None))


def _ended(tournaments: Iterable[Tournament]) -> Iterable[Ended]:
    shown = list(tournaments)
    first = TournamentEntrant.objects.filter(tournament__in=shown, place=1).order_by("number")
    winners: dict[UUID, list[UUID]] = {}
    for tournament_id, player in first.values_list("tournament_id", "player_id"):
        winners.setdefault(tournament_id, []).append(player)
    labels = labels_of_players([player for won in winners.values() for player in won])
    for tournament in shown:
        players = winners.get(tournament.id, [])
        yield Ended(tournament, tuple((one, labels[one]) for one in players if one in labels))
