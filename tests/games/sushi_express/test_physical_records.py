"""Records of a physical table: drawn cards nobody saw, found out by play, refused if impossible."""

from collections import Counter
from typing import Any, cast

import msgspec
import pytest

from games.core.errors import RuleViolation
from games.core.events import Choice, Event
from games.core.replay import checked_fold, fold
from games.core.rng import SeededRng, pick
from games.core.unseen import unseen_record
from games.core.words import say
from games.sushi_express.components import ACTION_ORDER, ACTIONS, BOX, REROLL, Action
from games.sushi_express.events import (
    ActionDrawn,
    BetPlaced,
    HandShown,
    PawnsSwapped,
    RerollChosen,
    VanMoved,
)
from games.testing.scale import scaled
from tests.games.folds import first_violation
from tests.games.sushi_express.matches import RULES, drawn_setup, played
from tests.games.sushi_express.table import HAND, bet, play, refusal, table, throw

BATCH = 25
BATCHES = scaled(1_000, 32) // BATCH

batches = pytest.mark.parametrize("batch", range(BATCHES))


def numbers(batch: int) -> range:
    return range(batch * BATCH, (batch + 1) * BATCH)


def erased(events: list[Event]) -> list[Event]:
    """Return the record of somebody who saw no drawn card; shown hands are not erased."""
    return [
        ActionDrawn(event.seat, None) if isinstance(event, ActionDrawn) else event
        for event in events
    ]


@pytest.mark.soak
@batches
def test_a_record_without_its_drawn_cards_scores_the_same(batch: int) -> None:
    for number in numbers(batch):
        setup = drawn_setup(f"physical/{number}")
        events, last = played(setup, f"physical/{number}")
        state = checked_fold(RULES, setup, erased(events))
        assert RULES.outcome(state) == RULES.outcome(last)
        assert RULES.to_data(state) == RULES.to_data(last)


@pytest.mark.soak
@batches
def test_a_record_that_knows_some_drawn_cards_is_accepted_too(batch: int) -> None:
    for number in numbers(batch):
        rng = SeededRng(f"partly/{number}")
        setup = drawn_setup(f"partly/{number}")
        events, last = played(setup, f"partly/{number}")
        partly = [
            ActionDrawn(event.seat, None)
            if isinstance(event, ActionDrawn) and rng.below(2)
            else event
            for event in events
        ]
        assert RULES.outcome(checked_fold(RULES, setup, partly)) == RULES.outcome(last)


def test_the_record_of_somebody_who_saw_nothing_hidden_erases_the_drawn_cards_alone() -> None:
    setup = drawn_setup("unseen")
    events, _ = played(setup, "unseen")
    assert unseen_record(RULES, setup, events) == erased(events)
    assert any(isinstance(event, HandShown) for event in events)


def cards_of(state: Any, event: Event) -> list[tuple[Action, int]]:
    """Return what an event lays down or shows, told from the event alone."""
    match event:
        case BetPlaced(box=box, swaps=swaps):
            same = 1 if state.boxes[box] else 0
            return [("same_bet", same), ("swap", swaps or 0)]
        case PawnsSwapped() if state.phase == "bet":
            return [("swap", 1)]
        case RerollChosen(die=int()):
            return [("reroll", 1)]
        case VanMoved(further=further):
            return [("one_further", further)]
        case _:
            return []


def impossible(setup: Any, events: list[Event], rng: SeededRng) -> tuple[int, HandShown] | None:
    """Return a shown hand changed to hold one card more of a type than the box has left."""
    state = RULES.start(setup)
    laid: Counter[str] = Counter()
    for event in events:
        for card, number in cards_of(state, event):
            laid[card] += number
        RULES.apply(state, event)
    shown = {i: event for i, event in enumerate(events) if isinstance(event, HandShown)}
    quiet = [seat for seat in range(setup.seats) if seat not in {e.seat for e in shown.values()}]
    for seat in quiet:  # these hands are known to everybody
        for card in ACTIONS:
            laid[card] += state.hands[seat][ACTION_ORDER[card]]
    for event in shown.values():
        laid.update(event.cards)
    changes = []
    for index, event in shown.items():
        for card in ACTIONS:
            others = laid[card] - event.cards.count(card)
            too_many = BOX[ACTION_ORDER[card]] - others + 1
            if 0 < too_many <= len(event.cards):
                rest = [one for one in event.cards if one != card][: len(event.cards) - too_many]
                changed = (card,) * too_many + tuple(rest)
                if len(changed) == len(event.cards):
                    changes.append((index, msgspec.structs.replace(event, cards=changed)))
    return pick(rng, changes) if changes else None


@pytest.mark.soak
@batches
def test_a_card_more_than_the_box_has_is_refused_by_the_event_that_proves_it(batch: int) -> None:
    found = 0
    for number in numbers(batch):
        rng = SeededRng(f"impossible/{number}")
        setup = drawn_setup(f"impossible/{number}")
        events, _ = played(setup, f"impossible/{number}")
        change = impossible(setup, events, rng)
        if change is None:
            continue
        found += 1
        index, changed = change
        record = erased(events)
        record[index] = changed
        refused = first_violation(RULES, setup, record)
        assert refused is not None, (number, changed)
        at, violation = refused
        assert at >= index
        require_reason(violation)
    assert found > BATCH // 4


