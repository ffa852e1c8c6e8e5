"""The ratings by which a stage is seeded, where its rules ask for them."""

from tournaments.director.commands.catalogue import Command, StartStage
from tournaments.director.state import State
from tournaments.ladders.usual import usual_id
from tournaments.models import LadderPlayer
from tournaments.selectors.players import roots_of


def ratings_for(state: State, command: Command) -> dict[int, float]:
    """Return what entrants are rated when a command seeds a stage by it; else nothing.

    The ladder is that of the stage's game, or that of all games where it plays several; whoever is
    not on the first is looked up on the second.
    """
    if not isinstance(command, StartStage) or command.stage not in state.stages:
        return {}
    rules = state.stages[command.stage].rules
    if rules.seeding != "rating":
        return {}
    games = {game.game for game in rules.games}
    ladders = [usual_id(state.club)]
    if len(games) == 1:
        ladders.append(usual_id(state.club, games.pop()))
    roots = roots_of([entrant.player for entrant in state.entrants.values()])
    found: dict[int, float] = {}
    for ladder in ladders:
        rows = LadderPlayer.objects.filter(ladder=ladder).values_list("player_id", "shown")
        shown = dict(rows)
        for entrant in state.entrants.values():
            root = roots.get(entrant.player)
            if root is not None and root.id in shown:
                found[entrant.number] = shown[root.id]
    return found
