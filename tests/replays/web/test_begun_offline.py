"""A match that a phone began without a network reaches the server once, as the phone knows it."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from pytest_django import Settings

from replays.models import Match, Pen
from replays.offline.beginning import begin
from replays.offline.fetching import runtime_digest
from replays.offline.phone import Told
from replays.selectors.logs import load_log
from tests.answers import Answer
from tests.replays.web.conftest import House
from tests.replays.web.markup import forms_of, text_of
from tournaments.people.models import Player

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"
OPTIONS = {
    "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6",
    "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 −4",
    "option_hide_covered": "on",
}


class Phone:
    """A browser that begins matches by itself, and sends them later."""

    def __init__(self, client: Client) -> None:
        self.client, self.device = client, str(uuid4())

    def send(self, fields: dict[str, Any], key: str, match: str) -> Answer:
        headers = {"HX-Request": "true", "Kaiten-Device": self.device}
        sent = fields | {"key": key, "match": match, "expected_version": "0"}
        return self.client.post(NEW, sent, headers=headers)


@pytest.fixture
def phone(staff: Client) -> Phone:
    return Phone(staff)


@pytest.fixture
def fields(house: House, staff: Client) -> dict[str, Any]:
    """The form of a match between somebody of the club and a guest."""
    page = text_of(staff.get(NEW, {"game": "sushi_bar", "seats": "2", "mode": "record"}))
    hidden = next(form.hidden for form in forms_of(page) if "key" in form.hidden)
    seats = {"player_0": str(house.players[0].id), "guest_1": "Zoé", "player_1": "", "guest_0": ""}
    return hidden | seats | {"source": "table", "rated": "on"} | OPTIONS


def test_it_is_begun_once_however_often_it_is_sent(
    house: House, phone: Phone, fields: dict[str, Any]
) -> None:
    people, key, match = Player.objects.count(), str(uuid4()), str(uuid4())
    for _try in range(3):
        answer = phone.send(fields, key, match)
        assert (answer.status_code, answer["Kaiten-Version"]) == (204, "1")
    assert [str(one.pk) for one in Match.objects.all()] == [match]
    assert Player.objects.count() == people + 1
    assert load_log(Match.objects.get().pk).players[0] == house.players[0].id
    assert str(Pen.objects.get().device) == phone.device


def test_it_begins_as_the_phone_said(phone: Phone, fields: dict[str, Any]) -> None:
    asked = {
        "fields": [[name, value] for name, value in fields.items()],
        "labels": ["Zoé", "Zoé"],
        "box": {},
        "language": "en",
    }
    told = msgspec.json.decode(
        msgspec.json.decode(begin(msgspec.json.encode(asked).decode()))["told"], type=Told
    )
    phone.send(fields, str(uuid4()), str(uuid4()))
    log = load_log(Match.objects.get().pk)
    assert told.setup == log.setup
    assert told.setup.options["hide_covered"]
    assert told.version == log.version
    assert told.labels == ["Zoé (1)", "Zoé (2)"]


@pytest.mark.parametrize("value", ["1 2", "many", ""])
def test_what_the_rules_refuse_is_refused_on_the_phone_and_by_the_server(
    phone: Phone, fields: dict[str, Any], value: str
) -> None:
    wrong = fields | {"option_sushi_values": value}
    asked = {
        "fields": [[name, text] for name, text in wrong.items()],
        "labels": ["Ana", "Bo"],
        "box": {},
        "language": "en",
    }
    judged = msgspec.json.decode(begin(msgspec.json.encode(asked).decode()))
    assert judged["code"]
    assert judged["words"]
    answer = phone.send(wrong, str(uuid4()), str(uuid4()))
    assert answer.status_code == 422
    assert answer["Kaiten-Code"]
    assert text_of(answer)
    assert not Match.objects.exists()


def test_the_id_of_another_match_begins_nothing(
    house: House, phone: Phone, fields: dict[str, Any]
) -> None:
    sitting, people = house.sitting(), Player.objects.count()
    answer = phone.send(fields, str(uuid4()), str(sitting.id))
    assert (answer.status_code, answer["Kaiten-Code"]) == (409, "version_conflict")
    assert load_log(sitting.id).version == 1
    assert Player.objects.count() == people


def test_the_page_of_a_new_match_offers_it_only_where_the_rules_are_installed(
    house: House, staff: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.OFFLINE, settings.OFFLINE_DIR = True, tmp_path
    assert "recording-here" not in text_of(staff.get(NEW, {"mode": "record"}))
    (tmp_path / runtime_digest()).mkdir()
    assert "recording-here" in text_of(staff.get(NEW, {"mode": "record"}))
    assert "recording-here" not in text_of(staff.get(NEW, {"mode": "report"}))
