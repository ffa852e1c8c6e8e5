"""The matches that were played on from another one."""

from replays.api.answers.matches import MatchAnswer, MatchId
from replays.http.answers import Answer


class BranchesAnswer(Answer, frozen=True):
    """What was played on from the steps of a match."""

    match: MatchId
    branches: list[MatchAnswer]
    """By the step where they part, the oldest first."""
