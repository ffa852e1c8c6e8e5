"""How one stage is played: its format, its game, its tables, its points. Plain data in an event."""

from typing import Any, Literal

import msgspec

from games.core.setup import OptionValue

Format = Literal[
    "swiss", "round_robin", "groups", "planned", "elimination", "double_elimination", "open"
]
FORMATS: tuple[str, ...] = (
    "swiss",
    "round_robin",
    "groups",
    "planned",
    "elimination",
    "double_elimination",
    "open",
)
CHAINED: frozenset[str] = frozenset({"elimination", "double_elimination"})
"""Formats whose rounds follow from the results of the rounds before."""
SCHEDULED: frozenset[str] = frozenset({"round_robin", "groups", "planned"})
"""Formats whose rounds are all known once the stage begins."""


class GameAtHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is played in a stage: its options, and how many boxes of it are there."""

    game: str
    options: dict[str, OptionValue] = {}
    boxes: int | None = None
    """None: there is always another box."""


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who goes on from the stage before."""

    kind: Literal["all", "top", "points"] = "all"
    top: int = 0
    points: str = "0"
    """At least so many points, as an exact fraction such as 7/2."""


class StageRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decides how a stage is paired, scored and ranked."""

    format: Format
    games: tuple[GameAtHand, ...]
    """One game, or several that an open evening may choose from."""
    sizes: tuple[int, ...] = (3, 4)
    preferred: int = 4
    most_tables: int | None = None
    byes: bool = False
    rounds: int = 0
    """How many rounds a Swiss has; other formats know that themselves."""
    scoring: dict[str, Any] = {}
    """As `tournaments.tournaments.standings` writes its scoring rules; empty: its defaults."""
    tiebreaks: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    """The order of what pairing tries to reach; empty: the usual one."""
    cut: Cut = Cut()
    seeding: Literal["entry", "rating", "hand", "random", "former"] = "entry"
    carry: bool = False
    """Whether points of the stages before count here too."""
    advance: int = 1
    """How many of an elimination table go on."""
    groups: int = 1
    double: bool = False
    """Double rounds of a round robin, or a second final of a double elimination."""
    final_tie: Literal["former", "playoff", "shared"] = "former"
    minutes: int = 0
    """How long a round lasts; 0: as long as it takes."""
    ranking: Literal["total", "average", "best"] = "total"
    """How an open evening ranks."""
    least_matches: int = 0
    best: int = 0

    @property
    def game(self) -> GameAtHand:
        """The game of a stage that has one."""
        return self.games[0]

    @property
    def is_open(self) -> bool:
        """Whether tables are begun by whoever is free, without rounds."""
        return self.format == "open"
