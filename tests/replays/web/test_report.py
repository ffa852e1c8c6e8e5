"""Reporting a result, and rounds as they are over: noted, or counted and scored by the rules."""

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


def test_a_count_is_saved_at_once_and_its_result_once_it_was_looked_at(
    house: House, staff: Client
) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "count")
    shown = form_with(staff.get(path), "Add it up")

    assert staff.post(path, shown.hidden | COUNT).status_code == 302

    assert sitting.row.status == "open"
    preview = staff.get(path)
    assert "Sushi that count: +8" in text_of(preview)
    confirm = form_with(preview, "Save the result")
    answer = staff.post(path, confirm.hidden)
    assert answer.status_code == 302
    assert sitting.row.status == "reported"
    assert [(seat.place, seat.score) for seat in sitting.seats] == [(1, 5), (2, 0)]
    assert "Sushi that count: +8" in match_page(staff, sitting)
    assert "scored by the rules" in match_page(staff, sitting)


def test_a_count_can_be_taken_back_or_made_again(house: House, staff: Client) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "count")
    staff.post(path, form_with(staff.get(path), "Add it up").hidden | COUNT)

    again = form_with(staff.get(f"{path}&round=1"), "Add it up")
    assert again.chosen == COUNT
    other = {"seat-0.many.sushi": ["6"], "seat-0.many.bones": ["-1"]}
    staff.post(path, again.hidden | other)
    assert "Sushi that count: +6" in text_of(staff.get(path))
    back = form_with(staff.get(path), "Take the last round back")
    answer = staff.post(
        f"{reverse('replays:take_back', args=[sitting.id])}?depth=count", back.hidden
    )
    assert answer["Location"] == path
    assert "Sushi that count: +8" in text_of(staff.get(path))


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

    answer = staff.post(path, shown.hidden | count)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert sitting.version == 1


def test_a_count_that_comes_too_late_is_refused(house: House, staff: Client) -> None:
    sitting = house.sitting()
    path = path_of(sitting, "count")
    shown = form_with(staff.get(path), "Add it up")
    sitting.play()

    answer = staff.post(path, shown.hidden | COUNT)

    assert answer.status_code == 409
    assert form_with(answer, "Add it up").chosen == COUNT
    assert sitting.log().life.counted == ()


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


def note(staff: Client, path: str, number: int, *scores: object) -> Answer:
    """Send the scores of a round as its form does."""
    form = form_with(staff.get(f"{path}&round={number}"), f"Save round {number}")
    typed = {f"score_{seat}": str(score) for seat, score in enumerate(scores)}
    return staff.post(path, form.hidden | typed)


def test_scores_are_noted_round_by_round(house: House, staff: Client) -> None:
    sitting = house.sitting("plain", options={"title": "Azul"})
    path = path_of(sitting, "rounds")
    assert "Save the result" not in text_of(staff.get(path))

    for number, scores in ((1, (10, 12)), (2, (7, -1)), (1, (11, 12))):
        assert note(staff, path, number, *scores)["Location"] == path

    page = staff.get(path)
    assert form_with(page, "Save round 3").hidden["round"] == "3"
    assert staff.post(path, form_with(page, "Save the result").hidden).status_code == 302
    assert [(seat.place, seat.score) for seat in sitting.seats] == [(1, 18), (2, 11)]
    assert known(sitting.log().life.reported).rounds == ((11, 12), (7, -1))
    assert "Round 2: +7" in match_page(staff, sitting)


def test_a_gap_between_rounds_is_no_result(house: House, staff: Client) -> None:
    sitting = house.sitting("plain", options={"title": "Azul"})
    path = path_of(sitting, "rounds")
    note(staff, path, 2, 7, 1)
    page = staff.get(path)
    assert "Save the result" not in text_of(page)
    hidden = form_with(page, "Save round 1").hidden
    answer = staff.post(path, hidden | {"finish": "yes"})
    assert answer.status_code == 422
    assert "These rounds are not known yet: 1." in text_of(answer)


@pytest.mark.parametrize("scores", [(), ("1",), ("1", "x"), ("1", "9" * 30)])
def test_half_a_round_is_refused(house: House, staff: Client, scores: tuple[str, ...]) -> None:
    sitting = house.sitting()
    assert note(staff, path_of(sitting, "rounds"), 1, *scores).status_code == 422
    assert sitting.version == 1


@pytest.mark.parametrize("by", ["count", "rounds"])
def test_a_match_that_ended_otherwise_takes_no_rounds(house: House, staff: Client, by: str) -> None:
    sitting = house.sitting()
    sitting.do(life.abandon_match)
    scores = reverse("replays:report", args=[sitting.id])
    assert staff.get(path_of(sitting, by))["Location"] == scores
    assert staff.post(path_of(sitting, by), COUNT)["Location"] == scores
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


def test_an_unlikely_sum_of_rounds_is_asked_about(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    path = path_of(sitting, "rounds")
    note(staff, path, 1, 420, 37)
    page = staff.post(path, form_with(staff.get(path), "Save the result").hidden)
    assert page.status_code == 422
    assert "A score of 420? This game gives from -27 to 200." in text_of(page)
    form = form_with(page, "Yes, 420 is right")
    assert staff.post(path, form.hidden | {"confirm": "true"}).status_code == 302
    assert [seat.score for seat in sitting.seats] == [420, 37]


def test_an_unlikely_score_is_asked_about_and_sent_again_with_everything_typed(
    house: House, staff: Client
) -> None:
    sitting = house.sitting("sushi_go_party")
    path = path_of(sitting, "scores")
    typed = {"score_0": "420", "score_1": "37", "expected_version": "1"}
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
