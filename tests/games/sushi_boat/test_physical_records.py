"""Records of a physical table: kept by whoever looks on, in whatever order guesses are written."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import content_hash
from games.core.replay import checked_fold, fold
from games.core.rng import SeededRng, pick
from games.core.unseen import unseen_record
from games.core.viewer import PUBLIC
from games.core.words import say
from games.sushi_boat.components import PLATES
from games.sushi_boat.events import (
    BeltFilled,
    CardRevealed,
    GuessPlaced,
    PlatesDrawn,
    SatsukiDrew,
)
from games.testing.feeds import feed, known_events
from games.testing.scale import scaled
from tests.games.folds import first_violation
from tests.games.sushi_boat.matches import drawn_setup, played, shuffled
from tests.games.sushi_boat.table import RULES

BATCH = 25
BATCHES = scaled(1_000, 32) // BATCH

batches = pytest.mark.parametrize("batch", range(BATCHES))


def numbers(batch: int) -> range:
    return range(batch * BATCH, (batch + 1) * BATCH)


def in_another_order(events: list[Event], rng: SeededRng) -> list[Event]:
    """Return the record of somebody who wrote the guesses of each challenge as cubes were shown."""
    record: list[Event] = []
    guesses: list[Event] = []
    for event in events:
        if isinstance(event, GuessPlaced):
            guesses.append(event)
            continue
        record += shuffled(guesses, rng)
        guesses = []
        record.append(event)
    return record


@pytest.mark.soak
@batches
def test_a_record_by_a_spectator_is_complete_in_whatever_order_guesses_are_written(
    batch: int,
) -> None:
    """Cubes, plates and cards are all shown in the end: nothing stays hidden from a scorekeeper."""
    for number in numbers(batch):
        rng = SeededRng(f"order/{number}")
        setup = drawn_setup(f"physical/{number}")
        events, last = played(setup, f"physical/{number}")
        seen = known_events(list(feed(RULES, setup, events, PUBLIC)))
        assert seen == events
        assert unseen_record(RULES, setup, events) == events
        record = in_another_order(seen, rng)
        assert checked_fold(RULES, setup, record) == last


def test_guesses_in_another_order_are_told_apart_by_the_content_hash_alone() -> None:
    """`docs/record-format.md`: plies count in the order in which they were recorded."""
    others = 0
    for number in range(20):
        setup = drawn_setup(f"hash/{number}")
        events, last = played(setup, f"hash/{number}")
        record = in_another_order(events, SeededRng(f"hash/{number}"))
        again = checked_fold(RULES, setup, record)
        assert (again, RULES.outcome(again)) == (last, RULES.outcome(last))
        same = content_hash(setup, record) == content_hash(setup, events)
        assert same == (record == events)
        others += not same
    assert others > 10


def lies(setup: Any, events: list[Event], rng: SeededRng) -> tuple[int, Event, set[str]]:
    """Return an event changed into one that contradicts the record, and how it may be refused."""
    at = [index for index, event in enumerate(events) if isinstance(event, PlatesDrawn)]
    kind = rng.below(5)
    if kind == 0:
        cards = [i for i, event in enumerate(events) if isinstance(event, CardRevealed)]
        index = pick(rng, cards)
        seen = Counter(event.card for event in events[:index] if isinstance(event, CardRevealed))
        box = fold(RULES, setup, ()).kit.cards
        gone = [card for card in box if seen[card] >= box[card]]
        early = len([i for i in cards if i < index]) < setup.seats
        card = "wasabi" if early else (pick(rng, gone) if gone else "sake_red")
        codes = {"wasabi_too_early", "no_card_left", "no_such_card"}
        return index, CardRevealed(card), codes
    if kind == 1:
        belt = next(i for i, event in enumerate(events) if isinstance(event, BeltFilled))
        laid = events[belt]
        assert isinstance(laid, BeltFilled)
        white = (*laid.belt[:-1], "white_salmon")
        return belt, BeltFilled(white, laid.trash), {"white_too_early"}
    index = pick(rng, at)
    state = fold(RULES, setup, events[:index])
    drawn = events[index]
    assert isinstance(drawn, PlatesDrawn)
    if kind == 2:
        more = (*drawn.plates, drawn.plates[0])
        return index, PlatesDrawn(more), {"wrong_number_of_plates"}
    left = state.bag.copy()
    for plate in state.trash:
        left[plate] += 1
    away = [plate for plate in PLATES if not left[plate] and plate not in state.belt]
    if not away or kind == 3:
        return index, PlatesDrawn(("pink_salmon", *drawn.plates[1:])), {"no_such_plate"}
    return index, PlatesDrawn((pick(rng, away), *drawn.plates[1:])), {"not_in_bag"}


@pytest.mark.soak
@batches
def test_a_contradiction_is_refused_by_the_event_that_makes_it_and_with_its_reason(
    batch: int,
) -> None:
    found: Counter[str] = Counter()
    for number in numbers(batch):
        rng = SeededRng(f"lies/{number}")
        setup = drawn_setup(f"lies/{number}")
        events, _ = played(setup, f"lies/{number}")
        index, lie, codes = lies(setup, events, rng)
        record = [*events[:index], lie, *events[index + 1 :]]
        refusal = first_violation(RULES, setup, record)
        assert refusal is not None
        at, violation = refusal
        assert at == index
        assert violation.code in codes
        _require_told(violation)
        found[violation.code] += 1
    assert len(found) >= 4


def _require_told(violation: RuleViolation) -> None:
    for language in ("en", "fr"):
        told = say(RULES.words, f"code.{violation.code}", language, **violation.params)
        assert told != f"code.{violation.code}"
        assert "{" not in told


def test_a_plate_that_was_written_wrongly_shows_when_its_only_copy_comes_up() -> None:
    """The record says that the one salmon on blue was drawn; later it comes out of the bag."""
    shown = 0
    for number in range(40):
        setup = drawn_setup(f"typo/{number}")
        events, _ = played(setup, f"typo/{number}")
        box = fold(RULES, setup, ()).kit.plates
        change = _typo(events, box)
        if change is None:
            continue
        index, event, plate = change
        refusal = first_violation(RULES, setup, [*events[:index], event, *events[index + 1 :]])
        assert refusal is not None
        at, violation = refusal
        assert at > index
        if violation.code == "not_in_bag":
            shown += violation.params["plate"] == [plate]
    assert shown >= 3


def _typo(events: list[Event], box: Any) -> tuple[int, Event, str] | None:
    """Return a draw changed to the only copy of a plate that is drawn for the first time later."""
    draws = [i for i, event in enumerate(events) if isinstance(event, PlatesDrawn | SatsukiDrew)]
    filled = next(event for event in events if isinstance(event, BeltFilled))
    first = Counter((*filled.belt, *filled.trash))
    for place, late in enumerate(draws[1:], 1):
        event = events[late]
        for plate in event.plates if isinstance(event, PlatesDrawn) else ():
            earlier = [p for i in draws[:place] for p in getattr(events[i], "plates", ())]
            if box[plate] != 1 or first[plate] or plate in earlier:
                continue
            early = events[draws[place - 1]]
            if isinstance(early, PlatesDrawn):
                changed = msgspec.structs.replace(early, plates=(plate, *early.plates[1:]))
                return draws[place - 1], changed, plate
    return None
