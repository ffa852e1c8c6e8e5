"""Lanterns as the contract wants them."""

from games.core.box import Ruling, Table, read_rulings, rows_of
from games.core.engine import Engine
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.needs import Need
from games.core.rng import Rng
from games.core.unknown import Zone, deal
from tests.games.hidden_game import components, notation, scoring, text
from tests.games.hidden_game import rules as legality
from tests.games.hidden_game import view as views
from tests.games.hidden_game.evaluate import evaluate
from tests.games.hidden_game.events import Dealt, Drawn
from tests.games.hidden_game.needs import needs
from tests.games.hidden_game.options import OPTIONS
from tests.games.hidden_game.state import State, start
from tests.games.hidden_game.words import WORDS


class HiddenGame(Engine[State]):
    """Seat 0 asks first; the asking goes round by rising seats."""

    slug = "hidden_game"
    seats = range(2, 5)
    words = WORDS
    club_options = OPTIONS

    start = staticmethod(start)
    needs = staticmethod(needs)
    choices = staticmethod(legality.choices)
    check = staticmethod(legality.check)
    apply = staticmethod(legality.apply)
    view = staticmethod(views.view)
    redact = staticmethod(views.redact)
    determinize = staticmethod(views.determinize)
    outcome = staticmethod(scoring.outcome)
    count_fields = staticmethod(scoring.count_fields)
    tally = staticmethod(scoring.tally)
    evaluate = staticmethod(evaluate)
    to_data = staticmethod(views.to_data)
    turn = staticmethod(notation.turn)
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    describe = staticmethod(text.describe)
    text_board = staticmethod(text.text_board)

    def components(self) -> tuple[Table, ...]:
        """Return the lanterns of the box."""
        lanterns = dict(zip(components.CARDS, components.COUNTS, strict=True))
        rows = rows_of(lanterns, components.VALUES)
        source = "Invented for the tests.", "Inventé pour les tests."
        return (Table("box", ("Lanterns", "Lampions"), source, rows, "box", ("Value", "Valeur")),)

    def rulings(self) -> tuple[Ruling, ...]:
        """Return the one thing that nobody would have asked."""
        return read_rulings("""
A1 [passing] Hands go to the left.
fr: Les mains passent à gauche.
""")

    def sample(self, state: State, need: Need, rng: Rng) -> Event:
        """Deal the next hand or draw one lantern."""
        if need.kind == "deal" and state.phase == "deal":
            return Dealt(len(state.hands), tuple(_draw(state, state.hand_size, rng)))
        if need.kind == "draw" and state.phase == "draw":
            return Drawn(state.drawer, _draw(state, 1, rng)[0])
        raise RuleViolation("not_expected", type=need.kind)


def _draw(state: State, size: int, rng: Rng) -> list[str]:
    """Return lanterns of the deck; what else is hidden is dealt with them and forgotten."""
    return deal(state.pool(), [*state.zones(), Zone(unknown=size)], rng)[-1]
