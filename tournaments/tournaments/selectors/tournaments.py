"""Tournaments as lists and pages read them: one by one, with their stages, and who plays."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Any, Self
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from msgspec import Meta

from replays.errors import KaitenError
from replays.http.answers import Answer
from replays.ports import Level
from tournaments.people.models import Club
from tournaments.people.selectors import players
from tournaments.tournaments.director.events import Entered
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.models import Tournament, TournamentEntrant, TournamentStatus
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.notices import NoticeAnswer, notice_of

STATUSES = TournamentStatus.values
Status = Annotated[
    TournamentStatus, Meta(description="Planned until a stage begins, running, or finished.")
]


class TournamentAnswer(Answer, frozen=True):
    """A tournament or an open evening, as lists show it."""

    id: UUID
    """The tournament."""
    club: UUID
    """The club whose tournament it is."""
    club_name: str
    """The name of the club."""
    title: str
    """What it is called."""
    day: date | None
    """The day it is held on; null where none was said."""
    open_evening: bool
    """Whether tables begin one by one instead of round by round."""
    status: Status
    visibility: Level
    """Who finds it: everybody, whoever has its address (`unlisted`), or its club alone."""
    stage: int
    """The stage that is played; 0 before the first."""
    round: int
    """Its newest round; 0 before the first."""
    entrants: int
    """How many there are."""
    version: int
    """The newest version: what a command takes as If-Match."""
    created_at: datetime
    """When it was begun."""
    finished_at: datetime | None
    """When it ended; null while it goes on."""

    @classmethod
    def from_row(cls, row: Tournament, **more: object) -> Self:
        """Return a tournament whose club is known, and who finds it."""
        return cls.from_object(row, club=row.club_id, club_name=row.club.name, **more)


class StageAnswer(Answer, frozen=True):
    """One phase of a tournament with one format."""

    number: answers.StageNumber
    status: str
    """`planned`, `running` or `closed`."""
    rules: dict[str, Any]
    """How it is played, as `set_stage` takes it."""
    seeds: answers.Numbers
    """Its entrants by number, best seed first; empty until it begins."""
    alternates: answers.Numbers
    """Who steps in, by number and in this order."""
    rounds: list[int]
    """The rounds that are announced."""
    proposal: int | None
    """The round that is proposed and not announced, for organisers only; null for others."""
    labels: answers.Names

    @classmethod
    def from_stage(cls, stage: Stage, labels: answers.Labels, *, organiser: bool) -> Self:
        return cls.from_object(
            stage,
            rules=msgspec.to_builtins(stage.rules),
            rounds=sorted(stage.rounds),
            proposal=stage.draft.round if organiser and stage.draft is not None else None,
            labels=answers.named(labels, stage.seeds, stage.alternates),
        )


class TournamentDetailAnswer(TournamentAnswer, frozen=True):
    """A tournament or an open evening with its stages."""

    ruleset: int
    """Which edition of the tournament rules it is held by."""
    seed: str
    """Every lot that is drawn follows from it."""
    present: list[int]
    """The entrants who are there, by number."""
    stages: list[StageAnswer]
    """The stages in order."""
    notice: NoticeAnswer | None
    """What organisers tell everybody; null without a notice."""
    kept_apart: list[answers.Numbers] | None
    """Groups that are not to meet, for organisers only; null for others."""
    labels: answers.Names


class EntrantAnswer(Answer, frozen=True):
    """A player inside one tournament."""

    entrant: answers.Number
    player: UUID
    """The player."""
    label: answers.Label
    present: bool
    """Whether the entrant is there."""
    dropped: bool
    """Whether the entrant plays on no more."""
    affiliation: str
    """With whom the entrant should rather not sit; may be empty."""
    place: int | None
    """The final place; null until the tournament is finished."""
    fixed_tables: list[int] | None
    """Tables to sit at, for organisers only; null for others."""


def tournament_view(row: Tournament, state: State, *, organiser: bool) -> TournamentDetailAnswer:
    labels = labels_of(state)
    present = [number for number, entrant in state.entrants.items() if entrant.present]
    apart = list(state.apart) if organiser else None
    return TournamentDetailAnswer.from_row(
        row,
        version=state.version,
        ruleset=state.ruleset,
        seed=state.seed,
        present=present,
        stages=[
            StageAnswer.from_stage(stage, labels, organiser=organiser)
            for stage in state.stages.values()
        ],
        notice=notice_of(row.id, state),
        kept_apart=apart,
        labels=answers.named(labels, present, *(apart or ())),
    )


def entrant_views(rows: Iterable[TournamentEntrant], *, organiser: bool) -> list[EntrantAnswer]:
    """Return entrants with their names, as organisers or everybody may know them."""
    entrants = list(rows)
    labels = players.labels_of([row.player_id for row in entrants])
    return [
        EntrantAnswer.from_object(
            row,
            entrant=row.number,
            player=row.player_id,
            label=labels.get(row.player_id, "?"),
            fixed_tables=row.fixed_tables if organiser else None,
        )
        for row in entrants
    ]


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments of a club, the newest first."""
    return Tournament.objects.filter(club=club).select_related("club")


def tournament_of(tournament_id: UUID) -> Tournament:
    """Return a tournament with its club, or raise `unknown_tournament`."""
    tournament = Tournament.objects.select_related("club").filter(pk=tournament_id).first()
    if tournament is None:
        raise KaitenError("unknown_tournament", 404)
    return tournament


def labels_of(state: State) -> dict[int, str]:
    """Return the public name of every entrant; how many there are adds no query."""
    entrants = state.entrants.values()
    known = players.labels_of([entrant.player for entrant in entrants])
    return {entrant.number: known.get(entrant.player, "?") for entrant in entrants}


def labels_of_everybody(state: State) -> dict[int, str]:
    """Return the names also of those who are entrants no more, for organisers."""
    entered = {
        entry.entrant: entry.player
        for event, _ in state.log
        if isinstance(event, Entered)
        for entry in event.entries
    }
    known = players.labels_of(list(entered.values()))
    return {number: known.get(player, "?") for number, player in entered.items()}


def entrants_of_user(state: State, user_id: UUID) -> tuple[int, ...]:
    """Return the entrants that an account plays as."""
    own = players.players_of_user(user_id)
    return tuple(number for number, row in state.entrants.items() if row.player in own)
