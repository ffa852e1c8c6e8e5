"""Points: what lies on the table, the tray that matches it, and dusk left in the hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome, ScoreLine, shared_places
from games.core.setup import Setup
from games.core.unknown import require_feasible, unseen
from tests.games.hidden_game.components import CARDS, VALUES
from tests.games.hidden_game.state import State, start

_PILES = ("table", "hand", "tray")


def outcome(state: State) -> Outcome:
    """Return the scores as they stand; hands and trays count once they have been shown."""
    lines = []
    for seat in range(state.seats):
        open_now = state.shown[seat]
        lines.append(
            _lines(
                state.setup,
                [card for card in state.tables[seat] if card],
                state.held(seat).known if open_now else [],
                state.trays[seat].known if open_now else [],
            )
        )
    over = state.phase == "over"
    return _outcome(lines, final=over)


def count_fields(setup: Setup) -> tuple[Field, ...]:
    """Return the three piles that lie before a seat."""
    state = start(setup)
    supply = tuple(state.box[card] for card in CARDS)
    sizes = {"table": state.rounds, "hand": 1}
    return tuple(
        Field(
            name,
            of=CARDS,
            many=True,
            least=sizes.get(name, 0),
            most=sizes.get(name, 1),
            supply=supply,
        )
        for name in _PILES
    )


def tally(setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score what lies before each seat: its table, the rest of its hand and its tray."""
    state = start(setup)
    if len(tables) != setup.seats:
        raise RuleViolation("bad_tables")
    for piles in tables:
        _require_piles(state, piles)
    require_feasible(unseen(state.box, [piles[name] for piles in tables for name in _PILES]), [])
    lines = [_lines(setup, piles["table"], piles["hand"], piles["tray"]) for piles in tables]
    return _outcome(lines, final=True)


def _require_piles(state: State, piles: Any) -> None:
    if not isinstance(piles, Mapping) or set(piles) != set(_PILES):
        raise RuleViolation("bad_tables")
    for name in _PILES:
        pile = piles[name]
        if not isinstance(pile, list | tuple) or not all(card in CARDS for card in pile):
            raise RuleViolation("bad_tables")
    if len(piles["table"]) != state.rounds or len(piles["hand"]) != 1:
        raise RuleViolation("bad_tables")


def _lines(
    setup: Setup, table: Sequence[str], hand: Sequence[str], tray: Sequence[str]
) -> tuple[ScoreLine, ...]:
    if setup.options["scoring"] == "sets":
        laid = ScoreLine("sets", sum(table.count(card) ** 2 for card in CARDS))
    else:
        laid = ScoreLine("values", sum(VALUES[card] for card in table))
    matching = ScoreLine("tray", sum(1 for card in tray if card in table))
    return (laid, matching, ScoreLine("dusk", -2 * list(hand).count("dusk")))


def _outcome(lines: Sequence[tuple[ScoreLine, ...]], *, final: bool) -> Outcome:
    scores = tuple(sum(line.points for line in seat) for seat in lines)
    return Outcome(
        final=final,
        places=shared_places(scores),
        scores=scores,
        breakdown=tuple(lines),
        ending="complete" if final else "running",
    )
