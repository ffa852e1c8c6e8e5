import re
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.answers import Answer
from tests.factories import make_user
from tests.tournaments.seasons.played import (
    correct_evening,
    finish_evening,
    lead_it,
    make_people,
    make_season,
    play_evening,
    reopen_evening,
)
from tournaments.people.models import Club, Player
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.states import season_state

pytestmark = pytest.mark.django_db

RULES = {
    "planned": "10",
    "best": "6",
    "least_evenings": "0",
    "points_by": "place",
    "place_points": "5 3 7/2",
    "share_ties": "on",
    "least_matches": "1",
    "attendance": "1/2",
    "tie_break_1": "evenings_won",
    "tie_break_2": "evenings_won",
    "tie_break_3": "",
    "tie_break_4": "attended",
}


def evening(club: Club, order: list[Player], title: str = "Friday") -> UUID:
    scores = {one: 9 - place for place, one in enumerate(order)}
    return play_evening(club, scores, title=title)


def send(client: Client, season: UUID, name: str, **fields: str) -> Answer:
    version = season_state(season).version
    sent = {"key": str(uuid4()), "expected_version": str(version)} | fields
    return client.post(f"/seasons/{season}/do/{name}/", sent)


def text_of(response: Answer) -> str:
    """Return what stands on a page, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())


def test_without_seasons_the_list_says_so_and_offers_one_to_those_who_may(
    client: Client, club: Club
) -> None:
    assert "There is no season yet." in client.get("/seasons/").text
    assert "/seasons/new/" not in client.get("/seasons/").text
    client.force_login(make_user(staff=True))
    assert "/seasons/new/" in client.get("/seasons/").text


def test_a_season_is_begun_from_its_form_once(staff: Client, club: Club) -> None:
    assert staff.get("/seasons/new/").status_code == 200
    form = RULES | {"title": "Winter", "place_points": "5 7/2 1", "key": str(uuid4())}
    first = staff.post("/seasons/new/", form)
    again = staff.post("/seasons/new/", form)
    assert first.status_code == again.status_code == 302
    season = Season.objects.get()
    assert first.headers["Location"] == again.headers["Location"] == f"/seasons/{season.id}/"
    assert season.rules == {
        "points_by": "place",
        "place_points": ["5", "7/2", "1"],
        "share_ties": True,
        "least_matches": 1,
        "attendance": "1/2",
        "best": 6,
        "least_evenings": 0,
        "tie_breaks": ["evenings_won", "attended"],
    }


@pytest.mark.parametrize(
    "wrong",
    [{"place_points": "5 x"}, {"attendance": "much"}, {"place_points": "3 5"}, {"title": ""}],
)
def test_a_form_with_something_wrong_comes_back_with_what_was_typed(
    staff: Client, club: Club, wrong: dict[str, str]
) -> None:
    form = RULES | {"title": "Winter cup", "key": str(uuid4())} | wrong
    page = staff.post("/seasons/new/", form)
    assert page.status_code == 422
    assert form["place_points"] in page.text
    assert not Season.objects.exists()


def test_the_page_shows_each_evening_what_does_not_count_and_what_can_be_reached(
    client: Client, club: Club
) -> None:
    people = make_people(club, 3)
    evenings = [
        evening(club, people, "First night"),
        evening(club, people[::-1], "Second night"),
    ]
    season = make_season(club, evenings=evenings, planned=3, best=1)
    page = client.get(f"/seasons/{season}/")
    assert page.status_code == 200
    assert "First night" in page.text
    assert page.text.count("<s>") == 3
    row = text_of(page)[text_of(page).index("Person1 T.") :]
    assert row.startswith("Person1 T. 10 10 6 does not count 10")
    assert "The best evening counts." in page.text
    assert "Evenings won" in page.text
    assert "<form" not in page.text.partition("<main")[2].partition("</main>")[0]


def test_staff_adds_moves_removes_closes_and_opens_again(staff: Client, club: Club) -> None:
    people = make_people(club, 2)
    one, two = evening(club, people, "One"), evening(club, people[::-1], "Two")
    season = make_season(club, planned=0)
    assert "Two" in staff.get(f"/seasons/{season}/").text
    assert send(staff, season, "add_evening", tournament=str(one)).status_code == 302
    assert send(staff, season, "add_evening", tournament=str(two)).status_code == 302
    assert send(staff, season, "move_evening", tournament=str(two), position="1").status_code == 302
    assert season_state(season).evenings == (two, one)
    assert send(staff, season, "remove_evening", tournament=str(two)).status_code == 302
    assert send(staff, season, "close").status_code == 302
    page = staff.get(f"/seasons/{season}/")
    assert "Champion: Person1 T." in page.text
    assert "Champion: Person1 T." in staff.get("/seasons/").text
    assert send(staff, season, "reopen").status_code == 302
    assert not season_state(season).closed


def test_the_page_of_a_closed_season_tells_what_a_correction_would_change(
    client: Client, club: Club
) -> None:
    people = make_people(club, 2)
    one = evening(club, people)
    season = make_season(club, evenings=[one], planned=1)
    lead_it(season, "close")
    assert "would change" not in client.get(f"/seasons/{season}/").text
    reopen_evening(one)
    assert "An evening was opened again" in client.get(f"/seasons/{season}/").text
    lead_it(season, "reopen")
    finish_evening(one)
    lead_it(season, "close")
    correct_evening(one, {people[0]: 1, people[1]: 2})
    page = client.get(f"/seasons/{season}/")
    assert "A later correction would change this closed season." in page.text
    assert "The champion would be Person2 T." in page.text
    assert "Champion: Person1 T." in page.text
    assert "Person1 T.: place 1 (10) would be place 2 (8)" in page.text


def test_a_refusal_is_told_on_the_page_and_writes_nothing(staff: Client, club: Club) -> None:
    one = evening(club, make_people(club, 2))
    season = make_season(club, evenings=[one])
    page = send(staff, season, "add_evening", tournament=str(uuid4()))
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    page = send(staff, season, "add_evening", tournament="x")
    assert page.status_code == 422
    stale = send(staff, season, "close", expected_version="1")
    assert stale.status_code == 422
    assert season_state(season).evenings == (one,)
    assert staff.post(f"/seasons/{season}/do/burn/").status_code == 404
    assert staff.get(f"/seasons/{uuid4()}/").status_code == 404


@pytest.mark.parametrize(
    ("preset", "rules"),
    [
        ("best_five", {"best": 5, "points_by": "place", "attendance": "0"}),
        ("regulars", {"best": None, "points_by": "place", "attendance": "2"}),
        ("average", {"best": None, "points_by": "average", "least_evenings": 3}),
        ("nonsense", {"best": None, "points_by": "place", "least_evenings": 0}),
    ],
)
def test_without_scripts_the_server_fills_in_the_preset(
    staff: Client, club: Club, preset: str, rules: dict[str, object]
) -> None:
    form = staff.get("/seasons/new/").context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    sent |= {"title": "Winter", "key": str(uuid4()), "filled": "places", "preset": preset}
    assert staff.post("/seasons/new/", sent).status_code == 302
    season = Season.objects.get()
    assert rules.items() <= season.rules.items()
    cards = staff.get(f"/seasons/{season.id}/edit/").context["form"].preset_cards
    assert [card.preset.code for card in cards if card.chosen] == [
        preset if preset != "nonsense" else "places"
    ]


def test_the_rules_are_changed_on_their_own_page(staff: Client, club: Club) -> None:
    season = make_season(club, best=6)
    page = staff.get(f"/seasons/{season}/edit/")
    assert 'value="6"' in page.text
    assert "10 8 6 5 4 3 2 1" in page.text
    form = RULES | {
        "title": "Spring",
        "place_points": "3 2 1",
        "expected_version": "1",
        "key": str(uuid4()),
    }
    assert staff.post(f"/seasons/{season}/edit/", form).status_code == 302
    assert season_state(season).title == "Spring"
    stale = staff.post(f"/seasons/{season}/edit/", form | {"title": "Other", "key": str(uuid4())})
    assert stale.status_code == 422
    assert season_state(season).title == "Spring"


def test_saving_a_form_that_nobody_changed_changes_nothing(staff: Client, club: Club) -> None:
    codes = ["attended", "last_evenings", "head_to_head", "match_wins", "evenings_won"]
    season = make_season(club, tie_breaks=codes, attendance="1/3", points_by="sum", best=None)
    form = staff.get(f"/seasons/{season}/edit/").context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    sent |= {"expected_version": "1", "key": str(uuid4())}
    assert staff.post(f"/seasons/{season}/edit/", sent).status_code == 302
    assert season_state(season).version == 1


def test_visitors_are_sent_to_sign_in_and_members_are_refused(client: Client, club: Club) -> None:
    season = make_season(club)
    for address in ("/seasons/new/", f"/seasons/{season}/edit/"):
        assert client.get(address).headers["Location"].startswith("/login/")
    assert client.post(f"/seasons/{season}/do/close/").headers["Location"].startswith("/login/")
    client.force_login(make_user())
    for address in ("/seasons/new/", f"/seasons/{season}/edit/"):
        assert client.get(address).status_code == 403
    assert client.post(f"/seasons/{season}/do/close/").status_code == 403


def test_a_page_of_many_takes_as_many_queries_as_one_of_few(staff: Client, club: Club) -> None:
    small = make_season(club, evenings=[evening(club, make_people(club, 2))])
    many = make_people(club, 8)
    large = make_season(club, evenings=[evening(club, many) for _ in range(5)])
    counts = []
    for season in (small, large):
        staff.get(f"/seasons/{season}/")
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(f"/seasons/{season}/").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 12


def test_the_page_is_in_french_too(client: Client, club: Club) -> None:
    season = make_season(club, evenings=[evening(club, make_people(club, 2))])
    client.cookies["django_language"] = "fr"
    assert client.get(f"/seasons/{season}/").status_code == 200
    assert client.get("/seasons/").status_code == 200
