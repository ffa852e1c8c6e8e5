"""No page asks the database more often because the club has grown."""

from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.access.addresses import pages
from tests.access.world import World
from tests.factories import make_member, make_player
from tests.tournaments.batches.batch_runs import make_batch
from tests.tournaments.ladders.nights import begun, played
from tests.tournaments.seasons.played import lead_it, make_season, play_evening
from tests.tournaments.tournaments.play import Friday, swiss

pytestmark = pytest.mark.django_db

MOST = 25
PER_LADDER = {"tournaments:tournament-unstart"}
"""It rates on every ladder that would be another one."""
WHO = ("visitor", "owner")


def test_no_page_asks_more_of_a_larger_club() -> None:
    small, large = (asked(club_of(size)) for size in (1, 4))
    assert len(large) > 110
    more = {page: (small[page], many) for page, many in large.items() if many > small[page]}
    assert {page.partition(" ")[0] for page in more} <= PER_LADDER, more
    too_many = {page: many for page, many in large.items() if many > MOST}
    assert {page.partition(" ")[0] for page in too_many} <= PER_LADDER, too_many


def club_of(size: int) -> World:
    """Return a club in which there is something of everything, or so many times as much."""
    friday = Friday(12 * size, swiss(), swiss())
    friday.play_round(Random(1))
    friday.announce()
    friday.record(1, round_=2, scores=[40, 30, 20, 10])
    world = World("public", friday)
    club, places = world.club, world.addresses.places
    people = [make_player(club, f"Bea{number} B") for number in range(4 + 4 * size)]
    for number in range(4 * size):
        night = people[number : number + 4]
        played(club, night, [40, 30, 20, 10], minutes=number)
        make_member(club, "organiser")
        evening = play_evening(club, dict(zip(night, (4, 3, 2, 1), strict=True)), title=f"{number}")
        lead_it(places["season_id"], "add_evening", tournament=str(evening))
        make_season(club, title=f"Season {number}")
        make_batch(club=club)
    for number in range(size):
        begun(club, f"Ladder {number}")
    return world


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
