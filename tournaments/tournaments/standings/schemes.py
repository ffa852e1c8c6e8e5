"""Points by place for every size of table, and shares of a table's score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from games.core.errors import RuleViolation
from tournaments.tournaments.standings.exact import fraction_from_data
from tournaments.tournaments.standings.results import LEAST_SEATS, MOST_SEATS

SHARE = "share"
CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class PointsScheme:
    """How a table's result becomes points: rows by place for the sizes given, or the share."""

    name: str
    rows: tuple[tuple[Fraction, ...], ...] = ()

    @property
    def is_share(self) -> bool:
        """Whether points are the share of the table's score instead of points by place."""
        return self.name == SHARE

    def row(self, size: int) -> tuple[Fraction, ...]:
        """Return the points of the places at a table of `size`, best place first."""
        if self.is_share:
            raise ValueError("a share has no points by place")
        return _row(self.rows, size)

    def points(self, places: tuple[int, ...], *, share_ties: bool = True) -> tuple[Fraction, ...]:
        """Return the points of seats with these places; ties share the average if `share_ties`."""
        if self.is_share:
            raise ValueError("a share has no points by place")
        return _points(self.rows, places, share_ties)

    def check(self) -> None:
        """Raise `unknown_points_scheme` or `bad_points_table`."""
        if self.is_share:
            if self.rows:
                raise RuleViolation("bad_points_table", problem="share_with_rows")
        elif self.name == CUSTOM:
            _check_rows(self.rows)
        elif PRESETS.get(self.name) != self:
            raise RuleViolation("unknown_points_scheme", scheme=self.name)

    @classmethod
    def from_data(cls, data: object) -> "PointsScheme":
        """Read plain data and check it; a preset is its name alone."""
        if not isinstance(data, Mapping) or not isinstance(data.get("name"), str):
            raise RuleViolation("bad_rules_data", field="scheme")
        name = data["name"]
        if name == CUSTOM:
            rows = data.get("rows")
            if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
                raise RuleViolation("bad_rules_data", field="rows")
            by_size = {len(row): row for row in rows}
            if len(by_size) != len(rows):
                raise RuleViolation("bad_points_table", problem="size_twice")
            return custom_scheme(by_size)
        return preset(name)


def custom_scheme(rows: Mapping[int, Sequence[object]]) -> PointsScheme:
    """Return a scheme from points by table size; sizes that are missing are extended.

    Raises `bad_points_table` for a size outside 2..8, a row whose length is not its size, and
    points that rise from one place to the next.
    """
    for size, row in rows.items():
        if len(row) != size:
            raise RuleViolation("bad_points_table", problem="length", size=size, length=len(row))
    ordered = (rows[size] for size in sorted(rows))
    scheme = PointsScheme(CUSTOM, tuple(tuple(map(_fraction, row)) for row in ordered))
    scheme.check()
    return scheme


def preset(name: str) -> PointsScheme:
    """Return a preset by its name, or raise `unknown_points_scheme`."""
    if name not in PRESETS:
        raise RuleViolation("unknown_points_scheme", scheme=name)
    return PRESETS[name]


def shares(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return each seat's share of the table's score.

    With a negative score at the table all scores are raised until the lowest is 0. If nothing is
    left to share, the shares are equal.
    """
    lowest = min(0, *scores)
    raised = [score - lowest for score in scores]
    total = sum(raised)
    if total == 0:
        return (Fraction(1, len(scores)),) * len(scores)
    return tuple(Fraction(score, total) for score in raised)


def extended_row(row: Sequence[Fraction], size: int) -> tuple[Fraction, ...]:
    """Return points for `size` places from a row made for another number of places.

    The first place keeps the points of the first and the last those of the last. Between them the
    row is read from the top; a larger table repeats the points of the last place.
    """
    if size >= len(row):
        return (*row, *(row[-1] for _ in range(size - len(row))))
    return (*row[: size - 1], row[-1])


@lru_cache(maxsize=256)
def _row(rows: tuple[tuple[Fraction, ...], ...], size: int) -> tuple[Fraction, ...]:
    # Rows are in order of size: the next larger one is cut down, else the largest is extended.
    source = next((row for row in rows if len(row) >= size), rows[-1])
    return extended_row(source, size)


@lru_cache(maxsize=8192)
def _points(
    rows: tuple[tuple[Fraction, ...], ...], places: tuple[int, ...], share_ties: bool
) -> tuple[Fraction, ...]:
    row = _row(rows, len(places))
    if not share_ties:
        return tuple(row[place - 1] for place in places)
    result = []
    for place in places:
        tied = places.count(place)
        covered = row[place - 1 : place - 1 + tied]
        result.append(sum(covered, Fraction(0)) / tied)
    return tuple(result)


def _check_rows(rows: tuple[tuple[Fraction, ...], ...]) -> None:
    sizes = [len(row) for row in rows]
    if not sizes or sizes != sorted(set(sizes)):
        raise RuleViolation("bad_points_table", problem="sizes", sizes=sizes)
    for size, row in zip(sizes, rows, strict=True):
        if not LEAST_SEATS <= size <= MOST_SEATS:
            raise RuleViolation("bad_points_table", problem="size", size=size)
        if any(better < worse for better, worse in pairwise(row)):
            raise RuleViolation("bad_points_table", problem="increasing", size=size)


def _fraction(value: object) -> Fraction:
    return value if isinstance(value, Fraction) else fraction_from_data(value)


def _preset(name: str, *points: int) -> PointsScheme:
    return PointsScheme(name, (tuple(Fraction(number) for number in points),))


PRESETS: Mapping[str, PointsScheme] = {
    scheme.name: scheme
    for scheme in (
        _preset("5/3/2/1", 5, 3, 2, 1),
        _preset("4/2/1/0", 4, 2, 1, 0),
        _preset("3/1/0", 3, 1, 0),
        _preset("wins", 1, 0),
        PointsScheme(SHARE),
    )
}
