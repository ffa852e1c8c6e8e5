"""What happened in a tournament, as standings read it: results, byes, absences, penalties."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from games.core.errors import RuleViolation

LEAST_SEATS, MOST_SEATS = 2, 8


class ResultKind(StrEnum):
    """How a table came to its end."""

    COMPLETE = "complete"
    ON_TIME = "on_time"
    EARLY = "early"
    WALK_OVER = "walk_over"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class TableResult:
    """What one table brought. Entrants, places and scores are in seat order.

    Entries of `places` and `scores` that belong to someone absent are ignored: those present are
    placed among themselves. A higher score is better; where a game has it the other way round,
    pass the scores negated.
    """

    stage: int
    round: int
    table: int
    entrants: tuple[int, ...]
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    kind: ResultKind
    absent: frozenset[int] = frozenset()

    @property
    def present(self) -> tuple[int, ...]:
        """The entrants who were there, in seat order."""
        if not self.absent:
            return self.entrants
        return tuple(entrant for entrant in self.entrants if entrant not in self.absent)

    @property
    def present_places(self) -> tuple[int, ...] | None:
        return self._of_present(self.places)

    @property
    def present_scores(self) -> tuple[int, ...] | None:
        return self._of_present(self.scores)

    def check(self) -> None:
        """Raise what does not fit: seats, places, scores, or who was absent."""
        where = {"stage": self.stage, "round": self.round, "table": self.table}
        seats = len(self.entrants)
        if not LEAST_SEATS <= seats <= MOST_SEATS:
            raise RuleViolation("bad_table_size", size=seats, **where)
        if len(set(self.entrants)) != seats:
            raise RuleViolation("entrant_twice_at_table", **where)
        if not self.absent <= set(self.entrants):
            raise RuleViolation("absent_not_at_table", **where)
        if self.scores is not None and len(self.scores) != seats:
            raise RuleViolation("scores_do_not_fit", **where)
        self._check_kind(where)
        if self.places is not None:
            if len(self.places) != seats:
                raise RuleViolation("places_do_not_fit", places=self.places, **where)
            require_places(self.present_places or (), **where)

    def _check_kind(self, where: dict[str, int]) -> None:
        if self.kind is ResultKind.VOID:
            return
        if self.kind is ResultKind.WALK_OVER:
            if not self.absent:
                raise RuleViolation("walk_over_without_absent", **where)
            return
        if len(self.present) < LEAST_SEATS:
            raise RuleViolation("too_few_played", present=len(self.present), **where)
        if self.places is None and self.kind is not ResultKind.EARLY:
            raise RuleViolation("places_missing", **where)

    def _of_present(self, values: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if values is None or not self.absent:
            return values
        pairs = zip(self.entrants, values, strict=True)
        return tuple(value for entrant, value in pairs if entrant not in self.absent)


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which an entrant had no table because the field did not fit."""

    stage: int
    round: int
    entrant: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A round in which an entrant should have played and was not there, without a table."""

    stage: int
    round: int
    entrant: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from an entrant; `reason` is a code."""

    entrant: int
    points: Fraction
    stage: int
    round: int
    reason: str

    def check(self) -> None:
        """Raise `bad_penalty` unless it takes something away."""
        if self.points <= 0:
            raise RuleViolation("bad_penalty", entrant=self.entrant, points=str(self.points))


@dataclass(frozen=True, slots=True)
class LateEntry:
    """An entrant who played from `first_round` on; each round missed is worth `points`.

    The rounds missed are those from `since` on: the first, or the one after somebody dropped out.
    """

    entrant: int
    stage: int
    first_round: int
    points: Fraction
    since: int = 1


def require_places(places: Iterable[int], **where: int) -> None:
    """Raise `places_do_not_fit` unless these are places with ties, as 1, 1, 3, 4 are."""
    listed = tuple(places)
    if not _are_places(listed):
        raise RuleViolation("places_do_not_fit", places=listed, **where)


@lru_cache(maxsize=8192)
def _are_places(places: tuple[int, ...]) -> bool:
    return all(place == 1 + sum(other < place for other in places) for place in places)
