"""Reporting a result round by round, or as a count that the rules score."""

import pytest
from django.test import Client
from django.urls import reverse

from replays.services import life
from tests.answers import Answer
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import SentForm, forms_of, text_of

pytestmark = pytest.mark.django_db

COUNT = {
    "seat-0.many.sushi": ["3", "5"],
    "seat-0.many.bones": ["-1", "-2"],
    "seat-1.many.sushi": ["6"],
}


def path_of(sitting: Sitting, by: str) -> str:
    return f"{reverse('replays:report', args=[sitting.id])}?by={by}"


def form_with(response: Answer, button: str) -> SentForm:
    """Return the form of a page that has a button with these words."""
    forms = forms_of(text_of(response))
    return next(form for form in forms if any(button == one.text for one in form.buttons))


def match_page(client: Client, sitting: Sitting) -> str:
    return text_of(client.get(reverse("replays:match", args=[sitting.id]), {"ply": 999}))


def test_a_count_is_scored_before_it_is_saved(house: House, staff: Client) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "count")
    shown = form_with(staff.get(path), "Add it up")
    before = sitting.version

    preview = staff.post(path, shown.hidden | COUNT)

    assert preview.status_code == 200
    assert sitting.version == before
    assert "Sushi that count: +8" in text_of(preview)
    confirm = form_with(preview, "Yes, save the result")
    answer = staff.post(path, confirm.hidden | COUNT | {"confirm": "yes"})
    assert answer.status_code == 302
    assert sitting.row.status == "reported"
    assert [(seat.place, seat.score) for seat in sitting.seats] == [(1, 5), (2, 0)]
    assert "Sushi that count: +8" in match_page(staff, sitting)
    assert "scored by the rules" in match_page(staff, sitting)


def test_the_preview_sends_the_count_along_and_keeps_it_in_the_form(
    house: House, staff: Client
) -> None:
    path = path_of(house.sitting(), "count")
    shown = form_with(staff.get(path), "Add it up")

    preview = staff.post(path, shown.hidden | COUNT)

    page = text_of(preview)
    for name, values in COUNT.items():
        for value in values:
            assert f'name="{name}" value="{value}"' in page
    assert form_with(preview, "Add it up again").chosen == COUNT


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (
            {"seat-0.many.sushi": ["5", "5"], "seat-1.many.sushi": ["5"]},
            "3 × 5 were counted",
        ),
        ({"seat-0.many.sushi": ["nonsense"]}, "do not have the right form"),
        ({"seat-0.many.sushi": ["[[1]]"]}, "do not have the right form"),
        ({"seat-0.many.sushi": ["9" * 5000]}, "do not have the right form"),
    ],
    ids=["more than the box holds", "no value", "a list", "a long number"],
)
def test_an_impossible_count_is_refused_in_words(
    house: House, staff: Client, count: dict[str, list[str]], words: str
) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "count")
    shown = form_with(staff.get(path), "Add it up")

    for more in ({}, {"confirm": "yes"}):
        answer = staff.post(path, shown.hidden | count | more)
        assert answer.status_code == 422
        assert words in text_of(answer)
    assert sitting.row.status == "open"


def test_a_count_that_comes_too_late_is_refused(house: House, staff: Client) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "count")
    shown = form_with(staff.get(path), "Add it up")
    sitting.play()

    answer = staff.post(path, shown.hidden | COUNT | {"confirm": "yes"})

    assert answer.status_code == 409
    assert sitting.row.status == "open"


def test_any_game_is_counted_by_its_own_fields(house: House, staff: Client) -> None:
    sitting = house.sitting("hidden_game", seats=3)
    page = text_of(staff.get(path_of(sitting, "count"), headers=FRENCH))

    assert "Lampions sur la table" in page
    assert page.count('data-pool="pool-0"') == 9
    assert "component." not in page


def test_a_game_without_things_to_count_offers_scores_only(house: House, staff: Client) -> None:
    sitting = house.sitting("plain", options={"title": "Azul"})

    assert staff.get(path_of(sitting, "count"))["Location"] == reverse(
        "replays:report", args=[sitting.id]
    )
    assert "?by=count" not in text_of(staff.get(path_of(sitting, "scores")))


