"""Results on the pages of a tournament: typed in, reported, confirmed and corrected."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_user
from tests.known import known
from tests.tight import tight
from tests.tournaments.tournaments.web.fields import FINAL, HTMX, PODS, Field, send
from tournaments.people.models import Player


def sit_down(client: Client, field: Field, entrant: int) -> None:
    """Log in as whoever an entrant is."""
    player = Player.objects.get(pk=field.state.entrants[entrant].player)
    player.user = player.user or make_user()
    player.save()
    client.force_login(player.user)


@pytest.mark.django_db
def test_a_result_is_saved_beside_the_others_and_places_follow_from_scores(staff: Client) -> None:
    field = Field(8).announced()
    form = field.scored(10, 40, 20, 40)
    answer = send(staff, field, "record", HTMX, **form)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert (
        tight(answer.text).lstrip().startswith('<article class="card tour-table" id="table-1-1-1"')
    )
    for part in ('id="next-step"', 'id="standings"', 'id="announcer"'):
        assert part in answer.text
    assert answer.text.count("hx-swap-oob") == 3
    assert known(known(field.state.table(1, 1, 1)).result).places == (4, 1, 3, 1)
    plain = send(staff, field, "record", **field.scored(1, 2, 3, 4, table=2, anchor="table-1-1-2"))
    assert plain.headers["Location"] == f"{field.path()}#table-1-1-2"


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_result_with_a_score_missing_comes_back_with_everything_typed(
    staff: Client, headers: dict[str, str]
) -> None:
    field = Field(8).announced()
    away = str(field.seats()[3])
    form = field.scored(37, "", 52, "", absent=[away], kind="on_time")
    answer = send(staff, field, "record", headers, **form)
    assert answer.status_code == 422
    assert answer.text.count('role="alert"') == 1
    assert 'value="37"' in answer.text
    assert 'value="52"' in answer.text
    assert f'name="absent" value="{away}" checked' in answer.text
    assert '<option value="on_time" selected>' in answer.text
    assert ("hx-swap-oob" in answer.text) is False
    assert known(field.state.table(1, 1, 1)).result is None


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["many", "4.5", "9" * 12])
def test_a_score_that_is_no_whole_number_is_refused(staff: Client, typed: str) -> None:
    field = Field(8).announced()
    answer = send(staff, field, "record", **field.scored(typed, 1, 2, 3))
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.text


@pytest.mark.django_db
def test_the_absent_need_no_score_and_a_walk_over_or_void_table_none_at_all(staff: Client) -> None:
    field = Field(12).announced()
    seats = field.seats()
    send(staff, field, "record", **field.scored(30, 20, 10, "", absent=[str(seats[3])]))
    result = known(field.state.table(1, 1, 1)).result
    assert result is not None
    assert (result.absent, result.places) == ((seats[3],), (1, 2, 3, 4))
    others = [str(number) for number in field.seats(table=2)[1:]]
    send(staff, field, "record", **field.at(table=2, kind="walk_over", absent=others))
    assert known(known(field.state.table(1, 1, 2)).result).places == (1, 2, 2, 2)
    send(staff, field, "record", **field.at(table=3, kind="void"))
    assert known(known(field.state.table(1, 1, 3)).result).kind == "void"
    page = staff.get(field.path()).text
    assert "Walk-over" in page
    assert "Void" in page


@pytest.mark.django_db
def test_places_can_be_given_where_there_are_no_scores(staff: Client) -> None:
    field = Field(8).announced()
    places = {f"place_{seat}": place for seat, place in enumerate((2, 1, 4, 3))}
    send(staff, field, "record", **field.at(**places))
    assert known(known(field.state.table(1, 1, 1)).result).places == (2, 1, 4, 3)


@pytest.mark.django_db
def test_a_result_is_provisional_until_it_is_confirmed(staff: Client) -> None:
    field = Field(8).announced()
    send(staff, field, "record", **field.scored(4, 3, 2, 1))
    assert "provisional" in staff.get(field.path("tables/1/1/1/")).text
    answer = send(staff, field, "confirm", HTMX, **field.at())
    assert "badge-good" in answer.text
    assert known(field.state.table(1, 1, 1)).confirmed


@pytest.mark.django_db
def test_a_correction_shows_its_consequences_before_anything_is_written(staff: Client) -> None:
    field = Field(8, PODS, FINAL).played().announced()
    table = field.path("tables/1/1/1/")
    form = field.scored(1, 2, 3, 99, back="table:1:1:1")
    version = field.state.version
    shown = staff.post(table, form)
    assert shown.status_code == 200
    assert "What this would change" in shown.text
    assert "→" in shown.text
    assert 'value="99"' in shown.text
    assert f'name="expected_version" value="{version}"' in shown.text
    assert 'role="alert"' not in shown.text
    assert field.state.version == version
    seen = form | {"expected_version": str(version)}
    field.do("check_out", entrants=[1])
    assert send(staff, field, "correct", **seen).status_code == 412
    seen["expected_version"] = str(field.state.version)
    assert send(staff, field, "correct", **seen).headers["Location"] == table
    assert known(known(field.state.table(1, 1, 1)).result).scores == (1, 2, 3, 99)
    senseless = staff.post(table, field.scored(1, "", 3, 99))
    assert senseless.status_code == 422
    assert "What this would change" not in senseless.text


@pytest.mark.django_db
def test_those_at_a_table_report_it_and_agreement_makes_the_result(client: Client) -> None:
    field = Field(8).announced()
    one, other, *_ = field.seats()
    assert "Report the result" not in client.get(field.path()).text
    sit_down(client, field, one)
    assert client.get(field.path()).text.count("Report the result") == 1
    send(client, field, "report", **field.scored(9, 8, 7, 6, entrant=str(one)))
    assert known(field.state.table(1, 1, 1)).result is None
    speaks_for_another = field.scored(9, 8, 7, 6, entrant=str(other))
    assert send(client, field, "report", **speaks_for_another).status_code == 403
    sit_down(client, field, other)
    send(client, field, "report", **field.scored(9, 8, 7, 6, entrant=str(other)))
    assert known(field.state.table(1, 1, 1)).origin == "players"


@pytest.mark.django_db
def test_reports_that_differ_and_calls_for_the_arbiter_wait_in_a_queue(client: Client) -> None:
    field = Field(8).announced()
    one, other, *_ = field.seats()
    for entrant, best in ((one, 50), (other, 60)):
        sit_down(client, field, entrant)
        send(client, field, "report", **field.scored(best, 8, 7, 6, entrant=str(entrant)))
    send(client, field, "call_arbiter", **field.at())
    assert "Waiting for a decision" not in client.get(field.path()).text
    client.force_login(make_user(staff=True))
    page = client.get(field.path()).text
    assert "Waiting for a decision" in page
    assert "reports differ" in page
    table = client.get(field.path("tables/1/1/1/")).text
    for figure in (50, 60):
        assert f'<td class="number">{figure}</td>' in table
    assert table.count("Accept this") == 2
    at: dict[str, Any] = field.at(back="table:1:1:1")
    send(client, field, "rule", **at, ruling="stands", cited="4.2", note="both were tired")
    assert not known(field.state.table(1, 1, 1)).called
    assert "both were tired" in client.get(field.path("log/")).text


@pytest.mark.django_db
def test_who_does_not_sit_there_changes_nothing(client: Client) -> None:
    field = Field(8).announced()
    form = field.scored(9, 8, 7, 6, entrant=str(field.seats()[0]))
    version = field.state.version
    for name in ("report", "record", "finish"):
        answer = send(client, field, name, **form)
        assert answer.status_code in (302, 403)
        assert (
            "/do/" not in answer.headers.get("Location", "")
            or "login" in answer.headers["Location"]
        )
    sit_down(client, field, field.seats(table=2)[0])
    for name in ("report", "call_arbiter", "record", "correct", "drop"):
        assert send(client, field, name, **form).status_code == 403
    assert client.post(field.path("tables/1/1/1/"), form).status_code == 403
    assert field.state.version == version


@pytest.mark.django_db
def test_a_correction_says_what_becomes_of_the_round_that_was_paired_upon_it(staff: Client) -> None:
    field = Field(12, PODS | {"rounds": 3}).played().announced()
    form = field.scored(1, 2, 3, 99, back="table:1:1:1")
    shown = staff.post(field.path("tables/1/1/1/"), form).text
    assert "Round 2 would have been paired otherwise." in shown
    assert 'name="then" value="repair" checked' in " ".join(shown.split())
    assert "Withdrawn: stage 1, round 2, tables 1, 2, 3." in shown
    seen = form | {"expected_version": str(field.state.version), "then": "repair"}
    send(staff, field, "correct", **seen)
    assert list(field.state.stages[1].rounds) == [1]
