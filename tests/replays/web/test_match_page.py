"""Looking at a match: steps, versions, languages, and how much the database is asked."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from replays.models import Stream
from replays.services import life, undo
from tests.answers import Answer
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRAME, FRENCH, HTMX, House
from tests.replays.web.markup import text_of
from tests.tight import tight
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db


def address(sitting: Sitting) -> str:
    return reverse("replays:match", args=[sitting.id])


def ply_of(response: Answer) -> int:
    return int(known(re.search(r'data-ply="(\d+)"', text_of(response))).group(1))


def queries(client: Client, path: str, **headers: str) -> int:
    client.get(path, headers=headers)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(path, headers=headers).status_code == 200
    return len(seen)


def test_a_finished_match_opens_at_its_start_with_its_result_folded_away(
    house: House, client: Client
) -> None:
    sitting = house.sitting().finish()

    page = client.get(address(sitting))

    assert ply_of(page) == 0
    assert '<details id="result" class="card result">' in tight(text_of(page))


def test_the_result_is_open_at_the_last_step(house: House, client: Client) -> None:
    sitting = house.sitting().finish()

    page = client.get(address(sitting), {"ply": len(sitting.log().plies)})

    assert '<details id="result" class="card result" open>' in text_of(page)
    assert "Chloé M." in text_of(page)


def test_an_open_match_opens_at_its_newest_step(house: House, client: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(9)

    assert ply_of(client.get(address(sitting))) == 9


def test_htmx_gets_the_frame_alone_and_a_browser_the_whole_page(
    house: House, client: Client
) -> None:
    sitting = house.sitting()
    sitting.play_on(9)

    part = client.get(address(sitting), {"ply": 4}, headers=FRAME)
    whole = client.get(address(sitting), {"ply": 4})

    assert tight(text_of(part)).startswith('<section id="frame"')
    assert "<html" in text_of(whole)
    assert ply_of(part) == ply_of(whole) == 4
    assert "HX-Request" in part["Vary"]
    assert "HX-Request" in whole["Vary"]


def test_htmx_that_swaps_the_whole_match_gets_the_whole_page(house: House, client: Client) -> None:
    sitting = house.sitting()

    assert "<html" in text_of(client.get(address(sitting), headers=HTMX))


@pytest.mark.parametrize("headers", [{}, FRAME], ids=["page", "frame"])
def test_a_long_match_asks_the_database_as_often_as_a_short_one(
    house: House, client: Client, headers: dict[str, str]
) -> None:
    short, long = house.sitting(), house.sitting().finish()
    short.play_on(3)
    ended = house.sitting()
    ended.play_on(3)
    ended.do(life.stop_match, reason="time", result="score")

    few = queries(client, f"{address(ended)}?ply=2", **headers)
    many = queries(client, f"{address(long)}?ply=60", **headers)

    assert few == many <= 9


def test_a_step_beyond_the_end_is_the_last_step(house: House, client: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(5)

    assert ply_of(client.get(address(sitting), {"ply": "999999"})) == 5


@pytest.mark.parametrize("text", ["abc", "-1", "1.5", "٣", "9" * 400, ""])
def test_a_step_that_is_no_number_is_ignored(house: House, client: Client, text: str) -> None:
    sitting = house.sitting()
    sitting.play_on(5)

    assert ply_of(client.get(address(sitting), {"ply": text, "seat": text})) == 5


def test_a_link_with_a_version_shows_the_record_as_it_was_then(
    house: House, client: Client
) -> None:
    sitting = house.sitting()
    sitting.play_on(6)
    before = sitting.version
    sitting.do(undo.rewind, to=3)

    page = client.get(address(sitting), {"ply": 6, "v": before})

    assert ply_of(page) == 6
    assert f"after entry {before}" in text_of(page)
    assert ply_of(client.get(address(sitting), {"ply": 6})) == 2


def test_a_version_that_never_was_is_not_found(house: House, client: Client) -> None:
    sitting = house.sitting()

    assert client.get(address(sitting), {"v": 99}).status_code == 404


def test_an_unknown_match_is_not_found(house: House, client: Client) -> None:
    missing = "00000000-0000-4000-8000-000000000000"

    assert client.get(reverse("replays:match", args=[missing])).status_code == 404


def test_a_damaged_record_is_told_as_such_and_not_shown(house: House, client: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    Stream.objects.filter(pk=sitting.id).update(head_hash="f" * 64)

    page = client.get(address(sitting))

    assert page.status_code == 409
    assert "This record cannot be shown" in text_of(page)


def test_the_page_speaks_french(house: House, client: Client) -> None:
    sitting = house.sitting().finish()

    page = text_of(client.get(address(sitting), headers=FRENCH))

    assert '<html lang="fr">' in page
    assert "Ce qui s’est passé" in page
    assert "lance les dés" in page


def test_only_those_who_may_record_see_how_to(
    house: House, client: Client, staff: Client, member: Client
) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    record = reverse("replays:record", args=[sitting.id])

    assert record in text_of(staff.get(address(sitting)))
    assert record not in text_of(client.get(address(sitting)))
    assert record not in text_of(member.get(address(sitting)))


def test_notes_are_for_those_who_may_record(house: House, client: Client, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    sitting.do(undo.annotate, target=3, text="Chloé hesitated here")

    assert "hesitated" in text_of(staff.get(address(sitting)))
    assert "hesitated" not in text_of(client.get(address(sitting)))


def test_a_game_without_a_board_of_its_own_gets_the_text_board(
    house: House, client: Client
) -> None:
    sitting = house.sitting("hidden_game")
    sitting.play_on(4)

    assert '<pre class="text-board"' in text_of(client.get(address(sitting)))


def test_a_reported_match_shows_its_scores(house: House, client: Client) -> None:
    sitting = house.sitting("plain", options={"title": "Azul"})
    sitting.do(life.report_result, scores=[61, 74])

    page = text_of(client.get(address(sitting)))

    assert "Azul" in page
    assert "74" in page
    assert "Reported by people" in page


def test_an_open_match_is_followed_and_one_that_is_over_is_not(
    house: House, client: Client
) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    page = text_of(client.get(address(sitting)))
    assert f'data-stream="/live/steps/{sitting.id}/?seat=public&amp;lang=en"' in page
    assert f'data-news="/live/match/{sitting.id}/news/"' in page
    assert 'data-mark="4"' in page
    sitting.do(life.abandon_match)
    assert 'id="live"' not in text_of(client.get(address(sitting)))


def test_whoever_asks_is_told_the_version_or_nothing(house: House, client: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    news = f"/live/match/{sitting.id}/news/"
    with CaptureQueriesContext(connection) as asked:
        assert client.get(news, {"mark": "4"}).status_code == 204
    assert len(asked) == 1
    assert client.get(news, {"mark": "3"}).json() == {"mark": "4"}
    assert client.get(news).json() == {"mark": "4"}
    assert client.get(news, {"mark": "x" * 500}).json() == {"mark": "4"}
    for nothing in (f"/live/match/{uuid4()}/news/", f"/live/nothing/{sitting.id}/news/"):
        assert client.get(nothing).status_code == 404
    Club.objects.filter(pk=house.club.pk).update(visibility="club")
    assert client.get(news, {"mark": "4"}).status_code == 404


def test_the_record_of_an_ended_match_may_be_taken_by_everybody(
    house: House, client: Client
) -> None:
    sitting = house.sitting().finish()

    for name in ("kgn", "jsonl"):
        answer = client.get(reverse(f"replays:{name}", args=[sitting.id]))
        assert answer.status_code == 200
        assert f".{name}" in answer["Content-Disposition"]


def test_notes_leave_the_house_only_with_those_who_may_record(
    house: House, client: Client, member: Client, staff: Client
) -> None:
    sitting = house.sitting().finish()
    sitting.do(undo.annotate, target=1, text="A private remark", expected_version=None)
    path = reverse("replays:kgn", args=[sitting.id])

    assert "A private remark" in text_of(staff.get(path))
    for visitor in (client, member):
        assert "A private remark" not in text_of(visitor.get(path))


def test_names_lead_to_the_players_and_an_empty_seat_leads_nowhere(
    house: House, client: Client
) -> None:
    known = house.players[0].id
    sitting = house.sitting(players=[known, None]).finish()

    for page in ("/", "/matches/", f"{address(sitting)}?ply=999"):
        shown = text_of(client.get(page))
        assert f'href="/players/{known}/"' in shown
        assert "Seat 2" in shown
        assert "Seat 2</a>" not in shown


def test_what_is_kept_of_a_page_is_of_its_step_its_seat_its_language_and_its_names(
    house: House, client: Client
) -> None:
    sitting = house.sitting("sushi_go_party").finish()
    path = address(sitting)

    def shown(ply: int, **headers: str) -> str:
        return tight(text_of(client.get(path, {"ply": str(ply), "seat": "0"}, headers=headers)))

    for ply in (3, 5, 3):
        assert f'href="{path}?seat=0&amp;ply={ply + 1}" aria-label="One step on"' in shown(ply)
    assert f'href="{path}?ply=4"' in tight(text_of(client.get(path, {"ply": 3})))
    assert 'aria-label="Une étape en avant"' in shown(3, **FRENCH)
    assert "Chloé M." in shown(3)

    house.players[0].display = "hidden"
    house.players[0].save()
    assert "Chloé" not in shown(3)


def test_undo_and_the_way_back_have_different_names_in_french(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play()

    recorder = text_of(staff.get(reverse("replays:record", args=[sitting.id]), headers=FRENCH))
    form = text_of(staff.get(reverse("replays:stop", args=[sitting.id]), headers=FRENCH))

    assert "Annuler le coup" in recorder
    assert "Retour" in form
    assert "Annuler" not in form


def test_the_record_of_an_open_match_stays_with_those_who_may_see_all_of_it(
    house: House, client: Client, staff: Client
) -> None:
    sitting = house.sitting("hidden_game")
    sitting.play_on(4)
    path = reverse("replays:jsonl", args=[sitting.id])

    assert client.get(path).status_code == 302
    assert staff.get(path).status_code == 200


def test_no_page_has_a_script_of_its_own(house: House, client: Client) -> None:
    sitting = house.sitting().finish()

    page = text_of(client.get(address(sitting)))

    assert not re.findall(r"<script(?![^>]*\bsrc=)", page)
    assert not re.findall(r"\son[a-z]+=", page)
