"""What the greedy bot is told a choice is worth."""

from games.bots import bot_named
from games.core.events import Event
from games.core.rng import SeededRng
from games.sushi_bar.evaluate import evaluate
from games.sushi_bar.events import PortionStolen, PortionTaken
from games.sushi_bar.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_bar.table import RULES, kept, play, rolled, table


def chosen(state: State) -> Event:
    return bot_named("greedy").choose(RULES, state, state.seat, SeededRng(0))


def test_sushi_that_counts_is_worth_its_points() -> None:
    state = play(table(sushi=[6, 2], bone_stacks={0: [-1, -1]}, bones=[-1]), rolled("SBBUR"))
    assert evaluate(state, 0, PortionTaken(0, "sushi")) > 300


def test_a_bone_that_makes_a_high_sushi_count_is_better_than_another_sushi_above_it() -> None:
    state = table(sushi=[1], bones=[-1], sushi_stacks={0: [6]})
    play(state, rolled("SBUUR"), kept(0, "SBUUR"))
    assert chosen(state) == PortionTaken(0, "bones")


def test_stealing_a_high_sushi_beats_taking_a_low_one() -> None:
    state = table(seats=2, sushi=[1], sushi_stacks={1: [6]}, bone_stacks={0: [-1], 1: [-1]})
    play(state, rolled("SBUUU"), kept(0, "SBUUU"))
    assert chosen(state) == PortionStolen(0, 1, "sushi", 1)


def test_stealing_bones_that_a_victim_needs_is_worth_more_than_those_it_does_not() -> None:
    needed = table(seats=2, sushi_stacks={1: [6]}, bone_stacks={1: [-1]})
    idle = table(seats=2, bone_stacks={1: [-1]})
    steal = PortionStolen(0, 1, "bones", 1)
    worths = [evaluate(play(state, rolled("SURRR")), 0, steal) for state in (needed, idle)]
    assert worths[0] > worths[1]


def test_a_sure_portion_is_taken_at_once_rather_than_after_setting_all_dice_aside() -> None:
    state = table(seats=2, sushi=[1, 1, 6], bones=[-4], bone_stacks={0: [-1, -1, -1]})
    play(state, rolled("SSSUR"))
    assert chosen(state) == PortionTaken(0, "sushi")


def test_more_throws_are_never_worth_less_than_fewer() -> None:
    state = play(table(), rolled("SSBUR"))
    later = state.clone()
    later.throw = 2
    for choice in (kept(0, "S"), kept(0, "U"), kept(0, "SB")):
        assert evaluate(state, 0, choice) >= evaluate(later, 0, choice)


def test_an_event_of_another_game_is_worth_nothing() -> None:
    assert evaluate(table(), 0, StrangerCame(0)) == 0
