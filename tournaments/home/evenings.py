"""What a club plays now, what comes next and how the last evenings ended, for its home."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from tournaments.people.selectors.players import labels_of as labels_of_players
from tournaments.tournaments.models import Tournament, TournamentEntrant, TournamentStatus
from tournaments.tournaments.selectors.notices import NoticeAnswer, standing_notice
from tournaments.tournaments.selectors.rounds import TableAnswer, round_view
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of

MOST_RUNNING, MOST_NEXT, MOST_LAST, MOST_TABLES = 2, 4, 3, 8


@dataclass(frozen=True, slots=True)
class Running:
    """An evening that is on or begins today, with the tables of its newest round."""

    tournament: Tournament
    present: int
    """How many are there."""
    notice: NoticeAnswer | None
    stage: int = 0
    round: int = 0
    """0 before the first, and for an open evening, which has none."""
    tables: tuple[TableAnswer, ...] = ()
    own: str = ""
    """The address of the table at which whoever looks sits in this round."""

    @property
    def left(self) -> int:
        """How many tables have no result yet."""
        return sum(table.kind is None for table in self.tables)

    @property
    def shown(self) -> list[TableAnswer]:
        """The tables that home tells; of many those that still play come first."""
        if len(self.tables) <= MOST_TABLES:
            return list(self.tables)
        return sorted(self.tables, key=lambda table: table.kind is not None)[:MOST_TABLES]

    @property
    def more(self) -> int:
        """How many tables it leaves to the page of the rounds."""
        return len(self.tables) - len(self.shown)


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


def evenings_of(
    listed: QuerySet[Tournament], now: datetime, own: Collection[UUID] = ()
) -> Evenings:
    """Return the evenings among those that somebody finds, who plays as some players."""
    today = localdate(now)
    begins = Q(status=TournamentStatus.PLANNED, day=today)
    running = listed.filter(Q(status=TournamentStatus.RUNNING) | begins).order_by(
        "-status", F("day").desc(nulls_last=True), "-created_at", "id"
    )[:MOST_RUNNING]
    coming = Q(day__isnull=True) | Q(day__gt=today)
    planned = listed.filter(coming, status=TournamentStatus.PLANNED)
    ended = listed.filter(status=TournamentStatus.FINISHED).order_by("-finished_at", "id")
    return Evenings(
        tuple(_running(tournament, now, own) for tournament in running),
        tuple(planned.order_by(F("day").asc(nulls_last=True), "created_at", "id")[:MOST_NEXT]),
        tuple(_ended(ended[:MOST_LAST])),
    )


def _running(tournament: Tournament, now: datetime, own: Collection[UUID]) -> Running:
    with reading(tournament.id) as state:
        present = sum(one.present for one in state.entrants.values())
        notice = standing_notice(tournament.id, state, now)
        stage = state.current
        newest = stage.last_round if stage is not None else None
        if stage is None or newest is None:
            return Running(tournament, present, notice)
        view = round_view(state, stage.number, newest.number, labels_of(state))
        is_open = stage.rules.is_open
        playing = tuple(one for one in view.tables if one.kind is None)
        numbers = {number for number, one in state.entrants.items() if one.player in own}
        tables = [one.number for one in playing if numbers & {seat.entrant for seat in one.seats}]
        place = [tournament.id, stage.number, newest.number]
        return Running(
            tournament,
            present,
            notice,
            stage.number,
            0 if is_open else newest.number,
            playing if is_open else tuple(view.tables),
            reverse("tournaments:tournament-table", args=[*place, tables[0]]) if tables else "",
        )


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
