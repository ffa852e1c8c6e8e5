"""The tables of a tournament are played with the club's box, as it is described when they begin."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.core.errors import RuleViolation
from games.sushi_bar.components import BONE_VALUES, SUSHI_VALUES
from replays.envelope import Envelope
from replays.models import Match
from tests.factories import NOW, make_club
from tests.tournaments.people.boxes import BAR_FORM, SUSHI, describe, options_of
from tests.tournaments.tournaments.play import Friday, swiss
from tests.tournaments.tournaments.web.test_pages import new_form
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.bots import enter_bots

pytestmark = [pytest.mark.django_db, pytest.mark.database]

BAR = {"games": [{"game": "sushi_bar"}]}


def values(friday: Friday, table: int) -> Any:
    return options_of(friday.table(table).match)["sushi_values"]


def test_every_table_begins_with_the_box_as_it_is_described_then() -> None:
    friday = Friday(12, swiss(**BAR))
    friday.announce()
    friday.do("start_table", stage=1, round=1, table=1)
    describe(friday.club)
    friday.do("start_table", stage=1, round=1, table=2)
    friday.record(3, scores=[4, 3, 2, 1])
    assert [values(friday, table) for table in (1, 2, 3)] == [list(SUSHI_VALUES), SUSHI, SUSHI]


def test_what_the_plan_says_outweighs_the_box() -> None:
    plan = {"games": [{"game": "sushi_bar", "options": {"sushi_values": list(SUSHI_VALUES)}}]}
    friday = Friday(4, swiss(**plan))
    describe(friday.club)
    friday.announce()
    friday.do("start_table", stage=1, round=1, table=1)
    assert values(friday, 1) == list(SUSHI_VALUES)


def test_a_table_of_an_open_evening_begins_with_the_box() -> None:
    games = [{"game": "plain", "options": {"title": "Azul"}}, {"game": "sushi_bar"}]
    friday = Friday(6, {"format": "open", "games": games})
    describe(friday.club)
    friday.do("begin_table", game=1, entrants=[1, 2, 3])
    friday.do("start_table", stage=1, round=1, table=1)
    assert values(friday, 1) == SUSHI


def test_bots_play_with_the_box_and_go_on_with_what_a_table_began_with() -> None:
    friday = Friday(0, swiss(**BAR))
    enter_bots(tournament_id=friday.id, number=8, envelope=Envelope("cli", NOW))
    friday.do("start_stage", stage=1)
    friday.announce()
    friday.do("start_table", stage=1, round=1, table=1)
    describe(friday.club)
    call_command("tournament", "play", str(friday.id))
    assert [values(friday, table) for table in (1, 2)] == [list(SUSHI_VALUES), SUSHI]
    assert set(Match.objects.values_list("status", flat=True)) == {"finished"}


def test_a_box_that_is_not_enough_for_a_table_is_told_when_it_begins() -> None:
    friday = Friday(5, swiss(games=[{"game": "sushi_boat"}], sizes=[5], preferred=5))
    friday.announce()
    spaces = "L1=0 R1=3 M1=0+3 M2=0+3 M3=0+3"
    board = {"layout": "own", "belt": "1 ? ? 1", "spaces": spaces, "four_plus": "M1 M2 M3"}
    describe(friday.club, "sushi_boat", options=board | {"staff_places": "L1"})
    with pytest.raises(RuleViolation) as refused:
        friday.do("start_table", stage=1, round=1, table=1)
    assert refused.value.code == "layout_too_few_spaces"
    assert not Match.objects.exists()


@pytest.mark.parametrize("preset", ["swiss_pods", "open"])
def test_the_form_shows_the_box_and_leaves_it_to_the_club_unless_it_is_changed(
    staff: Client, preset: str
) -> None:
    club = make_club()
    describe(club)
    page = staff.get("/tournaments/new/", {"game": "sushi_bar", "format": preset})
    assert "1 1 1 2 2 2 3 3 3 9 9 9" in page.text
    assert f"/clubs/{club.id}/boxes/sushi_bar/" in page.text
    staff.post("/tournaments/new/", new_form(club, preset, game="sushi_bar", **BAR_FORM))
    other = BAR_FORM | {"option_sushi_values": "1 " * 12}
    staff.post("/tournaments/new/", new_form(club, preset, game="sushi_bar", **other))
    planned = []
    for tournament in Tournament.objects.order_by("created_at"):
        with reading(tournament.id) as state:
            planned.append(state.stages[1].rules.games[0].options)
    assert planned == [
        {"hide_covered": False},
        {"hide_covered": False, "sushi_values": [1] * 12, "bone_values": list(BONE_VALUES)},
    ]
