"""The ratings by which a stage of a tournament is seeded, where its rules ask for them."""

from tournaments.ladders.models import LadderPlayer
from tournaments.ladders.usual import usual_id
from tournaments.people.selectors.players import roots_of
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.director.state import State


def seeding_ratings(state: State, rules: StageRules) -> dict[int, float]:
    """Return what entrants are rated on the ladder that suits a stage.

    That is the ladder of the stage's game, or that of all games where it plays several; whoever
    is not on the first is looked up on the second.
    """
    games = {game.game for game in rules.games}
    ladders = [usual_id(state.club)]
    if len(games) == 1:
        ladders.append(usual_id(state.club, games.pop()))
    roots = roots_of([entrant.player for entrant in state.entrants.values()])
    ratings: dict[int, float] = {}
    for ladder in ladders:
        rows = LadderPlayer.objects.filter(ladder=ladder).values_list("player_id", "shown")
        shown = dict(rows)
        for entrant in state.entrants.values():
            root = roots.get(entrant.player)
            if root is not None and root.id in shown:
                ratings[entrant.number] = shown[root.id]
    return ratings
