"""Legality and consequences. The rulings are in `rulings.py`."""

from collections.abc import Callable
from typing import Any

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.legality import misplaced
from games.sushi_boat import actions, challenge, chances, dishes
from games.sushi_boat import events as facts
from games.sushi_boat.state import State

Check = Callable[[State, Any], None]
ANYBODY = False
_STEP_2_OR_3 = ("move", "act")
_STEP_3 = ("act",)
_DRAWS = ("fill", "push", "order")

# Event → the phases it belongs to, whether it is the active seat's, its check and its consequence.
_RULES: dict[type[Event], tuple[tuple[str, ...], bool, Check, Check]] = {
    facts.StaffPlaced: (("staff",), ANYBODY, chances.check_staff, chances.apply_staff),
    facts.BeltFilled: (("belt",), ANYBODY, chances.check_belt, chances.apply_belt),
    facts.CardRevealed: (("reveal",), ANYBODY, chances.check_card, chances.apply_card),
    facts.PlatesDrawn: (_DRAWS, ANYBODY, chances.check_plates, chances.apply_plates),
    facts.SatsukiDrew: (("satsuki",), ANYBODY, chances.check_satsuki, chances.apply_satsuki),
    facts.GuessPlaced: (("guess",), ANYBODY, challenge.check_guess, challenge.apply_guess),
    facts.TakoyakiGuessed: (("takoyaki",), ANYBODY, challenge.check_late, challenge.apply_late),
    facts.PawnMoved: (("move",), True, actions.check_move, actions.apply_move),
    facts.PawnBoughtOut: (_STEP_2_OR_3, True, actions.check_buy_out, actions.apply_buy_out),
    facts.OrderPlaced: (_STEP_2_OR_3, True, actions.check_order, actions.apply_order),
    facts.PlateEaten: (_STEP_3, True, actions.check_eat, actions.apply_eat),
    facts.PlateFetched: (_STEP_3, True, actions.check_fetch, actions.apply_fetch),
    facts.TrashSearched: (_STEP_3, True, actions.check_trash, actions.apply_trash),
    facts.DishFetched: (_STEP_3, True, actions.check_dish, actions.apply_dish),
    facts.SatsukiAsked: (_STEP_3, True, actions.check_ask, actions.apply_ask),
    facts.PlateKept: (("keep",), True, actions.check_keep, actions.apply_keep),
    facts.YenTaken: (_STEP_3, True, actions.check_yen, actions.apply_yen),
    facts.TempuraPlayed: (_STEP_3, True, dishes.check_tempura, dishes.apply_tempura),
    facts.EdamamePlayed: (_STEP_3, True, dishes.check_edamame, dishes.apply_edamame),
    facts.MisoPlayed: (_STEP_3, True, dishes.check_miso, dishes.apply_miso),
    facts.GyozaPlayed: (_STEP_3, True, dishes.check_gyoza, dishes.apply_gyoza),
    facts.YakitoriPlayed: (_STEP_3, True, dishes.check_yakitori, dishes.apply_yakitori),
    facts.MochiPlayed: (_STEP_3, True, dishes.check_mochi, dishes.apply_mochi),
    facts.DishDiscarded: (("discard",), True, dishes.check_discard, dishes.apply_discard),
    facts.TurnEnded: (_STEP_3, True, actions.check_end, actions.apply_end),
}
_APPLY: dict[type[Event], Check] = {cls: rule[3] for cls, rule in _RULES.items()}


def check(state: State, event: Event) -> None:
    rule = _RULES.get(type(event))
    if rule is None:
        raise RuleViolation("not_expected", type=event.type)
    phases, is_active, checked, _ = rule
    if state.phase not in phases or (is_active and event.seat != state.seat):  # type: ignore[attr-defined]
        raise _misplaced(state, event, phases)
    checked(state, event)


def apply(state: State, event: Event) -> None:
    _APPLY[type(event)](state, event)


def _misplaced(state: State, event: Event, phases: tuple[str, ...]) -> RuleViolation:
    violation = misplaced(state, event, *phases)
    if violation.code == "not_expected" and state.phase == "move" and phases == _STEP_3:
        return RuleViolation("pawn_first")
    return violation
