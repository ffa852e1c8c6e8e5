"""Who goes on to a stage, and what decides it."""

from uuid import UUID

from replays.http.answers import Answer
from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.rankings import group_names, has_group_tables, ranked_by
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.cut import Cut, Line
from tournaments.tournaments.formats.groups import group_name
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.standings import (
    across_group_codes,
    code_at,
    tie_break_codes,
)
from tournaments.tournaments.standings.groups import across_codes


class CutLineAnswer(Answer, frozen=True):
    """The line of a group, or the one across groups, on which somebody is tied."""

    group: str | None
    """The group, such as A; null for the best of those who come next in their groups."""
    tied: answers.Numbers
    """Everybody who is level with the last one in by what ranks first, by number."""
    decided_by: str | None
    """What parts the last one in from the first one out; null: nothing does."""


class CutAnswer(answers.TournamentPartAnswer, frozen=True):
    """Who goes on to a stage: drawn from the standings now, or as the stage began."""

    stage: answers.StageNumber
    begun: bool
    """Whether the stage has begun with these entrants."""
    inside: answers.Numbers
    """Who is in, by number, the best first."""
    alternates: answers.Numbers
    """Who is out, by number, in the order they step in."""
    tied_on_line: answers.Numbers
    """Everybody with the points of the last one in, by number, if one of them is out."""
    decided_by: str | None
    """The tie-break that parts the last one in from the first one out; null if points do."""
    undecided: answers.Numbers
    """Who compete for the last places with nothing to part them, by number."""
    open_places: int
    """How many of the undecided go on."""
    lines: tuple[CutLineAnswer, ...]
    """After groups, where the first of each go on: the lines on which somebody is tied."""
    groups: dict[int, str]
    """The groups that those listed come from, by number; empty without tables of groups."""
    labels: answers.Names


def cut_view(tournament_id: UUID, state: State, number: int, labels: answers.Labels) -> CutAnswer:
    """Return who goes on to a stage, who is tied on the line and what decides it.

    Raises `unknown_stage`, `cut_without_former_stage`, or what the cut itself has wrong.
    """
    stage = state.stage(number)
    begun = stage.status != "planned" or number == 1
    drawn = Cut(stage.seeds, stage.alternates) if begun else drawn_cut(state, stage)
    former = state.stages.get(number - 1)
    listed = (*drawn.inside, *drawn.undecided, *drawn.alternates)
    groups = _groups_before(state, stage)
    return CutAnswer.from_object(
        drawn,
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stage=number,
        begun=begun,
        decided_by=code_at(_codes(state, former), drawn.decided_by) if former else None,
        lines=[_line(former, line) for line in drawn.lines] if former else (),
        groups={entrant: groups[entrant] for entrant in listed if entrant in groups},
        labels=answers.named(labels, listed),
    )


def _groups_before(state: State, stage: Stage) -> dict[int, str]:
    former = state.stages.get(stage.number - 1)
    if former is None or former.rules.format != "groups" or not former.seeds:
        return {}
    by_groups = stage.rules.cut.kind == "groups" or has_group_tables(state, former)
    return group_names(former) if by_groups else {}


def _codes(state: State, former: Stage) -> tuple[str, ...]:
    """Return what ranks a stage whose ranking is cut."""
    return across_group_codes(state, former) or tie_break_codes(former)


def _line(former: Stage, line: Line) -> CutLineAnswer:
    if line.group:
        decided_by = code_at(tie_break_codes(former), line.decided_by)
        return CutLineAnswer(group_name(line.group), line.tied, decided_by)
    _place, *measures = across_codes(ranked_by(former.rules))
    return CutLineAnswer(None, line.tied, code_at(measures, line.decided_by))
