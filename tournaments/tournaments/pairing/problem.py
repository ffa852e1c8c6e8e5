"""The pairing problem and its answer: candidates and rules go in, a proposal comes out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from operator import add, attrgetter, sub


class Aim(Enum):
    """Something a round should be good at; the order of the aims is the organiser's."""

    REPEATS = "repeats"
    SMALL_TABLES = "small_tables"
    SCORES = "scores"
    CLUBS = "clubs"
    SEATS = "seats"


DEFAULT_AIMS = (Aim.REPEATS, Aim.SMALL_TABLES, Aim.SCORES, Aim.CLUBS, Aim.SEATS)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One entrant who is to be paired, with what the earlier rounds did to them."""

    id: int
    score: Fraction = Fraction(0)
    meetings: Mapping[int, int] = field(default_factory=dict)
    """Opponent's id -> number of earlier meetings."""
    small_tables: int = 0
    """How often at a table smaller than the preferred size."""
    byes: int = 0
    starts: tuple[int, ...] = ()
    """How often in seat 0, 1, 2 …; what is missing counts as never."""
    club: str = ""
    """Entrants of the same club should not meet; empty: of no club."""
    fixed_tables: frozenset[int] = frozenset()
    """The table numbers this entrant may sit at; empty: any."""


@dataclass(frozen=True, slots=True)
class PairingRules:
    """How a round is paired; `ruleset` pins the meaning of all of it."""

    sizes: tuple[int, ...]
    preferred: int
    most_tables: int | None = None
    byes: bool = False
    prohibited: frozenset[frozenset[int]] = frozenset()
    """Pairs of ids that must not meet; `pairs_of_groups` makes them from groups."""
    aims: tuple[Aim, ...] = DEFAULT_AIMS
    seed: str = ""
    ruleset: int = 1
    score_window: int = 40
    """In large 1v1 fields: how many score neighbours each entrant may be matched with."""
    quick: bool = False
    """For rounds that nobody plays: above 20 entrants little search, and no proof."""


@dataclass(frozen=True, slots=True)
class Split:
    """How many sit where: table sizes from large to small, and how many sit out."""

    sizes: tuple[int, ...]
    byes: int = 0


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table the organiser has decided on: it stays as it is, seats included."""

    number: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """How good a table or a whole round is; every figure is better when smaller."""

    broken: int = 0
    """Hard constraints that do not hold."""
    bye_scores: Fraction = Fraction(0)
    repeats: int = 0
    small_tables: int = 0
    scores: Fraction = Fraction(0)
    clubs: int = 0
    seats: int = 0

    def of(self, aim: Aim) -> Fraction:
        return Fraction(getattr(self, aim.value))

    def in_order(self, aims: tuple[Aim, ...]) -> tuple[Fraction, ...]:
        """Return the figures as they are compared: hard constraints, byes, then the aims."""
        return (Fraction(self.broken), self.bye_scores, *(self.of(aim) for aim in aims))

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(*map(add, _EACH(self), _EACH(other)))

    def __sub__(self, other: "Figures") -> "Figures":
        return Figures(*map(sub, _EACH(self), _EACH(other)))


_EACH = attrgetter(*Figures.__slots__)


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact that speaks for or against a table; words are made from it elsewhere.

    Codes: `repeated_meeting` (amount: earlier meetings), `small_table` (amount: size),
    `score_spread` (highest and lowest; amount: difference), `same_club`, `fixed_table`
    (amount: table number), `fixed_table_missed`, `prohibited_meeting`, `locked_table`.
    """

    code: str
    entrants: tuple[int, ...]
    amount: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Broken:
    """A hard constraint that does not hold.

    Codes: `prohibited_meeting` (the two), `fixed_table` (the one), `second_bye` (who sits
    out again, then everybody who has had fewer byes and plays).
    """

    code: str
    entrants: tuple[int, ...]
    table: int | None = None


@dataclass(frozen=True, slots=True)
class ProposedTable:
    """One table: entrants in seat order, and what there is to say about it."""

    number: int
    entrants: tuple[int, ...]
    figures: Figures = Figures()
    reasons: tuple[Reason, ...] = ()
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole round, ready to be edited and published."""

    tables: tuple[ProposedTable, ...]
    byes: tuple[int, ...]
    figures: Figures
    optimal: bool
    """Proved: no other round with these table sizes is better in the order of the aims."""
    broken: tuple[Broken, ...] = ()
    bound: tuple[Fraction, ...] = ()
    """A proved lower bound of the figures in their order, where there is one."""


def pairs_of_groups(groups: Iterable[frozenset[int]]) -> frozenset[frozenset[int]]:
    """Return every pair inside each group of entrants who must not meet."""
    return frozenset(
        frozenset((one, other))
        for group in groups
        for one in group
        for other in group
        if one < other
    )
