"""No page asks the database more often because the club has grown."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.access.addresses import pages
from tests.access.lived_in import lived_in
from tests.access.world import World

pytestmark = pytest.mark.django_db

MOST = 25
PER_LADDER = {"tournaments:tournament-unstart"}
"""It rates on every ladder that would be another one."""
WHO = ("visitor", "owner")


def test_no_page_asks_more_of_a_larger_club() -> None:
    small, large = (asked(lived_in(size)) for size in (1, 4))
    assert len(large) > 110
    more = {page: (small[page], many) for page, many in large.items() if many > small[page]}
    assert {page.partition(" ")[0] for page in more} <= PER_LADDER, more
    too_many = {page: many for page, many in large.items() if many > MOST}
    assert {page.partition(" ")[0] for page in too_many} <= PER_LADDER, too_many


def asked(world: World) -> dict[str, int]:
    """Return how many queries each page takes that is there for somebody."""
    found = {}
    for who in WHO:
        client = world.client(who)
        for row in pages():
            address = world.addresses.of(row)
            if is_page(client, address):
                with CaptureQueriesContext(connection) as queries:
                    client.get(address)
                    found[f"{row} by {who}"] = len(queries)
    return found


def is_page(client: Client, address: str) -> bool:
    """Whether it is there, after what is kept of it has been made."""
    answer = client.get(address)
    return answer.status_code == 200 and not answer.streaming
