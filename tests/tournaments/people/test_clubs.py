from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from replays.errors import KaitenError
from tests.factories import NOW, make_club
from tournaments.people.models import Club
from tournaments.people.selectors.clubs import club_by_name, club_of
from tournaments.people.services.clubs import change_club, create_club

pytestmark = pytest.mark.django_db


def refused(code: str, call: Callable[..., Any], **arguments: Any) -> None:
    with pytest.raises(KaitenError) as refusal:
        call(**arguments)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Le Club des Sushis", "le-club-des-sushis"),
        ("Éclair_ -- 2", "eclair-2"),
        ("x" * 80, "x" * 60),
    ],
)
def test_a_short_name_is_made_from_the_name(name: str, slug: str) -> None:
    assert create_club(club_id=uuid4(), name=name, time_zone="UTC", now=NOW).slug == slug


def test_a_name_without_plain_letters_gets_a_short_name_too() -> None:
    club = create_club(club_id=uuid4(), name="寿司", time_zone="UTC", now=NOW)
    assert club.slug == f"club-{str(club.id)[:8]}"


def test_a_new_club_never_overwrites_another() -> None:
    club = make_club("First", slug="first")
    usual = {"time_zone": "UTC", "now": NOW}
    refused("slug_taken", create_club, club_id=club.id, name="Second", **usual)
    refused("slug_taken", create_club, club_id=uuid4(), name="First", slug="first", **usual)
    assert Club.objects.get().name == "First"


def test_a_club_is_found_by_short_name_and_by_id() -> None:
    club = make_club(slug="first")
    assert club_by_name("first") == club_by_name(str(club.id)) == club_of(club.id) == club
    for text in ("second", str(uuid4()), ""):
        refused("unknown_club", club_by_name, text=text)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": " "}, "club_name_missing"),
        ({"time_zone": "Paris"}, "unknown_time_zone"),
        ({"time_zone": ""}, "time_zone_missing"),
        ({"language": "tlh"}, "unknown_language"),
        ({"slug": "-x"}, "bad_slug"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(fields: dict[str, str], code: str) -> None:
    club = make_club("First")
    known = {"name": "First", "slug": "first", "time_zone": "UTC", "language": "en"}
    refused(code, change_club, club=club, **known | fields)
    assert Club.objects.get().time_zone == "UTC"
