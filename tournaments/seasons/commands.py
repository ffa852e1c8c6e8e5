"""Every command of a season as plain data: what the API, the shell and the pages send."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

import msgspec

from games.core.errors import RuleViolation
from tournaments.seasons.counting import SeasonCount
from tournaments.seasons.events import (
    EveningAdded,
    EveningMoved,
    EveningRemoved,
    SeasonClosed,
    SeasonCreated,
    SeasonEvent,
    SeasonReopened,
    SeasonRevised,
)
from tournaments.seasons.freezing import final_rows
from tournaments.seasons.rules import SeasonRules
from tournaments.seasons.state import SeasonState, others, require_closed, require_open

Events = list[SeasonEvent]
LONGEST_TITLE = 120
MOST_EVENINGS = 100


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may need from outside the stream."""

    count: SeasonCount | None = None
    """The season counted as its evenings stand; only closing needs it."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something an organiser wants; `decide` judges it and returns what follows."""

    name: ClassVar[str] = ""
    counts: ClassVar[bool] = False
    """Whether the season has to be counted for it."""

    def decide(self, state: SeasonState, context: Context) -> Events:
        """Return the events that follow, none if everything is so already; or raise."""
        raise NotImplementedError


_commands: dict[str, type[Command]] = {}


def _command(name: str, *, counts: bool = False) -> Any:
    def register(cls: type[Command]) -> type[Command]:
        cls.name, cls.counts = name, counts
        _commands[name] = cls
        return cls

    return register


def season_command_names() -> tuple[str, ...]:
    """Return the names of all commands, in the order of a season's life."""
    return tuple(_commands)


def read_season_command(name: str, data: Mapping[str, Any]) -> Command:
    """Return the command that plain data describes.

    Raises `unknown_command` or `malformed_command` with the detail.
    """
    if name not in _commands:
        raise RuleViolation("unknown_command", command=name[:40], known=list(_commands))
    try:
        return msgspec.convert(dict(data), _commands[name])
    except msgspec.ValidationError as error:
        raise RuleViolation("malformed_command", command=name, detail=str(error)) from None


def create(*, club: UUID, title: str, rules: Mapping[str, Any], planned: int) -> SeasonCreated:
    """Begin a season; raises what its title, its rules or its number of evenings have wrong."""
    return SeasonCreated(club, _title(title), _rules(rules), _planned(planned, 0))


@_command("revise")
class Revise(Command, frozen=True, kw_only=True):
    """Change the title, the rules or the number of evenings; what is left out stays."""

    title: str | None = None
    rules: dict[str, Any] | None = None
    planned: int | None = None

    def decide(self, state: SeasonState, context: Context) -> Events:
        """Return the revision, if it changes anything."""
        require_open(state)
        known = SeasonRevised(state.title, state.rules.to_data(), state.planned)
        wanted = SeasonRevised(
            known.title if self.title is None else _title(self.title),
            known.rules if self.rules is None else _rules(self.rules),
            known.planned if self.planned is None else _planned(self.planned, len(state.evenings)),
        )
        return [] if wanted == known else [wanted]


@_command("add_evening")
class AddEvening(Command, frozen=True, kw_only=True):
    """Let a tournament of the club count; without a position as the latest evening."""

    tournament: UUID
    position: int | None = None

    def decide(self, state: SeasonState, context: Context) -> Events:
        """Return the new evening; nothing if it counts already and no position is asked for."""
        require_open(state)
        if self.tournament in state.evenings:
            if self.position is None:
                return []
            raise RuleViolation("evening_added_already", tournament=str(self.tournament))
        if len(state.evenings) >= MOST_EVENINGS:
            raise RuleViolation("too_many_evenings", limit=MOST_EVENINGS)
        last = len(state.evenings) + 1
        return [EveningAdded(self.tournament, _position(self.position, last))]


@_command("remove_evening")
class RemoveEvening(Command, frozen=True, kw_only=True):
    """Let an evening count no more."""

    tournament: UUID

    def decide(self, state: SeasonState, context: Context) -> Events:
        """Return the removal."""
        require_open(state)
        others(state, self.tournament)
        return [EveningRemoved(self.tournament)]


@_command("move_evening")
class MoveEvening(Command, frozen=True, kw_only=True):
    """Put an evening at another position in the order."""

    tournament: UUID
    position: int

    def decide(self, state: SeasonState, context: Context) -> Events:
        """Return the move, unless the evening stands there already."""
        require_open(state)
        others(state, self.tournament)
        position = _position(self.position, len(state.evenings))
        if state.evenings[position - 1] == self.tournament:
            return []
        return [EveningMoved(self.tournament, position)]


@_command("close", counts=True)
class Close(Command, frozen=True, kw_only=True):
    """Name the champion and freeze the table, once every evening is over."""

    def decide(self, state: SeasonState, context: Context) -> Events:
        """Return the end of the season with its final table."""
        require_open(state)
        if context.count is None:
            raise ValueError("closing a season takes its count")
        if not state.evenings:
            raise RuleViolation("season_without_evenings")
        waiting = context.count.waiting
        if waiting:
            raise RuleViolation("evenings_not_over", evenings=list(waiting))
        final = context.count.final_table
        if not final.leaders:
            raise RuleViolation("season_without_champion", least=state.rules.least_evenings)
        champions = tuple(UUID(leader) for leader in final.leaders)
        return [SeasonClosed(champions, final_rows(final))]


@_command("reopen")
class Reopen(Command, frozen=True, kw_only=True):
    """Go on with a closed season, or count it again."""

    def decide(self, state: SeasonState, context: Context) -> Events:
        """Return the reopening."""
        require_closed(state)
        return [SeasonReopened()]


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not title:
        raise RuleViolation("title_missing")
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise RuleViolation("title_too_long", limit=LONGEST_TITLE)
    return title


def _rules(data: Mapping[str, Any]) -> dict[str, object]:
    return SeasonRules.from_data(data).to_data()


def _planned(evenings: int, known: int) -> int:
    if evenings and not max(known, 1) <= evenings <= MOST_EVENINGS:
        raise RuleViolation("bad_evening_count", known=known, limit=MOST_EVENINGS)
    return evenings


def _position(position: int | None, last: int) -> int:
    wanted = last if position is None else position
    if not 1 <= wanted <= last:
        raise RuleViolation("bad_evening_position", position=wanted, last=last)
    return wanted
