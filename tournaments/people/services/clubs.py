import re
from datetime import datetime
from typing import Required, TypedDict, Unpack
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from replays.errors import KaitenError
from tournaments.people.models import Club, LinkedClub, User, validate_time_zone
from tournaments.people.services.members import make_owner
from tournaments.people.services.names import clean_text
from tournaments.people.signals import club_moved

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)


class ClubDetails(TypedDict, total=False):
    """What a club says of itself; all but its name can be left to Kaiten."""

    name: Required[str]
    slug: str
    time_zone: str
    language: str


def create_club(
    *, club_id: UUID, now: datetime, owner: User | None = None, **details: Unpack[ClubDetails]
) -> Club:
    """Make a club; raises `club_name_missing`, `slug_taken`, `unknown_time_zone` and the like."""
    if LinkedClub.objects.filter(pk=club_id).exists():
        raise KaitenError("club_is_here", 409)
    with transaction.atomic():
        club = _saved(Club(id=club_id, created_at=now), **details)
        if owner is not None:
            make_owner(club=club, user=owner, now=now)
    return club


def change_club(*, club: Club, name: str, slug: str, time_zone: str, language: str) -> Club:
    """Change what a club is called and where it plays; another time zone gives other days."""
    with transaction.atomic():
        # As it is stored: a form may have put the new one into `club` already.
        moved = not Club.objects.filter(pk=club.pk, time_zone=time_zone).exists()
        saved = _saved(club, name=name, slug=slug, time_zone=time_zone, language=language)
        if moved:
            club_moved.send(Club, club_id=club.id)
    return saved


def slug_of(name: str) -> str:
    """Return the short name that a name suggests; empty when it holds no plain letter."""
    return re.sub("[-_]+", "-", slugify(name))[:60].strip("-")


def _saved(
    club: Club, *, name: str, slug: str = "", time_zone: str = "UTC", language: str = "en"
) -> Club:
    club.name = clean_text(name, field="name", limit=80)
    if not club.name:
        raise KaitenError("club_name_missing")
    club.slug = slug or slug_of(club.name) or f"club-{str(club.id)[:8]}"
    if not _SLUG.fullmatch(club.slug) or len(club.slug) > 60:
        raise KaitenError("bad_slug")
    try:
        validate_time_zone(time_zone)
    except ValidationError:
        raise KaitenError("unknown_time_zone", name=time_zone[:60]) from None
    club.time_zone = time_zone
    known = [code for code, _name in settings.LANGUAGES]
    if language not in known:
        raise KaitenError("unknown_language", known=", ".join(known))
    club.language = language
    try:
        with transaction.atomic():
            # A new club must never overwrite one that has its id.
            club.save(force_insert=club._state.adding)
    except IntegrityError:
        raise KaitenError("slug_taken", 409, slug=club.slug) from None
    return club
