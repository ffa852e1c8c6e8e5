"""What one evening brought its players, read from the state of its tournament."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from tournaments.seasons.evenings import Evening, EveningEntry
from tournaments.tournaments.director.history import history_of
from tournaments.tournaments.director.rankings import (
    evening_standings,
    open_rules,
    overall,
    standings_rules,
)
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.standings.scoring import ScoringRules, Why
from tournaments.tournaments.standings.tally import tally
from tournaments.tournaments.standings.tiebreaks import wins

_MATCHES = frozenset({Why.PLACE, Why.SHARE, Why.STOPPED, Why.WALK_OVER, Why.NO_SHOW, Why.BYE})
"""What an average divides by: tables, and rounds without one that gave points instead."""


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """How one player of a tournament did in all of it; `place` is None where nobody is ranked."""

    player: UUID
    place: int | None
    points: Fraction
    matches: int
    wins: Fraction


def evening_results(state: State) -> tuple[PlayerEvening, ...]:
    """Return how everybody did who came to a tournament, in the order of the entrants.

    Points are those of all its stages, each counted once, whatever a later stage carries over.
    """
    places, came = _places(state), _came(state)
    evenings: dict[int, PlayerEvening] = {}
    for stage in _begun(state):
        counted = tally(history_of(state, stage), _scoring(stage))
        won = wins(counted, counted.entrants)
        for number in counted.entrants:
            player, points = state.entrants[number].player, counted.points[number]
            matches = sum(part.why in _MATCHES for part in counted.parts[number])
            evening = PlayerEvening(player, places.get(number), points, matches, won[number])
            evenings[number] = (
                _together(evenings[number], evening) if number in evenings else evening
            )
    return tuple(
        evenings[number] for number in state.entrants if number in came and number in evenings
    )


def evening_of(
    number: int, results: Iterable[PlayerEvening], read_as: Mapping[UUID, UUID]
) -> Evening:
    """Return an evening of a season; players who were merged are read as one.

    Of two results of one person the better place stands, the rest adds up. Places are counted
    among those who came.
    """
    people: dict[UUID, PlayerEvening] = {}
    for result in results:
        person = read_as.get(result.player, result.player)
        known = people.get(person)
        people[person] = result if known is None else _together(known, result)
    places = _dense(people)
    entries = [
        EveningEntry(str(person), places.get(person), evening.points, evening.matches, evening.wins)
        for person, evening in people.items()
    ]
    return Evening(number, tuple(sorted(entries, key=lambda entry: entry.player)))


def _together(one: PlayerEvening, other: PlayerEvening) -> PlayerEvening:
    places = [place for place in (one.place, other.place) if place is not None]
    return PlayerEvening(
        one.player,
        min(places, default=None),
        one.points + other.points,
        one.matches + other.matches,
        one.wins + other.wins,
    )


def _dense(people: Mapping[UUID, PlayerEvening]) -> dict[UUID, int]:
    """Return places among those who came, as 1, 1, 3 are."""
    places = {person: result.place for person, result in people.items() if result.place is not None}
    first: dict[int, int] = {}
    for rank, place in enumerate(sorted(places.values()), 1):
        first.setdefault(place, rank)
    return {person: first[place] for person, place in places.items()}


def _begun(state: State) -> list[Stage]:
    return [stage for stage in state.stages.values() if stage.status != "planned"]


def _scoring(stage: Stage) -> ScoringRules:
    if stage.rules.is_open:
        return open_rules(stage.rules).scoring
    return standings_rules(stage.rules).scoring


def _places(state: State) -> dict[int, int | None]:
    """Return the final places; who played too little in an open evening has none."""
    begun = _begun(state)
    places: dict[int, int | None] = {row.entrant: row.place for row in overall(state)}
    if begun and begun[-1].rules.is_open:
        rows = evening_standings(state, begun[-1].number)
        places.update((row.entrant, None) for row in rows if row.rank is None)
    return places


def _came(state: State) -> set[int]:
    """Return who was there: at a table, or with a bye."""
    came: set[int] = set()
    for stage in _begun(state):
        for row in stage.rounds.values():
            came.update(row.byes)
            for table in row.tables.values():
                missing = table.result.absent if table.result is not None else ()
                came.update(number for number in table.entrants if number not in missing)
    return came
