"""The button that checks a record now: what it says, to whom, and how often."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from replays.http.throttles import VerifyThrottle
from replays.models import Anchor, Stream
from tests.factories import make_club
from tests.games.away import without
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.replays.test_verify import all_triggers, drop, row
from tests.replays.web.conftest import FRENCH, HTMX, House


def address(sitting: Sitting) -> str:
    return reverse("replays:verify", args=[sitting.id])


def head_of(sitting: Sitting) -> str:
    return Stream.objects.get(pk=sitting.id).head_hash


def test_a_whole_record_is_called_whole_and_what_was_checked_is_named(
    house: House, client: Client
) -> None:
    sitting = house.sitting().finish()
    page = client.get(reverse("replays:match", args=[sitting.id])).text
    assert f'hx-get="{address(sitting)}"' in page
    assert f'href="{address(sitting)}"' in page
    anchors = Anchor.objects.filter(stream_id=sitting.id).count()
    told = client.get(address(sitting))
    assert "<html" in told.text
    assert told.headers["Cache-Control"].startswith("max-age=0, no-cache")
    for words in (
        "The record is whole, and nothing in it was changed.",
        f"{sitting.version} entries: from the first to the last, every hash",
        f"{anchors} anchors, kept apart from the entries, fit",
        "The rules allow every move of it",
        "The result is the one that was sealed",
        head_of(sitting),
    ):
        assert words in told.text
    part = client.get(address(sitting), headers=HTMX | FRENCH).text
    assert "<html" not in part
    assert "L’enregistrement est intact" in part
    assert f"{sitting.version} entrées" in part


def test_nobody_learns_a_hash_of_what_they_may_not_read(
    house: House, client: Client, staff: Client
) -> None:
    sitting = house.sitting("sushi_go_party", seats=3)
    sitting.play_on(9)
    told = client.get(address(sitting)).text
    assert f"{sitting.version} entries" in told
    assert "The result" not in told
    assert head_of(sitting) not in told
    assert head_of(sitting) in staff.get(address(sitting)).text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"payload": "{}"}, "The event was changed: its hash does not fit."),
        ({"version": 5000}, "An event is missing."),
    ],
)
def test_what_is_wrong_is_named_with_its_entry(
    fresh_database: FreshDatabase, changes: dict[str, object], words: str
) -> None:
    sitting = Sitting(club_id=make_club("Les Baguettes").id, players=[None, None]).finish()
    for trigger in all_triggers():
        drop(trigger)
    row(sitting.id, 5).update(**changes)
    told = Client().get(address(sitting)).text
    assert f"Something is wrong at entry 5. {words}" in told
    assert "The record is whole" not in told
    # The page of the match cannot be shown any more, and leads here.
    page = Client().get(reverse("replays:match", args=[sitting.id]))
    assert page.status_code == 409
    assert address(sitting) in page.text


def test_without_its_rules_a_record_is_whole_but_not_judged(house: House, client: Client) -> None:
    sitting = house.sitting().finish()
    with without("sushi_bar"):
        told = client.get(address(sitting)).text
    assert "The record is whole" in told
    assert "was not checked: the rules are not installed here" in told
    assert "notice-warn" in told


def test_whoever_asks_again_and_again_waits(
    house: House, client: Client, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VerifyThrottle, "rate", "2/min", raising=False)
    cache.clear()
    sitting = house.sitting().finish()
    assert [client.get(address(sitting)).status_code for _ in range(3)] == [200, 200, 429]
    part = client.get(address(sitting), headers=HTMX)
    assert part.status_code == 422
    assert "Too many checks; wait for" in part.text
    assert staff.get(address(sitting)).status_code == 200
    cache.clear()
