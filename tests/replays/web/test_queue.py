"""What the recorder's queue is told, the pen of a table, and both sides of a conflict."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from replays.models import Pen
from replays.services.pens import take_pen
from replays.services.undo import rewind
from replays.web.buttons import event_value
from tests.answers import Answer
from tests.factories import make_member
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of

pytestmark = pytest.mark.django_db


class Phone:
    """A browser with a queue: it sends entries with keys of its own, and names its device."""

    def __init__(self, client: Client, sitting: Sitting) -> None:
        self.client, self.sitting, self.device = client, sitting, str(uuid4())

    def post(self, name: str, data: dict[str, Any], **headers: str) -> Answer:
        path = reverse(f"replays:{name}", args=[self.sitting.id])
        sent = {"HX-Request": "true", "Kaiten-Device": self.device} | headers
        return self.client.post(path, data, headers=sent)

    def enter(self, event: str, version: int, key: str = "", **headers: str) -> Answer:
        data = {"event": event, "expected_version": version, "key": key or str(uuid4())}
        return self.post("record", data, **headers)

    def compare(self, seen: int, *entries: dict[str, Any]) -> str:
        answer = self.post("waiting", {"expected_version": seen, "entries": json.dumps(entries)})
        assert answer.status_code == 200
        return text_of(answer)


def entry(event: str, words: str) -> dict[str, Any]:
    return {"action": "record", "fields": [["event", event]], "words": words}


@pytest.fixture
def sitting(house: House) -> Sitting:
    return house.sitting("sushi_go_party", seats=3)


@pytest.fixture
def phone(staff: Client, sitting: Sitting) -> Phone:
    return Phone(staff, sitting)


@pytest.fixture
def other(house: House, sitting: Sitting) -> Phone:
    """The phone of another scorekeeper."""
    client = Client()
    client.force_login(make_member(house.club, "scorekeeper", username="other"))
    return Phone(client, sitting)


def test_an_entry_is_told_the_version_that_it_became_the_first_time(phone: Phone) -> None:
    sitting, key = phone.sitting, str(uuid4())
    event = event_value(sitting.next_event())

    first = phone.enter(event, 1, key)
    sitting.play_on(2)
    again = phone.enter(event, 1, key)

    assert [answer.headers["Kaiten-Version"] for answer in (first, again)] == ["2", "2"]
    assert 'data-version="4"' in text_of(again)  # the page is the newest one
    assert sitting.version == 4


def test_who_has_more_to_send_gets_no_page(phone: Phone) -> None:
    answer = phone.enter(event_value(phone.sitting.next_event()), 1, **{"Kaiten-More": "yes"})
    assert (answer.status_code, answer.headers["Kaiten-Version"]) == (204, "2")


def test_refusals_have_a_code_and_leave_the_entry_to_the_queue(phone: Phone) -> None:
    event = event_value(phone.sitting.next_event())
    phone.sitting.play_on(3)
    late = phone.enter(event, 1)
    assert (late.status_code, late.headers["Kaiten-Code"]) == (409, "version_conflict")
    assert "Your entry was not saved" not in text_of(late)

    wrong = phone.enter(event, 4)
    assert (wrong.status_code, wrong.headers["Kaiten-Code"]) == (422, "not_expected")
    assert phone.sitting.version == 4


def test_one_device_at_a_time_writes(phone: Phone, other: Phone) -> None:
    sitting, key = phone.sitting, str(uuid4())
    event = event_value(sitting.next_event())
    assert phone.enter(event, 1, key).status_code == 200  # took the free pen

    refused = other.enter(event_value(sitting.next_event()), 2)
    assert (refused.status_code, refused.headers["Kaiten-Code"]) == (409, "pen_elsewhere")
    assert other.post("pen", {}).status_code == 200  # it is not free
    assert Pen.objects.get(pk=sitting.id).device.hex == phone.device.replace("-", "")

    taken = other.post("pen", {"take": "yes"})
    assert f'data-device="{other.device}"' in text_of(taken)
    assert other.enter(event_value(sitting.next_event()), 2).status_code == 200
    assert (
        phone.enter(event_value(sitting.next_event()), 3).headers["Kaiten-Code"] == "pen_elsewhere"
    )
    # What was written while the pen was here is answered as before.
    assert phone.enter(event, 1, key).headers["Kaiten-Version"] == "2"
    assert sitting.version == 3


def test_a_page_without_scripts_and_the_api_need_no_pen(phone: Phone, other: Phone) -> None:
    sitting = phone.sitting
    assert phone.post("pen", {}).status_code == 204
    path = reverse("replays:record", args=[sitting.id])
    data = {"event": event_value(sitting.next_event()), "expected_version": 1}
    assert other.client.post(path, data).status_code == 302
    assert sitting.version == 2


def test_nonsense_about_pens_is_refused_with_a_code(house: House, phone: Phone) -> None:
    answer = phone.post("pen", {}, **{"Kaiten-Device": "my phone"})
    assert (answer.status_code, answer.headers["Kaiten-Code"]) == (422, "device_unknown")
    online = Phone(phone.client, house.sitting(source="online"))
    answer = online.post("pen", {})
    assert (answer.status_code, answer.headers["Kaiten-Code"]) == (422, "no_pen_here")
    for text in ("", "{", "[]", "[1]", '[{"action": "record"}]'):
        answer = phone.post("waiting", {"expected_version": 1, "entries": text})
        assert (answer.status_code, answer.headers["Kaiten-Code"]) == (422, "malformed_event")
    assert not Pen.objects.exists()


def test_whoever_follows_a_recorder_hears_of_its_pen(phone: Phone, other: Phone) -> None:
    news = reverse("live:news", args=["recorder", phone.sitting.id])
    mark = phone.client.get(news).json()["mark"]
    picked = phone.post("pen", {}).headers["Kaiten-Mark"]
    assert phone.client.get(f"{news}?mark={picked}").status_code == 204
    other.post("pen", {"take": "yes"})
    assert phone.client.get(news).json()["mark"] not in (mark, picked)
    page = text_of(phone.client.get(reverse("replays:record", args=[phone.sitting.id])))
    assert "other records here" in " ".join(page.split())


def test_both_sides_of_a_conflict_are_told_and_judged_in_order(phone: Phone) -> None:
    sitting = phone.sitting
    sitting.play_on(3)
    log = sitting.log()
    state, mine = log.state_at(3), []
    for _ in range(3):
        event = known(next_event(state, log.rules, sitting.luck))
        log.rules.apply(state, event)
        mine.append(event_value(event))
    lines = [entry(event, f"tapped {number}") for number, event in enumerate(mine)]

    assert 'data-fits="111"' in phone.compare(4, *lines)
    sitting.play()  # the other one enters the first seat
    both = phone.compare(4, *lines)
    assert 'data-fits="011"' in both
    assert all(f"tapped {number}" in both for number in range(3))
    assert 'data-version="5"' in both
    # What is behind an undo or a throw cannot be judged.
    undo = {"action": "take_back", "fields": [["to", "4"]], "words": "Undo"}
    assert 'data-fits="100"' in phone.compare(4, lines[1], undo, lines[2])
    sitting.do(rewind, to=4)
    told = phone.compare(4, *lines)
    assert "Taken back to what it was after entry 4." in told
    assert 'data-fits="111"' in told
    assert sitting.version == 6


def test_the_pen_is_told_in_french(phone: Phone, other: Phone, house: House) -> None:
    take_pen(
        match_id=phone.sitting.id,
        actor=f"user:{house.staff.pk}",
        device=uuid4(),
        now=phone.sitting.clock,
    )
    page = text_of(
        other.client.get(reverse("replays:record", args=[phone.sitting.id]), headers=FRENCH)
    )
    assert "Prendre le stylo" in page
