"""Who knows what in Lanterns, told by hand: the laws alone could not know it."""

import pytest

from games.core.events import Event
from games.core.matches import make_setup
from games.core.replay import checked_fold
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from games.testing.secret_laws import require_alike
from tests.games.hidden_game import RULES
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt, Drawn, HandShown
from tests.games.hidden_game.state import State


def truth(other: tuple[str, ...], *events: Event, seats: int = 3, **options: object) -> State:
    """Return a state in which seats 0 and 2 hold the same and seat 1 holds `other`."""
    setup = make_setup(RULES, seats=seats, options=options)
    dealt = [Dealt(0, ("amber", "amber", "blue")), Dealt(1, other), Dealt(2, ("blue", "blue"))]
    dealt[2] = Dealt(2, ("blue", "blue", "coral"))
    return checked_fold(RULES, setup, [*dealt[:seats], *events])


TRIES = [
    *(Asked(0, other, card) for other in range(-1, 4) for card in ("amber", "dusk", "")),
    *(CardChosen(0, 0, card) for card in ("amber", "blue", "coral", "dusk", None)),
    *(Answered(0, card) for card in ("amber", "dusk", None)),
    HandShown(0, ("amber",), ()),
]


def test_a_hand_never_seen_makes_no_difference() -> None:
    truths = [truth(("coral", "dusk", "dusk")), truth(("amber", "blue", "coral"))]
    require_alike(RULES, truths, 0, TRIES)
    require_alike(RULES, truths, 2, [])


def test_its_own_hand_makes_a_difference() -> None:
    truths = [truth(("coral", "dusk", "dusk")), truth(("amber", "blue", "coral"))]
    with pytest.raises(AssertionError):
        require_alike(RULES, truths, 1, [])


def test_a_choice_face_down_makes_no_difference_until_all_have_chosen() -> None:
    asked = (Asked(0, 1, "dusk"), Answered(1, "dusk"))
    hand = ("coral", "dusk", "dusk")
    truths = [truth(hand, *asked, CardChosen(1, 0, card)) for card in ("coral", "dusk")]
    for seat in (0, 2):
        require_alike(RULES, truths, seat, TRIES)
    for state in truths:
        RULES.apply(state, CardChosen(0, 0, "amber"))
        RULES.apply(state, CardChosen(2, 0, "blue"))
    assert [state.tables[1] for state in truths] == [["coral"], ["dusk"]]
    assert all(RULES.view(state, PUBLIC).tables == state.tables for state in truths)


def test_everybody_remembers_what_an_answer_showed() -> None:
    state = truth(("coral", "dusk", "dusk"), Asked(0, 1, "dusk"), Answered(1, "dusk"))
    for viewer in (PUBLIC, seat_viewer(0), seat_viewer(2)):
        hand = RULES.view(state, viewer).hands[1]
        assert (hand.known, hand.unknown) == (["dusk"], 2)


def test_everybody_remembers_what_a_seat_did_not_have() -> None:
    state = truth(("coral", "dusk", "dusk"), Asked(0, 1, "blue"), Answered(1, None))
    for viewer in (PUBLIC, seat_viewer(0), seat_viewer(2)):
        hand = RULES.view(state, viewer).hands[1]
        assert (hand.known, hand.unknown, hand.lacks) == ([], 3, ["blue"])


ROUND = (
    Asked(0, 1, "dusk"),
    Answered(1, "dusk"),
    CardChosen(0, 0, "amber"),
    CardChosen(1, 0, "dusk"),
    CardChosen(2, 0, "coral"),
)


def test_a_seat_remembers_the_hand_it_passed_on_and_sees_the_one_it_got() -> None:
    state = truth(("coral", "dusk", "dusk"), *ROUND)
    known = [hand.unknown == 0 for hand in RULES.view(state, seat_viewer(0)).hands]
    assert known == [True, False, True]
    assert RULES.view(state, seat_viewer(0)).held(0).known == ["blue", "blue"]
    assert [hand.unknown for hand in RULES.view(state, PUBLIC).hands] == [2, 2, 2]


def test_without_passing_a_seat_sees_its_own_hand_only() -> None:
    state = truth(("coral", "dusk", "dusk"), *ROUND, passing=False)
    known = [hand.unknown == 0 for hand in RULES.view(state, seat_viewer(0)).hands]
    assert known == [True, False, False]


def test_only_the_drawer_knows_what_it_drew() -> None:
    state = truth(("coral", "dusk", "dusk"), *ROUND, Drawn(0, "coral"))
    trays = {
        str(viewer): RULES.view(state, viewer).trays[0].known
        for viewer in (PUBLIC, seat_viewer(0), seat_viewer(1), ARBITER)
    }
    assert trays == {"public": [], "seat:0": ["coral"], "seat:1": [], "arbiter": ["coral"]}


def test_a_view_is_written_with_nulls_for_what_is_hidden() -> None:
    data = RULES.to_data(RULES.view(truth(("coral", "dusk", "dusk")), PUBLIC))
    assert [hand["cards"] for hand in data["hands"]] == [[None] * 3] * 3
