import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from replays.models import Note, StoredEvent
from tests.clients import SignedIn
from tests.factories import make_club, make_user
from tests.known import known
from tests.tournaments.people.test_admin import act
from tests.tournaments.tournaments.doors import SWISS, Evening
from tournaments.tournaments.models import Tournament, TournamentEntrant
from tournaments.tournaments.selectors.states import reading

pytestmark = pytest.mark.django_db

LIST = "tournaments/tournament"


def page_of(evening: Evening) -> str:
    return f"/admin/{LIST}/{evening.id}/change/"


def direct_page(evening: Evening) -> str:
    return f"/admin/{LIST}/{evening.id}/direct/"


def row_of(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.id)


def test_no_row_of_a_tournament_can_be_changed_or_deleted_by_hand(boss: SignedIn) -> None:
    evening = Evening().start()
    request = RequestFactory().get("/")
    request.user = boss.user
    registered = admin.site._registry[Tournament]
    assert not registered.has_change_permission(request)
    assert not registered.has_delete_permission(request)
    for inline in registered.get_inline_instances(request, row_of(evening)):
        assert not inline.has_add_permission(request, None)
        assert not inline.has_change_permission(request)
        assert not inline.has_delete_permission(request)
    assert boss.post(page_of(evening), {"title": "Mine"}).status_code == 403
    assert boss.post(f"/admin/{LIST}/{evening.id}/delete/").status_code == 403
    assert row_of(evening).title == "Friday"


def places_of_the_table(evening: Evening) -> tuple[int, ...] | None:
    with reading(evening.id) as state:
        return known(known(state.table(1, 1, 1)).result).places


def test_the_page_of_a_tournament_shows_stages_rounds_tables_and_entrants(boss: SignedIn) -> None:
    evening = Evening(entrants=7).start()
    evening.do("check_out", entrants=[7])
    evening.play_round()
    page = boss.get(page_of(evening)).text
    seeded = ", ".join(f"{number + 1} Ada0{number} Z." for number in range(7))
    assert f"<td>1</td><td>swiss</td><td>running</td><td>{seeded}</td>" in page
    assert "<td>2</td><td>elimination</td><td>planned</td><td></td>" in page
    assert "<td>1</td><td>1</td><td></td><td>7 Ada06 Z.</td>" in page
    for words in ("1 Ada00 Z. (1) 99", "6 Ada05 Z. (3) 94", "provisional"):
        assert words in page
    assert direct_page(evening) in page
    assert "Friday" in boss.get(f"/admin/{LIST}/?q=Fri").text


def test_the_admin_costs_no_query_per_entrant_or_table(boss: SignedIn) -> None:
    counts = []
    for entrants in (8, 40):
        evening = Evening(entrants=entrants).start()
        evening.play_round()
        addresses = (page_of(evening), direct_page(evening))
        for address in addresses:
            boss.get(address)  # what a process asks once is not what is counted
            with CaptureQueriesContext(connection) as found:
                assert boss.get(address).status_code == 200
            counts.append(len(found))
    assert counts[:2] == counts[2:]


def test_a_tournament_is_begun_through_its_service(boss: SignedIn) -> None:
    club = make_club()
    form = {"club": str(club.pk), "title": " New  Year ", "day": "2026-12-31"}
    assert boss.post(f"/admin/{LIST}/add/", form).status_code == 302
    made = Tournament.objects.get()
    assert (made.title, str(made.day)) == ("New Year", "2026-12-31")
    assert StoredEvent.objects.get().actor == f"user:{boss.user.pk}"
    assert boss.post(f"/admin/{LIST}/add/", form | {"title": "\u202e"}).status_code == 200
    assert Tournament.objects.count() == 1


def test_actions_take_a_tournament_from_its_first_stage_to_its_end(boss: SignedIn) -> None:
    evening = Evening(entrants=4)
    evening.do("drop_stage", stage=2)
    evening.do("set_stage", stage=1, rules=SWISS | {"rounds": 1})

    def press(action: str) -> str:
        return act(boss, LIST, action, row_of(evening)).text

    assert "Done." in press("advance")
    assert row_of(evening).status == "running"
    assert "no_proposal" in press("publish")
    assert "Done." in press("propose")
    assert "Done." in press("publish")
    assert "tables_open" in press("advance")
    evening.do("record", stage=1, round=1, table=1, scores=[4, 3, 2, 1])
    assert "Done." in press("advance")
    assert "Done." in press("finish")
    assert row_of(evening).status == "finished"
    assert "tournament_over" in press("propose")
    assert StoredEvent.objects.latest("id").actor == f"user:{boss.user.pk}"


