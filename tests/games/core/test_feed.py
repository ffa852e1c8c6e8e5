"""Feeds of the hidden game: what each viewer is told, and when."""

import pytest

from games.core.matches import make_setup
from games.core.replay import checked_fold, fold
from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer
from games.testing.feeds import FeedEntry, Reveal, feed, fold_feed, known_events
from tests.games.folds import first_violation, state_at, states
from tests.games.hidden_game import RULES
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown

SETUP = make_setup(RULES, seats=2, options={"hand_size": 2})
EVENTS = [
    Dealt(0, ("amber", "blue")),
    Dealt(1, ("coral", "dusk")),
    Asked(0, 1, "dusk"),
    Answered(1, "dusk"),
    CardChosen(0, 0, "blue"),
    CardChosen(1, 0, "coral"),
    Drawn(0, "amber"),
    HandShown(1, ("amber",), ()),
    HandShown(0, ("dusk",), ("amber",)),
]


def told(viewer: Viewer) -> list[FeedEntry]:
    return list(feed(RULES, SETUP, EVENTS, viewer))


def test_the_arbiter_is_told_everything_at_once() -> None:
    assert told(ARBITER) == [FeedEntry(event) for event in EVENTS]


def test_the_public_learns_the_choices_when_all_have_chosen() -> None:
    entries = told(PUBLIC)
    assert entries[4].event == CardChosen(0, 0, None)
    assert entries[5] == FeedEntry(CardChosen(1, 0, "coral"), (Reveal(4, EVENTS[4]),))


def test_a_seat_learns_a_hand_when_it_takes_it_up() -> None:
    entries = told(seat_viewer(0))
    assert entries[1].event == Dealt(1, (None, None))
    assert entries[5].reveals == (Reveal(1, EVENTS[1]),)


def test_only_the_drawer_is_told_what_was_drawn_until_the_end() -> None:
    assert told(seat_viewer(0))[6].event == EVENTS[6]
    assert told(seat_viewer(1))[6].event == Drawn(0, None)
    assert Reveal(6, EVENTS[6]) in told(seat_viewer(1))[-1].reveals


def test_a_reader_of_the_feed_knows_the_whole_log_at_the_end() -> None:
    assert known_events(told(PUBLIC)) == EVENTS
    assert fold_feed(RULES, SETUP, told(PUBLIC)) == fold(RULES, SETUP, EVENTS)


def test_folds_stop_where_they_are_asked_to() -> None:
    seen = [state.clone() for state in states(RULES, SETUP, EVENTS)]
    assert len(seen) == len(EVENTS) + 1
    for ply, state in enumerate(seen):
        assert state_at(RULES, SETUP, EVENTS, ply) == state
    assert checked_fold(RULES, SETUP, EVENTS) == seen[-1]


def test_the_first_illegal_event_is_found() -> None:
    assert first_violation(RULES, SETUP, EVENTS) is None
    wrong = [*EVENTS[:4], CardChosen(0, 0, "dusk"), *EVENTS[5:]]
    found = first_violation(RULES, SETUP, wrong)
    assert found is not None
    index, violation = found
    assert (index, violation.code) == (4, "not_in_hand")


@pytest.mark.parametrize("viewer", [PUBLIC, seat_viewer(1)])
def test_a_feed_carries_nothing_before_it_is_due(viewer: Viewer) -> None:
    told_so_far = known_events(told(viewer)[:6])
    assert told_so_far[0] == (EVENTS[0] if viewer.seat == 1 else Dealt(0, (None, None)))
