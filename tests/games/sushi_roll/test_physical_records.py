"""Records of a physical table: only the die that each seat took is noted, the rest is unknown."""

from collections import Counter

import msgspec
import pytest

from games.core.events import Event
from games.core.replay import checked_fold
from games.core.rng import SeededRng, pick
from games.core.unseen import unseen_record
from games.core.words import say
from games.sushi_roll.components import KIND_OF, NUMBER_OF
from games.sushi_roll.events import ChopsticksUsed, DiceDrawn, DiceRolled, DieTaken, MenuUsed
from games.testing.scale import scaled
from tests.games.folds import first_violation
from tests.games.sushi_roll.matches import RULES, drawn_setup, played
from tests.games.sushi_roll.table import (
    blind,
    choosing,
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

BATCH = 25
BATCHES = scaled(1_000, 32) // BATCH

batches = pytest.mark.parametrize("batch", range(BATCHES))


def numbers(batch: int) -> range:
    return range(batch * BATCH, (batch + 1) * BATCH)


def erased(events: list[Event], rng: SeededRng | None = None, *, choices: bool) -> list[Event]:
    """Return the record without dice drawn and faces rolled, or half of them with `rng`.

    With `choices` the dice that menus and chopsticks moved are not noted either: all that is left
    of the dice is which one each seat took.
    """

    def fewer(dice: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(die if rng is not None and rng.below(2) else None for die in dice)

    record: list[Event] = []
    for event in events:
        if isinstance(event, DiceDrawn):
            event = DiceDrawn(event.seat, fewer(event.dice))
        elif isinstance(event, DiceRolled):
            event = DiceRolled(event.seat, fewer(event.faces))
        elif isinstance(event, MenuUsed) and choices:
            event = MenuUsed(event.seat, (None,) * len(event.faces))
        elif isinstance(event, ChopsticksUsed) and choices:
            event = msgspec.structs.replace(event, given=None, taken=None)
        record.append(event)
    return record


@pytest.mark.soak
@batches
def test_a_record_without_the_untaken_faces_is_accepted_and_scores_the_same(batch: int) -> None:
    """Issue: « a scorekeeper may record only the die each player took »."""
    for number in numbers(batch):
        setup = drawn_setup(f"physical/{number}")
        events, last = played(setup, f"physical/{number}")
        only_taken = erased(events, choices=True)
        for record in (unseen_record(RULES, setup, events), only_taken):
            state = checked_fold(RULES, setup, record)
            assert RULES.outcome(state) == RULES.outcome(last)
            assert state.sheets == last.sheets
        noted = [
            value
            for event in only_taken
            if not isinstance(event, DieTaken)
            for value in msgspec.structs.asdict(event).values()
        ]
        assert not any(isinstance(value, str) for value in noted)


@pytest.mark.soak
@batches
def test_a_record_that_notes_some_faces_is_accepted_and_scores_the_same(batch: int) -> None:
    for number in numbers(batch):
        rng = SeededRng(f"partly/{number}")
        setup = drawn_setup(f"partly/{number}")
        events, last = played(setup, f"partly/{number}")
        state = checked_fold(RULES, setup, erased(events, rng, choices=False))
        assert RULES.outcome(state) == RULES.outcome(last)


@pytest.mark.soak
@batches
def test_a_die_too_many_of_its_kind_is_refused_by_the_event_that_proves_it(batch: int) -> None:
    """Dice taken are changed to a kind until the bag cannot have held them."""
    for number in numbers(batch):
        rng = SeededRng(f"impossible/{number}")
        setup = drawn_setup(f"impossible/{number}")
        record = erased(played(setup, f"impossible/{number}")[0], choices=True)
        kind = pick(rng, ("maki", "nigiri", "special", "dessert"))
        face = pick(rng, [face for face in RULES.start(setup).kit.faces if KIND_OF[face] == kind])
        changed = [
            DieTaken(event.seat, face) if isinstance(event, DieTaken) else event for event in record
        ]
        violation = first_violation(RULES, setup, changed)
        assert violation is not None
        at, why = violation
        assert why.code in ("no_die_left", "no_menu_left", "no_chopsticks_left")
        if why.code == "no_die_left":
            taken = Counter(type(event) for event in changed[: at + 1])[DieTaken]
            assert taken == NUMBER_OF[kind] + 1
            assert why.params["kinds"] == [kind]
            for language in ("en", "fr"):
                told = say(RULES.words, f"code.{why.code}", language, **why.params)
                assert str(NUMBER_OF[kind]) in told


def test_with_unknown_dice_any_face_may_be_taken() -> None:
    state = blind(4)
    faces = [choice.face for choice in RULES.choices(state, 0) if isinstance(choice, DieTaken)]
    assert faces == list(state.kit.faces)


def test_a_face_that_was_noted_on_no_die_of_a_belt_is_refused() -> None:
    state = choosing(["egg", "maki1"], ["egg", "egg"])
    why = refusal(state, take(0, "squid"))
    assert (why.code, why.params) == (
        "die_not_on_belt",
        {"faces": ["squid"], "belt": ["maki1", "egg"]},
    )
    told = say(RULES.words, "code.die_not_on_belt", "en", **why.params)
    assert told == "Not on this belt: squid nigiri. It holds 1 maki roll, egg nigiri."


def test_dice_whose_kind_was_noted_show_only_faces_of_that_kind() -> None:
    state = play(started(5), RULES.sample(started(5), RULES.needs(started(5))[0], SeededRng(1)))
    for _ in range(5):
        play(state, drawn(state.seat, "maki", "maki", None, None, None)) if state.step == 0 else (
            play(state, drawn(state.seat, *[None] * 5))
        )
    seat = state.seat
    assert code(state, rolled(seat, "egg", "egg", "egg", "egg", None)) == "not_these_dice"
    play(state, rolled(seat, "egg", "egg", "egg", None, None))
    assert state.kinds[seat] != 0
    assert state.blanks[seat] == 0
    for _ in range(4):
        play(state, rolled(state.seat, *[None] * 5))
    assert code(state, take(seat, "tempura")) == "die_not_on_belt"
    play(state, take(seat, "maki3"))


def test_what_a_menu_names_tells_the_kind_of_the_die_until_it_is_taken() -> None:
    state = blind(5)
    play(state, menu(0, "egg", "egg", "egg", "egg", "egg"), rolled(0, *[None] * 5))
    assert code(state, take(0, "maki1")) == "die_not_on_belt"
    play(state, take(0, "squid"))
    assert code(state, take(1, "egg")) == "no_die_left"
    play(state, take(1, "maki1"))


def test_a_reroll_shows_the_dice_that_were_picked_up() -> None:
    state = choosing(["egg", "maki1", "sashimi"], ["egg", "egg", "egg"])
    play(state, menu(0, "egg", "maki1"))
    assert code(state, rolled(0, "squid", "tempura")) == "not_these_dice"
    assert code(state, rolled(0, "squid", "squid")) == "not_these_dice"
    play(state, rolled(0, "squid", None))
    assert state.faces[0] == ("sashimi", "squid")
    assert code(state, take(0, "dessert1")) == "die_not_on_belt"
    play(state, take(0, "maki3"))


def test_an_unnamed_die_for_a_menu_is_one_without_a_known_face() -> None:
    state = choosing(["egg", "maki1"], ["egg", "egg"])
    assert code(state, menu(0, None)) == "die_is_known"
    play(state, menu(0, "egg"), rolled(0, None))
    play(state, menu(0, None))
    assert (RULES.to_data(state)["hand"], state.size(0)) == ([None], 1)
    assert code(state, rolled(0, "maki2")) == "not_these_dice"
    play(state, rolled(0, "salmon"))
    assert state.faces[0] == ("maki1", "salmon")
    assert (RULES.to_data(state)["hand"], state.size(0)) == ([], 2)


def test_unknown_dice_swap_places_without_telling_what_they_are() -> None:
    state = blind(2)
    play(state, swap(0, None, 1, "squid"))
    assert (state.faces, state.blanks) == ([("squid",), ()], [7, 8])
    play(state, swap(0, "squid", 1, None))
    assert (state.faces, state.blanks) == ([(), ("squid",)], [8, 7])
    assert code(choosing(["egg"], ["egg"]), swap(0, None, 1, "egg")) == "die_is_known"
    assert code(choosing(["egg"], ["egg"]), swap(0, "egg", 1, None)) == "die_is_known"


def test_after_a_swap_of_unknown_dice_either_belt_may_hold_what_was_on_one() -> None:
    state = blind(2)
    play(state, menu(0, "egg"), rolled(0, None), swap(0, None, 1, None))
    assert (state.kinds, state.blanks) == ([0, 0], [8, 8])
    play(state, take(0, "maki1"), take(1, "egg"))


def test_an_unnamed_die_keeps_its_kind_where_all_unknown_dice_are_of_one_kind() -> None:
    state = choosing(["egg", "maki1"], ["wasabi", "menu2"])
    play(state, menu(0, "egg"), rolled(0, None), swap(0, None, 1, "wasabi"))
    assert state.faces == [("maki1", "wasabi"), ("menu2",)]
    play(state, take(0, "wasabi"))
    assert code(state, take(1, "sashimi")) == "die_not_on_belt"
    play(state, take(1, "squid"))
