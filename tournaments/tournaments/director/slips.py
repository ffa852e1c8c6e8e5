"""A result as people tell it: completed by what follows from it, refused where it cannot be."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.outcome import shared_places
from games.core.setup import OptionValue, with_box
from games.core.told import Unlikely, require_agreement, unlikely_score
from tournaments.tournaments.director.games import installed_game
from tournaments.tournaments.director.history import lowest_wins, table_result
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.rules import GameAtHand
from tournaments.tournaments.director.state import Round, Stage, Table

ClubBox = Callable[[str], Mapping[str, OptionValue]]
HIGHEST_SCORE = 1_000_000
UNPLAYED = ("walk_over", "void")


def placed(report: Reported, stage: Stage, table: Table) -> Reported:
    """Return a report with the places that follow from what it says, and no score of the absent."""
    report = report.without_absent(table.entrants)
    if report.places is not None or len(report.scores or table.entrants) != len(table.entrants):
        return report
    away = [number in report.absent for number in table.entrants]
    after = away.count(False) + 1
    if report.kind == "walk_over":
        places = tuple(after if gone else 1 for gone in away)
        return msgspec.structs.replace(report, places=places, scores=None)
    if report.scores is None or report.kind == "void":
        return report
    there = [score for score, gone in zip(report.scores, away, strict=True) if not gone]
    told = [score for score in there if score is not None]
    if len(told) < len(there):
        return report
    ahead = iter(shared_places(told, reverse=not lowest_wins(stage, table)))
    places = tuple(after if gone else next(ahead) for gone in away)
    return msgspec.structs.replace(report, places=places)


def require_fitting(stage: Stage, round_: Round, table: Table, report: Reported) -> None:
    """Raise what of a report does not fit the table: places, scores, who was missing."""
    if any(abs(score or 0) > HIGHEST_SCORE for score in report.scores or ()):
        raise RuleViolation("scores_do_not_fit", table=table.number)
    for number, score in zip(table.entrants, report.scores or (), strict=False):
        if score is None and number not in report.absent:
            raise RuleViolation("scores_missing", entrant=number)
    table_result(stage, round_, table, report).check()
    present = set(table.entrants) - set(report.absent)
    if len(set(report.play_off)) != len(report.play_off) or set(report.play_off) - present:
        raise RuleViolation("play_off_does_not_fit", table=table.number)


def require_believable(stage: Stage, table: Table, report: Reported) -> None:
    """Raise what of a report that fits its table cannot be meant: its places contradict its scores.

    For what people tell. An arbiter may rule so, and a match knows what it computes.
    """
    if report.kind in UNPLAYED or report.scores is None or report.places is None:
        return
    pairs = zip(report.scores, report.places, strict=True)
    played = [(score, place) for score, place in pairs if score is not None]
    game = stage.rules.games[table.game]
    scores, places = zip(*played, strict=True)
    require_agreement(installed_game(game), game.options, scores, places)


def require_likely(stage: Stage, table: Table, report: Reported, box: ClubBox) -> None:
    """Raise `score_unlikely` for a score that the game can hardly have given.

    The club's box is asked for only where the usual one does not explain it.
    """
    if report.kind in UNPLAYED or report.scores is None:
        return
    game = stage.rules.games[table.game]
    pairs = zip(table.entrants, report.scores, strict=True)
    told = {number: score for number, score in pairs if score is not None}
    scores = tuple(told.values())
    if (found := _unlikely(game, {}, scores) and _unlikely(game, box(game.game), scores)) is None:
        return
    entrant = tuple(told)[found.seat]
    raise RuleViolation(
        "score_unlikely", entrant=entrant, score=found.score, least=found.least, most=found.most
    )


def _unlikely(
    game: GameAtHand, box: Mapping[str, OptionValue], scores: Sequence[int]
) -> Unlikely | None:
    rules = installed_game(game)
    if rules is None:
        return None
    try:
        options = with_box(rules.options(), box, game.options)
        setup = make_setup(rules, seats=len(scores), options=options)
    except RuleViolation:  # so few cannot play it: nobody can say what they score
        return None
    return unlikely_score(rules, setup, scores)
