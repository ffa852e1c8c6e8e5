"""Games that break a law on purpose: each of them is caught by the law it breaks."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.outcome import Outcome, ScoreLine
from games.core.words import Words
from games.testing.play import Sitting, play, sit
from games.testing.play_laws import (
    law_choices_are_legal,
    law_clones_share_nothing,
    law_events_round_trip,
    law_forms_describe_events,
    law_notation_round_trips,
    law_outcomes_add_up,
    law_play_ends,
    law_replays_are_equal,
    law_simultaneous_needs_take_one_event_each,
)
from games.testing.refusal_laws import (
    law_mutants_are_refused_with_words,
    law_notation_is_read_or_refused,
    law_options_are_resolved_or_refused,
    law_tally_refuses_junk,
)
from games.testing.word_laws import (
    law_everything_is_told,
    law_words_are_complete,
    law_words_are_sound,
    law_words_cover_play,
)
from tests.games.hidden_game import RULES
from tests.games.hidden_game.engine import HiddenGame
from tests.games.hidden_game.events import Asked, CardChosen, Dealt
from tests.games.hidden_game.rules import apply
from tests.games.hidden_game.state import State, start
from tests.known import known

HONEST = sit(RULES, 3, 0)


def broken(rules: HiddenGame) -> Sitting:
    """Return an honest match in the hands of dishonest rules."""
    return dataclasses.replace(HONEST, rules=rules)


class MutatingCheck(HiddenGame):
    """Applies what it should only judge."""

    def check(self, state: State, event: Event) -> None:
        super().check(state, event)
        apply(state, event)


class StainingCheck(HiddenGame):
    """Leaves a trace of what it refused."""

    def check(self, state: State, event: Event) -> None:
        state.draws_left += 1
        super().check(state, event)


@pytest.mark.parametrize("rules", [MutatingCheck(), StainingCheck()])
def test_a_check_that_changes_the_state_is_noticed(rules: HiddenGame) -> None:
    with pytest.raises(AssertionError, match="changed the state"):
        law_mutants_are_refused_with_words(broken(rules), 0, 300)


class CrashingCheck(HiddenGame):
    """Looks up a seat before it knows that there is one."""

    def check(self, state: State, event: Event) -> None:
        state.picked[event.seat]  # type: ignore[attr-defined]
        super().check(state, event)


def test_a_check_that_crashes_is_noticed() -> None:
    with pytest.raises(IndexError):
        law_mutants_are_refused_with_words(broken(CrashingCheck()), 0, 300)


class WordlessCheck(HiddenGame):
    """Refuses with a code nobody has words for."""

    def check(self, _state: State, _event: Event) -> None:
        raise RuleViolation("never_worded")


def test_a_code_without_words_is_noticed() -> None:
    with pytest.raises(AssertionError, match="never_worded"):
        law_mutants_are_refused_with_words(broken(WordlessCheck()), 0, 20)
    with pytest.raises(AssertionError, match="never_worded"):
        law_words_are_complete(WordlessCheck())


class CarelessCheck(HiddenGame):
    """Forgets the parameters that the words of its code need."""

    def check(self, _state: State, _event: Event) -> None:
        raise RuleViolation("no_such_seat")


def test_a_refusal_without_its_parameters_is_noticed() -> None:
    with pytest.raises(AssertionError, match="lacks a parameter"):
        law_mutants_are_refused_with_words(broken(CarelessCheck()), 0, 20)


class SharingState(State):
    """Clones into a state with the same list of hands."""

    def clone(self) -> "SharingState":
        fields = msgspec.structs.asdict(super().clone())
        return SharingState(**{**fields, "hands": self.hands})


class SharingClone(HiddenGame):
    """Plays with states whose clones share their hands."""

    def start(self, setup: Any) -> State:
        return SharingState(**msgspec.structs.asdict(start(setup)))


def test_a_clone_that_shares_a_list_is_noticed() -> None:
    with pytest.raises(AssertionError):
        law_clones_share_nothing(broken(SharingClone()), 5)


class GenerousChoices(HiddenGame):
    """Offers a card that is not in the hand."""

    def choices(self, state: State, seat: int) -> Iterator[Event]:
        yield from super().choices(state, seat)
        if state.phase == "choose" and not state.picked[seat]:
            yield CardChosen(seat, state.round, "nothing")


def test_a_choice_that_is_not_legal_is_noticed() -> None:
    with pytest.raises(RuleViolation):
        law_choices_are_legal(broken(GenerousChoices()), 40)
    with pytest.raises(AssertionError):
        law_forms_describe_events(broken(GenerousChoices()), 40)


class EagerChoices(HiddenGame):
    """Offers the asker's questions to everybody."""

    def choices(self, state: State, seat: int) -> Iterator[Event]:
        return super().choices(state, state.asker if state.phase == "ask" else seat)


