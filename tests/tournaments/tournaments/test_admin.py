import re

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


def form_of(evening: Evening, command: str) -> str:
    return f"/admin/{LIST}/{evening.id}/do/{command}/"


def row_of(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.id)


def test_no_row_of_a_tournament_can_be_changed_or_deleted_by_hand(boss: SignedIn) -> None:
    evening = Evening().start()
    request = RequestFactory().get("/")
    request.user = boss.user
    registered = admin.site._registry[Tournament]
    assert not registered.has_change_permission(request)
    assert not registered.has_delete_permission(request)
    assert boss.post(page_of(evening), {"title": "Mine"}).status_code == 403
    assert boss.post(f"/admin/{LIST}/{evening.id}/delete/").status_code == 403
    assert row_of(evening).title == "Friday"


def places_of_the_table(evening: Evening) -> tuple[int, ...] | None:
    with reading(evening.id) as state:
        return known(known(state.table(1, 1, 1)).result).places


def test_the_page_of_a_tournament_shows_where_it_stands(boss: SignedIn) -> None:
    evening = Evening(entrants=7).start()
    evening.do("check_out", entrants=[7])
    tables = evening.announce()
    number, seats = next(iter(tables.items()))
    scores: list[int | None] = [90 - seat for seat in range(len(seats) - 1)]
    evening.do("record", stage=1, round=1, table=number, scores=[*scores, None], absent=[seats[-1]])
    evening.do("call_arbiter", stage=1, round=1, table=max(tables))
    page = boss.get(page_of(evening)).text
    for words in (
        "Enter the result of 1 table",
        "the arbiter was called",
        "<strong>Absent:</strong> Ada06 Z.",
        '<span class="k-mark">absent</span>',
        "2. Elimination",
        "Round 1.1, table",
        f"{form_of(evening, 'record')}?stage=1&amp;round=1&amp;table={max(tables)}",
        f"{form_of(evening, 'correct')}?stage=1&amp;round=1&amp;table={number}",
    ):
        assert words in page, words
    assert re.search(r'id="standings-title">\s*Swiss\b', page)
    assert "(4)" not in page
    assert "Friday" in boss.get(f"/admin/{LIST}/?q=Fri").text


def test_a_proposal_is_shown_with_its_figures_and_announced_from_there(boss: SignedIn) -> None:
    evening = Evening().start()
    evening.play_round()
    evening.do("keep_apart", groups=[[1, 2]])
    evening.do("propose", stage=1)
    page = boss.get(page_of(evening)).text
    for words in ("Proposal for round 2", "repeated meetings", "have met once before"):
        assert words in page
    assert boss.post(form_of(evening, "publish"), {"stage": "1"}).status_code == 302
    with reading(evening.id) as state:
        assert max(state.stages[1].rounds) == 2


def test_a_bracket_is_drawn_and_a_finished_tournament_has_its_ranking(boss: SignedIn) -> None:
    evening = Evening().start()
    for _ in range(3):
        evening.play_round()
    evening.do("close_stage", stage=1, draw=True)
    evening.do("start_stage", stage=2, draw=True)
    assert 'class="tour-bracket"' in boss.get(page_of(evening)).text
    evening.play_round(stage=2)
    page = boss.get(page_of(evening)).text
    assert "Close stage 2" in page
    evening.do("close_stage", stage=2)
    evening.do("finish")
    page = boss.get(page_of(evening)).text
    assert "Final ranking" in page
    assert "This tournament is over" in page


def test_the_admin_costs_no_query_per_entrant_or_table(boss: SignedIn) -> None:
    counts = []
    for entrants in (8, 40):
        evening = Evening(entrants=entrants).start()
        evening.play_round()
        for address in (page_of(evening), form_of(evening, "correct"), form_of(evening, "enter")):
            boss.get(address)  # what a process asks once is not what is counted
            with CaptureQueriesContext(connection) as found:
                assert boss.get(address).status_code == 200
            counts.append(len(found))
    assert counts[:3] == counts[3:]
    assert max(counts) <= 16


def test_a_tournament_is_begun_through_its_service(boss: SignedIn) -> None:
    club = make_club()
    form = {"club": str(club.pk), "title": " New  Year ", "day": "2026-12-31"}
    assert boss.post(f"/admin/{LIST}/add/", form).status_code == 302
    made = Tournament.objects.get()
    assert (made.title, str(made.day)) == ("New Year", "2026-12-31")
    assert StoredEvent.objects.get().actor == f"user:{boss.user.pk}"
    assert boss.post(f"/admin/{LIST}/add/", form | {"title": "\u202e"}).status_code == 200
    assert Tournament.objects.count() == 1