def test_the_next_stage_is_started_after_the_former_is_closed(boss: SignedIn) -> None:
    evening = Evening().start()
    for _ in range(3):
        evening.play_round()
    for expected in ((1, "closed"), (2, "running")):
        act(boss, LIST, "advance", row_of(evening))
        with reading(evening.id) as state:
            assert state.stages[expected[0]].status == expected[1]


def test_a_result_is_recorded_and_a_correction_is_shown_before_it_is_done(boss: SignedIn) -> None:
    evening = Evening(entrants=4).start()
    evening.announce()
    form = {"form": "result", "table": "1/1/1", "kind": "complete", "scores": "9, 7 5 3"}
    assert boss.post(direct_page(evening), form).status_code == 302
    assert places_of_the_table(evening) == (1, 2, 3, 4)
    version = evening.version
    form |= {"scores": "3 5 7 9"}
    shown = boss.post(direct_page(evening), form)
    assert shown.status_code == 200
    assert "What would change" in shown.text
    assert "→" in shown.text
    assert evening.version == version
    assert boss.post(direct_page(evening), form | {"confirmed": "1"}).status_code == 302
    assert places_of_the_table(evening) == (4, 3, 2, 1)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"scores": "9 7"}, "scores_do_not_fit"),
        ({"scores": "nine"}, "Whole numbers"),
        ({"table": "1/9/1", "scores": "9 7 5 3"}, "Select a valid choice"),
        ({"kind": "walk_over"}, "walk_over_without_absent"),
        ({}, "places_missing"),
    ],
)
def test_a_result_that_does_not_fit_is_refused_in_the_form(
    boss: SignedIn, fields: dict[str, str], words: str
) -> None:
    evening = Evening(entrants=4).start()
    evening.announce()
    before = evening.version
    form = {"form": "result", "table": "1/1/1", "kind": "complete"} | fields
    page = boss.post(direct_page(evening), form)
    assert page.status_code == 200
    assert words in page.text
    assert evening.version == before


def test_a_correction_that_does_not_fit_is_refused_before_it_is_shown(boss: SignedIn) -> None:
    evening = Evening(entrants=4).start()
    evening.play_round()
    form = {"form": "result", "table": "1/1/1", "kind": "complete", "scores": "1 2"}
    page = boss.post(direct_page(evening), form)
    assert "scores_do_not_fit" in page.text
    assert "What would change" not in page.text


def test_an_entrant_drops_out(boss: SignedIn) -> None:
    evening = Evening()
    assert boss.post(direct_page(evening), {"form": "drop", "entrant": "3"}).status_code == 302
    assert TournamentEntrant.objects.get(number=3).dropped
    again = boss.post(direct_page(evening), {"form": "drop", "entrant": "3"})
    assert "Select a valid choice" in again.text


def test_any_command_can_be_sent_with_its_reason(boss: SignedIn) -> None:
    evening = Evening().start()
    form = {"form": "any", "name": "penalise", "reason": "He shouted."}
    form |= {"body": '{"stage": 1, "entrant": 2, "points": "1"}'}
    assert boss.post(direct_page(evening), form).status_code == 302
    assert Note.objects.get().text == "He shouted."
    for body, words in (
        ("{", "This is not a JSON object."),
        ("[]", "This is not a JSON object."),
        ('{"stage": "one"}', "malformed_command"),
        ('{"stage": 1, "entrant": 99, "points": "1"}', "unknown_entrant"),
    ):
        page = boss.post(direct_page(evening), form | {"body": body})
        assert words in page.text


def test_only_those_who_may_change_tournaments_direct_them(client: Client) -> None:
    evening = Evening().start()
    client.force_login(make_user(staff=True))
    assert client.get(direct_page(evening)).status_code == 403
    client.force_login(make_user())
    assert client.get(direct_page(evening)).status_code == 302
    before = evening.version
    act(client, LIST, "propose", row_of(evening))
    assert evening.version == before


def test_a_tournament_that_is_not_there_has_no_page(boss: SignedIn) -> None:
    missing = "/admin/tournaments/tournament/00000000-0000-4000-8000-000000000000/direct/"
    assert boss.get(missing).status_code == 404
