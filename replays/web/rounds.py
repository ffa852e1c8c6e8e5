"""The rounds of a match that are known, as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.counts import rounds_to_count
from games.core.errors import RuleViolation
from replays.counting import Standing, standing
from replays.log import Log


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """One round: known by a count, by its scores, or not yet."""

    number: int
    known: bool
    current: bool
    """True for the round that the page asks for."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What the known rounds gave one seat."""

    seat: int
    label: str
    points: tuple[int | None, ...]
    total: int


@dataclass(frozen=True, slots=True)
class RoundTable:
    """The score so far: a row per seat, a column per round."""

    columns: tuple[RoundColumn, ...]
    rows: tuple[SeatRow, ...]
    counted: bool = False
    """True where the rules scored some of the rounds, and will add what the whole match gives."""

    @property
    def is_empty(self) -> bool:
        return not any(column.known for column in self.columns)

    @property
    def missing(self) -> list[int]:
        """The numbers of the rounds that are not known."""
        return [column.number for column in self.columns if not column.known]


def standing_of(log: Log) -> Standing:
    """Return how a match stands by its rounds, without the counts that the rules refuse.

    Only an imported record can hold such a count.
    """
    counted, seats = log.life.counted, log.setup.seats
    try:
        return standing(log.known_rules, log.setup, counted, seats)
    except RuleViolation:
        return standing(None, log.setup, counted, seats)


def round_table(
    known: Standing, labels: Sequence[str], last: int, current: int | None = None
) -> RoundTable:
    """Return the score so far, with at least so many rounds."""
    given = {line.number: line.scores for line in known.lines}
    numbers = range(1, max([last, *given]) + 1)
    return RoundTable(
        tuple(RoundColumn(number, number in given, number == current) for number in numbers),
        tuple(
            SeatRow(
                seat=seat,
                label=label,
                points=tuple(given[at][seat] if at in given else None for at in numbers),
                total=known.scores[seat] if known.scores else 0,
            )
            for seat, label in enumerate(labels)
        ),
        counted=known.outcome is None and any(line.counted for line in known.lines),
    )


def told_rounds(log: Log, labels: Sequence[str]) -> RoundTable | None:
    """Return the rounds that were told one by one, unless a result tells them all."""
    reported = log.life.reported
    if not log.life.counted or (log.ended and reported and (reported.tables or reported.rounds)):
        return None
    known = standing_of(log)
    return round_table(known, labels, max([1, *known.missing])) if known.lines else None


def last_round(log: Log) -> int:
    """Return how many rounds a match is counted by; 1 where nobody can tell."""
    rules = log.known_rules
    return rounds_to_count(rules.count_fields(log.setup)) if rules is not None else 1
