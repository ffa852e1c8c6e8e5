from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from replays.envelope import Envelope
from replays.models import StoredEvent
from tests.clients import SignedIn
from tests.factories import NOW, make_club, make_player, make_user
from tests.tournaments.ladders.nights import at, numbers, played, work
from tests.tournaments.people.test_admin import act
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.models import (
    DueCause,
    Ladder,
    LadderDue,
    LadderNote,
    LadderPlayer,
    RatedMatch,
)
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.services.ladders import create_ladder
from tournaments.ladders.services.scheduling import schedule_updates
from tournaments.ladders.usual import usual_id
from tournaments.ladders.web.form_data import form_data
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db

LIST = "tournaments/ladder"
READ_ONLY = (LadderPlayer, RatedMatch, LadderNote, LadderDue)


def own(club: Club, title: str = "Cup", **rules: Any) -> Ladder:
    made = create_ladder(
        club=club, wanted=NewLadder(title=title, rules=rules), envelope=Envelope("cli", NOW)
    )
    return Ladder.objects.get(pk=made.stream_id)


def page_of(row: Any) -> str:
    return f"/admin/tournaments/{row._meta.model_name}/{row.pk}/change/"


def form_of(ladder: Ladder, command: str) -> str:
    return f"/admin/{LIST}/{ladder.pk}/do/{command}/"


def rule_inputs(**changed: Any) -> dict[str, Any]:
    """Return what a browser sends of the usual rules, with what was changed."""
    shown = {**form_data("", LadderRules()), **changed}
    return {
        name: value for name, value in shown.items() if value is not None and value is not False
    }


def row_counts() -> list[int]:
    models = (StoredEvent, Ladder, *READ_ONLY)
    return [model.objects.count() for model in models]


def test_no_row_of_a_ladder_can_be_written_by_hand(
    boss: SignedIn, club: Club, people: list[Player]
) -> None:
    played(club, people, [4, 3, 2, 1], minutes=300)
    work()
    played(club, people[:2], [1, 2], minutes=1, entered=400)
    work()
    ladder = Ladder.objects.get(pk=usual_id(club.id))
    schedule_updates([ladder.id], DueCause.MATCH, uuid4())
    request = RequestFactory().get("/")
    request.user = boss.user
    registered = admin.site._registry[Ladder]
    assert not registered.has_change_permission(request, ladder)
    assert not registered.has_delete_permission(request, ladder)
    assert boss.post(page_of(ladder), {"title": "Mine"}).status_code == 403
    for model in READ_ONLY:
        rows = admin.site._registry[model]
        assert not rows.has_add_permission(request)
        assert not rows.has_change_permission(request)
        assert not rows.has_delete_permission(request)
        name = model._meta.model_name
        assert boss.get(f"/admin/tournaments/{name}/add/").status_code == 403
        row = model.objects.first()
        assert boss.get(page_of(row)).status_code == 200
        assert boss.post(page_of(row), {}).status_code == 403
        assert row is not None
        assert boss.post(f"/admin/tournaments/{name}/{row.pk}/delete/").status_code == 403


def test_the_lists_tell_what_there_is_and_what_waits(
    boss: SignedIn, club: Club, people: list[Player]
) -> None:
    match = played(club, people, [40, 30, 20, 10])
    work()
    ladder = Ladder.objects.get(pk=usual_id(club.id))
    schedule_updates([ladder.id], DueCause.MATCH, match)
    page = boss.get(f"/admin/{LIST}/").text
    for words in ("All games", "Sushi Bar", page_of(ladder), "field-work_waiting"):
        assert words in page
    assert '<td class="field-players_rated">4</td>' in page
    assert '<td class="field-work_waiting">1</td>' in page
    one = boss.get(page_of(ladder)).text
    for words in (
        "Matches of every game count.",
        form_of(ladder, "revise"),
        f"/ladders/{ladder.pk}/",
    ):
        assert words in one
    ratings = boss.get(f"/admin/tournaments/ladderplayer/?ladder__id__exact={ladder.pk}").text
    assert "Chloé C." in ratings
    rated = RatedMatch.objects.get(ladder=ladder)
    assert str(match) in boss.get("/admin/tournaments/ratedmatch/").text
    assert (
        "+8: beat Chloé C. (+8) and Dan D. (+8), lost to Ana A. (−8)"
        in boss.get(page_of(rated)).text
    )
    assert str(match) in boss.get("/admin/tournaments/ladderdue/").text


