"""A tournament in memory: commands in, events applied, every refusal seen to change nothing."""

from copy import deepcopy
from random import Random
from typing import Any
from uuid import UUID, uuid5

import msgspec
import pytest

from games.core.errors import RuleViolation
from games.core.events import Event, decode_payload, encode_payload
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.commands.setup import create
from tournaments.tournaments.director.fold import apply, begin, fold
from tournaments.tournaments.director.parts import Draft
from tournaments.tournaments.director.rewinding import head_of
from tournaments.tournaments.director.state import Round, Stage, State, Table

HALL = UUID("5b9b2a0e-93c5-4d0a-8d0a-0f5a3c2f7e11")
GAME = "sushi_go_party"


def player(number: int) -> UUID:
    """Return the id of the person who enters with a number."""
    return uuid5(HALL, f"player {number}")


def rules(format_: str = "swiss", **fields: Any) -> dict[str, Any]:
    """Return the rules of a stage as a door would send them."""
    usual = {"format": format_, "games": [{"game": GAME}], "sizes": [3, 4], "preferred": 4}
    if format_ == "swiss":
        usual["rounds"] = 5
    if format_ in ("round_robin", "double_elimination"):
        usual |= {"sizes": [2], "preferred": 2}
    return usual | fields


class Play:
    """A tournament whose state is kept by `apply` and whose log is kept beside it."""

    def __init__(
        self, entrants: int = 0, *stages: dict[str, Any], seed: str = "lots", start: bool = True
    ) -> None:
        self.moment = "2026-11-16T19:30:00.000000Z"
        created = create(club=uuid5(HALL, "club"), title="Friday", seed=seed)
        self.log: list[tuple[Any, str]] = [(created, self.moment)]
        self.state: State = begin(created, self.moment)
        self.appends = [0, 1]
        for number, stage in enumerate(stages, 1):
            self.do("set_stage", stage=number, rules=stage)
        if entrants:
            people = [str(player(number)) for number in range(1, entrants + 1)]
            self.do("enter", players=people, present=True)
        if stages and entrants and start:
            self.do("start_stage", stage=1)

    def decide(
        self, name: str, *, note: str = "", ratings: dict[int, float] | None = None, **data: Any
    ) -> list[Any]:
        """Return what a command would write, and see that deciding changed nothing."""
        before = deepcopy(self.state)
        head = head_of(self.log, len(self.log))
        former = max(version for version in self.appends if version < head)
        context = Context(HALL, ratings=ratings or {}, note=note, former_append=former)
        try:
            return read_command(name, data).decide(self.state, context)
        finally:
            assert self.state == before, f"{name} changed the state while it was judged"

    def do(
        self, name: str, *, note: str = "", ratings: dict[int, float] | None = None, **data: Any
    ) -> list[Any]:
        """Do a command and return its events, as they come back from the store."""
        events = [_stored(e) for e in self.decide(name, note=note, ratings=ratings, **data)]
        for event in events:
            self.log.append((event, self.moment))
            apply(self.state, event, self.moment)
        self.appends.append(len(self.log))
        return events

    def refused(self, name: str, **data: Any) -> str:
        """Return the code with which a command is refused."""
        with pytest.raises(RuleViolation) as refusal:
            self.decide(name, **data)
        return refusal.value.code

    def tried(self, name: str, **data: Any) -> str:
        """Do a command; return the code with which it is refused, or nothing."""
        try:
            self.do(name, **data)
        except RuleViolation as refusal:
            return refusal.code
        return ""

    def fresh(self) -> State:
        """Return the state that the whole log means."""
        return fold(self.log)

    def stage(self, number: int = 1) -> Stage:
        return self.state.stages[number]

    def round(self, number: int | None = None, stage: int = 1) -> Round:
        rounds = self.stage(stage).rounds
        return rounds[number or max(rounds)]

    def table(self, number: int, round_: int | None = None, stage: int = 1) -> Table:
        return self.round(round_, stage).tables[number]

    def announce(self, stage: int = 1) -> Round:
        """Propose and publish the next round, and return it."""
        self.do("propose", stage=stage)
        self.do("publish", stage=stage)
        return self.round(stage=stage)

    def record(
        self, table: int, *, round: int | None = None, stage: int = 1, **said: Any
    ) -> list[Any]:
        number = round or max(self.stage(stage).rounds)
        return self.do("record", stage=stage, round=number, table=table, **said)

    def play_round(self, luck: Random, stage: int = 1) -> Round:
        """Announce a round and give every table a result without ties."""
        row = self.announce(stage)
        for number, table in list(row.tables.items()):
            self.record(number, stage=stage, scores=luck.sample(range(10, 90), len(table.entrants)))
        return row

    def play_rounds(self, count: int, seed: int = 1, stage: int = 1) -> "Play":
        luck = Random(seed)
        for _ in range(count):
            self.play_round(luck, stage)
        return self

    def play_out(self, luck: Random, stage: int = 1) -> int:
        """Play a stage until it has no next round; return how many it had."""
        for played in range(200):
            try:
                self.play_round(luck, stage)
            except RuleViolation as refusal:
                if refusal.code != "stage_complete":
                    raise
                return played
        raise AssertionError("the stage never ends")


def _stored(event: Event) -> Any:
    return decode_payload(event.type, event.schema, encode_payload(event))


def seated(row: Round) -> list[int]:
    """Return who sits at the tables of a round, in order."""
    return sorted(number for table in row.tables.values() for number in table.entrants)


def plain(event: Draft) -> dict[str, Any]:
    """Return an event as plain data."""
    return msgspec.to_builtins(event)
