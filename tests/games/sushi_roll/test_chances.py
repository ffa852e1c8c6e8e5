"""Luck that continues a record with unknown dice, and worlds drawn from one."""

from collections.abc import Iterator

import pytest

from games.core.errors import RuleViolation
from games.core.needs import Need
from games.core.rng import SeededRng
from games.core.viewer import PUBLIC
from games.sushi_roll.components import KIND_OF, unpack
from games.sushi_roll.events import BeltsDealt
from games.sushi_roll.state import State
from games.testing.play import play_on
from tests.games.sushi_roll.table import (
    RULES,
    blind,
    choosing,
    code,
    drawn,
    menu,
    play,
    rolled,
    started,
    take,
)
from tests.games.sushi_roll.test_every_match import require_all_dice


def positions() -> Iterator[State]:
    """Yield positions of every phase in which something is unknown."""
    drawing = play(started(3), BeltsDealt(1), drawn(1, *["maki"] * 3, *[None] * 4))
    yield drawing
    rolling = play(drawing.clone(), drawn(2, *[None] * 7), drawn(0, *[None] * 7))
    yield rolling
    yield play(rolling.clone(), rolled(1, "egg", *[None] * 6))
    yield blind(4)
    yield play(blind(2), menu(0, "egg", None, None))
    yield play(blind(2), menu(0, "egg"), rolled(0, None), menu(0, None))
    yield play(blind(5), take(0, "egg"))


@pytest.mark.parametrize("number", range(7))
def test_a_drawn_world_has_all_dice_keeps_what_was_known_and_plays_to_the_end(number: int) -> None:
    state = list(positions())[number]
    before = state.clone()
    world = RULES.determinize(state, SeededRng(number))
    assert state == before
    assert world != state
    require_all_dice(world)
    assert world == RULES.determinize(state, SeededRng(number))
    assert world == RULES.determinize(world, SeededRng("again"))
    assert [(n.kind, n.seat) for n in RULES.needs(world)] == [
        (n.kind, n.seat) for n in RULES.needs(state)
    ]
    for seat in range(state.seats):
        assert world.size(seat) == state.size(seat)
        missing = list(world.faces[seat])
        for face in state.faces[seat]:
            missing.remove(face)
        kinds = [*map(KIND_OF.__getitem__, missing), *unpack(world.kinds[seat])]
        for kind in unpack(state.kinds[seat]):
            assert kind in [*kinds, *unpack(world.picked)]
    play_on(RULES, world, number, 5_000)
    assert RULES.outcome(world).final


def test_worlds_of_one_view_differ() -> None:
    worlds = [RULES.determinize(blind(3), SeededRng(seed)) for seed in range(5)]
    assert len({tuple(world.faces) for world in worlds}) > 1


@pytest.mark.parametrize("number", range(7))
def test_luck_may_go_on_where_nobody_noted_the_dice(number: int) -> None:
    state = list(positions())[number]
    for seed in range(20):
        for need in RULES.needs(state):
            if need.seat is None:
                RULES.check(state, RULES.sample(state, need, SeededRng(seed)))
    play_on(RULES, state, number, 5_000)
    assert RULES.outcome(state).final


def test_only_what_is_needed_now_can_be_sampled() -> None:
    state = choosing(["egg"], ["squid"])
    for kind in ("roll", "choose"):
        with pytest.raises(RuleViolation, match="not_expected"):
            RULES.sample(state, Need(kind, "chance", None, ()), SeededRng(1))


def test_after_the_end_nothing_happens_any_more() -> None:
    state = choosing(["egg"], ["squid"])
    state.round = 3
    play(state, take(0, "egg"), take(1, "squid"))
    for event in (BeltsDealt(0), drawn(0), rolled(0), menu(0, "egg"), take(0, "egg")):
        assert code(state, event) == "match_over"


def test_a_state_is_told_apart_from_anything_else_and_shows_what_it_holds() -> None:
    state = choosing(["egg"], ["squid"])
    assert state != "state"
    assert "egg" in repr(state)
    assert RULES.redact(take(0, "egg"), state, PUBLIC) == take(0, "egg")


def test_a_face_of_another_box_cannot_come_up() -> None:
    state = play(choosing(["egg", "egg"], ["squid", "squid"]), menu(0, "egg"))
    assert code(state, rolled(0, "menu1")) == "no_such_face"
