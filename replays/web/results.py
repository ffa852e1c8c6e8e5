"""The result of a match as a table: places, scores, where every point comes from."""

from dataclasses import dataclass

from games.core.outcome import ScoreLine
from games.core.words import say
from replays.events import MatchReported
from replays.log import Log


@dataclass(frozen=True, slots=True)
class Points:
    """What one rule gave."""

    rule: str
    points: int
    detail: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One seat in the order of the places."""

    seat: int
    label: str
    place: int
    score: int | None
    breakdown: tuple[Points, ...]
    reported_place: int | None
    reported_score: int | None

    @property
    def number(self) -> int:
        """The seat as people count."""
        return self.seat + 1


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Who won; `kind` says whether it is derived, reported, agreed or ruled."""

    kind: str
    rows: tuple[ResultRow, ...]
    has_scores: bool
    differs: bool
    """True when what people reported is not what counts."""
    seal_holds: bool

    @property
    def winners(self) -> list[str]:
        """The labels of everybody in first place."""
        return [row.label for row in self.rows if row.place == 1]


def result_table(log: Log, labels: list[str], language: str) -> ResultTable | None:
    """Return the result of a match, or None while nothing counts."""
    result = log.result
    if result is None:
        return None
    breakdown = log.outcome.breakdown if result.kind == "derived" else ()
    reported = log.life.reported
    beside = reported if result.kind != "reported" else None
    rows = [
        ResultRow(
            seat=seat,
            label=label,
            place=result.places[seat],
            score=result.scores[seat] if result.scores is not None else None,
            breakdown=_points(log, breakdown[seat], language) if breakdown else (),
            reported_place=beside.places[seat] if beside and beside.places else None,
            reported_score=beside.scores[seat] if beside and beside.scores else None,
        )
        for seat, label in enumerate(labels)
    ]
    rows.sort(key=lambda row: (row.place, row.seat))
    return ResultTable(
        kind=result.kind,
        rows=tuple(rows),
        has_scores=result.scores is not None,
        differs=_differs(log, beside),
        seal_holds=log.seal_holds,
    )


def _differs(log: Log, reported: MatchReported | None) -> bool:
    result = log.result
    if reported is None or result is None:
        return False
    other_places = reported.places is not None and reported.places != result.places
    other_scores = reported.scores is not None and reported.scores != result.scores
    return other_places or other_scores


def _points(log: Log, lines: tuple[ScoreLine, ...], language: str) -> tuple[Points, ...]:
    words = log.rules.words
    return tuple(
        Points(say(words, f"rule.{line.rule}", language), line.points, line.detail)
        for line in lines
    )
