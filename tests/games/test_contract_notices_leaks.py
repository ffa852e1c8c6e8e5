"""Games that tell too much, forget or contradict themselves: each is caught by its law."""

import msgspec
import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.rng import Rng
from games.core.viewer import Viewer
from games.testing.play_laws import law_simultaneous_needs_take_one_event_each
from games.testing.secret_laws import (
    law_determinize_keeps_the_view,
    law_feeds_fold_to_views,
    law_knowledge_only_grows,
    law_records_survive_erasing,
    law_views_are_stable,
    law_views_serve_their_seat,
    law_views_tell_nothing_more,
)
from tests.games.hidden_game.engine import HiddenGame
from tests.games.hidden_game.events import Asked, CardChosen, Dealt
from tests.games.hidden_game.state import State
from tests.games.test_contract_notices import HONEST, broken

PLIES = range(len(HONEST.events))


class LeakyView(HiddenGame):
    """Shows every hand to everybody."""

    def view(self, state: State, _viewer: Viewer) -> State:
        return state.clone()


def test_a_view_that_shows_hidden_hands_is_noticed() -> None:
    with pytest.raises(AssertionError):
        law_feeds_fold_to_views(broken(LeakyView()), 500)
    with pytest.raises(AssertionError, match="cannot know"):
        law_views_tell_nothing_more(broken(LeakyView()), PLIES, 5)


class LeakyPicks(HiddenGame):
    """Tells everybody what was chosen face down, in views and in feeds alike."""

    def view(self, state: State, viewer: Viewer) -> State:
        view = super().view(state, viewer)
        view.picks = state.picks[:]
        return view

    def redact(self, event: Event, state: State, viewer: Viewer) -> Event:
        return event if isinstance(event, CardChosen) else super().redact(event, state, viewer)


def test_a_simultaneous_choice_told_too_early_is_noticed() -> None:
    with pytest.raises(AssertionError):
        law_simultaneous_needs_take_one_event_each(broken(LeakyPicks()), 500)


class LeakyCheck(HiddenGame):
    """Refuses a question with a reason that depends on the other seat's hand."""

    def check(self, state: State, event: Event) -> None:
        super().check(state, event)
        if isinstance(event, Asked) and event.card in state.held(event.other).known:
            raise RuleViolation("asks_itself")


def test_a_refusal_that_depends_on_hidden_cards_is_noticed() -> None:
    with pytest.raises(AssertionError, match="cannot know"):
        law_views_tell_nothing_more(broken(LeakyCheck()), PLIES, 5)
    with pytest.raises(AssertionError):
        law_views_serve_their_seat(broken(LeakyCheck()), 40, 60)


class Forgetful(HiddenGame):
    """Hides a choice again that was revealed in an earlier round."""

    def redact(self, event: Event, state: State, viewer: Viewer) -> Event:
        if isinstance(event, CardChosen) and state.phase == "draw" and event.seat != viewer.seat:
            return msgspec.structs.replace(event, card=None)
        return super().redact(event, state, viewer)


def test_hiding_again_what_was_revealed_is_noticed() -> None:
    with pytest.raises(AssertionError):
        law_knowledge_only_grows(broken(Forgetful()), len(HONEST.events))


class MutatingView(HiddenGame):
    """Changes the state it is asked to look at."""

    def view(self, state: State, viewer: Viewer) -> State:
        state.draws_left += 1
        return super().view(state, viewer)


def test_a_view_that_changes_the_state_is_noticed() -> None:
    with pytest.raises(AssertionError):
        law_views_are_stable(broken(MutatingView()), 5)


class InconsistentLuck(HiddenGame):
    """Deals the viewer's own hand anew."""

    def determinize(self, view: State, rng: Rng) -> State:
        blind = view.clone()
        for hand in blind.hands:
            hand.unknown, hand.known, hand.seen = hand.size, [], []
        return super().determinize(blind, rng)


def test_a_drawn_truth_that_contradicts_the_view_is_noticed() -> None:
    with pytest.raises(AssertionError):
        law_determinize_keeps_the_view(broken(InconsistentLuck()), 10)


class SeesAll(HiddenGame):
    """Refuses a deal that nobody saw."""

    def check(self, state: State, event: Event) -> None:
        if isinstance(event, Dealt) and None in event.cards:
            raise RuleViolation("card_untold")
        super().check(state, event)


def test_rules_that_refuse_what_nobody_saw_are_noticed() -> None:
    with pytest.raises(RuleViolation):
        law_records_survive_erasing(broken(SeesAll()))
