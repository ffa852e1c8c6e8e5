"""Unknown dice against every possible world: refused is exactly what none of them explains."""

from collections.abc import Iterator

import msgspec
import pytest

from games.core.events import Event
from games.core.rng import SeededRng, pick
from games.sushi_roll import worlds as tables
from games.sushi_roll.components import BAG, KIND_OF, UNIT, unpack
from games.sushi_roll.events import BeltsDealt, ChopsticksUsed, DiceRolled, DieTaken, MenuUsed
from games.sushi_roll.state import State
from games.testing.play_laws import refusal as refused_for
from games.testing.scale import scaled
from tests.games.sushi_roll.matches import RULES, drawn_setup, played
from tests.games.sushi_roll.oracle import (
    BOXES,
    DICE,
    Box,
    Noted,
    World,
    after,
    beginning,
    deals,
    passed,
    small_table,
)
from tests.games.sushi_roll.table import (
    code,
    drawn,
    menu,
    play,
    refusal,
    rolled,
    started,
    swap,
    take,
)
from tests.games.sushi_roll.test_every_match import require_all_dice

RUNS = scaled(20_000)
FEW = 40


def noted_draws(number: int, rng: SeededRng) -> Noted:
    """Return kinds that somebody noted of some deal: all, some or none."""
    noted: Noted = [[] for _ in range(BOXES[number].seats)]
    for kinds, held in zip(noted, pick(rng, deals(number)).kinds, strict=True):
        kinds += held[: rng.below(DICE + 1)]
    return noted


def attempt(box: Box, state: State, rng: SeededRng) -> Event:
    """Return something that may or may not be possible for the seat to act."""
    seat = state.seat
    face = pick(rng, box.faces)
    maybe = pick(rng, (*box.faces, None, None, None))
    if state.phase in ("roll", "reroll"):
        (need,) = RULES.needs(state)
        number = need.forms[0].fields[0].least
        shown = tuple(pick(rng, (*box.faces, *[None] * 6)) for _ in range(number))
        return DiceRolled(seat, shown)
    match rng.below(5):
        case 0:
            return DieTaken(seat, face)
        case 1:
            picked = [maybe, pick(rng, (*box.faces, None))][: 1 + rng.below(2)]
            return MenuUsed(seat, tuple(picked))
        case _:
            opponent = (seat + 1 + rng.below(box.seats - 1)) % box.seats
            return ChopsticksUsed(seat, opponent, maybe, pick(rng, (*box.faces, None, None, None)))


def require_same_choices(box: Box, state: State, worlds: set[World]) -> None:
    """The faces that may be taken are those that some world shows."""
    seat = state.seat
    taken = {one.face for one in RULES.choices(state, seat) if isinstance(one, DieTaken)}
    possible = {face for face in box.faces if after(box, worlds, seat, DieTaken(seat, face))}
    assert taken == possible, (state, worlds)


def require_drawn_world(state: State, worlds: set[World], rng: SeededRng) -> None:
    """What is drawn for unknown dice is one of the possible worlds."""
    world = RULES.determinize(state, rng)
    kinds = [
        sorted([*[KIND_OF[face] for face in faces], *unpack(packed)])
        for faces, packed in zip(world.faces, world.kinds, strict=True)
    ]
    assert kinds in [possible.kinds for possible in worlds], (state, kinds)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(BOXES)))
