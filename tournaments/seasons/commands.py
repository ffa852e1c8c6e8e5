"""Every command of a season as plain data: what the API, the shell and the pages send."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar
from uuid import UUID

import msgspec
from msgspec import Meta

from games.core.errors import RuleViolation
from tournaments import commands
from tournaments.commands import Title, clean_title, names
from tournaments.commands import gettext_noop as _
from tournaments.seasons import events
from tournaments.seasons.counting import SeasonCount
from tournaments.seasons.events import SeasonEvent
from tournaments.seasons.freezing import final_rows
from tournaments.seasons.rules import SeasonRules
from tournaments.seasons.state import SeasonState, others, require_closed, require_open

Events = list[SeasonEvent]
MOST_EVENINGS = 100
RULES_HELP = (
    "All optional: `points_by` (place, sum, average), `place_points`, `share_ties`, "
    "`least_matches`, `attendance`, `best`, `least_evenings`, `tie_breaks`."
)
Rules = Annotated[dict[str, Any], Meta(description=RULES_HELP)]


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may need from outside the stream."""

    count: SeasonCount | None = None
    """The season counted as its evenings stand; only closing needs it."""


class NewSeason(msgspec.Struct, frozen=True, kw_only=True):
    """A season to begin."""

    example: ClassVar = {
        "title": "Winter",
        "planned": 10,
        "rules": {"best": 6, "attendance": "1/2"},
    }

    title: Title
    """What it is called."""
    planned: int = 0
    """How many evenings; 0: unknown."""
    rules: Rules = {}

    def created(self, club: UUID) -> events.SeasonCreated:
        """Return how it begins; raises what its title, rules or number of evenings have wrong."""
        return events.SeasonCreated(
            club, clean_title(self.title), _rules(self.rules), _planned(self.planned, 0)
        )


class Command(commands.Command[SeasonState, Context, SeasonEvent], frozen=True, kw_only=True):
    """Something an organiser wants of a season."""

    counts: ClassVar[bool] = False
    """Whether the season has to be counted for it."""


class OfEvening(Command, frozen=True, kw_only=True):
    """A command about one evening."""

    tournament: Annotated[UUID, names("tournament")]
    """The tournament that is the evening."""


class Revise(Command, frozen=True, kw_only=True):
    """Change the title, the rules or the number of evenings; what is left out stays.

    Rules are replaced as a whole. A closed season is `season_closed`.
    """

    example: ClassVar = {"planned": 12}

    title: Title | None = None
    """What it is called."""
    planned: int | None = None
    """How many evenings; 0: unknown."""
    rules: Rules | None = None

    def decide(self, state: SeasonState, _context: Context) -> Events:
        """Return the revision, if it changes anything."""
        require_open(state)
        known = events.SeasonRevised(state.title, state.rules.to_data(), state.planned)
        wanted = events.SeasonRevised(
            known.title if self.title is None else clean_title(self.title),
            known.rules if self.rules is None else _rules(self.rules),
            known.planned if self.planned is None else _planned(self.planned, len(state.evenings)),
        )
        return [] if wanted == known else [wanted]


class AddEvening(OfEvening, frozen=True, kw_only=True):
    """Let a tournament count; it is a tournament or an open evening of the season's club."""

    example: ClassVar = {"tournament": "5b9b2a0e-93c5-4d0a-8d0a-0f5a3c2f7e11"}

    position: int | None = None
    """From 1; left out, the latest evening."""

    def decide(self, state: SeasonState, _context: Context) -> Events:
        """Return the new evening; nothing if it counts already and no position is asked for."""
        require_open(state)
        if self.tournament in state.evenings:
            if self.position is None:
                return []
            raise RuleViolation("evening_added_already", tournament=str(self.tournament))
        if len(state.evenings) >= MOST_EVENINGS:
            raise RuleViolation("too_many_evenings", limit=MOST_EVENINGS)
        last = len(state.evenings) + 1
        return [events.EveningAdded(self.tournament, _position(self.position, last))]


class RemoveEvening(OfEvening, frozen=True, kw_only=True):
    """Let an evening count no more; the tournament itself stays as it is."""

    example: ClassVar = {"tournament": "5b9b2a0e-93c5-4d0a-8d0a-0f5a3c2f7e11"}

    def decide(self, state: SeasonState, _context: Context) -> Events:
        require_open(state)
        others(state, self.tournament)
        return [events.EveningRemoved(self.tournament)]


class MoveEvening(OfEvening, frozen=True, kw_only=True):
    """Move an evening in the order."""

    example: ClassVar = {"tournament": "5b9b2a0e-93c5-4d0a-8d0a-0f5a3c2f7e11", "position": 1}

    position: int
    """From 1."""

    def decide(self, state: SeasonState, _context: Context) -> Events:
        """Return the move, unless the evening stands there already."""
        require_open(state)
        others(state, self.tournament)
        position = _position(self.position, len(state.evenings))
        if state.evenings[position - 1] == self.tournament:
            return []
        return [events.EveningMoved(self.tournament, position)]


class Close(Command, frozen=True, kw_only=True):
    """Name the champion and freeze the table; every evening has to be over."""

    counts: ClassVar[bool] = True

    def decide(self, state: SeasonState, context: Context) -> Events:
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
        return [events.SeasonClosed(champions, final_rows(final))]


class Reopen(Command, frozen=True, kw_only=True):
    """Open a closed season again; it goes on, or is counted again after a correction."""

    def decide(self, state: SeasonState, _context: Context) -> Events:
        require_closed(state)
        return [events.SeasonReopened()]


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


SEASON_COMMANDS: commands.Catalogue[Command] = commands.Catalogue(
    commands.Section(
        _("Season"),
        _("Evenings are added up by the season's rules until it is closed."),
        (Revise, AddEvening, RemoveEvening, MoveEvening, Close, Reopen),
    )
)
"""In the order of a season's life."""
