"""Records whose deals and draws nobody saw: refused exactly when no hidden truth explains them."""

import itertools
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.replay import checked_fold
from games.core.rng import SeededRng, pick
from games.testing.play_laws import refusal
from games.testing.scale import scaled
from tests.games.hidden_game import RULES
from tests.games.hidden_game.components import CARDS
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown
from tests.games.hidden_game.state import State

Hidden = (None, None, None)


def setup_with(**options: object) -> Any:
    return make_setup(RULES, seats=2, options={"box": [2, 2, 2, 2], **options})


def after(*events: Event, **options: object) -> State:
    return checked_fold(RULES, setup_with(**options), events)


def code(state: State, event: Event) -> str | None:
    violation = refusal(RULES, state, event)
    return None if violation is None else violation.code


def test_a_deal_may_be_known_in_part() -> None:
    state = after(Dealt(0, ("amber", None, None)), Dealt(1, Hidden))
    assert state.hands[0].known == ["amber"]
    assert state.hands[0].unknown == 2
    assert state.pool() == {"amber": 1, "blue": 2, "coral": 2, "dusk": 2}


def test_a_failed_question_forbids_the_card_later() -> None:
    state = after(Dealt(0, Hidden), Dealt(1, Hidden), Asked(0, 1, "blue"), Answered(1, None))
    assert state.hands[1].lacks == ["blue"]
    assert code(state, CardChosen(1, 0, "blue")) == "not_in_hand"
    assert code(state, CardChosen(1, 0, "amber")) is None


def test_a_card_that_is_known_elsewhere_cannot_be_played() -> None:
    state = after(
        Dealt(0, ("blue", "blue", None)), Dealt(1, Hidden), Asked(0, 1, "amber"), Answered(1, None)
    )
    assert code(state, CardChosen(1, 0, "blue")) == "no_deal_explains"


def test_a_refusal_says_which_cards_are_too_few() -> None:
    state = after(Dealt(0, ("amber", "amber", "blue")), Dealt(1, Hidden), Asked(0, 1, "amber"))
    violation = refusal(RULES, state, Answered(1, "amber"))
    assert violation is not None
    assert violation.code == "no_deal_explains"
    assert violation.params == {"cards": ["amber"], "needed": 1, "left": 0}


def test_two_harmless_facts_can_be_impossible_together() -> None:
    """A counter would not notice: each hand alone could still be filled, both cannot."""
    options = {"box": [8, 2, 1, 1], "passing": False, "draws": 0}
    setup = make_setup(RULES, seats=3, options=options)
    events: list[Event] = [Dealt(0, ("amber",) * 3), Dealt(1, Hidden), Dealt(2, Hidden)]
    events += [Asked(0, 1, "amber"), Answered(1, None)]
    events += [CardChosen(seat, 0, card) for seat, card in enumerate(["amber", "blue", "amber"])]
    state = checked_fold(RULES, setup, [*events, Asked(1, 2, "amber")])
    violation = refusal(RULES, state, Answered(2, None))
    assert violation is not None
    assert violation.code == "no_deal_explains"
    assert violation.params == {"cards": ["blue", "coral", "dusk"], "needed": 4, "left": 3}
    assert list(RULES.choices(state, 2)) == [Answered(2, "amber")]


def test_what_one_hand_must_hold_no_other_can_play() -> None:
    options = {"box": [6, 2, 2, 2], "passing": False, "draws": 0}
    setup = make_setup(RULES, seats=3, options=options)
    events: list[Event] = [Dealt(0, ("coral", "coral", "dusk")), Dealt(1, Hidden), Dealt(2, Hidden)]
    events += [Asked(0, 1, "amber"), Answered(1, None)]
    state = checked_fold(RULES, setup, events)
    # Seat 1 holds three of the two blue and the one dusk that are left, so it holds all of them.
    assert code(state, CardChosen(2, 0, "blue")) == "no_deal_explains"
    assert [cast(CardChosen, event).card for event in RULES.choices(state, 2)] == ["amber"]


