"""What organisers do on the pages of a tournament, and what they are refused."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import make_player
from tests.known import known
from tests.tight import tight
from tests.tournaments.tournaments.web.fields import (
    FINAL,
    HTMX,
    KNOCK_OUT,
    OPEN,
    PODS,
    Field,
    send,
)
from tournaments.people.models import Player

NEWCOMERS = (
    *("Mona Quist", "Otto Brandt", "Ines Falk", "Kurt Weiss", "Rosa Lind", "Jule Hahn"),
    *("Nils Ekman", "Vera Costa", "Hugo Salas", "Tina Moll", "Ivan Petrov"),
)


@pytest.mark.django_db
def test_people_of_the_club_are_searched_ticked_and_entered_with_a_guest(staff: Client) -> None:
    field = Field(2)
    anna, bert = make_player(field.club, "Anna Zuse"), make_player(field.club, "Bert Zorn")
    page = staff.get(field.path("entrants/")).text
    assert str(anna.id) in page
    assert str(field.players[0].id) not in page.partition('id="entrants-title"')[0]
    found = staff.get(field.path("candidates/"), {"search": "zorn", "players": str(anna.id)}).text
    assert f'value="{anna.id}" checked' in found
    assert f'value="{bert.id}">' in tight(found)
    answer = send(
        staff,
        field,
        "enter",
        back="entrants",
        players=[str(anna.id), str(bert.id)],
        names="Visiting Friend",
        present="true",
    )
    assert answer.headers["Location"] == field.path("entrants/")
    entered = field.state.entrants
    assert len(entered) == 5
    assert entered[5].present
    guest = Player.objects.get(pk=entered[5].player)
    assert (guest.first_name, guest.last_name, guest.guest) == ("Visiting", "Friend", True)


@pytest.mark.django_db
def test_thirteen_pasted_names_are_entered_at_once(staff: Client) -> None:
    field = Field(1)
    known = make_player(field.club, "Élodie Zuse")
    names = "Elodie ZUSE\n" + "\n".join(NEWCOMERS)
    form: dict[str, Any] = {"names": names + "\nMona Quist\n", "newcomers": "members"}
    form |= {"present": "true", "back": "entrants", "form": "enter", "key": str(uuid4())}
    for _sent_twice in range(2):
        assert send(staff, field, "enter", **form).status_code == 302
    entered = field.state.entrants
    assert len(entered) == 13
    assert entered[2].player == known.id
    assert all(entrant.present for number, entrant in entered.items() if number > 1)
    assert not Player.objects.filter(first_name="Mona", guest=True).exists()
    # Those who are there already are left alone when the list comes again with one more.
    more = form | {"names": names + "\nLou Vance", "key": str(uuid4())}
    assert send(staff, field, "enter", **more).status_code == 302
    assert len(field.state.entrants) == 14
    again = send(staff, field, "enter", **form | {"key": str(uuid4())})
    assert again.status_code == 422


@pytest.mark.django_db
def test_look_alikes_are_asked_about_and_nobody_is_made_before(staff: Client) -> None:
    field = Field(1)
    anna = make_player(field.club, "Anna Zuse")
    count = Player.objects.count()
    names = "Bo Quux\nAnnna Zuse\nAna Zuse"
    form: dict[str, Any] = {"back": "entrants", "form": "enter", "names": names}
    asked = send(staff, field, "enter", **form)
    assert asked.status_code == 422
    assert 'name="who_2"' in asked.text
    assert 'name="who_1"' not in asked.text
    assert Player.objects.count() == count
    mark = asked.context["people"].doubts.asked
    answers = {"asked": mark, "who_2": str(anna.id), "who_3": "new"}
    # An answer to other names is none.
    assert send(staff, field, "enter", **form, **answers | {"asked": "x"}).status_code == 422
    assert send(staff, field, "enter", **form, **answers).status_code == 302
    assert len(field.state.entrants) == 4
    assert field.state.entrants[3].player == anna.id
    assert Player.objects.filter(guest=True).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("names", ["x" * 61, "a\0b", "x" * 100_001, "(" + "y" * 41 + ")"])
def test_names_that_are_none_are_refused_and_kept_in_the_form(staff: Client, names: str) -> None:
    field = Field(1)
    count = Player.objects.count()
    answer = send(staff, field, "enter", back="entrants", form="enter", names=f"Bo\n{names}")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert (len(field.state.entrants), Player.objects.count()) == (1, count)


@pytest.mark.django_db
def test_entrants_are_checked_out_and_in_dropped_brought_back_and_removed(staff: Client) -> None:
    field = Field(9)
    for name, told in (("check_out", "absent"), ("check_in", "present"), ("drop", "dropped out")):
        send(staff, field, name, entrants="3", entrant="3", back="entrants")
        assert told in staff.get(field.path("entrants/")).text
    assert field.state.entrants[3].dropped
    send(staff, field, "bring_back", entrant="3", back="entrants")
    send(staff, field, "remove", entrant="3", back="entrants")
    assert 3 not in field.state.entrants
    field.announced()
    seated = field.seats()[0]
    refused = send(staff, field, "remove", entrant=str(seated), back="entrants", form="entrant")
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text


@pytest.mark.django_db
def test_constraints_are_added_and_taken_back_one_by_one(staff: Client) -> None:
    field = Field(9)
    send(staff, field, "keep_apart", group=["1", "2"], back="entrants")
    send(staff, field, "keep_apart", group=["4", "5", "6"], back="entrants")
    assert field.state.apart == ((1, 2), (4, 5, 6))
    alone = send(staff, field, "keep_apart", group=["7"], back="entrants", form="keep_apart")
    assert alone.status_code == 422
    send(staff, field, "keep_apart", without="0", back="entrants")
    assert field.state.apart == ((4, 5, 6),)
    send(staff, field, "fix_tables", entrant="3", tables="1, 2", back="entrants")
    assert field.state.entrants[3].fixed_tables == (1, 2)
    refused = send(
        staff, field, "fix_tables", entrant="3", tables="one", back="entrants", form="fix_tables"
    )
    assert refused.status_code == 422
    assert 'value="one"' in refused.text
    send(staff, field, "affiliate", entrant="4", club="School", back="entrants")
    assert "(School)" in staff.get(field.path("entrants/")).text
    send(staff, field, "fix_tables", entrant="3", tables="", back="entrants")
    assert field.state.entrants[3].fixed_tables == ()


@pytest.mark.django_db
def test_a_proposal_is_swapped_moved_locked_proposed_again_and_announced(staff: Client) -> None:
    field = Field(9)
    send(staff, field, "start_stage", stage="1")
    send(staff, field, "propose", stage="1", back="proposal")
    page = staff.get(field.path("proposal/")).text
    for word in ("repeated meetings", "seat balance", "Announce the round"):
        assert word in page
    first, second = known(field.state.stages[1].draft).tables
    one, other = first.entrants[0], second.entrants[0]
    form: dict[str, Any] = {"stage": "1", "back": "proposal", "form": "proposal"}
    assert send(staff, field, "swap", who=[str(one)], **form).status_code == 422
    send(staff, field, "swap", who=[str(one), str(other)], **form)
    first, second = known(field.state.stages[1].draft).tables
    assert (first.entrants[0], second.entrants[0]) == (other, one)
    assert "edited by hand" in staff.get(field.path("proposal/")).text
    larger, smaller = sorted((first, second), key=lambda table: -len(table.entrants))
    mover = larger.entrants[-1]
    send(staff, field, "move", who=[str(mover)], to=str(smaller.table), **form)
    seated = {table.table: table.entrants for table in known(field.state.stages[1].draft).tables}
    assert mover in seated[smaller.table]
    send(staff, field, "lock", **{"lock_1": "true"}, **form)
    locked = known(field.state.stages[1].draft).tables[0]
    assert locked.locked
    send(staff, field, "propose", **form)
    assert known(field.state.stages[1].draft).tables[0] == locked
    send(staff, field, "lock", **{"lock_1": "false"}, **form)
    assert not known(field.state.stages[1].draft).tables[0].locked
    version = field.state.version
    late = send(staff, field, "publish", expected_version=str(version - 1), **form)
    assert late.status_code == 412
    assert not field.state.stages[1].rounds
    send(staff, field, "publish", expected_version=str(version), **form)
    assert list(field.state.stages[1].rounds) == [1]


@pytest.mark.django_db
def test_a_proposal_that_is_out_of_date_says_so_and_is_not_announced(staff: Client) -> None:
    field = Field(9)
    field.do("start_stage", stage=1)
    field.do("propose", stage=1)
    field.do("check_out", entrants=[2])
    assert "Something has changed" in staff.get(field.path("proposal/")).text
    refused = send(staff, field, "publish", stage="1", back="proposal", form="proposal")
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text


@pytest.mark.django_db
def test_the_clock_is_started_paused_resumed_and_given_extra_time(staff: Client) -> None:
    field = Field(8).announced()
    at: dict[str, Any] = {"stage": "1", "round": "1", "form": "clock"}
    assert send(staff, field, "start_clock", **at, minutes="").status_code == 422
    send(staff, field, "start_clock", **at, minutes="30")
    assert "data-seconds-left" in staff.get(field.path()).text
    send(staff, field, "pause_clock", **at)
    paused = staff.get(field.path()).text
    assert "data-seconds-left" not in paused
    assert "paused" in paused
    send(staff, field, "add_time", **at, minutes="5")
    send(staff, field, "resume_clock", **at)
    clock = field.state.stages[1].rounds[1].clock
    assert clock is not None
    assert (clock.seconds, clock.since is None) == (35 * 60, False)
    send(staff, field, "add_time", **field.at(back="table:1:1:1"), minutes="2")
    assert known(field.state.table(1, 1, 1)).extra_seconds == 120
    assert "+2:00" in staff.get(field.path()).text


@pytest.mark.django_db
def test_a_round_that_has_not_begun_is_taken_back(staff: Client) -> None:
    field = Field(8).announced()
    assert "Withdraw round 1" in staff.get(field.path()).text
    send(staff, field, "withdraw_tables", stage="1", round="1")
    assert not field.state.stages[1].rounds


@pytest.mark.django_db
def test_the_cut_names_who_is_in_and_tied_and_lets_alternates_step_in(staff: Client) -> None:
    field = Field(12, PODS | {"rounds": 1}, FINAL).played()
    field.do("close_stage", stage=1)
    page = staff.get(field.path("stages/2/")).text
    for word in ("Alternates, in the order they step in", "tied on the line", "decides"):
        assert word in page
    first = field.state.stages[1].seeds[0]
    shown = staff.get(field.path("stages/2/"), {"declined": str(first)}).text
    assert f'value="{first}" checked' in shown
    begun = send(staff, field, "start_stage", stage="2", declined=[str(first)], back="cut:2")
    assert begun.headers["Location"] == field.path()
    seeds = field.state.stages[2].seeds
    assert len(seeds) == 4
    assert first not in seeds


@pytest.mark.django_db
def test_an_undecided_cut_is_settled_by_the_order_that_was_drawn(staff: Client) -> None:
    field = Field(
        8,
        PODS | {"rounds": 1},
        FINAL | {"cut": {"kind": "top", "top": 3}, "sizes": [3], "preferred": 3},
    ).announced()
    for table in (1, 2):
        scores = [20, 20, 20, 20]
        field.do("record", stage=1, round=1, table=table, scores=scores)
    field.do("close_stage", stage=1)
    form: dict[str, Any] = {"stage": "2", "back": "cut:2", "form": "start_stage"}
    refused = send(staff, field, "start_stage", **form, order_1="1")
    assert refused.status_code == 422
    assert 'name="order_1" value="1"' in tight(refused.text)
    orders: dict[str, Any] = {f"order_{entrant}": str(9 - entrant) for entrant in range(1, 9)}
    send(staff, field, "start_stage", **form, **orders)
    assert sorted(field.state.stages[2].seeds) == [6, 7, 8]


@pytest.mark.django_db
def test_a_tie_of_an_elimination_is_played_off(staff: Client) -> None:
    field = Field(2, KNOCK_OUT | {"final_tie": "playoff"}).announced()
    form = field.scored(20, 20, play_off_0="2", play_off_1="1")
    send(staff, field, "record", **form)
    assert known(known(field.state.table(1, 1, 1)).result).play_off == tuple(
        reversed(field.seats())
    )


@pytest.mark.django_db
def test_an_open_evening_from_the_first_arrival_to_the_end(staff: Client) -> None:
    field = Field(9, OPEN)
    send(staff, field, "start_stage", stage="1")
    page = staff.get(field.path()).text
    assert "9 present, 0 playing, 9 free" in page
    assert "Tables for the 9 who are free: 5 + 4" in page
    assert "1 box left" in page
    late = make_player(field.club, "Late Comer")
    send(staff, field, "enter", players=[str(late.id)], present="true")
    send(staff, field, "begin_table", stage="1", game="0", entrants=["1", "2", "3", "4"])
    assert "10 present, 4 playing, 6 free" in staff.get(field.path()).text
    again = send(
        staff, field, "begin_table", stage="1", game="0", entrants=["5", "6"], form="begin_table"
    )
    assert again.status_code == 422
    assert 'name="entrants" value="5" checked' in tight(again.text)
    send(staff, field, "check_out", entrants=["9"])
    send(staff, field, "begin_table", stage="1", game="1", entrants=["5", "6"])
    closing = staff.get(field.path("close/")).text
    assert "2 tables are still open" in closing
    refused = send(staff, field, "close_stage", stage="1", back="close")
    assert (refused.status_code, refused.text.count('role="alert"')) == (422, 1)
    send(staff, field, "record", **field.scored(4, 3, 2, 1) | {"back": "close"})
    send(staff, field, "record", **field.at(table=2, kind="void") | {"back": "close"})
    send(staff, field, "close_stage", stage="1")
    send(staff, field, "finish")
    assert field.state.finished
    assert "its ranking is final" in staff.get(field.path()).text


@pytest.mark.django_db
def test_a_form_sent_twice_writes_once(staff: Client) -> None:
    field = Field(8).announced()
    form = field.scored(4, 3, 2, 1) | {"key": str(uuid4())}
    send(staff, field, "record", **form)
    version = field.state.version
    assert send(staff, field, "record", **form).status_code == 302
    assert field.state.version == version


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("nonsense", {}),
        ("drop", {"entrant": "nobody"}),
        ("drop", {}),
        ("record", {"stage": "1", "round": "9", "table": "9"}),
        ("set_stage", {"stage": "1", "rules": "x"}),
        ("penalise", {"stage": "1", "entrant": "1", "points": "lots"}),
    ],
)
def test_what_makes_no_sense_is_refused_on_the_page_it_came_from(
    staff: Client, name: str, fields: dict[str, Any]
) -> None:
    field = Field(8).announced()
    version = field.state.version
    for back in ("overview", "entrants", "table:1:1:1", "table:x", "elsewhere"):
        answer = send(staff, field, name, **fields, back=back)
        assert answer.status_code == 422
        assert answer.text.count('role="alert"') == 1
    assert field.state.version == version


FORMS = {
    "overview": ("next", "undo", "repair", "clock", "rename", "more", "table-1-1-1"),
    "rounds": (),
    "entrants": ("enter", "entrant", "keep_apart", "fix_tables", "affiliate"),
    "proposal": ("proposal", "splits"),
    "log": (),
    "plan": ("set_stage", "drop_stage"),
    "cut:2": ("start_stage",),
    "table:1:1:1": ("table-1-1-1", "confirm", "reseat", "rule", "penalise", "add_time"),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("back", "forms"), FORMS.items())
def test_a_refusal_is_said_once_on_every_page_beside_its_form_or_above_all(
    staff: Client, back: str, forms: tuple[str, ...]
) -> None:
    field = Field(8, PODS, FINAL)
    if back == "proposal":
        field.played().do("propose", stage=1)
    else:
        field.announced()
    for form in (*forms, "elsewhere"):
        answer = send(staff, field, "drop", entrant="99", back=back, form=form)
        assert answer.status_code == 422
        assert answer.text.count('role="alert"') == 1, form
        before, _, alert = answer.text.partition('role="alert"')
        assert "99" in alert.partition("</div>")[0]
        if form == "elsewhere":
            empty_board = '</header><div class="notice-board" role="status"></div>'
            above = f'{empty_board}<div class="notice notice-bad"'
            assert tight(before).rstrip().endswith(above)


@pytest.mark.django_db
def test_a_page_with_a_problem_of_its_own_says_a_refusal_beside_it(staff: Client) -> None:
    nobody = {"cut": {"kind": "points", "points": "99"}}
    field = Field(8, PODS | {"rounds": 1}, FINAL | nobody).played()
    field.do("close_stage", stage=1)
    answer = send(staff, field, "drop", entrant="99", back="cut:2")
    assert answer.status_code == 422
    assert answer.text.count('role="alert"') == 2
    again = send(staff, field, "start_stage", stage="2", back="cut:2", form="start_stage")
    assert (again.status_code, again.text.count('role="alert"')) == (422, 1)


@pytest.mark.django_db
def test_a_form_whose_table_or_page_is_gone_says_why_on_the_first_page(staff: Client) -> None:
    field = Field(8, PODS | {"rounds": 1}, FINAL).announced()
    form = field.scored(4, 3, 2, 1, back="table:1:1:1")
    field.do("withdraw_tables", stage=1, round=1)
    assert send(staff, field, "record", HTMX, **form).headers["HX-Refresh"] == "true"
    gone = send(staff, field, "record", **form)
    assert gone.status_code == 422
    assert gone.text.count('role="alert"') == 1
    field.played()
    field.do("close_stage", stage=1)
    field.do("start_stage", stage=2)
    twice = send(staff, field, "start_stage", stage="2", back="cut:2", form="start_stage")
    assert (twice.status_code, twice.text.count('role="alert"')) == (422, 1)


@pytest.mark.django_db
def test_a_round_that_somebody_left_is_repaired_with_the_fewest_moves(staff: Client) -> None:
    field = Field(9, PODS | {"sizes": [3, 4], "preferred": 3}).announced()
    assert "does not fit any more" not in staff.get(field.path()).text
    field.do("drop", entrant=field.seats()[0])
    page = staff.get(field.path()).text
    assert "Round 1 does not fit any more" in page
    assert "The smallest repair moves" in page
    send(staff, field, "repair", stage="1", round="1")
    tables = field.state.stages[1].rounds[1].tables.values()
    assert sorted(len(table.entrants) for table in tables) == [4, 4]


@pytest.mark.django_db
def test_two_of_an_announced_round_change_places_and_one_is_taken_out(staff: Client) -> None:
    field = Field(9, PODS | {"sizes": [4, 5]}).announced()
    one, other = field.seats(table=1)[0], field.seats(table=2)[1]
    assert "Change who sits here" in staff.get(field.path("tables/1/1/1/")).text
    at: dict[str, Any] = field.at(back="table:1:1:1") | {"form": "reseat"}
    send(staff, field, "reseat", **at, one=str(one), other=str(other))
    assert field.seats(table=1)[0] == other
    assert field.seats(table=2)[1] == one
    larger, smaller = sorted((1, 2), key=lambda table: -len(field.seats(table=table)))
    leaver = field.seats(table=larger)[0]
    send(staff, field, "reseat", **at, one=str(leaver), other="")
    assert field.state.stages[1].rounds[1].byes == (leaver,)
    staying = str(field.seats(table=smaller)[0])
    refused = send(staff, field, "reseat", **at, one=staying, other="")
    assert refused.status_code == 422
    assert f'<option value="{staying}" selected>' in refused.text or smaller != 1


@pytest.mark.django_db
def test_a_tournament_is_called_something_else(staff: Client) -> None:
    field = Field(2)
    send(staff, field, "rename", title="Saturday", day="2026-11-21")
    assert (field.state.title, field.state.day) == ("Saturday", "2026-11-21")
    refused = send(staff, field, "rename", title=" ", day="2026-11-22", form="rename")
    assert refused.status_code == 422
    assert 'value="2026-11-22"' in refused.text
