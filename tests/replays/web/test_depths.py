"""How deep a record goes, and what a page says of it."""

import pytest
from django.test import Client
from django.urls import reverse

from replays.services import counts, life
from replays.web.depths import depth_of, where_it_stops
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of

pytestmark = pytest.mark.django_db

NOTHING = "Nothing is recorded yet"


def page(client: Client, sitting: Sitting, headers: dict[str, str] | None = None) -> str:
    return text_of(client.get(reverse("replays:match", args=[sitting.id]), headers=headers))


def test_a_reported_match_opens_as_its_result(house: House, client: Client) -> None:
    sitting = house.sitting()
    assert NOTHING in page(client, sitting)

    sitting.do(life.report_result, rounds=[[3, 4], [10, 2]])
    shown = page(client, sitting)

    assert depth_of(sitting.log()) == "reported"
    assert NOTHING not in shown
    assert 'id="frame"' not in shown
    assert "Round 2: +10" in shown


def test_a_count_is_one(house: House) -> None:
    sitting = house.sitting("plain", options={"title": "Hanabi"})
    sitting.do(life.report_result, tables=[{"score": 40}, {"score": 9}])

    assert depth_of(sitting.log()) == "counted"


def test_the_recorder_tells_of_rounds_that_were_counted(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_roll")
    address = reverse("replays:record", args=[sitting.id])
    assert NOTHING in text_of(staff.get(address))
    assert NOTHING in text_of(staff.get(f"{address}?log"))

    sitting.do(counts.count_round, round=1, scores=[4, 7])

    for shown in (staff.get(address), staff.get(f"{address}?log")):
        assert NOTHING not in text_of(shown)
        assert "The scores of round 1 were noted." in text_of(shown)
    sitting.play()
    assert text_of(staff.get(address)).count("The scores of round 1 were noted.") == 0


@pytest.mark.parametrize(
    ("reason", "words", "french"),
    [
        ("time", "The record stops after 3 steps. Time was up.", "après 3 étapes. Le temps"),
        ("left", "The record stops after 3 steps. Somebody left.", "Quelqu’un est parti."),
        ("other", "The record stops after 3 steps. It was stopped before its end.", "arrêtée"),
    ],
)
def test_a_partial_record_says_where_it_stops_and_why(
    house: House, client: Client, reason: str, words: str, french: str
) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    assert (depth_of(sitting.log()), where_it_stops(sitting.log())) == ("moves", "")

    sitting.do(life.stop_match, reason=reason, result="score")

    assert depth_of(sitting.log()) == "partial"
    assert words in page(client, sitting)
    assert french in page(client, sitting, FRENCH)


def test_whatever_is_decided_after_the_last_move_the_record_is_whole(house: House) -> None:
    sitting = house.sitting().finish()
    assert depth_of(sitting.log()) == "moves"

    sitting.do(life.rule_result, places=[1, 2], note="Ruled")
    assert depth_of(sitting.log()) == "moves"
    sitting.do(life.void_match, note="Void")
    assert depth_of(sitting.log()) == "moves"


def test_a_match_that_nobody_played_says_so(house: House, client: Client) -> None:
    sitting = house.sitting()
    sitting.do(life.abandon_match)

    shown = page(client, sitting)
    assert "Nothing was recorded of how it was played. Nobody went on with it." in shown
    assert 'id="frame"' not in shown


def test_a_reopened_match_is_being_recorded_again(house: House) -> None:
    sitting = house.sitting()
    sitting.do(life.report_result, scores=[3, 4])
    sitting.do(life.reopen_match)

    assert depth_of(sitting.log()) == "moves"
