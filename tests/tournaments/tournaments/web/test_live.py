import re

import pytest
from django.test import Client

from tests.factories import make_user
from tests.known import known
from tests.tight import tight
from tests.tournaments.tournaments.web.fields import FINAL, PODS, Field

pytestmark = pytest.mark.django_db

NEWS = re.compile(r'id="tour-news" hidden hx-get="([^"]+)".*?"since": "(\d+)"')


def polled(client: Client, address: str) -> tuple[str, ...] | None:
    """Where a page asks for news, and since when."""
    found = NEWS.search(tight(client.get(address).text))
    return None if found is None else found.groups()


@pytest.mark.parametrize("section", ["", "rounds/", "entrants/", "plan/", "tables/1/1/1/"])
def test_an_open_page_is_sent_anew_only_after_something_has_changed(
    client: Client, section: str
) -> None:
    field = Field(8).announced()
    address, since = known(polled(client, field.path(section)))
    assert address == field.path(section)
    same = client.get(address, {"since": since}, headers={"HX-Request": "true"})
    assert (same.status_code, same.content) == (204, b"")
    field.do("record", stage=1, round=1, table=1, scores=[60, 50, 40, 30])
    newer = client.get(address, {"since": since}, headers={"HX-Request": "true"})
    assert newer.status_code == 200
    assert known(NEWS.search(tight(newer.text))).groups() == (address, str(field.state.version))


def test_the_stage_that_is_looked_at_stays_the_same_in_what_follows(client: Client) -> None:
    field = Field(8, PODS | {"rounds": 1}, FINAL).played()
    field.do("close_stage", stage=1)
    field.do("start_stage", stage=2, settled=[])
    address, _since = known(polled(client, field.path("rounds/?stage=1")))
    assert address == field.path("rounds/?stage=1")


def test_pages_of_forms_and_a_tournament_that_is_over_ask_for_nothing(client: Client) -> None:
    client.force_login(make_user("staff", staff=True))
    field = Field(8, PODS | {"rounds": 1})
    assert polled(client, field.path("plan/")) is None
    field.announced()
    assert polled(client, field.path("proposal/")) is None
    assert polled(client, field.path()) is not None
    for number, table in known(field.state.stages[1].last_round).tables.items():
        scores = list(range(len(table.entrants)))
        field.do("record", stage=1, round=1, table=number, scores=scores)
    field.do("close_stage", stage=1)
    field.do("finish")
    assert polled(client, field.path()) is None


def test_a_refused_form_is_not_replaced_while_it_is_corrected(client: Client) -> None:
    client.force_login(make_user("staff", staff=True))
    field = Field(8)
    answer = client.post(field.path("do/rename/"), {"title": "", "back": "overview"})
    assert answer.status_code == 422
    assert not NEWS.search(tight(answer.text))