def require_reason(violation: RuleViolation) -> None:
    """The refusal names the cards, in both languages."""
    assert violation.code in ("no_deal_explains", "not_in_hand", "hides_card")
    for language in ("en", "fr"):
        told = say(RULES.words, f"code.{violation.code}", language, **violation.params)
        card = cast(list[str], violation.params["cards"])[0]
        assert say(RULES.words, f"component.{card}", language) in told
        assert "{" not in told


@pytest.mark.soak
@batches
def test_whatever_is_accepted_has_drawn_cards_that_explain_it(batch: int) -> None:
    """The test of hidden cards is exact: an accepted log is legal with some known draws."""
    for number in numbers(batch):
        rng = SeededRng(f"exact/{number}")
        setup = drawn_setup(f"exact/{number}")
        state = RULES.start(setup)
        events: list[Event] = []
        stop = 20 + rng.below(200)
        while len(events) < stop and (needs := RULES.needs(state)):
            need = pick(rng, needs)
            if need.seat is not None:
                event = pick(rng, list(RULES.choices(state, need.seat)))
            else:
                event = erased([RULES.sample(state, need, rng)])[0]
            RULES.check(state, event)
            RULES.apply(state, event)
            events.append(event)
        known = with_explained_draws(setup, events, rng)
        assert RULES.outcome(checked_fold(RULES, setup, known)) == RULES.outcome(state)


def with_explained_draws(setup: Any, events: list[Event], rng: SeededRng) -> list[Event]:
    """Fill in every draw: what a seat used beyond its first hand, in that order, then the rest."""
    state = RULES.start(setup)
    first: list[list[Action]] = [list(HAND) for _ in range(setup.seats)]
    drawn: list[list[Action]] = [[] for _ in range(setup.seats)]
    for event in events:
        used = [card for card, number in cards_of(state, event) for _ in range(number)]
        for card in event.cards if isinstance(event, HandShown) else used:
            seat = cast(Choice | HandShown, event).seat
            if card in first[seat]:
                first[seat].remove(card)
            else:
                drawn[seat].append(card)
        RULES.apply(state, event)
    rest = Counter(dict(zip(ACTIONS, BOX, strict=True)))
    for cards in drawn:
        rest.subtract([*HAND, *cards])
    assert min(rest.values()) >= 0
    left = list(rest.elements())
    known: list[Event] = []
    for event in events:
        if isinstance(event, ActionDrawn):
            cards = drawn[event.seat]
            card = cards.pop(0) if cards else left.pop(rng.below(len(left)))
            known.append(ActionDrawn(event.seat, card))
        else:
            known.append(event)
    assert not any(drawn)
    return known


def test_a_fifth_swap_is_refused() -> None:
    """5.1: swap 4."""
    state = bet(table(hands={1: (None, None)}), 7)
    state.played[1] = 3
    RULES.check(state, BetPlaced(1, 8, 1))
    assert refusal(state, BetPlaced(1, 8, 2)) == "no_deal_explains"
    state.played[1] = 4
    assert refusal(state, BetPlaced(1, 8, 1)) == "no_deal_explains"


def test_a_hand_cannot_give_more_hidden_cards_than_it_holds() -> None:
    state = bet(table(seats=4, hands={2: (None, None)}), 7, 8)
    RULES.check(state, BetPlaced(2, 7, 1))
    assert refusal(state, BetPlaced(2, 7, 2)) == "not_in_hand"
    bets = [event for event in RULES.choices(state, 2) if isinstance(event, BetPlaced)]
    assert [event.swaps for event in bets if event.box == 7] == [None, 1]
    assert [event.swaps for event in bets if event.box == 9] == [None, 1, 2]


def test_a_card_that_is_known_to_be_elsewhere_is_refused() -> None:
    """A partly known record: all four rerolls are known to lie in other hands."""
    hands = {0: (*HAND, None), 1: ["reroll"] * 2, 2: ["reroll"] * 2}
    state = throw(bet(table(hands=hands), 9, 8, 7), (1, 1))
    assert state.phase == "reroll"
    assert refusal(state, RerollChosen(0, 1)) == "no_deal_explains"
    assert list(RULES.choices(state, 0)) == [RerollChosen(0, None)]
    state.hands[2][REROLL] = 1
    play(state, RerollChosen(0, 1))
    assert state.unknown[0] == 0


def test_a_card_laid_down_comes_from_the_known_part_of_a_hand_first() -> None:
    state = bet(table(hands={1: (*HAND, None)}), 7, 7)
    assert (state.hands[1], state.unknown[1]) == ([0, 0, 0, 1, 0], 1)
    state = fold(RULES, drawn_setup(0), [])
    assert state.unknown == [0] * state.seats
