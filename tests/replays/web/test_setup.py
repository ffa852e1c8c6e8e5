"""Beginning a match: any game from its options, guests made on the spot, scores on a slip."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.test import Client
from django.urls import reverse

from replays.models import Match
from replays.selectors.logs import load_log
from tests.known import known
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import forms_of, text_of
from tournaments.people.models import Player

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"


def asked(client: Client, **parameters: Any) -> dict[str, str]:
    """Return the hidden values of the form that begins a match."""
    page = client.get(NEW, parameters)
    assert page.status_code == 200
    return next(form.hidden for form in forms_of(text_of(page)) if "key" in form.hidden)


def seated(house: House, count: int) -> dict[str, str]:
    return {f"player_{seat}": str(house.players[seat].id) for seat in range(count)}


def test_only_staff_may_begin_a_match(house: House, client: Client, member: Client) -> None:
    assert "/login" in client.get(NEW)["Location"]
    assert member.get(NEW).status_code == 403


def test_a_match_begins_at_a_real_table_unless_told_otherwise(house: House, staff: Client) -> None:
    hidden = asked(staff, game="sushi_bar", seats=3)

    answer = staff.post(
        NEW,
        hidden
        | seated(house, 3)
        | {"source": "table", "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6"}
        | {
            "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 −4",
            "option_hide_covered": "on",
        },
    )

    match = Match.objects.get()
    assert answer["Location"] == reverse("replays:record", args=[match.pk])
    log = load_log(match.pk)
    assert (match.source, match.seats) == ("table", 3)
    assert log.setup.options["hide_covered"] is True
    assert log.players == tuple(player.id for player in house.players[:3])


@pytest.mark.parametrize("game", ["sushi_bar", "plain", "hidden_game"])
@pytest.mark.parametrize("headers", [{}, FRENCH], ids=["en", "fr"])
def test_every_game_has_a_form_made_from_its_options(
    house: House, staff: Client, game: str, headers: dict[str, str]
) -> None:
    page = staff.get(NEW, {"game": game, "seats": "99"}, headers=headers)

    assert page.status_code == 200
    assert "option." not in text_of(page)


def test_a_guest_becomes_a_light_player(house: House, staff: Client) -> None:
    hidden = asked(staff, game="plain", seats=2)
    data = {"option_title": "Azul", "option_winner": "highest", "score_0": "61", "score_1": "74"}

    answer = staff.post(
        NEW, hidden | data | {"player_0": str(house.players[0].id), "guest_1": "Zoé"}
    )

    assert answer.status_code == 302
    match = Match.objects.get()
    guest = Player.objects.get(pk=known(match.seatings.get(seat=1).player_id))
    assert guest.guest
    assert guest.nickname == "Zoé"
    assert match.seatings.get(seat=1).place == 1


def test_a_guest_called_like_a_player_is_that_player(house: House, staff: Client) -> None:
    hidden = asked(staff, game="plain", seats=2)
    data = {"option_title": "Azul", "option_winner": "lowest", "score_0": "61", "score_1": "74"}

    staff.post(NEW, hidden | data | {"guest_0": "chloé m.", "guest_1": "Zoé"})

    assert Match.objects.get().seatings.get(seat=0).player_id == house.players[0].id


def test_a_slip_of_scores_is_one_form(house: House, staff: Client) -> None:
    hidden = asked(staff, game="sushi_bar", seats=2, mode="report")
    options = {
        "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6",
        "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4",
    }

    staff.post(NEW, hidden | options | seated(house, 2) | {"score_0": "4", "score_1": "-2"})

    match = Match.objects.get()
    assert match.status == "reported"
    assert [seat.score for seat in match.seatings.order_by("seat")] == [4, -2]


@pytest.mark.parametrize("mode", ["rounds", "count"])
def test_a_longer_report_begins_with_the_players(house: House, staff: Client, mode: str) -> None:
    hidden = asked(staff, game="sushi_bar", seats=2, mode=mode)
    options = {
        "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6",
        "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4",
    }

    answer = staff.post(NEW, hidden | options | seated(house, 2))

    report = reverse("replays:report", args=[Match.objects.get().pk])
    assert answer["Location"] == f"{report}?by={mode}"


def test_the_same_slip_sent_twice_is_one_match(house: House, staff: Client) -> None:
    hidden = asked(staff, game="plain", seats=2)
    data = {"option_title": "Azul", "option_winner": "highest", "score_0": "1", "score_1": "2"}
    data |= {"guest_0": "Ada", "guest_1": "Bo"}

    for _ in range(2):
        assert staff.post(NEW, hidden | data).status_code == 302

    assert Match.objects.count() == 1
    assert Player.objects.filter(nickname="Ada").count() == 1


def test_a_slip_sent_again_after_a_fault_still_gets_its_result(house: House, staff: Client) -> None:
    hidden = asked(staff, game="plain", seats=2)
    data = {"option_title": "Azul", "option_winner": "highest", "score_0": "1", "score_1": "2"}

    def fail_at_the_report(
        execute: Callable[..., Any],
        sql: str,
        params: Sequence[int | str | None] | None,
        many: bool,
        context: dict[str, Any],
    ) -> SQLiteCursorWrapper:
        if "match.reported" in (params or ()):
            raise DatabaseError("the disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(fail_at_the_report), pytest.raises(DatabaseError):
        staff.post(NEW, hidden | data)
    assert Match.objects.get().status == "open"
    assert staff.post(NEW, hidden | data).status_code == 302

    match = Match.objects.get()
    assert match.status == "reported"
    assert [seat.score for seat in match.seatings.order_by("seat")] == [1, 2]


def test_nobody_sits_twice(house: House, staff: Client) -> None:
    hidden = asked(staff, game="plain", seats=2)
    data = {"option_title": "Azul", "option_winner": "highest", "score_0": "1", "score_1": "2"}
    twice = {f"player_{seat}": str(house.players[0].id) for seat in range(2)}

    answer = staff.post(NEW, hidden | data | twice)

    assert answer.status_code == 422
    assert "sits at another seat already" in text_of(answer)
    assert not Match.objects.exists()


def test_a_wrong_option_is_told_beside_it_and_leaves_no_guest_behind(
    house: House, staff: Client
) -> None:
    hidden = asked(staff, game="sushi_bar", seats=2)

    answer = staff.post(
        NEW,
        hidden
        | {"source": "table", "option_sushi_values": "1 2 3", "option_bone_values": "-1 " * 12}
        | {"guest_0": "Ada"},
    )

    assert answer.status_code == 422
    assert "needs twelve values" in text_of(answer)
    assert not Player.objects.filter(nickname="Ada").exists()
    assert not Match.objects.exists()


def test_a_missing_score_is_asked_for(house: House, staff: Client) -> None:
    hidden = asked(staff, game="plain", seats=2)

    answer = staff.post(
        NEW, hidden | {"option_title": "Azul", "option_winner": "highest", "score_0": "1"}
    )

    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_an_unlikely_score_is_asked_about_before_the_match_is_begun(
    house: House, staff: Client
) -> None:
    hidden = asked(staff, game="sushi_bar", seats=2, mode="report")
    options = {
        "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6",
        "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4",
    }
    slip = hidden | options | seated(house, 2) | {"score_0": "420", "score_1": "37"}
    page = staff.post(NEW, slip)
    assert page.status_code == 422
    assert "A score of 420? This game gives from -23 to 42." in text_of(page)
    assert "Yes, 420 is right" in text_of(page)
    assert 'value="37"' in text_of(page)
    assert not Match.objects.exists()
    assert staff.post(NEW, slip | {"confirm": "true"}).status_code == 302
    assert Match.objects.get().status == "reported"
