"""Ending, reopening, annotating and correcting a match through the pages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.sushi_bar.events import DiceRolled
from replays.events import LogAnnotated
from replays.models import Match, Note
from replays.services import life
from tests.answers import Answer
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import forms_of, text_of
from tournaments.people.models import Player

pytestmark = pytest.mark.django_db


def send(client: Client, sitting: Sitting, page: str, /, *arguments: Any, **data: str) -> Answer:
    """Open a form and send it filled with `data`."""
    path = reverse(f"replays:{page}", args=[sitting.id, *arguments])
    shown = client.get(path)
    assert shown.status_code == 200
    hidden = next(form.hidden for form in forms_of(text_of(shown)) if "key" in form.hidden)
    return client.post(path, hidden | data)


@pytest.mark.parametrize(
    "page", ["report", "stop", "abandon", "void", "rule", "take_over", "reopen", "annotate"]
)
def test_nobody_without_the_right_may_do_it(
    house: House, client: Client, member: Client, page: str
) -> None:
    path = reverse(f"replays:{page}", args=[house.sitting().id])

    assert "/login" in client.get(path)["Location"]
    assert member.post(path, {}).status_code == 403


def test_a_result_is_reported_by_scores(house: House, staff: Client) -> None:
    sitting = house.sitting()

    assert send(staff, sitting, "report", score_0="7", score_1="9").status_code == 302

    assert sitting.row.status == "reported"
    assert [seat.place for seat in sitting.seats] == [2, 1]


def test_a_result_is_reported_by_places_alone(house: House, staff: Client) -> None:
    sitting = house.sitting()

    send(staff, sitting, "report", place_0="1", place_1="1")

    assert [(seat.place, seat.score) for seat in sitting.seats] == [(1, None), (1, None)]


@pytest.mark.parametrize(
    "data", [{}, {"score_0": "7"}, {"place_0": "9", "place_1": "1"}, {"score_0": "x"}]
)
def test_half_a_report_is_refused(house: House, staff: Client, data: dict[str, str]) -> None:
    sitting = house.sitting()

    assert send(staff, sitting, "report", **data).status_code == 422
    assert sitting.row.status == "open"


def test_a_stopped_match_counts_by_its_score(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(30)

    send(staff, sitting, "stop", reason="time", result="score", note="The bar closes")

    assert sitting.row.status == "stopped"
    assert all(seat.score is not None for seat in sitting.seats)


def test_a_stopped_match_may_have_agreed_places_or_none(house: House, staff: Client) -> None:
    agreed, none = house.sitting(), house.sitting()

    send(staff, agreed, "stop", reason="left", result="places", place_0="2", place_1="1")
    send(staff, none, "stop", reason="other", result="none")

    assert [seat.place for seat in agreed.seats] == [2, 1]
    assert [seat.place for seat in none.seats] == [None, None]


def test_agreed_places_must_be_filled_in(house: House, staff: Client) -> None:
    sitting = house.sitting()

    assert send(staff, sitting, "stop", reason="left", result="places").status_code == 422
    assert sitting.row.status == "open"


def test_reopening_asks_why(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.do(life.abandon_match)

    assert send(staff, sitting, "reopen", note=" ").status_code == 422
    assert sitting.row.status == "abandoned"
    assert send(staff, sitting, "reopen", note="They came back").status_code == 302
    assert sitting.row.status == "open"


def test_a_match_is_declared_void_with_a_reason(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.do(life.report_result, scores=[3, 4])

    assert send(staff, sitting, "void", note="").status_code == 422
    assert send(staff, sitting, "void", note="Tiles were missing").status_code == 302
    assert sitting.row.status == "voided"
    assert send(staff, sitting, "void", note="Again").status_code == 422


def test_the_arbiter_decides_places_with_or_without_scores(house: House, staff: Client) -> None:
    sitting = house.sitting()

    send(staff, sitting, "rule", place_0="2", place_1="1", note="A tile was hidden")
    assert [(seat.place, seat.score) for seat in sitting.seats] == [(2, None), (1, None)]
    send(staff, sitting, "rule", place_0="1", place_1="2", score_0="9", score_1="8", note="No")

    assert sitting.row.result_kind == "ruled"
    assert [(seat.place, seat.score) for seat in sitting.seats] == [(1, 9), (2, 8)]


@pytest.mark.parametrize(
    "data",
    [
        {"place_0": "1", "place_1": "2"},
        {"place_0": "1", "note": "Why"},
        {"place_0": "2", "place_1": "2", "note": "Why"},
        {"place_0": "1", "place_1": "2", "score_0": "5", "note": "Why"},
    ],
    ids=["no reason", "a place missing", "nobody first", "a score missing"],
)
def test_half_a_decision_is_refused(house: House, staff: Client, data: dict[str, str]) -> None:
    sitting = house.sitting()

    assert send(staff, sitting, "rule", **data).status_code == 422
    assert sitting.row.result_kind == ""


def test_somebody_else_takes_a_seat_and_the_note_says_why(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    newcomer = house.players[2]

    answer = send(
        staff, sitting, "take_over", seat="1", player=str(newcomer.id), note="Bastien left"
    )

    assert answer.status_code == 302
    assert sitting.seats[1].player_id == newcomer.id
    taken, noted = sitting.log().entries[-2:]
    assert isinstance(noted.event, LogAnnotated)
    assert (noted.event.type, noted.event.target) == ("log.annotated", taken.version)
    page = text_of(staff.get(reverse("replays:match", args=[sitting.id])))
    assert "Bastien left" in page


def test_a_seat_is_taken_by_a_guest_or_by_nobody(house: House, staff: Client) -> None:
    sitting = house.sitting()

    send(staff, sitting, "take_over", seat="0", guest="Zoé")
    guest = Player.objects.get(pk=known(sitting.seats[0].player_id))
    send(staff, sitting, "take_over", seat="1")

    assert (guest.guest, guest.nickname) == (True, "Zoé")
    assert sitting.seats[1].player_id is None


def test_a_take_over_that_came_too_late_leaves_no_guest_and_no_note_behind(
    house: House, staff: Client
) -> None:
    sitting = house.sitting()
    path = reverse("replays:take_over", args=[sitting.id])
    shown = text_of(staff.get(path))
    hidden = next(form.hidden for form in forms_of(shown) if "key" in form.hidden)
    sitting.play_on(1)
    version = sitting.version

    answer = staff.post(path, hidden | {"seat": "0", "guest": "Zoé", "note": "Ana left"})

    assert answer.status_code == 409
    assert sitting.version == version
    assert not Player.objects.filter(nickname="Zoé").exists()
    assert not Note.objects.exists()


@pytest.mark.parametrize("words", ["player", "guest", "both", "no seat"])
def test_a_seat_is_not_taken_by_somebody_who_sits_already(
    house: House, staff: Client, words: str
) -> None:
    sitting = house.sitting()
    seated = house.players[1]
    data = {
        "player": {"seat": "0", "player": str(seated.id)},
        "guest": {"seat": "0", "guest": "bastien l."},
        "both": {"seat": "0", "player": str(house.players[2].id), "guest": "Zoé"},
        "no seat": {"seat": "7", "player": str(house.players[2].id)},
    }[words]

    assert send(staff, sitting, "take_over", **data).status_code == 422
    assert [seat.player_id for seat in sitting.seats] == [one.id for one in house.players[:2]]


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("void", "Invalider la partie"),
        ("rule", "Trancher en arbitre"),
        ("take_over", "Quelqu’un d’autre prend une place"),
        ("report", "Scores par manche"),
    ],
)
def test_these_pages_speak_french(house: House, staff: Client, page: str, words: str) -> None:
    path = reverse(f"replays:{page}", args=[house.sitting().id])

    assert words in text_of(staff.get(path, headers=FRENCH))


def test_every_other_way_to_end_is_offered_where_it_fits(
    house: House, staff: Client, client: Client
) -> None:
    running, void = house.sitting(), house.sitting()
    void.do(life.void_match)

    def offered(visitor: Client, sitting: Sitting) -> set[str]:
        page = text_of(visitor.get(reverse("replays:match", args=[sitting.id])))
        names = ("stop", "abandon", "void", "rule", "take_over", "reopen")
        return {name for name in names if reverse(f"replays:{name}", args=[sitting.id]) in page}

    assert offered(staff, running) == {"stop", "abandon", "void", "rule", "take_over"}
    assert offered(staff, void) == {"reopen"}
    assert offered(client, running) == set()


def test_a_form_that_is_too_old_is_refused_with_a_reason(house: House, staff: Client) -> None:
    sitting = house.sitting()
    path = reverse("replays:abandon", args=[sitting.id])
    hidden = forms_of(text_of(staff.get(path)))[-1].hidden
    sitting.play()

    answer = staff.post(path, hidden)

    assert answer.status_code == 409
    assert "Somebody else was faster" in text_of(answer)
    assert sitting.row.status == "open"


def test_an_ended_match_is_not_ended_twice(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.do(life.abandon_match)

    answer = send(staff, sitting, "stop", reason="time", result="none")

    assert answer.status_code in (409, 422)
    assert Match.objects.get(pk=sitting.id).status == "abandoned"


def test_a_note_is_written_on_a_step(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    path = reverse("replays:annotate", args=[sitting.id])
    hidden = forms_of(text_of(staff.get(path, {"ply": 2})))[-1].hidden

    answer = staff.post(f"{path}?ply=2", hidden | {"note": "A brave throw"})

    assert answer.status_code == 302
    entry = sitting.log().entries[-1].event
    assert isinstance(entry, LogAnnotated)
    assert (entry.type, entry.target) == ("log.annotated", sitting.log().plies[1].version)


def test_a_correction_shows_what_it_drops_before_it_is_made(house: House, staff: Client) -> None:
    sitting = house.sitting(seed=5)
    sitting.play_on(12)
    target = sitting.log().plies[1].version
    path = reverse("replays:amend", args=[sitting.id, target])
    form = next(form for form in forms_of(text_of(staff.get(path))) if "type" in form.hidden)
    before = sitting.version

    chosen = form.hidden | {"many.dice": ['"red"'] * 5}
    preview = staff.post(path, chosen)

    assert preview.status_code == 200
    assert sitting.version == before
    assert "would be dropped" in text_of(preview)
    confirm = next(
        form
        for form in forms_of(text_of(preview))
        if any(b.name == "confirm" for b in form.buttons)
    )
    dropped = [
        piece.split('"')[0] for piece in text_of(preview).split('name="dropped" value="')[1:]
    ]
    answer = staff.post(path, confirm.hidden | {"dropped": dropped, "confirm": "yes"})
    assert answer.status_code == 302
    assert sitting.log().plies[1].event == DiceRolled(("red",) * 5)
    assert len(sitting.log().plies) == 12 - len(dropped)


def test_an_impossible_correction_is_refused(house: House, staff: Client) -> None:
    sitting = house.sitting(seed=5)
    sitting.play_on(12)
    target = sitting.log().plies[1].version
    path = reverse("replays:amend", args=[sitting.id, target])
    form = next(form for form in forms_of(text_of(staff.get(path))) if "type" in form.hidden)

    answer = staff.post(path, form.hidden | {"many.dice": ['"red"'] * 3})

    assert answer.status_code == 422
    assert "5 dice are thrown now" in text_of(answer)


def test_only_an_entry_that_counts_can_be_corrected(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(3)

    assert staff.get(reverse("replays:amend", args=[sitting.id, 1])).status_code == 404
    assert staff.get(reverse("replays:amend", args=[sitting.id, 99])).status_code == 404
