"""How one stage is played: its format, its game, its tables, its points. Plain data in an event."""

from typing import Any, Literal, get_args

import msgspec

from games.core.setup import OptionValue
from tournaments.tournaments.standings.results import LEAST_SEATS as LEAST_SEATS
from tournaments.tournaments.standings.results import MOST_SEATS as MOST_SEATS

Format = Literal[
    "swiss", "round_robin", "groups", "planned", "elimination", "double_elimination", "open"
]
FORMATS: tuple[str, ...] = get_args(Format)
CHAINED: frozenset[str] = frozenset({"elimination", "double_elimination"})
"""Formats whose rounds follow from the results of the rounds before."""
SCHEDULED: frozenset[str] = frozenset({"round_robin", "groups", "planned"})
"""Formats whose rounds are all known once the stage begins."""
MOST_STAGES = 9
MOST_ROUNDS = 100
MOST_MINUTES = 24 * 60


class GameAtHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is played in a stage: its options, and how many boxes of it are there."""

    game: str
    """The short name of the game."""
    options: dict[str, OptionValue] = {}
    """What differs from the game's usual options; what is left out of the club's box is as the club
    has described it when a match begins."""
    boxes: int | None = None
    """How many boxes of it are there; none given, there is always another."""


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who goes on from the stage before."""

    kind: Literal["all", "top", "points", "groups"] = "all"
    """Everybody, the first of the ranking, those with enough points, or the first of each group."""
    top: int = 0
    """How many of the ranking go on."""
    points: str = "0"
    """At least so many points, as an exact fraction such as 7/2."""
    each: int = 0
    """How many of each group go on."""
    best: int = 0
    """How many more go on: the best of those who come next in their groups."""


class StageRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decides how a stage is paired, scored and ranked."""

    format: Format
    """Who meets whom, and when."""
    games: tuple[GameAtHand, ...]
    """One game, or several that an open evening may choose from."""
    sizes: tuple[int, ...] = (3, 4)
    """How many may sit at a table."""
    preferred: int = 4
    """How many usually do."""
    most_tables: int | None = None
    """How many tables there are; none given, there is always another."""
    byes: bool = False
    """Whether somebody may be left without a table for a round."""
    rounds: int = 0
    """How many rounds a Swiss has; other formats know that themselves."""
    scoring: dict[str, Any] = {}
    """What places and scores are worth; empty: the usual points. `scheme` has the `name` of usual
    points, or `custom` and its `rows`; `walk_over` is what those get who came, and `bye` what one
    without a table gets: `win` (usual), `average` or an exact number such as 3/2; `no_show` is what
    the absent get, an exact number, usually 0 and perhaps negative."""
    tiebreaks: tuple[str, ...] = ()
    """What separates equal points, the first to decide first; empty: the usual ones."""
    aims: tuple[str, ...] = ()
    """The order of what pairing tries to reach; empty: the usual one."""
    cut: Cut = Cut()
    """Who goes on from the stage before."""
    seeding: Literal["entry", "rating", "hand", "random", "former", "crossed"] = "entry"
    """What the order of the seeds follows; crossed: after groups, nobody of one group meets before
    they must."""
    carry: bool = False
    """Whether points of the stages before count here too."""
    carry_meetings: bool = False
    """Whether a round looks at the stages before too: who met, who sat where, who had a bye or a
    small table. With or without their points."""
    advance: int = 1
    """How many of an elimination table go on."""
    groups: int = 1
    """How many groups the stage has."""
    double: bool = False
    """Double rounds of a round robin, or a second final of a double elimination."""
    final_tie: Literal["former", "playoff", "shared"] = "former"
    """A tie in the final: the better one of the stages before wins, it is played off, or shared."""
    third_place: bool = False
    """Whether those who lose the semi-finals of an elimination, two at a table, meet once more."""
    minutes: int = 0
    """How long a round lasts; 0: as long as it takes."""
    ranking: Literal["total", "average", "best"] = "total"
    """How an open evening ranks."""
    least_matches: int = 0
    """How many matches of an open evening one needs to be ranked."""
    best: int = 0
    """How many of one's matches count, where the best do."""

    @property
    def game(self) -> GameAtHand:
        """The game of a stage that has one."""
        return self.games[0]

    @property
    def is_open(self) -> bool:
        """Whether tables are begun by whoever is free, without rounds."""
        return self.format == "open"
