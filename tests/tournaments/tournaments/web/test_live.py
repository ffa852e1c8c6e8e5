"""Pages of a tournament follow what others do."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_user
from tests.known import known
from tests.tight import tight
from tests.tournaments.tournaments.web.fields import PODS, Field
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db

FOLLOWS = re.compile(r'data-follow="#tour-live" data-stream="([^"]+)" .*?data-mark="(\d+)"')


def followed(client: Client, address: str) -> tuple[str, ...] | None:
    """What a page follows, and since when."""
    found = FOLLOWS.search(tight(client.get(address).text))
    return None if found is None else found.groups()


@pytest.mark.parametrize("section", ["", "rounds/", "entrants/", "plan/", "tables/1/1/1/"])
def test_an_open_page_follows_and_is_told_only_when_something_has_changed(
    client: Client, section: str
) -> None:
    field = Field(8).announced()
    stream, since = known(followed(client, field.path(section)))
    assert stream == f"/live/tournament/{field.id}/"
    assert since == str(field.state.version)
    assert client.get(f"{stream}news/", {"mark": since}).status_code == 204
    field.do("record", stage=1, round=1, table=1, scores=[60, 50, 40, 30])
    told = client.get(f"{stream}news/", {"mark": since}).json()
    assert told == {"mark": str(field.state.version)}
    assert known(followed(client, field.path(section)))[1] == told["mark"]


def test_pages_of_forms_and_a_tournament_that_is_over_follow_nothing(client: Client) -> None:
    client.force_login(make_user("staff", staff=True))
    field = Field(8, PODS | {"rounds": 1})
    assert followed(client, field.path("plan/")) is None
    field.announced()
    assert followed(client, field.path("proposal/")) is None
    assert followed(client, field.path()) is not None
    for number, table in known(field.state.stages[1].last_round).tables.items():
        scores = list(range(len(table.entrants)))
        field.do("record", stage=1, round=1, table=number, scores=scores)
    field.do("close_stage", stage=1)
    field.do("finish")
    assert followed(client, field.path()) is None


def test_a_refused_form_is_not_replaced_while_it_is_corrected(client: Client) -> None:
    client.force_login(make_user("staff", staff=True))
    field = Field(8)
    answer = client.post(field.path("do/rename/"), {"title": "", "back": "overview"})
    assert answer.status_code == 422
    assert not FOLLOWS.search(tight(answer.text))


def test_visitors_who_follow_share_one_page_and_others_have_their_own(client: Client) -> None:
    field = Field(8).announced()

    def asked(who: Client, mark: str, address: str = "") -> int:
        with CaptureQueriesContext(connection) as queries:
            page = who.get(address or field.path("rounds/"), headers={"X-Follow": mark})
        assert page.status_code == 200
        assert 'id="tour-live"' in page.text
        assert "csrfmiddlewaretoken" not in page.text or "sessionid" in who.cookies
        return len(queries)

    first = asked(client, "1")
    shared = asked(Client(), "1")
    assert shared < first / 2
    assert shared < asked(Client(), "2")
    organiser = Client()
    organiser.force_login(make_user("staff", staff=True))
    pages = [who.get(field.path(), headers={"X-Follow": "1"}).text for who in (organiser, client)]
    assert ["csrfmiddlewaretoken" in page for page in pages] == [True, False]
    Club.objects.update(visibility="club")
    hidden = client.get(field.path("rounds/"), headers={"X-Follow": "1"})
    assert hidden.status_code == 404
