"""The first page of the admin: whose it is, what needs attention, and what is technical."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.contrib import admin
from django.test import RequestFactory

from config.attention import matters
from replays.models import Verification
from replays.tasks import heartbeat
from tests.clients import SignedIn
from tests.config.test_work import owe, two_lost_one_played_one_waiting
from tests.factories import NOW, make_user
from tests.tournaments.ladders.test_admin import own
from tests.tournaments.tournaments.doors import Evening
from tournaments.batches.models import Batch, BatchStatus
from tournaments.ladders.models import DueCause, LadderDue
from tournaments.ladders.services.scheduling import schedule_updates

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> SignedIn:
    return SignedIn(make_user("boss", staff=True, is_superuser=True))


def words() -> list[str]:
    return [matter.words for matter in matters(now=datetime.now(UTC))]


@pytest.mark.parametrize(
    ("language", "name", "well"),
    [
        ("en", "Kaiten: administration", "All is well"),
        ("fr", "Kaiten : administration", "Tout va bien"),
    ],
)
def test_where_nothing_waits_all_is_well(
    boss: SignedIn, language: str, name: str, well: str
) -> None:
    heartbeat()
    page = boss.get("/admin/", headers={"Accept-Language": language}).text
    for said in (name, well, "/static/joined/admin.", "/static/kaiten/img/icons."):
        assert said in page
    assert "Django" not in page


def test_tables_that_wait_are_named_and_lead_to_their_tournament(boss: SignedIn) -> None:
    heartbeat()
    evening = Evening().start()
    tables = evening.announce()
    one, other = tables[1][:2]
    told = {"stage": 1, "round": 1, "table": 1}
    evening.do("report", **told, entrant=one, scores=[4, 3, 2, 1])
    evening.do("report", **told, entrant=other, scores=[1, 2, 3, 4])
    evening.do("call_arbiter", stage=1, round=1, table=2)
    page = boss.get("/admin/").text
    address = f"/admin/tournaments/tournament/{evening.id}/change/?stage=1&amp;round=1"
    for said in (
        f'<a href="{address}#table-1-1-1"',
        f'<a href="{address}#table-1-1-2"',
        "Friday: the reports of round 1, table 1 differ.",
        "Friday: round 1, table 2 waits for an arbiter.",
    ):
        assert said in page
    # Nothing was heard of it since the factories' clock stood still, long before today.
    soon = [matter.words for matter in matters(now=NOW + timedelta(hours=1))]
    later = [matter.words for matter in matters(now=NOW + timedelta(hours=13))]
    forgotten = "Friday: no news for long, and 1 table has no result."
    assert forgotten not in soon
    assert forgotten in later


def test_work_that_is_late_or_has_failed_is_named() -> None:
    assert words() == ["No worker has ever shown that it lives."]
    heartbeat()
    assert words() == []
    owe(timedelta(hours=1))
    batch = two_lost_one_played_one_waiting()
    ladder = own(batch.club)
    schedule_updates([ladder.pk], DueCause.MATCH, uuid4())
    LadderDue.objects.update(created_at=NOW - timedelta(days=1))
    Verification.objects.create(
        stream_id=ladder.pk, version=1, ok=False, problem="bad_hash", checked_at=NOW
    )
    told = words()
    for said in (
        "1 piece of work after matches is late.",
        "1 update of ladders is late.",
        "2 parts of batches are stale.",
        "1 log is not intact.",
    ):
        assert said in told
    Batch.objects.update(status=BatchStatus.FAILED)
    assert "1 batch has failed." in words()


def test_what_is_technical_has_a_section_of_its_own_at_the_end(boss: SignedIn) -> None:
    request = RequestFactory().get("/admin/")
    request.user = boss.user
    *nouns, technical = admin.site.get_app_list(request)
    assert [str(section["name"]) for section in nouns] == [
        "People",
        "Tournaments",
        "Seasons",
        "Ladders",
        "Matches",
        "Bots",
    ]
    assert str(technical["name"]) == "Technical"
    names = {model["object_name"] for model in technical["models"]}
    assert {"Outbox", "Heartbeat", "Anchor", "Stream", "Checkpoint", "Request"} <= names
    listed = [model["object_name"] for section in nouns for model in section["models"]]
    assert len(listed) + len(names) == len(admin.site._registry)
