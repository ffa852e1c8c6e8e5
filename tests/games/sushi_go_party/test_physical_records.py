"""Records of a physical table: unseen deals, found out by play, refused when impossible."""

from collections import Counter
from typing import Any, cast

import msgspec
import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.replay import checked_fold, fold
from games.core.rng import SeededRng, pick
from games.core.setup import Setup
from games.core.words import say
from games.sushi_go_party.components import COPIES, DESSERTS, NUMBER
from games.sushi_go_party.events import CardChosen, Dealt, ExtraChosen, MenuDrawn
from games.sushi_go_party.hidden import explain
from games.sushi_go_party.options import menu_of
from games.testing.scale import scaled
from tests.games.folds import first_violation
from tests.games.sushi_go_party.matches import RULES, drawn_setup, played

BATCH = 25
BATCHES = scaled(1_000, 32) // BATCH

batches = pytest.mark.parametrize("batch", range(BATCHES))


def numbers(batch: int) -> range:
    return range(batch * BATCH, (batch + 1) * BATCH)


def erased(events: list[Event]) -> list[Event]:
    """Return the record of somebody who saw no hand and no card of the deck."""
    return [
        msgspec.structs.replace(event, cards=(None,) * len(event.cards))
        if isinstance(event, Dealt | MenuDrawn)
        else event
        for event in events
    ]


def deals(events: list[Event]) -> list[list[tuple[str | None, ...]]]:
    """Return the hands of each round, by seat."""
    hands: list[list[tuple[str | None, ...]]] = [[], [], []]
    for event in events:
        if isinstance(event, Dealt):
            hands[event.round - 1].append(tuple(sorted(event.cards, key=str)))
    return hands


@batches
def test_a_record_without_its_deals_scores_the_same_and_finds_the_hands_out(batch: int) -> None:
    for number in numbers(batch):
        setup = drawn_setup(f"physical/{number}")
        events, last = played(setup, f"physical/{number}")
        state = checked_fold(RULES, setup, erased(events))
        assert RULES.outcome(state) == RULES.outcome(last)
        assert [list(sheet.dealt) for sheet in state.sheets] == deals(events)


@batches
def test_a_record_that_knows_some_cards_is_accepted_too(batch: int) -> None:
    for number in numbers(batch):
        rng = SeededRng(f"partly/{number}")
        setup = drawn_setup(f"partly/{number}")
        events, last = played(setup, f"partly/{number}")
        partly = [
            msgspec.structs.replace(
                event, cards=tuple(card if rng.below(2) else None for card in event.cards)
            )
            if isinstance(event, Dealt | MenuDrawn)
            else event
            for event in events
        ]
        state = checked_fold(RULES, setup, partly)
        assert RULES.outcome(state) == RULES.outcome(last)
        assert [list(sheet.dealt) for sheet in state.sheets] == deals(events)


def _is_quiet(card: str) -> bool:
    """Tell whether a card changes nothing but the points at the end."""
    busy = ("miso", "uramaki", "special_order", "wasabi", "egg", "salmon", "squid")
    return card not in NUMBER and not card.startswith(busy)


def impossible(setup: Setup, events: list[Event], rng: SeededRng) -> tuple[int, CardChosen] | None:
    """Return a choice changed to a card of which every copy was dealt to other places."""
    hands = deals(events)
    changes = []
    round_ = 0
    for index, event in enumerate(events):
        if isinstance(event, Dealt):
            round_ = event.round - 1
        if not isinstance(event, CardChosen) or event.extras or not _is_quiet(str(event.card)):
            continue
        dealt = Counter(card for hand in hands[round_] for card in hand)
        for card, copies in dealt.items():
            if copies == COPIES[str(card)] and card != event.card and _is_quiet(str(card)):
                changes.append((index, msgspec.structs.replace(event, card=card)))
    return pick(rng, changes) if changes else None


@batches
def test_a_card_that_cannot_be_there_is_refused_by_the_event_that_proves_it(batch: int) -> None:
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
        refusal = first_violation(RULES, setup, record)
        assert refusal is not None
        at, violation = refusal
        assert at >= index
        _require_same_round(events, index, at)
        _require_named(violation)
        if not {"spoon", "menu", "special_order", "takeout_box"} & set(menu_of(setup.options)):
            assert at == _one_too_many(setup, record, index, str(changed.card))
    assert found > BATCH // 2


