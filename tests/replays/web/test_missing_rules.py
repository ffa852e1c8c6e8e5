"""The pages of a match whose rules are not installed: what is missing is said, nothing leaks."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from replays.selectors.exports import export_jsonl
from replays.services import life
from replays.services.verify import record_verification
from tests.games.away import ABSENCES, without
from tests.replays.sittings import Sitting
from tests.replays.tables import NOW
from tests.replays.web.conftest import FRENCH, House

GAME = "hidden_game"
SECRETS = ("amber", "blue", "coral", "dusk")


def page(name: str, sitting: Sitting, **more: object) -> str:
    return reverse(f"replays:{name}", args=[sitting.id, *more.values()])


def text_of(
    client: Client, address: str, status: int = 200, headers: dict[str, str] | None = None
) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == status, address
    return re.sub(r"\s+", " ", answer.content.decode())


def playing(house: House) -> Sitting:
    """Return a match of hidden hands that goes on."""
    sitting = house.sitting(GAME, seed=3)
    sitting.play_on(6)
    return sitting


def test_the_library_names_the_game_by_its_slug_and_says_what_is_missing(
    house: House, client: Client
) -> None:
    house.sitting(GAME, seed=3).finish()
    house.sitting("sushi_bar")
    with without(GAME):
        for address in (reverse("replays:matches"), reverse("replays:home")):
            text = text_of(client, address)
            assert text.count("rules not installed") == 1
            assert ">hidden_game</a>" in text
        french = text_of(client, reverse("replays:matches"), headers=FRENCH)
        assert french.count("règles non installées") == 1
        narrowed = text_of(client, reverse("replays:matches") + f"?game={GAME}")
        assert '<option value="hidden_game" selected>hidden_game</option>' in narrowed
        assert "1 match " in narrowed
    assert "rules not installed" not in text_of(client, reverse("replays:matches"))


@pytest.mark.parametrize("absence", ABSENCES)
def test_an_ended_match_shows_who_when_and_the_sealed_result(
    house: House, client: Client, absence: str
) -> None:
    sitting = house.sitting(GAME, seed=3).finish()
    away, _code = ABSENCES[absence]
    result = sitting.log().result
    assert result is not None
    with away(GAME):
        text = text_of(client, page("match", sitting))
        for words in ("Rules not installed", "kaiten.games", "Chloé M.", "Bastien L."):
            assert words in text
        for score in result.scores or ():
            assert f"<strong>{score}</strong>" in text
        assert "hidden_game.card_chosen" in text
        assert page("jsonl", sitting) in text
        assert page("kgn", sitting) not in text
        assert "Règles non installées" in text_of(client, page("match", sitting), headers=FRENCH)
        old = text_of(client, page("match", sitting) + "?v=3&ply=1")
        assert "after entry 3" in old
    assert "Rules not installed" not in text_of(client, page("match", sitting))


def test_a_running_match_shows_no_payload_to_anybody_but_the_arbiter(
    house: House, client: Client, staff: Client
) -> None:
    sitting = playing(house)
    with without(GAME):
        for visitor in (client, staff):
            text = text_of(visitor, page("match", sitting))
            assert "hidden_game.dealt" in text
            assert "not shown" in text
            assert not [word for word in SECRETS if word in text]
        seated = text_of(client, page("match", sitting) + "?seat=0")
        assert not [word for word in SECRETS if word in seated]
        asked = text_of(client, page("match", sitting) + "?seat=arbiter")
        assert not [word for word in SECRETS if word in asked]
        everything = text_of(staff, page("match", sitting) + "?seat=arbiter")
        assert [word for word in SECRETS if word in everything]
        assert page("jsonl", sitting) not in text_of(client, page("match", sitting))
        assert client.get(page("jsonl", sitting)).status_code == 302


def test_files_and_verification_of_a_match_without_rules(house: House, client: Client) -> None:
    sitting = house.sitting(GAME, seed=3).finish()
    whole = export_jsonl(sitting.id)
    with without(GAME):
        assert client.get(page("jsonl", sitting)).content.decode() == whole
        assert "game" in text_of(client, page("kgn", sitting), 409)
        record_verification(stream_id=sitting.id, now=NOW)
        assert "record intact, not judged" in text_of(client, page("match", sitting))


def test_recording_counting_and_correcting_are_refused_and_write_nothing(
    house: House, staff: Client
) -> None:
    sitting = playing(house)
    version = sitting.version
    pages = {
        "record": page("record", sitting),
        "count": page("report", sitting) + "?by=count",
        "amend": page("amend", sitting, version=2),
    }
    with without(GAME):
        for address in pages.values():
            text = text_of(staff, address, 409)
            assert "Rules not installed" in text
            assert page("match", sitting) in text
            sent = {
                "event": '{"type":"hidden_game.asked","payload":{}}',
                "expected_version": version,
            }
            assert staff.post(address, sent).status_code == 409
        for name in ("roll", "take_back"):
            answer = staff.post(page(name, sitting), {"expected_version": version, "to": 1})
            assert answer.status_code == 409
        assert sitting.version == version
    assert staff.get(pages["record"]).status_code == 200


def test_the_life_of_the_match_goes_on(house: House, staff: Client) -> None:
    sitting = playing(house)
    with without(GAME):
        address = page("report", sitting)
        asked = text_of(staff, address)
        assert "give places as well" in asked
        assert "Count the table" not in asked
        sent = {"expected_version": sitting.version, "score_0": 4, "score_1": 7}
        answer = staff.post(address, sent)
        assert answer.status_code == 422
        assert "are not installed here" in answer.content.decode()
        assert staff.post(address, sent | {"place_0": 2, "place_1": 1}).status_code == 302
        assert [seat.score for seat in sitting.seats] == [4, 7]
        assert "Reported by people" in text_of(staff, page("match", sitting))
        for name in ("rule", "void", "reopen", "annotate"):
            assert staff.get(page(name, sitting)).status_code == 200
        sitting.do(life.void_match)
        assert "declared void" in text_of(staff, page("match", sitting))
