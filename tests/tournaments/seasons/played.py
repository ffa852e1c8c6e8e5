"""Evenings of a season, played through the services with results set by code."""

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest

from replays.envelope import Envelope
from replays.services.append import Appended
from tests.factories import NOW, make_club, make_player
from tournaments.people.models import Club, Player
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
from tournaments.seasons.selectors.seasons import season_view
from tournaments.seasons.services import create_season, lead
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

PLAIN = {"game": "plain", "options": {"title": "Dominoes"}}


def direct_it(tournament_id: UUID, name: str, note: str = "", **fields: Any) -> Appended:
    """Send one command to a tournament."""
    return direct(
        tournament_id=tournament_id,
        command=read_command(name, fields),
        envelope=Envelope("cli", NOW, note=note),
    )


def lead_it(season_id: UUID, name: str, **fields: Any) -> Appended:
    """Send one command to a season."""
    return lead(
        season_id=season_id,
        command=SEASON_COMMANDS.read(name, fields),
        envelope=Envelope("cli", NOW),
    )


def make_season(
    club: Club | None = None,
    *,
    planned: int = 10,
    evenings: Sequence[UUID] = (),
    title: str = "Winter",
    **rules: Any,
) -> UUID:
    """Return the id of a new season with these evenings."""
    season_id = create_season(
        club=club or make_club(),
        wanted=NewSeason(title=title, rules=rules, planned=planned),
        envelope=Envelope("cli", NOW),
    ).stream_id
    for tournament_id in evenings:
        lead_it(season_id, "add_evening", tournament=str(tournament_id))
    return season_id


def make_people(club: Club, count: int) -> list[Player]:
    """Return so many people of a club."""
    return [make_player(club, f"Person{number} Test") for number in range(1, count + 1)]


def play_evening(
    club: Club, scores: dict[Player, int], *, title: str = "Friday", finish: bool = True
) -> UUID:
    """Return the id of an evening of one table: `scores` by player, the highest wins."""
    made = create_tournament(
        club=club,
        wanted=NewTournament(title, seed=title),
        envelope=Envelope("cli", NOW + timedelta(days=1)),
    )
    tournament_id, players = made.stream_id, list(scores)
    rules = {
        "format": "swiss",
        "games": [PLAIN],
        "sizes": [len(players)],
        "preferred": len(players),
        "rounds": 1,
    }
    direct_it(tournament_id, "set_stage", stage=1, rules=rules)
    direct_it(tournament_id, "enter", players=[str(player.id) for player in players], present=True)
    direct_it(tournament_id, "start_stage", stage=1)
    direct_it(tournament_id, "propose", stage=1)
    direct_it(tournament_id, "publish", stage=1)
    record(tournament_id, scores)
    if finish:
        finish_evening(tournament_id)
    return tournament_id


def record(tournament_id: UUID, scores: dict[Player, int], name: str = "record") -> None:
    """Enter the scores of an evening's only table, in whichever order they sit."""
    by_id = {player.id: score for player, score in scores.items()}
    with reading(tournament_id) as state:
        seats = state.stages[1].rounds[1].tables[1].entrants
        sorted_scores = [by_id[state.entrants[number].player] for number in seats]
    direct_it(tournament_id, name, stage=1, round=1, table=1, scores=sorted_scores)


def finish_evening(tournament_id: UUID) -> None:
    """End an evening."""
    direct_it(tournament_id, "close_stage", stage=1)
    direct_it(tournament_id, "finish")


def reopen_evening(tournament_id: UUID) -> None:
    """Open an evening that is over, down to its table."""
    direct_it(tournament_id, "reopen")
    direct_it(tournament_id, "reopen_stage", stage=1)


def correct_evening(tournament_id: UUID, scores: dict[Player, int]) -> None:
    """Put other scores into an evening that is over."""
    reopen_evening(tournament_id)
    record(tournament_id, scores, "correct")
    finish_evening(tournament_id)


def scores(people: list[Player], *order: int) -> dict[Player, int]:
    """Return scores that put people in the given order, counted from 0."""
    return {people[one]: 100 - place for place, one in enumerate(order)}


def table(season_id: UUID) -> list[tuple[str, int | None, Fraction]]:
    """Return the table of a season: who, place and points."""
    return [(line.label, line.place, line.points) for line in season_view(season_id).lines]


def refusal(error: pytest.ExceptionInfo[Any]) -> str:
    """Return the code of what was raised."""
    return error.value.code
