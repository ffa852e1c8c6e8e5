"""What differs between a tournament as it is and as it would be: which of its parts are others."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal

from tournaments.tournaments.director.state import Entrant, State
from tournaments.tournaments.director.undone import TablePlace

Kind = Literal["tournament", "entrant", "stage", "proposal", "round", "table", "penalties"]
Key = tuple[Kind, tuple[int, ...]]
"""A part of a tournament: what it is, and the numbers it is known by."""
_OF_AN_ENTRANT = tuple(one.name for one in fields(Entrant) if one.name != "seated")
"""At how many tables somebody sits follows from the tables."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The parts that differ, by their numbers: new, gone, or other than they are."""

    tournament: bool = False
    """Its title, its day, whether it is over, who is kept apart, the notice."""
    entrants: tuple[int, ...] = ()
    stages: tuple[int, ...] = ()
    """Their status, their rules, who plays in them."""
    proposals: tuple[int, ...] = ()
    """Stages whose proposal differs."""
    rounds: tuple[tuple[int, int], ...] = ()
    """Stage and number of rounds of which others sit somewhere, have a bye or miss it, or whose
    clock differs."""
    tables: tuple[TablePlace, ...] = ()
    penalties: tuple[tuple[int, int], ...] = ()
    """The stage, and the entrant who has other penalties in it."""

    @property
    def proposals_alone(self) -> bool:
        """Whether nothing that standings are made of differs."""
        ranked = (self.entrants, self.stages, self.rounds, self.tables, self.penalties)
        return not self.tournament and not any(ranked)


def changes_between(before: State, after: State) -> Changes:
    """Return what differs between two states of a tournament."""
    was, now = dict(parts_of(before)), dict(parts_of(after))
    differing = sorted(key for key in {*was, *now} if was.get(key) != now.get(key))

    def of(kind: Kind) -> list[tuple[int, ...]]:
        return [numbers for found, numbers in differing if found == kind]

    return Changes(
        tournament=bool(of("tournament")),
        entrants=tuple(number for (number,) in of("entrant")),
        stages=tuple(number for (number,) in of("stage")),
        proposals=tuple(number for (number,) in of("proposal")),
        rounds=tuple((stage, number) for stage, number in of("round")),
        tables=tuple(TablePlace(*numbers) for numbers in of("table")),
        penalties=tuple((stage, entrant) for stage, entrant in of("penalties")),
    )


def parts_of(state: State) -> Iterator[tuple[Key, object]]:
    """Yield everything that a state says, part by part; together they leave nothing out."""
    said = (state.title, state.day, state.finished_at, state.apart, state.notice)
    yield ("tournament", ()), said
    for number, entrant in state.entrants.items():
        yield ("entrant", (number,)), tuple(getattr(entrant, name) for name in _OF_AN_ENTRANT)
    for number, stage in state.stages.items():
        played = (stage.status, stage.seeds, stage.alternates, stage.lots)
        yield ("stage", (number,)), (stage.rules, played)
        if stage.draft is not None:
            yield ("proposal", (number,)), stage.draft
        for row in stage.rounds.values():
            seated = [(table.number, table.entrants) for table in row.tables.values()]
            without = (row.byes, row.absent, row.taken_back, row.reopened)
            yield ("round", (number, row.number)), (seated, without, row.clock)
            for table in row.tables.values():
                yield ("table", (number, row.number, table.number)), table
    penalties: dict[tuple[int, int], list[object]] = {}
    for one in state.penalties:
        penalties.setdefault((one.stage, one.entrant), []).append((one.round, one.points))
    for numbers, given in penalties.items():
        yield ("penalties", numbers), given