def test_only_those_who_may_report_may_count(house: House, client: Client, member: Client) -> None:
    path = path_of(house.sitting(), "count")

    assert "/login/" in client.get(path)["Location"]
    assert member.post(path, COUNT).status_code == 403


def test_scores_are_reported_round_by_round(house: House, staff: Client) -> None:
    sitting = house.sitting("plain", options={"title": "Azul"})
    path = path_of(sitting, "rounds")
    form = form_with(staff.get(path), "Save the result")
    rounds = {"round_0_0": "10", "round_0_1": "12", "round_2_0": "7", "round_2_1": "-1"}

    assert staff.post(path, form.hidden | rounds).status_code == 302

    assert [(seat.place, seat.score) for seat in sitting.seats] == [(1, 17), (2, 11)]
    assert known(sitting.log().life.reported).rounds == ((10, 12), (7, -1))
    assert "Round 2: +7" in match_page(staff, sitting)


def test_a_round_is_added_without_losing_what_was_typed(house: House, staff: Client) -> None:
    sitting = house.sitting("plain", options={"title": "Azul"})
    path = path_of(sitting, "rounds")
    form = form_with(staff.get(path), "Save the result")

    more = staff.post(path, form.hidden | {"round_0_0": "10", "more": "yes"})

    assert more.status_code == 200
    longer = form_with(more, "Save the result")
    assert len(longer.inputs) == len(form.inputs) + 2
    assert 'value="10"' in text_of(more)
    assert sitting.row.status == "open"


@pytest.mark.parametrize(
    "rounds",
    [{}, {"round_0_0": "1"}, {"round_0_0": "1", "round_0_1": "x"}, {"rounds": "9999999999"}],
    ids=["none", "half a round", "no number", "too many rounds"],
)
def test_half_a_round_is_refused(house: House, staff: Client, rounds: dict[str, str]) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "rounds")
    form = form_with(staff.get(path), "Save the result")

    assert staff.post(path, form.hidden | rounds).status_code == 422
    assert sitting.row.status == "open"


def test_an_ended_match_takes_no_count(house: House, staff: Client) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "count")
    sitting.do(life.abandon_match)
    shown = form_with(staff.get(path), "Add it up")

    assert staff.post(path, shown.hidden | COUNT | {"confirm": "yes"}).status_code == 422
    assert sitting.row.status == "abandoned"


def test_the_page_says_what_contradicts_and_keeps_what_was_typed(
    house: House, staff: Client
) -> None:
    sitting = house.sitting("plain", options={"title": "Go"})
    path = reverse("replays:report", args=[sitting.id])
    typed = {"score_0": "5", "score_1": "4", "place_0": "2", "place_1": "1"}
    page = staff.post(path, {"expected_version": "1"} | typed)
    assert page.status_code == 422
    assert "The places contradict the scores" in text_of(page)
    assert 'value="5"' in text_of(page)
    french = staff.post(path, {"expected_version": "1"} | typed, headers=FRENCH)
    assert "Les rangs contredisent les scores" in text_of(french)


@pytest.mark.parametrize("by", ["scores", "rounds"])
def test_an_unlikely_score_is_asked_about_and_sent_again_with_everything_typed(
    house: House, staff: Client, by: str
) -> None:
    sitting = house.sitting("sushi_go_party")
    path = path_of(sitting, by)
    names = ("score_0", "score_1") if by == "scores" else ("round_0_0", "round_0_1")
    typed = dict(zip(names, ("420", "37"), strict=True)) | {"expected_version": "1"}
    page = staff.post(path, typed)
    assert page.status_code == 422
    assert "A score of 420? This game gives from -27 to 200." in text_of(page)
    assert 'value="37"' in text_of(page)
    assert sitting.version == 1
    french = text_of(staff.post(path, typed, headers=FRENCH))
    assert "Oui, 420 est juste" in french
    form = form_with(page, "Yes, 420 is right")
    assert [(one.name, one.value) for one in form.buttons if one.text.startswith("Yes")] == [
        ("confirm", "true")
    ]
    assert staff.post(path, typed | {"confirm": "true"}).status_code == 302
    assert [seat.score for seat in sitting.seats] == [420, 37]
