"""What a choice is worth to a seat that thinks one step ahead."""

from games.core.events import Event
from tests.games.hidden_game.components import VALUES
from tests.games.hidden_game.events import Asked, CardChosen
from tests.games.hidden_game.state import State


def evaluate(view: State, seat: int, choice: Event) -> int:
    """Return the value of the lantern laid; questions are worth what they ask for."""
    match choice:
        case CardChosen(card=str(card)) if view.setup.options["scoring"] == "sets":
            return 2 * view.tables[seat].count(card) + 1
        case CardChosen(card=str(card)) | Asked(card=card):
            return VALUES[card]
        case _:
            return 0