def _require_same_round(events: list[Event], index: int, at: int) -> None:
    assert not any(isinstance(event, Dealt) for event in events[index : at + 1])


def _require_named(violation: RuleViolation) -> None:
    """The refusal has words that speak of cards, in both languages."""
    for language in ("en", "fr"):
        told = say(RULES.words, f"code.{violation.code}", language, **violation.params)
        assert told != f"code.{violation.code}"
        assert "{" not in told
    named = violation.params.get("cards") or violation.params.get("dishes")
    assert named or violation.code == "too_many_desserts"


def _one_too_many(setup: Setup, record: list[Event], index: int, card: str) -> int:
    """Return the first event after which more copies of a card were seen than there are.

    Where no card looks into hidden cards or speaks of laid ones, this is the event that proves it.
    """
    state = fold(RULES, setup, record[:index])
    seen = sum(laid.card == card for laids in (*state.tables, *state.kept) for laid in laids)
    seen += (*state.discard, *state.gone).count(card)
    seen += sum((pick.card, *pick.extras).count(card) for pick in state.picks if pick is not None)
    seen += sum(hand.known.count(card) for hand in state.hands)
    sweets = _sweets(state)
    for at, event in enumerate(record[index:], index):
        laid: tuple[str | None, ...] = ()
        if isinstance(event, CardChosen):
            laid = (event.card, *event.extras)
        elif isinstance(event, ExtraChosen):
            laid = (event.card,)
        seen += laid.count(card)
        sweets += sum(one in DESSERTS for one in laid)
        if seen > COPIES[card] or sweets > state.kit.dessert_cards - state.pile:
            return at
    raise AssertionError("the changed record is possible")


def _sweets(state: Any) -> int:
    laid = [laid.card for laids in (*state.tables, *state.kept) for laid in laids]
    picked = [card for pick in state.picks if pick for card in (pick.card, *pick.extras)]
    return sum(card in DESSERTS for card in (*laid, *picked, *state.gone))


@batches
def test_whatever_is_accepted_has_a_deal_that_explains_it(batch: int) -> None:
    """The test of hidden cards is exact: an accepted log is legal with some known deal."""
    for number in numbers(batch):
        rng = SeededRng(f"exact/{number}")
        setup = drawn_setup(f"exact/{number}")
        state = RULES.start(setup)
        events: list[Event] = []
        stop = 20 + rng.below(setup.seats * 24)
        while len(events) < stop or state.phase == "deal":
            needs = RULES.needs(state)
            if not needs:
                break
            event = _blind(state, pick(rng, needs), rng)
            RULES.check(state, event)
            RULES.apply(state, event)
            events.append(event)
        known = _with_explained_deals(state, events, rng)
        assert RULES.outcome(checked_fold(RULES, setup, known)) == RULES.outcome(state)


def _blind(state: Any, need: Any, rng: SeededRng) -> Event:
    if need.seat is not None:
        return pick(rng, list(RULES.choices(state, need.seat)))
    event = cast(Dealt | MenuDrawn, RULES.sample(state, need, rng))
    return msgspec.structs.replace(event, cards=(None,) * len(event.cards))


def _with_explained_deals(state: Any, events: list[Event], rng: SeededRng) -> list[Event]:
    """Fill in the deals: those of finished rounds are derived, the running one's is drawn."""
    rounds = [list(sheet.dealt) for sheet in state.sheets]
    if state.hands:
        hidden, _ = explain(state, rng)
        hands = []
        for index, hand in enumerate(state.hands):
            cards = Counter([*hand.known, *_picked(state, index), *hidden[index]])
            cards += Counter(state.left[index])
            cards -= Counter(state.came[index])
            hands.append(tuple(cards.elements()))
        rounds.append(hands)
    return [
        Dealt(event.seat, event.round, rounds[event.round - 1][event.seat])
        if isinstance(event, Dealt)
        else event
        for event in events
    ]


def _picked(state: Any, index: int) -> list[str]:
    """Return the cards that are chosen but still count as unknown cards of their hand."""
    if state.phase != "choose":
        return []
    choice = state.picks[(index + state.passes) % state.seats]
    if choice is None:
        return []
    missing = Counter((choice.card, *choice.extras)) - Counter(state.hands[index].known)
    return list(missing.elements())
