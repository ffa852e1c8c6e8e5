from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.answers import Answer
from tests.clients import SignedIn
from tests.factories import make_club
from tests.tournaments.people.test_admin import act
from tests.tournaments.seasons.played import lead_it, make_people, make_season, play_evening
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.rules import SeasonRules
from tournaments.seasons.web.form_data import form_data

pytestmark = pytest.mark.django_db

LIST = "/admin/tournaments/season/"


def closed_season(people_count: int = 2, evening_count: int = 1) -> Season:
    club = make_club()
    people = make_people(club, people_count)
    scores = {one: 9 - place for place, one in enumerate(people)}
    played = [play_evening(club, scores, title=f"Night {n}") for n in range(evening_count)]
    season = make_season(club, evenings=played, planned=evening_count)
    lead_it(season, "close")
    return Season.objects.get(pk=season)


def page_of(season: Season) -> str:
    return f"{LIST}{season.pk}/change/"


def test_no_row_of_a_season_can_be_changed_or_deleted_by_hand(boss: SignedIn) -> None:
    season = closed_season()
    request = RequestFactory().get("/")
    request.user = boss.user
    registered = admin.site._registry[Season]
    for rows in (registered, *registered.get_inline_instances(request, season)):
        assert not rows.has_change_permission(request, season)
        assert not rows.has_delete_permission(request, season)
    assert boss.post(page_of(season), {"title": "Mine"}).status_code == 403
    assert boss.post(f"{LIST}{season.pk}/delete/").status_code == 403
    season.refresh_from_db()
    assert season.title == "Winter"


def test_the_list_finds_a_season_and_its_page_shows_evenings_rules_and_places(
    boss: SignedIn,
) -> None:
    season = closed_season()
    found = boss.get(f"{LIST}?q=Wint").text
    assert page_of(season) in found
    assert page_of(season) not in boss.get(f"{LIST}?q=Summer").text
    page = boss.get(page_of(season)).text
    assert "<div>1 Person1 T.: " in page
    for words in ("Night 0", "Person2 T.", "Points by final place", f"/seasons/{season.pk}/"):
        assert words in page


def test_an_evening_that_is_not_in_the_database_is_named_by_its_id(boss: SignedIn) -> None:
    season = closed_season()
    missing = uuid4()
    SeasonEvening.objects.create(id=uuid4(), season=season, number=2, tournament_id=missing)
    assert str(missing) in boss.get(page_of(season)).text


def test_the_page_costs_no_query_per_evening_or_place(boss: SignedIn) -> None:
    counts = []
    for people, evenings in ((2, 1), (5, 4)):
        season = closed_season(people, evenings)
        boss.get(page_of(season))  # what a process asks once is not what is counted
        with CaptureQueriesContext(connection) as found:
            assert boss.get(page_of(season)).status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1]


def rule_inputs(**changed: str) -> dict[str, Any]:
    """Return what a browser sends of the usual rules, with what was changed."""
    shown = {**form_data("Spring", 3, SeasonRules()), **changed}
    return {
        name: value for name, value in shown.items() if value is not None and value is not False
    }


def test_a_season_is_begun_and_led_by_forms(boss: SignedIn) -> None:
    club = make_club()
    form = rule_inputs() | {"club": str(club.pk)}
    wrong = boss.post(f"{LIST}add/", form | {"place_points": "1 2 3"})
    assert "bad_place_points" in wrong.text
    assert not Season.objects.exists()
    assert boss.post(f"{LIST}add/", form).status_code == 302
    season = Season.objects.get()
    assert (season.title, season.planned) == ("Spring", 3)

    def send(command: str, **fields: Any) -> Answer:
        return boss.post(f"{LIST}{season.pk}/do/{command}/", fields)

    people = make_people(club, 2)
    nights = [
        play_evening(club, dict(zip(people, (9, 5), strict=True)), title=f"Night {n}")
        for n in (1, 2)
    ]
    for night in nights:
        assert send("add_evening", tournament=str(night)).status_code == 302
    assert send("move_evening", tournament=str(nights[1]), position="1").status_code == 302
    assert (
        "bad_evening_position" in send("move_evening", tournament=str(nights[1]), position="9").text
    )
    assert "Select a valid choice" in send("remove_evening", tournament=str(uuid4())).text
    revised = rule_inputs(title="Summer", attendance="1/2")
    assert send("revise", **revised).status_code == 302
    assert send("remove_evening", tournament=str(nights[0])).status_code == 302
    assert send("close").status_code == 302
    season.refresh_from_db()
    assert (season.title, season.status, season.evenings) == ("Summer", "closed", 1)
    assert season.rules["attendance"] == "1/2"
    assert "season_closed" in send("close").text
    assert "Done." in act(boss, "tournaments/season", "reopen", season).text
    assert "Done." in act(boss, "tournaments/season", "close", season).text
