"""Who goes on to a stage, and what decides it."""

from uuid import UUID

from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.state import State
from tournaments.tournaments.formats.cut import Cut
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.standings import code_at, tie_break_codes


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
    labels: answers.Names


def cut_view(tournament_id: UUID, state: State, number: int, labels: answers.Labels) -> CutAnswer:
    """Return who goes on to a stage, who is tied on the line and what decides it.

    Raises `unknown_stage`, `cut_without_former_stage`, or what the cut itself has wrong.
    """
    stage = state.stage(number)
    begun = stage.status != "planned" or number == 1
    drawn = Cut(stage.seeds, stage.alternates) if begun else drawn_cut(state, stage)
    codes = () if begun else tie_break_codes(state.stages[number - 1])
    return CutAnswer.from_object(
        drawn,
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stage=number,
        begun=begun,
        decided_by=code_at(codes, drawn.decided_by),
        labels=answers.named(labels, drawn.inside, drawn.alternates, drawn.undecided),
    )