def test_choices_for_a_seat_that_is_not_needed_are_noticed() -> None:
    with pytest.raises(AssertionError):
        law_choices_are_legal(broken(EagerChoices()), 40)


class SecondThoughts(HiddenGame):
    """Asks for one more event when amber or blue is chosen."""

    def apply(self, state: State, event: Event) -> None:
        super().apply(state, event)
        if isinstance(event, CardChosen) and known(event.card) < "c" and any(state.picked):
            state.picked[event.seat] = False


def test_a_number_of_events_that_depends_on_the_choice_is_noticed() -> None:
    with pytest.raises(AssertionError):
        law_simultaneous_needs_take_one_event_each(broken(SecondThoughts()), 500)


class Endless(HiddenGame):
    """Starts the showing again and again."""

    def apply(self, state: State, event: Event) -> None:
        super().apply(state, event)
        if state.phase == "over":
            state.phase, state.shown[0] = "show", False


def test_play_without_an_end_is_noticed() -> None:
    with pytest.raises(AssertionError, match="no end"):
        play(Endless(), HONEST.setup, 0, 200)
    with pytest.raises(AssertionError):
        law_play_ends(dataclasses.replace(broken(Endless()), last=start(HONEST.setup)))
    with pytest.raises(AssertionError):
        law_replays_are_equal(broken(Endless()))


class WrongSums(HiddenGame):
    """Gives seat 0 a point that no rule gave."""

    def outcome(self, state: State) -> Outcome:
        outcome = super().outcome(state)
        scores = (outcome.scores[0] + 1, *outcome.scores[1:])
        return msgspec.structs.replace(outcome, scores=scores)


class WrongPlaces(HiddenGame):
    """Lets seat 0 win whatever the scores say, and gives no second place."""

    def outcome(self, state: State) -> Outcome:
        outcome = super().outcome(state)
        lines = tuple((ScoreLine("values", seat),) for seat in range(state.seats))
        scores = tuple(range(state.seats))
        return msgspec.structs.replace(outcome, breakdown=lines, scores=scores, places=(1, 3, 3))


@pytest.mark.parametrize("rules", [WrongSums(), WrongPlaces()])
def test_scores_and_places_that_do_not_add_up_are_noticed(rules: HiddenGame) -> None:
    with pytest.raises(AssertionError):
        law_outcomes_add_up(broken(rules), 5)


class LossyNotation(HiddenGame):
    """Writes down that somebody asked, not what."""

    def write(self, state: State, event: Event, labels: Any) -> str:
        if isinstance(event, Asked):
            event = msgspec.structs.replace(event, card="amber")
        return super().write(state, event, labels)


class FragileNotation(HiddenGame):
    """Lets an unknown label crash it."""

    def read(self, _state: State, text: str, labels: Any) -> Event:
        return Dealt(list(labels).index(text.split()[0]), ())


def test_notation_that_loses_something_or_crashes_is_noticed() -> None:
    assert any(isinstance(event, Asked) and event.card != "amber" for event in HONEST.events)
    with pytest.raises(AssertionError):
        law_notation_round_trips(broken(LossyNotation()))
    with pytest.raises((ValueError, IndexError)):
        law_notation_is_read_or_refused(broken(FragileNotation()), 0, 200)


class English(HiddenGame):
    """Has no French."""

    words: Words = {key: (texts[0], texts[0]) for key, texts in HiddenGame.words.items()}

    def describe(self, state: State, event: Event, labels: Any, _language: str) -> str:
        return super().describe(state, event, labels, "en")


class Speechless(HiddenGame):
    """Has no words for what happens in play."""

    words = {key: texts for key, texts in HiddenGame.words.items() if key[:4] != "need"}


def test_missing_words_are_noticed() -> None:
    with pytest.raises(AssertionError):
        law_words_are_sound(English())
    with pytest.raises(AssertionError, match="repeats"):
        law_everything_is_told(broken(English()))
    with pytest.raises(AssertionError, match=r"need\."):
        law_words_cover_play(broken(Speechless()))


class Gullible(HiddenGame):
    """Believes whatever tables or options it is given."""

    def tally(self, setup: Any, tables: Any) -> Outcome:
        return super().tally(setup, [{**table, "hand": table["hand"]} for table in tables])

    def start(self, setup: Any) -> State:
        assert setup.options["motto"] == ""
        return start(setup)


def test_junk_that_gets_through_is_noticed() -> None:
    with pytest.raises((KeyError, TypeError)):
        law_tally_refuses_junk(Gullible(), HONEST.setup, 0, 50)
    with pytest.raises(AssertionError):
        law_options_are_resolved_or_refused(Gullible(), 3)


def test_events_of_another_game_are_noticed() -> None:
    class Renamed(HiddenGame):
        slug = "renamed"

    with pytest.raises(AssertionError):
        law_events_round_trip(broken(Renamed()))
