"""Scores by rounds, as a score sheet shows them: a line per rule, a column per round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.outcome import ScoreLine
from games.core.words import Words, say

WHOLE_MATCH = 0


class Column(NamedTuple):
    """The heading of a column, and the same where there is little room."""

    name: str
    short: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What one rule gave in one round; None where it gave nothing to write down."""

    points: int | None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SheetLine:
    rule: str
    cells: tuple[Cell, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    lines: tuple[SheetLine, ...]
    sums: tuple[int, ...]


def columns_of(breakdown: Sequence[Sequence[ScoreLine]]) -> tuple[int, ...]:
    """Return the rounds that gave points, what the whole match gave last; none without rounds."""
    rounds = {line.round for lines in breakdown for line in lines}
    numbered = sorted(rounds - {WHOLE_MATCH})
    if not numbered:
        return ()
    return (*numbered, WHOLE_MATCH) if WHOLE_MATCH in rounds else tuple(numbered)


def column_names(columns: Sequence[int]) -> tuple[Column, ...]:
    return tuple(
        Column(pgettext("match", "Round %(number)s") % {"number": number}, str(number))
        if number
        else Column(_("At the end"), pgettext("score sheet", "End"))
        for number in columns
    )


def score_sheet(
    lines: Sequence[ScoreLine], columns: Sequence[int], words: Words, language: str
) -> ScoreSheet:
    """Return the sheet of one seat from its score lines."""
    rules = list(dict.fromkeys(line.rule for line in lines))
    return ScoreSheet(
        lines=tuple(
            SheetLine(
                rule=say(words, f"rule.{rule}", language),
                cells=tuple(_cell(lines, rule, column) for column in columns),
                total=sum(line.points for line in lines if line.rule == rule),
            )
            for rule in rules
        ),
        sums=tuple(sum(line.points for line in lines if line.round == at) for at in columns),
    )


def _cell(lines: Sequence[ScoreLine], rule: str, column: int) -> Cell:
    cell_lines = [line for line in lines if line.rule == rule and line.round == column]
    if not cell_lines:
        return Cell(None)
    return Cell(
        sum(line.points for line in cell_lines),
        " ".join(line.detail for line in cell_lines).strip(),
    )
