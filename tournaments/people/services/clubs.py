import re
from collections.abc import Sequence
from datetime import datetime
from typing import Required, TypedDict, Unpack
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from replays.errors import KaitenError
from tournaments.people.models import (
    Club,
    FormerShortName,
    LinkedClub,
    Openness,
    User,
    Visibility,
    validate_time_zone,
)
from tournaments.people.services.members import make_owner
from tournaments.people.services.names import clean_text
from tournaments.people.signals import club_moved

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
LONGEST_DELAY = 1440


class ClubDetails(TypedDict, total=False):
    """What a club says of itself; all but its name and its time zone can be left to Kaiten."""

    name: Required[str]
    slug: str
    time_zone: Required[str]
    language: str
    visibility: str
    default_visibility: str
    spectator_delay: int | None
    open_hands: str


def create_club(
    *, club_id: UUID, now: datetime, owner: User | None = None, **details: Unpack[ClubDetails]
) -> Club:
    """Make a club; raises `club_name_missing`, `slug_taken`, `time_zone_missing` and the like."""
    if LinkedClub.objects.filter(pk=club_id).exists():
        raise KaitenError("club_is_here", 409)
    with transaction.atomic():
        club = _saved(Club(id=club_id, created_at=now), **details)
        if owner is not None:
            make_owner(club=club, user=owner, now=now)
    return club


def change_club(*, club: Club, **details: Unpack[ClubDetails]) -> Club:
    """Change what a club says of itself and who finds it; another time zone gives other days.

    Of the short name and the language what is left out is what a new club has; who finds it stays.
    A former short name goes on leading to the club.
    """
    with transaction.atomic():
        # As it is stored: a form may have put the new one into `club` already.
        before = Club.objects.get(pk=club.pk)
        saved = _saved(club, **details)
        if saved.slug != before.slug:
            FormerShortName.objects.filter(pk=saved.slug).delete()
            FormerShortName.objects.create(slug=before.slug, club=saved)
        if saved.time_zone != before.time_zone:
            club_moved.send(Club, club_id=club.id)
    return saved


def require_unused(slug: str, *, by: UUID | None) -> str:
    """Return a short name that no other club had before, or raise `slug_taken`."""
    if any(former.club_id != by for former in FormerShortName.objects.filter(pk=slug)):
        raise KaitenError("slug_taken", 409, slug=slug)
    return slug


def slug_of(name: str) -> str:
    """Return the short name that a name suggests; empty when it holds no plain letter."""
    return re.sub("[-_]+", "-", slugify(name))[:60].strip("-")


def _saved(club: Club, **details: Unpack[ClubDetails]) -> Club:
    club.name = clean_text(details["name"], field="name", limit=80)
    if not club.name:
        raise KaitenError("club_name_missing")
    slug, time_zone = details.get("slug", ""), details.get("time_zone", "")
    club.slug = slug or slug_of(club.name) or f"club-{str(club.id)[:8]}"
    if not SLUG.fullmatch(club.slug) or len(club.slug) > 60:
        raise KaitenError("bad_slug")
    require_unused(club.slug, by=club.id)
    if not time_zone:
        raise KaitenError("time_zone_missing")
    try:
        validate_time_zone(time_zone)
    except ValidationError:
        raise KaitenError("unknown_time_zone", name=time_zone[:60]) from None
    club.time_zone = time_zone
    languages = [code for code, _name in settings.LANGUAGES]
    club.language = _one_of("unknown_language", languages, details.get("language", "en"))
    _say_who_sees(club, details)
    try:
        with transaction.atomic():
            # A new club must never overwrite one that has its id.
            club.save(force_insert=club._state.adding)
    except IntegrityError:
        raise KaitenError("slug_taken", 409, slug=club.slug) from None
    return club


def _say_who_sees(club: Club, details: ClubDetails) -> None:
    """Put who finds what, and who sees how much, onto a club; what is left out stays."""
    levels, hands = Visibility.values, Openness.values
    club.visibility = _one_of(
        "unknown_visibility", levels, details.get("visibility", club.visibility)
    )
    club.default_visibility = _one_of(
        "unknown_visibility", levels, details.get("default_visibility", club.default_visibility)
    )
    club.open_hands = _one_of("unknown_openness", hands, details.get("open_hands", club.open_hands))
    delay = details.get("spectator_delay", club.spectator_delay)
    if delay is not None and not 0 <= delay <= LONGEST_DELAY:
        raise KaitenError("bad_delay", least=0, most=LONGEST_DELAY)
    club.spectator_delay = delay


def _one_of(code: str, known: Sequence[str], value: str) -> str:
    if value not in known:
        raise KaitenError(code, known=", ".join(known))
    return value
