"""What a game has without saying it."""

import pytest

from games.bots import bot_named
from games.core.engine import Engine
from games.core.errors import RuleViolation
from games.core.matches import make_setup, play_match
from games.core.needs import Need
from games.core.rng import SeededRng
from games.core.words import Words, languages_of, say
from games.testing import contract_tests
from tests.games.hidden_game import RULES as LANTERNS
from tests.games.nim import Nim, State, StonesTaken

RULES = Nim()
SETUP = make_setup(RULES, seats=2, options={})

TestNim = contract_tests(RULES)


def refused(event: StonesTaken, state: State | None = None) -> str:
    with pytest.raises(RuleViolation) as refusal:
        RULES.check(state or RULES.start(SETUP), event)
    return str(refusal.value)


def test_legality_follows_from_the_needs_with_a_reason_for_each_refusal() -> None:
    state = RULES.start(SETUP)
    RULES.check(state, StonesTaken(0, 2, 3))
    assert refused(StonesTaken(7, 2, 3)) == "no_such_seat (seat=7)"
    assert refused(StonesTaken(1, 2, 3)) == "not_your_turn (seat=1)"
    assert refused(StonesTaken(0, 2, 4)) == "not_offered (field='count', value='4')"
    assert refused(StonesTaken(0, 0, 1), State(2, [0, 0, 0])) == "match_over"


def test_choices_are_everything_that_the_forms_take() -> None:
    choices = list(RULES.choices(RULES.start(SETUP), 0))
    assert [
        (choice.heap, choice.count) for choice in choices if isinstance(choice, StonesTaken)
    ] == [*((0, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3))]
    assert not list(RULES.choices(RULES.start(SETUP), 1))


def test_events_are_told_and_written_by_their_names() -> None:
    state, event = RULES.start(SETUP), StonesTaken(0, 2, 3)
    assert (
        RULES.describe(state, event, ("Ana", "Bo"), "en") == "Ana: Stones taken (Heap 2, Stones 3)."
    )
    assert RULES.write(state, event, ("Ana", "Bo")) == "Ana stones_taken heap=2 count=3"
    assert RULES.turn(state) == "1"
    board = RULES.text_board(state, ("Ana", "Bo"), "en")
    assert board.splitlines()[0] == "Ana: Take stones"
    assert "heaps: 1, 2, 3" in board
    assert board.splitlines()[-1] == "Points: Ana 0, Bo 0"


def test_without_french_a_game_speaks_english_and_says_so() -> None:
    assert languages_of(RULES.words) == ("en",)
    assert languages_of(LANTERNS.words) == ("en", "fr")
    assert say(RULES.words, "need.take", "fr") == "Take stones"
    assert say(RULES.words, "code.match_over", "fr") == "La partie est terminée."


def test_a_game_that_nobody_counts_says_so() -> None:
    assert not RULES.is_countable
    assert LANTERNS.is_countable
    assert RULES.count_fields(SETUP) == ()
    with pytest.raises(RuleViolation, match="tally_not_supported"):
        RULES.tally(SETUP, [{}, {}])


def test_greedy_takes_the_last_stone_when_it_can() -> None:
    view = State(2, [0, 0, 2])
    assert bot_named("greedy").choose(RULES, view, 0, SeededRng(1)) == StonesTaken(0, 2, 2)
    events = play_match(RULES, SETUP, [bot_named("search:16"), bot_named("random")], "nim")
    assert events


def test_chance_answers_only_what_is_needed() -> None:
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.sample(RULES.start(SETUP), Need("throw", "chance", None, ()), SeededRng(1))


def test_a_game_without_its_least_is_no_game() -> None:
    class Half(Engine[State]):
        slug = "half"
        seats = range(2, 3)
        words: Words = {"game.name": "Half"}

    with pytest.raises(TypeError, match="Half does not say start, needs, apply, outcome"):
        Half()


def test_a_module_of_a_usual_name_that_says_nothing_is_no_part_of_a_game() -> None:
    class Silent(Nim):
        package = "tests.games.silent"

    with pytest.raises(TypeError, match="chances does not say sample"):
        Silent()
