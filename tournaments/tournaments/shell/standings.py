"""Standings as text: of a stage with what ranks it, of the whole tournament stage by stage."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.tournaments.selectors.bracket_names import reason_words
from tournaments.tournaments.selectors.standings import (
    StageStandingAnswer,
    StandingAnswer,
    StandingsAnswer,
    TieBreakAnswer,
    by_group,
)
from tournaments.tournaments.selectors.words import exact, format_name, tie_break_name
from tournaments.tournaments.shell.tables import Cell, table


def standings(answer: StandingsAnswer) -> str:
    """Return standings, the best first, or a table for each group after another.

    What decided a line stands beside it.
    """
    if answer.stage == 0:
        return _whole(answer)
    tables = [
        f"{_('Group %(name)s') % {'name': name}}\n{_of_stage(answer.tie_breaks, group)}"
        for name, group in by_group(answer.standings).items()
    ]
    return "\n".join(tables) if tables else _of_stage(answer.tie_breaks, answer.standings)


def _of_stage(tie_breaks: Sequence[TieBreakAnswer], rows: Sequence[StandingAnswer]) -> str:
    columns = _telling(tie_breaks, [row.values for row in rows])
    cells = [
        (
            *_who(row, row.group_place or row.place),
            row.played,
            *(exact(row.values[position]) if row.values else "" for position in columns),
            _decided(row),
        )
        for row in rows
    ]
    heads = (_("Place"), _("Name"), _("Played"), *columns.values(), _("Decided by"))
    return table(heads, cells, whole=(_("Name"),))


def _whole(answer: StandingsAnswer) -> str:
    """Return everybody with a column for each stage: the place there, then what ranks it."""
    lines = [{line.stage: line for line in row.stages} for row in answer.standings]
    columns = {
        stage.stage: _telling(
            stage.tie_breaks, [line[stage.stage].values for line in lines if stage.stage in line]
        )
        for stage in answer.stages
    }
    cells = [
        (
            *_who(row, row.place),
            row.played,
            *(_brought(line.get(number), shown) for number, shown in columns.items()),
            _decided(row),
        )
        for row, line in zip(answer.standings, lines, strict=True)
    ]
    names = {stage.stage: f"{stage.stage} {format_name(stage.format)}" for stage in answer.stages}
    heads = (_("Place"), _("Name"), _("Played"), *names.values(), _("Decided by"))
    shown = table(heads, cells, whole=(_("Name"), *names.values()))
    meanings = [
        f"{name}: {' · '.join([_('Place'), *columns[number].values()])}"
        for number, name in names.items()
    ]
    return "\n".join([shown, *meanings])


def _brought(line: StageStandingAnswer | None, columns: Mapping[int, str]) -> str:
    if line is None:
        return ""
    place = "–" if line.place is None else str(line.place)
    return " · ".join([place, *(exact(line.values[position]) for position in columns)])


def _telling(
    tie_breaks: Sequence[TieBreakAnswer], rows: Sequence[Sequence[Fraction]]
) -> dict[int, str]:
    """Return the names of what ranks by position; lots that were not drawn say nothing."""
    return {
        position: tie_break_name(one.code)
        for position, one in enumerate(tie_breaks)
        if one.code != "lot" or len({row[position] for row in rows if row}) > 1
    }


def _who(row: StandingAnswer, place: int | None) -> tuple[Cell, ...]:
    gone = f" ({_('dropped out')})" if row.dropped else ""
    return "–" if place is None else place, f"{row.entrant} {row.label}{gone}"


def _decided(row: StandingAnswer) -> str:
    """Return what put a line below the one above; of the whole tournament, in its last stage."""
    code = row.stages[-1].decided_by if row.stages else row.decided_by
    return tie_break_name(code) if code else reason_words(row.reason)
