"""Who is in every club of these tests, and who asks.

Nothing is imported before a test asks for it: what is pure is tested without Django.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.clients import SignedIn
    from tests.tournaments.tournaments.play import Friday
    from tournaments.people.models import Club, Player


@pytest.fixture
def club(db: None) -> "Club":
    """A club with nobody in it; its short name is `here`."""
    from tests.factories import make_club

    return make_club(slug="here")


@pytest.fixture
def people(club: "Club") -> "list[Player]":
    """Four people of the club."""
    from tests.factories import make_player

    return [make_player(club, name) for name in ("Ana A", "Bo B", "Chloé C", "Dan D")]


@pytest.fixture
def staff(db: None) -> "SignedIn":
    """A browser in which a member of staff is logged in."""
    from tests.clients import SignedIn
    from tests.factories import make_user

    return SignedIn(make_user("staff", staff=True))


@pytest.fixture
def boss(db: None) -> "SignedIn":
    """A browser in which a superuser is logged in."""
    from tests.clients import SignedIn
    from tests.factories import make_user

    return SignedIn(make_user("boss", staff=True, is_superuser=True))


@pytest.fixture
def staff_headers(db: None) -> dict[str, str]:
    """The headers of a token with which a member of staff may write."""
    from tests.factories import bearer, make_token

    return bearer(make_token()[1])


@pytest.fixture
def friday(db: None) -> "Friday":
    """A tournament of eight whose first round, of two tables, is announced."""
    from tests.tournaments.tournaments.play import Friday, swiss

    friday = Friday(8, swiss())
    friday.announce()
    return friday