def test_a_tournament_is_begun_with_the_stages_of_a_preset(boss: SignedIn) -> None:
    club = make_club()
    form = {"club": str(club.pk), "title": "Cup", "preset": "swiss_pods", "game": "sushi_go_party"}
    assert boss.post(f"/admin/{LIST}/add/", form | {"rounds": "3"}).status_code == 302
    with reading(Tournament.objects.get().pk) as state:
        first, second = state.stages.values()
    assert (first.rules.rounds, second.rules.format) == (3, "elimination")
    wrong = boss.post(f"/admin/{LIST}/add/", form | {"size": "8", "game": "sushi_bar"})
    assert wrong.status_code == 200
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
    form = {"place": "1/1/1", "kind": "complete", "scores": "9, 7 5 3"}
    assert boss.post(form_of(evening, "record"), form).status_code == 302
    assert places_of_the_table(evening) == (1, 2, 3, 4)
    version = evening.version
    form |= {"scores": "3 5 7 9", "then": "keep"}
    shown = boss.post(form_of(evening, "correct"), form)
    assert shown.status_code == 200
    for words in ("What would change", "→", "3 5 7 9", f'name="seen" value="{version}"'):
        assert words in shown.text
    assert evening.version == version
    seen = form | {"seen": str(version)}
    assert boss.post(form_of(evening, "correct"), seen).status_code == 302
    assert places_of_the_table(evening) == (4, 3, 2, 1)
    # Somebody else was faster than who looks at an older preview.
    late = boss.post(form_of(evening, "correct"), seen | {"scores": "9 5 7 3"})
    assert "version_conflict" in late.text
    assert places_of_the_table(evening) == (4, 3, 2, 1)


def test_a_correction_offers_what_becomes_of_the_round_after_it(boss: SignedIn) -> None:
    evening = Evening().start()
    evening.play_round()
    evening.announce()
    form = {"place": "1/1/1", "kind": "complete", "scores": "1 2 3 99", "then": "repair"}
    page = boss.post(form_of(evening, "correct"), form).text
    assert "Round 2 would have been paired otherwise" in page
    assert "Withdrawn: stage 1, round 2, tables 1, 2." in page
    boss.post(form_of(evening, "correct"), form | {"seen": str(evening.version)})
    with reading(evening.id) as state:
        assert 2 not in state.stages[1].rounds


def test_what_any_command_would_change_is_shown_without_writing(boss: SignedIn) -> None:
    evening = Evening().start()
    evening.announce()
    before = evening.version
    page = boss.post(form_of(evening, "unstart_stage"), {"stage": "1", "preview": "1"}).text
    assert "Would be withdrawn: round 1 table 1, round 1 table 2." in page
    assert evening.version == before
    other = Evening(club=evening.club).start()
    other.do("propose", stage=1)
    swap = {"stage": "1", "one": "1", "other": "2", "preview": "1"}
    page = boss.post(form_of(other, "swap"), swap).text
    assert "preview-title" in page
    assert "→" in page
    with reading(other.id) as state:
        assert state.stages[1].draft is not None
        assert not state.stages[1].draft.by_hand
    drop = boss.post(form_of(other, "drop"), {"entrant": "3", "preview": "1"}).text
    assert "Ada02 Z.: " in drop


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"scores": "9 7"}, "scores_do_not_fit"),
        ({"scores": "nine"}, "Whole numbers"),
        ({"place": "1/9/1", "scores": "9 7 5 3"}, "Select a valid choice"),
        ({"kind": "walk_over"}, "walk_over_without_absent"),
        ({"kind": "nonsense"}, "Select a valid choice"),
        ({"absent": "99"}, "Select a valid choice"),
        ({"play_off": "Nobody N."}, "Nobody here is called “Nobody N.”."),
        ({"play_off": "Ada"}, "could be several people"),
        ({"place": ""}, "This field is required."),
        ({}, "places_missing"),
    ],
)
def test_a_result_that_does_not_fit_is_refused_in_the_form(
    boss: SignedIn, fields: dict[str, str], words: str
) -> None:
    evening = Evening(entrants=4).start()
    evening.announce()
    before = evening.version
    form = {"place": "1/1/1", "kind": "complete", "reason": "typed"} | fields
    page = boss.post(form_of(evening, "record"), form)
    assert page.status_code == 200
    assert words in page.text
    assert 'value="typed"' in page.text
    assert evening.version == before


