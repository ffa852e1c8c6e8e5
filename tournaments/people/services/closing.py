"""Clubs that are shown to nobody any more, and those that are shown again. Their logs stay."""

from collections.abc import Sequence

from django.db import transaction

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamConflict
from replays.services.admission import MOST_EVENTS
from replays.services.append import Appended, answered_once, append_events, new_event
from tournaments.people.events import (
    CLUB_STREAM,
    ClubClosed,
    ClubEvent,
    ClubReopened,
    PlayerAnonymised,
)
from tournaments.people.models import Club, Kind, Membership, Player, User
from tournaments.people.selectors.clubs import DEMO_CLUB_ID, DEMO_LOGIN
from tournaments.people.selectors.streams import club_standing


@answered_once
def close_club(*, club: Club, envelope: Envelope, expected_version: int | None = None) -> Appended:
    """Show a club to nobody any more; raises `club_closed_already`.

    The demo's club is removed for good: its people are forgotten, and nobody has a role in it.
    """
    if club.id != DEMO_CLUB_ID:
        return _append(club, [ClubClosed()], envelope, expected_version)
    people = Player.objects.filter(club=club, kind=Kind.PERSON).order_by("created_at", "id")
    forgotten = [PlayerAnonymised(player) for player in people.values_list("id", flat=True)]
    most = MOST_EVENTS - 1
    with transaction.atomic():
        closed = _append(club, [ClubClosed(), *forgotten[:most]], envelope, expected_version)
        for start in range(most, len(forgotten), most):
            _append(club, forgotten[start : start + most], envelope.step(str(start)), None)
        Membership.objects.filter(club=club).delete()
        _lock_out_demo_login(envelope.actor)
    return closed


@answered_once
def reopen_club(*, club: Club, envelope: Envelope, expected_version: int | None = None) -> Appended:
    """Show a closed club again; raises `club_not_closed`. Names that were erased stay erased."""
    return _append(club, [ClubReopened()], envelope, expected_version)


def _append(
    club: Club, events: Sequence[ClubEvent], envelope: Envelope, expected_version: int | None
) -> Appended:
    version = club_standing(club.id).version
    if expected_version not in (None, version):
        raise StreamConflict(expected=expected_version, actual=version)
    try:
        return append_events(
            stream_id=club.id,
            kind=CLUB_STREAM,
            expected_version=version,
            events=[new_event(event) for event in events],
            envelope=envelope,
        )
    except RuleViolation as violation:
        raise KaitenError(violation.code, 409, **violation.params) from None


def _lock_out_demo_login(actor: str) -> None:
    """Let the account that came with the demo do nothing more, unless it is somebody's by now."""
    login = User.objects.filter(username=DEMO_LOGIN, memberships=None).first()
    if login is not None and actor != f"user:{login.pk}":
        User.objects.filter(pk=login.pk).update(is_staff=False, is_superuser=False)