def test_a_re_rating_is_told_with_whom_it_moved(
    boss: SignedIn, club: Club, people: list[Player]
) -> None:
    played(club, people, [4, 3, 2, 1], minutes=300)
    work()
    played(club, people[:2], [1, 2], minutes=1, entered=400)
    work()
    note = LadderNote.objects.filter(ladder=usual_id(club.id)).get()
    page = boss.get(page_of(note)).text
    assert "Ana A.: 1524 → " in page
    assert "a match was entered late" in page


def test_a_ladder_is_begun_through_its_service(boss: SignedIn, club: Club) -> None:
    assert "K at first" in boss.get(f"/admin/{LIST}/add/").text
    form = rule_inputs(start="1200") | {"club": str(club.pk), "title": " New  Year "}
    assert boss.post(f"/admin/{LIST}/add/", form).status_code == 302
    made = Ladder.objects.get()
    assert (made.title, made.rules["start"]) == ("New Year", 1200)
    assert StoredEvent.objects.get().actor == f"user:{boss.user.pk}"
    before = row_counts()
    for wrong, words in (
        ({"start": "-5"}, "greater than or equal to 1"),
        ({"games": ["chess960"]}, "Select a valid choice"),
        ({"since": "2026-09-02", "until": "2026-09-01"}, "cannot be before its first"),
        ({"title": "\u202e"}, "title_too_long"),
    ):
        answer = boss.post(f"/admin/{LIST}/add/", form | wrong)
        assert answer.status_code == 200
        assert words in answer.text
    assert row_counts() == before


def test_ladders_are_frozen_thawed_and_rebuilt_by_actions(
    boss: SignedIn, club: Club, people: list[Player]
) -> None:
    played(club, people, [40, 30, 20, 10])
    work()
    ladder = Ladder.objects.get(pk=usual_id(club.id))
    before = numbers()
    assert "All games: matches rated: 1" in act(boss, LIST, "rebuild", ladder).text
    assert numbers() == before
    assert "All games: Done." in act(boss, LIST, "freeze", ladder).text
    ladder.refresh_from_db()
    assert ladder.status == "frozen"
    for action in ("freeze", "rebuild"):
        assert "ladder_frozen" in act(boss, LIST, action, ladder).text
    assert "All games: Done." in act(boss, LIST, "thaw", ladder).text
    assert "ladder_not_frozen" in act(boss, LIST, "thaw", ladder).text
    frozen = StoredEvent.objects.filter(stream_id=ladder.pk, type="ladder.frozen").get()
    assert frozen.actor == f"user:{boss.user.pk}"
    assert numbers() == before


def test_the_usual_ladders_of_a_club_are_begun_from_its_row(boss: SignedIn, club: Club) -> None:
    page = act(boss, "tournaments/club", "begin_ladders", club).text
    assert Ladder.objects.filter(club=club).count() > 1
    assert f"Ladders begun: {Ladder.objects.count()}" in page
    assert "Ladders begun: 0" in act(boss, "tournaments/club", "begin_ladders", club).text