def test_an_unseen_draw_is_explained_by_what_is_shown_at_the_end() -> None:
    state = after(
        Dealt(0, (None, None)),
        Dealt(1, (None, None)),
        Asked(0, 1, "dusk"),
        Answered(1, "dusk"),
        CardChosen(1, 0, "dusk"),
        CardChosen(0, 0, "amber"),
        Drawn(0, None),
        hand_size=2,
    )
    assert code(state, HandShown(0, ("dusk",), ("blue",))) is None
    assert code(state, HandShown(0, ("dusk",), ("dusk",))) == "no_deal_explains"
    assert code(state, HandShown(0, ("dusk",), ())) == "shows_others"


def test_a_choice_has_to_be_told_when_it_is_recorded() -> None:
    state = after(Dealt(0, Hidden), Dealt(1, Hidden), Asked(0, 1, "blue"), Answered(1, None))
    assert code(state, CardChosen(0, 0, None)) == "card_untold"


@pytest.mark.parametrize("passing", [False, True])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=scaled(200))
def test_a_thin_record_is_refused_exactly_when_no_truth_explains_it(
    passing: bool, seed: int
) -> None:
    """Every truth the record allows is kept; the rules must accept what any of them accepts."""
    rng = SeededRng(seed)
    box = [0, *(rng.below(3) for _ in CARDS[1:])]
    box[0] = 8 - sum(box)
    setup = setup_with(hand_size=2 + rng.below(2), box=box, passing=passing)
    thin = RULES.start(setup)
    truths = [RULES.start(setup)]
    while RULES.needs(thin):
        accepted = []
        for event in possible_events(thin, rng):
            explained = explained_by(truths, event)
            assert (refusal(RULES, thin, event) is None) == bool(explained), event
            if explained:
                accepted.append((event, explained))
        # The later events are the denials and the plays of scarce cards: what binds most.
        event, truths = pick(rng, accepted[-2:] if rng.below(3) else accepted)
        RULES.apply(thin, event)


def possible_events(state: State, rng: SeededRng) -> Iterator[Event]:
    """Yield well-formed events for the next need, legal or not; chance is mostly unseen."""
    need = RULES.needs(state)[0]
    seat = need.forms[0].fixed["seat"]
    match state.phase:
        case "deal":
            dealt = cast(Dealt, RULES.sample(state, need, rng)).cards
            yield Dealt(seat, tuple(None if rng.below(3) else card for card in dealt))
        case "ask":
            # Mostly about the type there is most of: where it is missing, the rest gets scarce.
            yield Asked(seat, 1 - seat, CARDS[max(0, rng.below(8) - 4)])
        case "answer":
            yield Answered(seat, state.question)
            yield Answered(seat, None)
        case "choose":
            for card in CARDS:
                yield CardChosen(seat, state.round, card)
        case "draw":
            yield Drawn(seat, None)
            yield Drawn(seat, pick(rng, CARDS))
        case "show":
            sizes = state.held(seat).size, state.trays[seat].size
            piles = [itertools.combinations_with_replacement(CARDS, size) for size in sizes]
            for cards, tray in itertools.product(*piles):
                yield HandShown(seat, cards, tray)


def explained_by(truths: list[State], event: Event) -> list[State]:
    """Return the full states that an event, completed in some way, leads to."""
    found: dict[str, State] = {}
    for truth, full in itertools.product(truths, completions(event)):
        try:
            RULES.check(truth, full)
        except RuleViolation:
            continue
        after = truth.clone()
        RULES.apply(after, full)
        found[canonical_json(RULES.to_data(after))] = after
    return list(found.values())


def completions(event: Event) -> list[Event]:
    """Return the event with every filling of what nobody saw."""
    match event:
        case Dealt(seat=seat, cards=cards):
            known = [card for card in cards if card]
            fillings = itertools.combinations_with_replacement(CARDS, len(cards) - len(known))
            return [Dealt(seat, (*known, *filling)) for filling in fillings]
        case Drawn(seat=seat, card=None):
            return [Drawn(seat, card) for card in CARDS]
        case _:
            return [event]
