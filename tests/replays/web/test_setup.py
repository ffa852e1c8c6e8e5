"""Beginning a match: any game from its options, guests made on the spot, scores on a slip."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.registry import rules_of
from replays.models import Match
from replays.selectors.logs import load_log
from replays.services import life
from tests.factories import make_club, make_player
from tests.known import known
from tests.replays.sittings import Sitting
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


# What was played last


def group(sitting: Sitting) -> str:
    return f"?again={sitting.id}"


def shown(client: Client, **parameters: Any) -> tuple[str, str, int]:
    """Return the game, the way to tell and the number of seats that the form begins with."""
    hidden = asked(client, **parameters)
    return hidden["game"], hidden["mode"], int(hidden["seats"])


def test_what_this_account_began_last_comes_first(house: House, staff: Client) -> None:
    ids = [player.id for player in house.players]
    own = house.sitting("sushi_roll", seats=3, actor=f"user:{house.staff.pk}", players=ids[1:])
    other = house.sitting("sushi_bar", seats=2)
    gone = house.sitting("sushi_bar", seats=4)
    gone.do(life.void_match)

    assert shown(staff) == ("sushi_roll", "record", 3)
    assert shown(staff, game="sushi_bar") == ("sushi_bar", "record", 2)
    assert shown(staff, game="sushi_bar", seats="5", mode="report") == ("sushi_bar", "report", 5)
    page = staff.get(NEW)
    assert [offer.again for offer in page.context["groups"]] == [own.id, other.id]
    first = [person.label for person in page.context["people"]][:4]
    assert first == ["Bastien L.", "Inès D.", "Théo G.", "Chloé M."]


@pytest.mark.parametrize(
    ("report", "way"),
    [
        ({"scores": [3, 4]}, "report"),
        ({"rounds": [[1, 2], [2, 2]]}, "rounds"),
        ({"tables": [{"sushi": [6], "bones": []}, {"sushi": [5], "bones": []}]}, "count"),
    ],
)
def test_the_next_match_is_told_as_the_last_one_was(
    house: House, staff: Client, report: dict[str, Any], way: str
) -> None:
    house.sitting("sushi_bar").do(life.report_result, **report)

    assert shown(staff) == ("sushi_bar", way, 2)


def test_the_same_again_holds_all_but_the_box(house: House, staff: Client) -> None:
    values = [9] * 12
    last = house.sitting(
        "sushi_bar",
        seats=3,
        players=[house.players[2].id, None, house.players[0].id],
        options={"hide_covered": True, "sushi_values": values},
        source="online",
        rated=False,
    )

    page = staff.get(NEW, {"again": str(last.id)})

    form = page.context["form"]
    assert [row.player.value() for row in form.seat_rows] == [
        str(house.players[2].id),
        "",
        str(house.players[0].id),
    ]
    assert form["option_hide_covered"].value() is True
    assert form["option_sushi_values"].value() != values
    assert (form["source"].value(), form["rated"].value()) == ("online", False)


def test_bots_sit_down_again_by_their_names(house: House, staff: Client) -> None:
    hidden = asked(staff, game="hidden_game", seats=2)
    options = {
        f"option_{option.name}": option.default
        for option in rules_of("hidden_game").options()
        if option.kind not in {"flag", "table"}
    }
    staff.post(
        NEW,
        hidden
        | options
        | {"option_box": "5 5 4 3", "source": "online"}
        | {"player_0": str(house.players[0].id), "player_1": "bot:greedy"},
    )

    page = staff.get(NEW, {"again": str(Match.objects.get().pk)})

    assert page.context["form"]["player_1"].value() == "bot:greedy"


def test_nothing_of_another_club_is_offered(house: House, staff: Client) -> None:
    elsewhere = make_club("Elsewhere")
    stranger = make_player(elsewhere, "Nina Novak")
    theirs = Sitting(
        "sushi_roll", club_id=elsewhere.id, players=[stranger.id, None], actor="user:1"
    )
    ours = house.sitting("sushi_bar")

    # Inside the address of a club.
    page = staff.get(f"/c/{house.club.slug}{NEW}", {"again": str(theirs.id)})

    assert page.context["plan"].rules.slug == "sushi_bar"
    assert [offer.again for offer in page.context["groups"]] == [ours.id]
    assert "Nina" not in text_of(page)


def test_more_matches_and_people_do_not_ask_the_database_more_often(
    house: House, staff: Client
) -> None:
    def queries() -> int:
        query = {"game": "sushi_bar", "mode": "record"}
        staff.get(NEW, query)
        with CaptureQueriesContext(connection) as seen:
            staff.get(NEW, query)
        return len(seen)

    house.sitting().do(life.report_result, scores=[3, 4])
    few = queries()
    for number in range(4):
        make_player(house.club, f"Somebody {number}")
        house.sitting("sushi_roll", seats=3)
        house.sitting("sushi_bar").do(life.report_result, scores=[number, 4])

    assert queries() == few


def test_a_game_refuses_more_players_than_it_takes_and_drops_nobody(
    house: House, staff: Client
) -> None:
    hidden = asked(staff, game="sushi_bar") | {"seats": "6"}
    options = {
        "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6",
        "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4",
    }
    guests = {f"guest_{seat}": f"Guest {seat}" for seat in range(6)}

    answer = staff.post(NEW, hidden | options | guests | {"source": "table"})

    assert answer.status_code == 422
    assert "This game takes 2 to 5 players, not 6." in text_of(answer)
    assert 'value="Guest 5"' in text_of(answer)
    assert not Match.objects.exists()
    assert not Player.objects.filter(nickname="Guest 0").exists()


def test_an_option_for_other_numbers_of_seats_is_there_for_scripts_alone(
    house: House, staff: Client
) -> None:
    page = staff.get(NEW, {"game": "hidden_game", "seats": "2"})
    (row,) = [row for row in page.context["form"].other_options if row.seats]

    assert (row.seats, row.beside) == ("3 4", True)
    page = staff.get(NEW, {"game": "hidden_game", "seats": "3"})
    assert not any(row.beside for row in page.context["form"].other_options)
