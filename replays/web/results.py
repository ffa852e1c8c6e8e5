"""The result of a match as a table: places, scores, where every point comes from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.outcome import Outcome, ScoreLine
from games.core.viewer import Viewer
from games.core.words import say
from replays.events import MatchReported
from replays.life import Result
from replays.log import Log
from replays.web.sheets import Column, ScoreSheet, column_names, columns_of, score_sheet
from replays.web.sitters import Sitter


@dataclass(frozen=True, slots=True)
class Points:
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
    sheet: ScoreSheet | None
    """Where the points come from, in games that are scored by rounds."""
    reported_place: int | None
    reported_score: int | None


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Who won; `kind` says whether it is derived, reported, agreed or ruled."""

    kind: str
    rows: tuple[ResultRow, ...]
    has_scores: bool
    differs: bool
    """True when what people reported is not what counts."""
    columns: tuple[Column, ...] = ()
    """The rounds of the score sheets, if there are any."""
    counted: bool = False
    """True when the rules scored what people counted at the end."""

    @property
    def winners(self) -> list[str]:
        return [row.label for row in self.rows if row.place == 1]


def result_table(
    log: Log, sitters: Sequence[Sitter], language: str, viewer: Viewer
) -> ResultTable | None:
    """Return the result of a match as `viewer` may know it, or None while nothing counts."""
    if log.result is None:
        return None
    source = _Source(log.known_rules, _score_lines(log, viewer), language)
    return _table(source, log.result, sitters, log.life.reported)


def counted_table(
    rules: AnyRules, outcome: Outcome, labels: Sequence[str], language: str
) -> ResultTable:
    """Return what the rules make of a count, before anybody saves it."""
    source = _Source(rules, outcome.breakdown, language)
    result = Result("reported", outcome.places, outcome.scores)
    reported = MatchReported(outcome.scores, outcome.places, tables=())
    return _table(source, result, [Sitter(label, None) for label in labels], reported)


def _table(
    source: "_Source", result: Result, sitters: Sequence[Sitter], reported: MatchReported | None
) -> ResultTable:
    decisive, beside = (reported, None) if result.kind == "reported" else (None, reported)
    rounds = decisive.rounds or () if decisive else ()
    rows = [
        ResultRow(
            seat=seat,
            label=sitter.label,
            address=sitter.address,
            place=result.places[seat],
            score=result.scores[seat] if result.scores is not None else None,
            breakdown=source.breakdown(seat)
            or tuple(
                Points(pgettext("match", "Round %(number)s") % {"number": number}, scores[seat], "")
                for number, scores in enumerate(rounds, 1)
            ),
            sheet=source.sheet(seat),
            reported_place=beside.places[seat] if beside and beside.places else None,
            reported_score=beside.scores[seat] if beside and beside.scores else None,
        )
        for seat, sitter in enumerate(sitters)
    ]
    differs = beside is not None and (
        beside.places not in (None, result.places) or beside.scores not in (None, result.scores)
    )
    return ResultTable(
        kind=result.kind,
        rows=tuple(sorted(rows, key=lambda row: (row.place, row.seat))),
        has_scores=result.scores is not None,
        differs=differs,
        columns=column_names(source.columns),
        counted=decisive is not None and decisive.tables is not None,
    )


class _Source:
    """Where the points of each seat come from: lines one after the other, or a score sheet."""

    def __init__(
        self, rules: AnyRules | None, lines: Sequence[Sequence[ScoreLine]], language: str
    ) -> None:
        self.words = rules.words if rules is not None else {}
        self.lines, self.language = lines, language
        self.columns = columns_of(lines)

    def breakdown(self, seat: int) -> tuple[Points, ...]:
        if self.columns or not self.lines:
            return ()
        return tuple(
            Points(say(self.words, f"rule.{line.rule}", self.language), line.points, line.detail)
            for line in self.lines[seat]
        )

    def sheet(self, seat: int) -> ScoreSheet | None:
        if not self.columns:
            return None
        return score_sheet(self.lines[seat], self.columns, self.words, self.language)


def _score_lines(log: Log, viewer: Viewer) -> Sequence[Sequence[ScoreLine]]:
    """Return the lines of the scores that count, as far as the rules know them."""
    result, reported = log.result, log.life.reported
    if result is None or log.missing is not None:
        return ()
    if result.kind == "derived":
        seen: Outcome = log.rules.outcome(log.rules.view(log.state, viewer))
        return seen.breakdown
    if result.kind != "reported" or reported is None or reported.tables is None:
        return ()
    try:
        return log.rules.tally(log.setup, reported.tables).breakdown
    except RuleViolation:  # only an imported record can hold a count the rules refuse
        return ()
