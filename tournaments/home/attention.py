"""What needs an organiser's attention: people and tables that wait, evenings that were forgotten.

Home and the first page of the admin say the same, each with addresses of its own.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays.selectors.health import LATE
from tournaments.ladders.models import LadderDue
from tournaments.people.models import Club
from tournaments.people.selectors.claims import open_claims
from tournaments.tournaments.selectors.waiting import (
    UndecidedTable,
    forgotten_tables,
    past_evenings,
    unconfirmed_tables,
    undecided_tables,
)

MOST = 20
"""How many of a kind are listed one by one."""


class Matter(NamedTuple):
    """Something to look at, and where."""

    words: str
    address: str


class Addresses(NamedTuple):
    """Where each matter is seen to."""

    claims: str
    ladders: str
    tournament: Callable[[UUID], str]
    table: Callable[[UndecidedTable], str]


def matters_of(club: Club, *, now: datetime) -> list[Matter]:
    """Return what waits in a club, for its home."""
    addresses = Addresses(
        f"{reverse('tournaments:members', args=[club.id])}#claims-title",
        reverse("tournaments:ladders"),
        lambda id_: reverse("tournaments:tournament", args=[id_]),
        lambda one: reverse(
            "tournaments:tournament-table", args=[one.tournament, one.stage, one.round, one.table]
        ),
    )
    return [*waiting_matters(addresses, club_id=club.id, now=now)]


def waiting_matters(
    addresses: Addresses, *, now: datetime, club_id: UUID | None = None
) -> Iterator[Matter]:
    """Yield what waits for an organiser, in one club or in all."""
    yield from _claims(addresses, club_id)
    yield from _tables(addresses, club_id, now)
    yield from _evenings(addresses, club_id, now)
    owed = LadderDue.objects.filter(created_at__lte=now - LATE)
    if late := (owed.filter(ladder__club=club_id) if club_id else owed).count():
        words = ngettext(
            "%(count)s update of ladders is late.", "%(count)s updates of ladders are late.", late
        )
        yield Matter(words % {"count": late}, addresses.ladders)


def _claims(addresses: Addresses, club_id: UUID | None) -> Iterator[Matter]:
    if waiting := open_claims(club_id).count():
        words = ngettext(
            "%(count)s person says that they are a player and waits for an answer.",
            "%(count)s people say that they are players and wait for an answer.",
            waiting,
        )
        yield Matter(words % {"count": waiting}, addresses.claims)


def _tables(addresses: Addresses, club_id: UUID | None, now: datetime) -> Iterator[Matter]:
    for table in undecided_tables(MOST, club_id):
        words = (
            _("%(title)s: the reports of round %(round)s, table %(table)s differ.")
            if table.disputed
            else _("%(title)s: round %(round)s, table %(table)s waits for an arbiter.")
        )
        names = {"title": table.title, "round": table.round, "table": table.table}
        yield Matter(words % names, addresses.table(table))
    for row in forgotten_tables(now=now, limit=MOST, club_id=club_id):
        words = ngettext(
            "%(title)s: no news for long, and %(count)s table has no result.",
            "%(title)s: no news for long, and %(count)s tables have no result.",
            row.tables,
        )
        address = f"{addresses.tournament(row.tournament)}#round"
        yield Matter(words % {"title": row.title, "count": row.tables}, address)
    for row in unconfirmed_tables(MOST, club_id):
        words = ngettext(
            "%(title)s: %(count)s result is not confirmed.",
            "%(title)s: %(count)s results are not confirmed.",
            row.tables,
        )
        address = f"{addresses.tournament(row.tournament)}#round"
        yield Matter(words % {"title": row.title, "count": row.tables}, address)


def _evenings(addresses: Addresses, club_id: UUID | None, now: datetime) -> Iterator[Matter]:
    for evening in past_evenings(localdate(now), MOST, club_id):
        words = _("%(title)s: its day is past, and it has not begun.")
        yield Matter(words % {"title": evening.title}, addresses.tournament(evening.id))
