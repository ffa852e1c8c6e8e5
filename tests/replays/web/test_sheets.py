"""Scores by rounds as a sheet: a line per rule, a column per round."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.outcome import ScoreLine
from replays.web.sheets import column_names, columns_of, score_sheet
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of

WORDS = {"rule.maki": ("Maki", "Makis"), "rule.pudding": ("Puddings", "Flans")}
LINES = (
    ScoreLine("maki", 6, "7", 1),
    ScoreLine("maki", 0, "0", 2),
    ScoreLine("maki", 3, "4", 3),
    ScoreLine("maki", -1, "", 3),
    ScoreLine("pudding", -6, "0"),
)


def test_there_is_a_column_per_round_and_one_for_the_whole_match_last() -> None:
    assert columns_of([LINES]) == (1, 2, 3, 0)
    assert columns_of([LINES[:2], LINES[:4]]) == (1, 2, 3)


def test_a_game_without_rounds_has_no_columns() -> None:
    assert columns_of([(ScoreLine("maki", 3),), ()]) == ()


@pytest.mark.django_db
def test_columns_have_names() -> None:
    assert column_names((1, 2, 0)) == (
        ("Round 1", "1"),
        ("Round 2", "2"),
        ("At the end", "End"),
    )


def test_a_sheet_adds_up_by_rule_and_by_round() -> None:
    sheet = score_sheet(LINES, (1, 2, 3, 0), WORDS, "fr")

    assert [line.rule for line in sheet.lines] == ["Makis", "Flans"]
    assert [[cell.points for cell in line.cells] for line in sheet.lines] == [
        [6, 0, 2, None],
        [None, None, None, -6],
    ]
    assert [line.total for line in sheet.lines] == [8, -6]
    assert sheet.sums == (6, 0, 2, -6)
    assert [cell.detail for cell in sheet.lines[0].cells] == ["7", "0", "4", ""]


@pytest.mark.django_db
@pytest.mark.parametrize("seats", [2, 4])
def test_the_result_of_a_match_in_rounds_is_one_sheet_per_seat(
    house: House, client: Client, seats: int
) -> None:
    sitting = house.sitting("sushi_go_party", seats=seats, seed=seats).finish()
    outcome = sitting.log().outcome

    page = text_of(client.get(reverse("replays:match", args=[sitting.id]), {"ply": 999}))

    assert page.count('class="score-sheet"') == seats
    assert page.count('<details class="score-sheet" open>') == 1
    assert "At the end" in page
    for score in outcome.scores:
        assert f"<strong>{str(score).replace('-', '−')}</strong>" in page


@pytest.mark.django_db
def test_the_sheets_speak_french(house: House, client: Client) -> None:
    sitting = house.sitting("sushi_go_party").finish()

    page = text_of(
        client.get(reverse("replays:match", args=[sitting.id]), {"ply": 999}, headers=FRENCH)
    )

    assert "Feuille de score de Chloé M." in page
    assert "Manche 3" in page


@pytest.mark.django_db
def test_a_match_without_rounds_keeps_its_breakdown_in_one_line(
    house: House, client: Client
) -> None:
    sitting = house.sitting().finish()

    page = text_of(client.get(reverse("replays:match", args=[sitting.id]), {"ply": 999}))

    assert "Where the points come from" in page
    assert "score-sheet" not in page
