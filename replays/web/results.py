"""The result of a match as a table: places, scores, where every point comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from games.core.outcome import Outcome, ScoreLine
from games.core.words import say
from replays.events import MatchReported
from replays.log import Log
from replays.web.seats import Sitter


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
    address: str | None
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
    counted: bool = False
    """True when the rules scored what people counted at the end."""

    @property
    def winners(self) -> list[str]:
        """The labels of everybody in first place."""
        return [row.label for row in self.rows if row.place == 1]


def result_table(log: Log, sitters: Sequence[Sitter], language: str) -> ResultTable | None:
    """Return the result of a match, or None while nothing counts."""
    result = log.result
    if result is None:
        return None
    reported = log.life.reported
    breakdown = _breakdown(log, language)
    beside = reported if result.kind != "reported" else None
    rows = [
        ResultRow(
            seat=seat,
            label=sitter.label,
            address=sitter.address,
            place=result.places[seat],
            score=result.scores[seat] if result.scores is not None else None,
            breakdown=breakdown[seat] if breakdown else (),
            reported_place=beside.places[seat] if beside and beside.places else None,
            reported_score=beside.scores[seat] if beside and beside.scores else None,
        )
        for seat, sitter in enumerate(sitters)
    ]
    rows.sort(key=lambda row: (row.place, row.seat))
    return ResultTable(
        kind=result.kind,
        rows=tuple(rows),
        has_scores=result.scores is not None,
        differs=_differs(log, beside),
        seal_holds=log.seal_holds,
        counted=result.kind == "reported" and reported is not None and reported.tables is not None,
    )


def counted_table(log: Log, outcome: Outcome, labels: Sequence[str], language: str) -> ResultTable:
    """Return what the rules make of a count, before anybody saves it."""
    rows = [
        ResultRow(
            seat=seat,
            label=label,
            address=None,
            place=outcome.places[seat],
            score=outcome.scores[seat],
            breakdown=_points(log, outcome.breakdown[seat], language),
            reported_place=None,
            reported_score=None,
        )
        for seat, label in enumerate(labels)
    ]
    rows.sort(key=lambda row: (row.place, row.seat))
    return ResultTable("reported", tuple(rows), True, False, True, counted=True)


def _breakdown(log: Log, language: str) -> list[tuple[Points, ...]]:
    """Return where the points of each seat come from, as far as that is known."""
    result, reported = log.result, log.life.reported
    if result is None:
        return []
    if result.kind == "derived":
        return [_points(log, lines, language) for lines in log.outcome.breakdown]
    if result.kind != "reported" or reported is None:
        return []
    if reported.rounds is not None:
        return [
            tuple(
                Points(_("Round %(number)s") % {"number": number}, points, "")
                for number, points in enumerate(column, 1)
            )
            for column in zip(*reported.rounds, strict=True)
        ]
    if reported.tables is None:
        return []
    try:
        counted = log.rules.tally(log.setup, reported.tables)
    except RuleViolation:  # only an imported record can hold a count the rules refuse
        return []
    return [_points(log, lines, language) for lines in counted.breakdown]


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
