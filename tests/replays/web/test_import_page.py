"""Records written by hand become matches: read forgivingly, looked at first, all or nothing."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.testing.scale import sampled
from replays.models import Match
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.logs import load_log
from tests.factories import make_member
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import SentForm, forms_of, text_of

GAMES = ("sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll")
PAGE = reverse("replays:import")
SLIP = """
[game "Sushi Go Party!"]
[Option "menu sushi_go"]

chloé gets ? | zed gets ?
CHLOE Egg {her favourite} | Zed tempura
R1 T2: zed salmon | chloé  salmon
"""


def import_form(page: Any) -> SentForm:
    return next(form for form in forms_of(text_of(page)) if "game" in form.selects)


def selected(page: Any, seat: int) -> str:
    return import_form(page).chosen.get(f"player_{seat}", [""])[0]


def bare(sitting: Sitting) -> str:
    """Return the moves of an exported record alone, without a header or a heading."""
    body = export_kgn(sitting.id).partition("\n\n")[2]
    lines = [line for line in body.splitlines() if line and not line.startswith("%")]
    return "\n".join(re.sub(r"^[^:|]*: ", "", line) for line in lines)


def test_a_slip_is_read_shown_and_imported_with_its_people(house: House, staff: Client) -> None:
    seen = staff.post(PAGE, {"text": SLIP})

    page = text_of(seen)
    assert seen.status_code == 200
    assert "6 entries, all of them legal" in page
    assert selected(seen, 0) == str(house.players[0].id)
    assert selected(seen, 1) == ""
    assert Match.objects.count() == 0

    confirmed = {"text": SLIP, "confirm": "yes", "date": "2026-03-01", "seats": "chloé zed"}
    who = {"player_0": str(house.players[0].id), "player_1": "", "guest_1": "Zed"}
    answer = staff.post(PAGE, confirmed | who)
    match = Match.objects.get()
    assert answer["Location"] == reverse("replays:record", args=[match.pk])
    log = load_log(match.pk)
    assert log.players[0] == house.players[0].id
    assert [getattr(event, "card", None) for event in log.events][2:] == [
        "egg",
        "tempura",
        "salmon",
        "salmon",
    ]
    assert log.created_at.startswith("2026-03-01")
    assert log.source == "table"
    assert "her favourite" in export_kgn(match.pk, read={"scorekeepers"})
    # The same slip again is the same match.
    assert staff.post(PAGE, confirmed | who).status_code == 302
    assert Match.objects.count() == 1


@pytest.mark.parametrize("game", sampled(GAMES, 3))
def test_the_bare_moves_of_a_whole_match_are_the_same_match(
    house: House, staff: Client, game: str
) -> None:
    sitting = house.sitting(game, seats=3, seed=5).finish()
    before = sitting.log()

    seats = "Chloé Bastien Inès"
    sent = {"text": bare(sitting), "game": game, "seats": seats, "confirm": "yes"}
    answer = staff.post(PAGE, sent)

    assert answer.status_code == 302, text_of(answer)
    match = Match.objects.exclude(pk=sitting.id).get()
    log = load_log(match.pk)
    assert log.events == before.events
    assert log.status == "finished"
    assert log.players == before.players


def test_the_first_wrong_word_is_shown_in_its_line_and_nothing_is_written(
    house: House, staff: Client
) -> None:
    answer = staff.post(PAGE, {"text": SLIP.replace("Egg", "ege"), "confirm": "yes"})

    assert answer.status_code == 422
    assert "<mark>ege</mark>" in text_of(answer)
    assert 'data-line="6"' in text_of(answer)
    assert not Match.objects.exists()
    french = staff.post(PAGE, {"text": SLIP.replace("Egg", "ege")}, headers=FRENCH)
    assert "Ceci ne se lit pas ici" in text_of(french)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"text": "Ana egg"},
        {"text": SLIP, "seats": "chloé"},
        {"text": SLIP, "seats": "chloé chloé"},
        {"text": SLIP.replace("menu sushi_go", "menu nonsense")},
        {"text": SLIP, "date": "yesterday"},
        {"text": '[Game "sushi_bar"]'},
    ],
)
def test_what_cannot_be_a_match_is_refused_with_words(
    house: House, staff: Client, sent: dict[str, str]
) -> None:
    answer = staff.post(PAGE, sent | {"confirm": "yes"})

    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert not Match.objects.exists()


def test_nobody_sits_twice(house: House, staff: Client) -> None:
    same = {f"player_{seat}": str(house.players[0].id) for seat in range(2)}

    answer = staff.post(PAGE, {"text": SLIP, "confirm": "yes"} | same)

    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_a_whole_record_takes_the_rights_of_an_import(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(4)
    keeper = Client()
    keeper.force_login(make_member(house.club, "scorekeeper"))

    for text in (export_kgn(sitting.id), export_jsonl(sitting.id)):
        assert keeper.post(PAGE, {"text": text}).status_code == 422
        file = SimpleUploadedFile("match.kgn", text.encode())
        answer = staff.post(PAGE, {"file": file})
        assert answer["Location"] == reverse("replays:record", args=[sitting.id])
    assert Match.objects.count() == 1
    assert keeper.get(PAGE).status_code == 200
    broken = SimpleUploadedFile("match.kgn", b"\xff\xfe\x00")
    assert staff.post(PAGE, {"file": broken}).status_code == 422