def test_a_correction_that_does_not_fit_is_refused_before_it_is_shown(boss: SignedIn) -> None:
    evening = Evening(entrants=4).start()
    evening.play_round()
    form = {"place": "1/1/1", "kind": "complete", "scores": "1 2", "then": "keep"}
    page = boss.post(form_of(evening, "correct"), form)
    assert "scores_do_not_fit" in page.text
    assert "preview-title" not in page.text


def test_people_are_named_and_a_reason_is_kept(boss: SignedIn) -> None:
    evening = Evening().start()
    form = {"stage": "1", "entrant": "2", "points": "1", "reason": "He shouted."}
    assert boss.post(form_of(evening, "penalise"), form).status_code == 302
    assert Note.objects.get().text == "He shouted."
    groups = {"groups": "Ada00 Z., 2\nada03 z., ada04 z."}
    assert boss.post(form_of(evening, "keep_apart"), groups).status_code == 302
    with reading(evening.id) as state:
        assert state.apart == ((1, 2), (4, 5))
    assert "1 Ada00 Z., 2 Ada01 Z." in boss.get(form_of(evening, "keep_apart")).text
    assert boss.post(form_of(evening, "drop"), {"entrant": "3"}).status_code == 302
    assert TournamentEntrant.objects.get(number=3).dropped
    assert "entrant_dropped" in boss.post(form_of(evening, "drop"), {"entrant": "3"}).text


def test_announced_tables_are_seated_anew_by_cutting_and_pasting_lines(boss: SignedIn) -> None:
    evening = Evening().start()
    tables = evening.announce()
    shown = boss.get(form_of(evening, "reseat")).text
    one, two = (
        "\n".join(f"{seat} Ada0{seat - 1} Z." for seat in seats) for seats in tables.values()
    )
    assert one in shown
    assert two in shown
    form = {"place": "1/1", "tables-rows": "2", "tables-0-table": "1", "tables-0-entrants": two}
    wrong = boss.post(form_of(evening, "reseat"), form)
    assert "seated_twice" in wrong.text
    form |= {"tables-1-table": "2", "tables-1-entrants": one}
    assert boss.post(form_of(evening, "reseat"), form).status_code == 302
    with reading(evening.id) as state:
        seated = [table.entrants for table in state.stages[1].rounds[1].tables.values()]
    assert seated == [tables[2], tables[1]]


def test_a_stage_is_planned_with_inputs_of_its_format(boss: SignedIn) -> None:
    evening = Evening()
    address = form_of(evening, "set_stage")
    page = boss.get(f"{address}?stage=3").text
    assert 'name="rules-shown" value="3/swiss"' in page
    # Another format asks for other things first, and nothing is written.
    form = {"stage": "3", "rules-format": "elimination", "rules-shown": "3/swiss"}
    other = boss.post(address, form)
    assert "Other inputs belong to this choice" in other.text
    assert 'name="third_place"' in other.text
    with reading(evening.id) as state:
        assert 3 not in state.stages
    form |= {"rules-shown": "3/elimination", "sizes": "2", "preferred": "2", "advance": "1"}
    form |= {"final_tie": "former", "minutes": "0", "cut_kind": "top", "cut_top": "2"}
    form |= {"seeding": "former", "points": "5/3/2/1"}
    assert boss.post(address, form).status_code == 302
    with reading(evening.id) as state:
        rules = state.stages[3].rules
    assert (rules.format, rules.cut.top, rules.sizes) == ("elimination", 2, (2,))
    assert rules.game.options == {"title": "Go"}
    shown = boss.get(f"{address}?stage=3").text
    assert "Options of Go" in shown
    named = {"rules-game-option_title": "Hex", "rules-game-option_winner": "lowest"}
    assert boss.post(address, form | named).status_code == 302
    with reading(evening.id) as state:
        assert state.stages[3].rules.game.options == {"title": "Hex", "winner": "lowest"}
    running = boss.get(f"{form_of(evening.start(), 'set_stage')}?stage=1").text
    assert 'name="rules-format"' not in running
    assert 'name="rounds"' in running


def test_only_those_who_may_change_tournaments_direct_them(client: Client) -> None:
    evening = Evening().start()
    client.force_login(make_user(staff=True))
    assert client.get(form_of(evening, "record")).status_code == 403
    client.force_login(make_user())
    assert client.get(form_of(evening, "record")).status_code == 302
    before = evening.version
    act(client, LIST, "propose", row_of(evening))
    assert evening.version == before


def test_a_tournament_that_is_not_there_has_no_page(boss: SignedIn) -> None:
    missing = "/admin/tournaments/tournament/00000000-0000-4000-8000-000000000000/do/record/"
    assert boss.get(missing).status_code == 404
    evening = Evening()
    assert boss.get(form_of(evening, "explode")).status_code == 404
