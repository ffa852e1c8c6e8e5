"""Every command of a ladder as plain data: what the API, the shell, pages and admin send."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar
from uuid import UUID

import msgspec
from msgspec import Meta

from games.core.errors import RuleViolation
from games.registry import games
from tournaments import commands
from tournaments.commands import Title, clean_title
from tournaments.commands import gettext_noop as _
from tournaments.ladders.events import (
    FrozenRow,
    LadderCreated,
    LadderEvent,
    LadderFrozen,
    LadderListed,
    LadderRevised,
    LadderThawed,
    Start,
)
from tournaments.ladders.ratings.rules import LadderRules, rules_from_data
from tournaments.ladders.ratings.start_list import StartLine, read_start_list
from tournaments.ladders.ratings.systems import most_first
from tournaments.ladders.state import LadderState, require_frozen, require_open

Events = list[LadderEvent]
LONGEST_LIST = 1024 * 1024
RULES_HELP = (
    "All optional: `system` (elo, openskill), `games`, `since`, `until`, `bots` (leave_out, skip, "
    "rate), `sources` (table, online, bots), `imports`, `tournaments_only`, `stopped` (never, "
    "on_time, always), `taken_over` (skip, last, first), `start`, `k`, `margin`, "
    "`provisional_matches`, `stale_days`, `hidden_days`."
)
Rules = Annotated[dict[str, Any], Meta(description=RULES_HELP)]


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may need from outside the stream."""

    starts_of: Callable[[Sequence[StartLine]], tuple[Start, ...]]
    """Finds the players of a start list."""
    final_table: Callable[[], tuple[FrozenRow, ...]]
    """Rates what is owed and returns where everybody stands then."""


class NewLadder(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder to begin."""

    example: ClassVar = {
        "title": "Autumn",
        "rules": {
            "games": ["sushi_bar"],
            "since": "2026-09-01",
            "until": "2026-11-30",
            "margin": {"share": 50, "full": 10},
        },
    }

    title: Title
    """What it is called."""
    rules: Rules = {}

    def created(self, club: UUID) -> LadderCreated:
        """Return how it begins; raises what its title or its rules have wrong."""
        return LadderCreated(club, clean_title(self.title), checked_rules(self.rules).to_data())


class NewPeriod(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder that goes on from another one."""

    example: ClassVar = {"title": "Spring", "share": 25}

    title: Title
    """What it is called."""
    share: Annotated[int, Meta(ge=0, le=100)]
    """By how many percent everybody is drawn towards the mean."""
    rules: dict[str, Any] = {}
    """What is not sent is as on the ladder before."""


class Command(commands.Command[LadderState, Context, LadderEvent], frozen=True, kw_only=True):
    """Something an organiser wants of a ladder."""

    locks: ClassVar[bool] = False
    """Whether nobody else may rate meanwhile."""


class Revise(Command, frozen=True, kw_only=True):
    """Change the title or single rules; what is left out stays.

    Everything is then rated anew. A frozen ladder is `ladder_frozen`.
    """

    example: ClassVar = {"rules": {"k": 24}}

    title: Title | None = None
    """What it is called."""
    rules: Rules | None = None

    def decide(self, state: LadderState, _context: Context) -> Events:
        require_open(state)
        rules = checked_rules(state.rules.to_data() | dict(self.rules or {}), state.rules.games)
        same = self.title is None or self.title == state.title
        title = state.title if same else clean_title(self.title or "")
        return [LadderRevised(title, rules.to_data())]


class StartList(Command, frozen=True, kw_only=True):
    """Take in a club's old list; players begin at its ratings, the whole of it or nothing."""

    example: ClassVar = {"text": "name;rating;matches\nAnne Petit;1620;45\n"}

    text: Annotated[
        str,
        Meta(
            extra_json_schema={"maxLength": LONGEST_LIST},
            extra={"field": {"trim_whitespace": False}},
        ),
    ]
    """CSV with the columns name or player (an id), rating, and matches if known."""

    def decide(self, state: LadderState, context: Context) -> Events:
        require_open(state)
        lines = read_start_list(self.text, most_first(state.rules))
        return [LadderListed(context.starts_of(lines))]


class Freeze(Command, frozen=True, kw_only=True):
    """Rate what is owed, then let the numbers stand; matches entered later are kept, unrated."""

    locks: ClassVar[bool] = True

    def decide(self, state: LadderState, context: Context) -> Events:
        require_open(state)
        return [LadderFrozen(context.final_table())]


class Thaw(Command, frozen=True, kw_only=True):
    """Let a frozen ladder go on; with all that was entered meanwhile."""

    def decide(self, state: LadderState, _context: Context) -> Events:
        require_frozen(state)
        return [LadderThawed()]


LADDER_COMMANDS: commands.Catalogue[Command] = commands.Catalogue(
    commands.Section(
        _("Ladder"),
        _("Ratings follow the ladder's rules until its numbers are to stand."),
        (Revise, StartList, Freeze, Thaw),
    )
)
"""In the order of a ladder's life."""


def checked_rules(data: Mapping[str, Any], before: Collection[str] = ()) -> LadderRules:
    """Return rules that plain data describes; raises what they have wrong, or `unknown_game`.

    A game that they named `before` may be one that is no longer installed.
    """
    rules = rules_from_data(data)
    known = [one.slug for one in games()]
    for game in rules.games:
        if game not in known and game not in before:
            raise RuleViolation("unknown_game", game=game[:40], known=known)
    return rules