def test_rules_lists_and_periods_are_sent_from_forms_of_their_own(
    boss: SignedIn, club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    assert "K at first" in boss.get(form_of(ladder, "revise")).text
    form = rule_inputs(start="1000") | {"title": "Other"}
    assert boss.post(form_of(ladder, "revise"), form).status_code == 302
    ladder.refresh_from_db()
    assert (ladder.title, ladder.rules["start"]) == ("Other", 1000)
    file = SimpleUploadedFile("old.csv", "nom;cote\nChloé C;1612,5\n".encode("cp1252"))
    assert boss.post(form_of(ladder, "start_list"), {"file": file}).status_code == 302
    pasted = {"text": "name,rating\nBo B,1480\n"}
    assert boss.post(form_of(ladder, "start_list"), pasted).status_code == 302
    work()
    assert sorted(LadderPlayer.objects.values_list("mu", flat=True)) == [1480.0, 1612.5]
    period = {"title": "Next", "share": "50"}
    assert boss.post(form_of(ladder, "new_period"), period).status_code == 302
    made = Ladder.objects.get(title="Next")
    assert made.period_of == ladder.pk
    ladder.refresh_from_db()
    assert ladder.status == "frozen"
    assert boss.post(form_of(ladder, "thaw"), {}).status_code == 302


def test_what_is_wrong_is_told_in_the_form_and_nothing_is_written(
    boss: SignedIn, club: Club, people: list[Player]
) -> None:
    ladder = own(club)
    before = row_counts()
    binary = SimpleUploadedFile("a.csv", b"name,\x00\x01")
    for command, form, words in (
        ("revise", rule_inputs(start="0"), "greater than or equal to 1"),
        ("start_list", {"text": "name,rating,colour\nAna A,1,red\n"}, "unknown_columns"),
        ("start_list", {"text": "name,rating\nAna A,-5\n"}, "bad_start_rating"),
        ("start_list", {"text": ""}, "start_list_empty"),
        ("start_list", {"file": binary}, "list_not_text"),
        ("new_period", {"title": "", "share": "50"}, "This field is required."),
        ("new_period", {"title": "Next", "share": "101"}, "malformed_command"),
    ):
        answer = boss.post(form_of(ladder, command), form)
        assert answer.status_code == 200
        assert words in answer.text, (command, words)
    act(boss, LIST, "freeze", ladder)
    frozen = row_counts()
    answer = boss.post(form_of(ladder, "start_list"), {"text": "name,rating\nAna A,1500\n"})
    assert "ladder_frozen" in answer.text
    assert row_counts() == frozen != before
    assert boss.get(f"/admin/{LIST}/{uuid4()}/do/freeze/").status_code == 404


def test_only_those_who_may_change_ladders_direct_them(client: Client, club: Club) -> None:
    ladder = own(club)
    client.force_login(make_user(staff=True))
    assert client.get(form_of(ladder, "revise")).status_code == 403
    assert client.get(f"/admin/{LIST}/").status_code == 403
    client.force_login(make_user())
    assert client.get(form_of(ladder, "revise")).status_code == 302


def test_the_admin_costs_no_query_per_player_match_or_ladder(boss: SignedIn) -> None:
    counts = []
    for size, nights in ((2, 1), (5, 6)):
        club = make_club()
        people = [make_player(club, f"Person{number} X") for number in range(size)]
        for number in range(nights):
            played(club, people, [9 - seat for seat in range(size)], minutes=60 * number)
        work()
        for number in range(nights):
            schedule_updates([usual_id(club.id)], DueCause.MATCH, uuid4())
            own(club, f"Cup {number}")
        for name in ("ladder", "ladderplayer", "ratedmatch", "laddernote", "ladderdue"):
            address = f"/admin/tournaments/{name}/"
            boss.get(address)  # what a process asks once is not what is counted
            with CaptureQueriesContext(connection) as found:
                assert boss.get(address).status_code == 200
            counts.append((name, len(found)))
        ladder = Ladder.objects.get(pk=usual_id(club.id))
        rated = RatedMatch.objects.filter(ladder=ladder).first()
        for address in (page_of(ladder), form_of(ladder, "revise"), page_of(rated)):
            boss.get(address)
            with CaptureQueriesContext(connection) as found:
                assert boss.get(address).status_code == 200
            counts.append((address[-7:], len(found)))
    half = len(counts) // 2
    assert counts[:half] == counts[half:]


def test_the_moment_of_a_due_is_shown(boss: SignedIn, club: Club) -> None:
    ladder = own(club)
    schedule_updates([ladder.id], DueCause.MATCH, uuid4())
    LadderDue.objects.update(created_at=at(0))
    assert "Nov. 16, 2026" in boss.get("/admin/tournaments/ladderdue/").text
