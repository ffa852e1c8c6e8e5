"""The round to be paired with other table sizes, side by side."""

from uuid import UUID

from games.core.errors import RuleViolation
from replays.http.answers import Answer
from tournaments.tournaments.director.drafting import alternatives, split_at_hand, split_words
from tournaments.tournaments.director.pairings import aims_of
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.proposals import FiguresAnswer

FEW = 20
"""Up to so many entrants other splits are worked out without being asked for."""


class SplitAnswer(Answer, frozen=True):
    """One way to split the round into tables, and how good the best round of this kind is."""

    split: str
    """The table sizes as `propose` takes them, such as 4+3+3+3."""
    sizes: answers.Numbers
    """The same as numbers, from large to small."""
    byes: int
    """How many would sit out."""
    figures: FiguresAnswer
    """How good the round would be."""
    taken: bool
    """Whether the proposal at hand is split so."""


class AlternativesAnswer(answers.TournamentPartAnswer, frozen=True):
    """A round that is to be announced, split in every sensible way."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    aims: tuple[str, ...]
    """What the figures are compared by, first to last."""
    splits: tuple[SplitAnswer, ...]
    """The splits, the nearest to the preferred size first; one per number of tables, and at most
    four beside that of the proposal at hand."""


def has_splits(stage: Stage) -> bool:
    """Whether rounds of a stage are paired one by one, so that each can be split otherwise."""
    return stage.rules.format not in CHAINED | SCHEDULED and not stage.rules.is_open


def alternatives_view(tournament_id: UUID, state: State, number: int) -> AlternativesAnswer:
    """Return the round to be paired with other splits, for organisers.

    Raises `unknown_stage`, `stage_not_running`, `bracket_seats_them`,
    `open_evening_has_no_rounds`, or why no round can be paired now.
    """
    stage = state.stage(number)
    if stage.status != "running":
        raise RuleViolation("stage_not_running", stage=number, status=stage.status)
    if not has_splits(stage):
        code = "open_evening_has_no_rounds" if stage.rules.is_open else "bracket_seats_them"
        raise RuleViolation(code, stage=number)
    round_, found = alternatives(state, stage)
    taken = split_at_hand(stage)
    return AlternativesAnswer(
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stage=number,
        round=round_.number,
        aims=tuple(aim.value for aim in aims_of(stage.rules.aims)),
        splits=tuple(
            SplitAnswer(
                split_words(one.split.sizes),
                one.split.sizes,
                one.split.byes,
                FiguresAnswer.from_object(one.proposal.figures),
                one.split == taken,
            )
            for one in found
        ),
    )


def few_alternatives(tournament_id: UUID, state: State, number: int) -> AlternativesAnswer | None:
    """Return other splits where they cost next to nothing; None for a large field."""
    stage = state.stage(number)
    if not has_splits(stage) or len(stage.seeds) > FEW:
        return None
    return alternatives_view(tournament_id, state, number)
