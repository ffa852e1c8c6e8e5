"""What a stage comes to with other table sizes: how often people meet again, and what else."""

from uuid import UUID

from replays.http.answers import Answer
from tournaments.tournaments.director.drafting import split_words
from tournaments.tournaments.director.recommendations import expected_players, outlooks_of
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.director.state import State
from tournaments.tournaments.pairing.recommending import MOST_TRIED
from tournaments.tournaments.selectors import answers

MOST_PLAYERS = MOST_TRIED


class OutlookAnswer(Answer, frozen=True):
    """What all rounds of a stage come to with these table sizes, tried with results by lot."""

    sizes: answers.Numbers
    """The sizes, as `set_stage` takes them."""
    split: str
    """How each round would be seated, such as 4+3+3+3."""
    repeats: int
    """How often two would meet who have met before."""
    small_tables: int
    """How many tables would be smaller than usual."""
    byes: int
    """How often somebody would sit out."""


class SizesAnswer(answers.TournamentPartAnswer, frozen=True):
    """The table sizes that serve a stage over all its rounds."""

    stage: answers.StageNumber
    players: int
    """How many it was tried with."""
    rounds: int
    """How many rounds were tried."""
    outlooks: tuple[OutlookAnswer, ...]
    """What each set of sizes comes to, the best for the aims of the stage first; empty for formats
    that seat by themselves."""


def outlook_views(rules: StageRules, players: int) -> tuple[OutlookAnswer, ...]:
    """Return what sizes come to for so many players; raises why that cannot be tried."""
    return tuple(
        OutlookAnswer.from_object(
            one, split=split_words(one.split.sizes), sizes=tuple(sorted(one.sizes))
        )
        for one in outlooks_of(rules, players)
    )


def sizes_view(
    tournament_id: UUID, state: State, number: int, players: int | None = None
) -> SizesAnswer:
    """Return the sizes for a stage and so many players, by default as many as are entered.

    Raises `unknown_stage`, or why that cannot be tried.
    """
    rules = state.stage(number).rules
    count = players or expected_players(state, number)
    return SizesAnswer(
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stage=number,
        players=count,
        rounds=rules.rounds,
        outlooks=outlook_views(rules, count),
    )