@pytest.mark.parametrize("batch", range(5))
def test_an_event_is_refused_exactly_when_no_world_explains_it(number: int, batch: int) -> None:
    box = BOXES[number]
    refused = accepted = several = 0
    for run in range(batch, RUNS // 2, 5):
        rng = SeededRng(f"worlds/{number}/{run}")
        noted = noted_draws(number, rng)
        state, worlds = small_table(number, noted), beginning(number, noted)
        for _ in range(16):
            if state.phase == "draw":
                break
            event = attempt(box, state, rng)
            if isinstance(event, ChopsticksUsed) and not state.size(event.opponent):
                continue
            possible = after(box, worlds, state.seat, event)
            turn = state.turn
            why = refused_for(RULES, state, event)
            assert (why is None) == bool(possible), (run, event, why, state)
            if why is not None:
                refused += 1
                continue
            accepted += 1
            RULES.apply(state, event)
            worlds = possible if state.turn == turn else passed(possible)
            several += state.worlds is not None
            if state.phase == "choose":
                require_same_choices(box, state, worlds)
                require_drawn_world(state, worlds, rng)
    assert refused > accepted // 10
    assert accepted > refused // 10
    assert several > accepted // 50


def without_desserts(seats: int) -> State:
    """Return belts whose dice were noted when they were drawn, and then nobody looked."""
    state = play(started(seats), BeltsDealt(0))
    kinds = unpack(BAG - 4 * UNIT["dessert"])
    size = state.kit.size
    for seat in range(seats):
        play(state, drawn(seat, *kinds[seat::seats][:size]))
    for seat in range(seats):
        play(state, rolled(seat, *[None] * size))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_no_belt_held_is_on_none_however_many_unnamed_dice_were_swapped(seats: int) -> None:
    state = without_desserts(seats)
    for _ in range(10):
        assert "dessert1" not in RULES.needs(state)[0].forms[0].fields[0].of
        why = refusal(state, take(0, "dessert1"))
        assert why.code in ("die_not_on_belt", "no_dice_explain")
        for seat in range(1, seats):
            state.chopsticks = [2] * seats
            play(state, swap(0, None, seat, None))


def test_one_unnamed_swap_brings_one_die_of_the_other_belt() -> None:
    state = play(started(2), BeltsDealt(0))
    play(state, drawn(0, *["appetizer"] * 8), drawn(1, *["maki"] * 6, "nigiri", "nigiri"))
    play(state, rolled(0, *[None] * 8), rolled(1, *[None] * 8), swap(0, None, 1, None))
    kinds = [die["kind"] for die in RULES.to_data(state)["belts"][1]]
    assert kinds == ["appetizer", *["maki"] * 5, "nigiri", None]
    assert code(state, menu(0, "wasabi")) == "no_dice_explain"
    assert code(state, menu(0, "egg", "maki1")) == "die_not_on_belt"
    assert code(state, menu(0, "egg", "egg")) == "die_not_on_belt"
    play(state, menu(0, "egg"), rolled(0, None), take(0, "egg"))
    assert state.worlds is None
    assert code(state, menu(1, "egg", "egg")) == "die_not_on_belt"
    play(state, menu(1, "egg", "dumpling", *["maki1"] * 6))


def only_draws(events: list[Event]) -> Iterator[Event]:
    """Yield the record of somebody who noted the dice drawn and taken, and nothing in between."""
    for event in events:
        if isinstance(event, DiceRolled):
            yield DiceRolled(event.seat, (None,) * len(event.faces))
        elif isinstance(event, MenuUsed):
            yield MenuUsed(event.seat, (None,) * len(event.faces))
        elif isinstance(event, ChopsticksUsed):
            yield msgspec.structs.replace(event, given=None, taken=None)
        else:
            yield event


@pytest.mark.parametrize("most", [tables.MOST_TABLES, FEW])
def test_a_record_of_draws_and_dice_taken_is_never_refused(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With room for few tables, belts are told as one soon: nothing is refused for it."""
    monkeypatch.setattr(tables, "MOST_TABLES", most)
    merged = 0
    for number in range(scaled(200)):
        setup = drawn_setup(f"draws/{number}")
        events, last = played(setup, f"draws/{number}")
        state = RULES.start(setup)
        for event in only_draws(events):
            play(state, event)
            if state.worlds is not None and state.phase in ("roll", "choose"):
                merged += len({*state.worlds.chunks}) < setup.seats
                require_all_dice(RULES.determinize(state, SeededRng(number)))
        assert RULES.outcome(state) == RULES.outcome(last)
    assert merged or most > FEW
