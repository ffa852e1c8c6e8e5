"""Every club has an address of its own, `/c/<short name>/`, with all pages of the site beneath it.

Within it `request.club` is that club, and every address that is made names it, because Django is
told that the site begins there. Where there is one club only, it is the club of the whole site.
Days and hours are those of the club, wherever whoever looks may be.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone, translation
from django.utils.encoding import escape_uri_path
from django.utils.functional import cached_property
from django.utils.translation import trans_real

from replays.http.middleware import UNMOUNTED
from replays.models import Match
from tournaments.batches.models import Batch
from tournaments.ladders.models import Ladder
from tournaments.people.models import Club, Player
from tournaments.people.selectors.clubs import clubs_of
from tournaments.people.web.access import onlooker_of
from tournaments.seasons.models import Season
from tournaments.tournaments.models import Tournament

_MOUNTED = re.compile(r"/c/([a-z0-9-]{1,60})(/.*)?", re.ASCII | re.DOTALL | re.IGNORECASE)
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OWNED: Mapping[str, type[Model]] = {
    "batch_id": Batch,
    "ladder_id": Ladder,
    "match_id": Match,
    "player_id": Player,
    "season_id": Season,
    "tournament_id": Tournament,
}
"""What an address can name that belongs to a club, by the name it has in the URLconf."""


class ClubAddressMiddleware:
    """Finds the club of an address and serves the site beneath it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(UNMOUNTED):
            return self.get_response(request)
        place = Place(request)
        early = place.find()
        with place.entered():
            return early or place.settle(self.get_response(place.request))

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, kwargs: Mapping[str, Any]
    ) -> None:
        place: Place | None = getattr(request, "place", None)
        if place is not None:
            place.look_at(kwargs)


class Place:
    """Where a request is: within a club's address or outside of all."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.club: Club | None = None
        self.prefix = ""
        """What stands before the pages of the club; empty outside of a club's address."""
        self.zone: ZoneInfo | None = None
        """Where the clocks go that are shown and typed; None: UTC, as clubs differ."""
        self.elsewhere: Club | None = None
        """The club of what the address names, if that is another one."""
        self._put()

    def find(self) -> HttpResponseBase | None:
        """Find the club; return the way to its address where it is called by another name."""
        request = self.request
        mounted = _MOUNTED.fullmatch(request.path_info)
        if mounted is None:
            clubs = onlooker_of(request).found_clubs()
            self.club = clubs[0] if len(clubs) == 1 else None
            zones = {club.time_zone for club in clubs}
            self.zone = ZoneInfo(zones.pop()) if len(zones) == 1 else None
            self._put()
            return None
        name, rest = mounted[1], mounted[2] or ""
        # Whoever types what is printed may do so in capitals.
        club = onlooker_of(request).club_called(name.lower())
        if club is None or rest.startswith(UNMOUNTED):
            raise Http404
        if request.method in _SAFE and (name != club.slug or not rest):
            return HttpResponseRedirect(_address(request, club, rest or "/"))
        self.club, self.prefix = club, f"c/{club.slug}/"
        self.zone = ZoneInfo(club.time_zone)
        request.path_info = rest
        self._put()
        return None

    @cached_property
    def own_clubs(self) -> list[Club]:
        """The clubs that the visitor of one can change to; none for who is in one alone."""
        user = self.request.user
        if not user.is_authenticated or not self.prefix:
            return []
        clubs = list(clubs_of(user.pk))
        return clubs if len(clubs) > 1 else []

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Let the addresses that are made meanwhile name the club."""
        outside = get_script_prefix()
        set_script_prefix(f"{outside}{self.prefix}")
        try:
            with timezone.override(self.zone):
                yield
        finally:
            set_script_prefix(outside)

    def look_at(self, kwargs: Mapping[str, Any]) -> None:
        """Note if what is asked for belongs to another club, and let nothing be sent to it here.

        Outside of all clubs the clocks are those of the club that it belongs to.
        """
        if not self.prefix and self.zone is None and (owner := _owner(kwargs)) is not None:
            zone = Club.objects.filter(pk=owner).values_list("time_zone", flat=True).first()
            timezone.activate(ZoneInfo(zone or "UTC"))
        if self.club is None or not self.prefix:
            return
        owner = _owner(kwargs)
        if owner in (None, self.club.id):
            return
        self.elsewhere = Club.objects.filter(pk=owner).first()
        if self.elsewhere is None or self.request.method not in _SAFE:
            raise Http404

    def settle(self, response: HttpResponseBase) -> HttpResponseBase:
        """Lead on to the club that something belongs to, unless it must not be known of at all."""
        if self.elsewhere is None or response.status_code >= 400:
            return response
        address = _address(self.request, self.elsewhere, self.request.path_info)
        return HttpResponseRedirect(address)

    def _put(self) -> None:
        """Tell views and templates, and speak the club's language to who asks for no other."""
        request = cast(Any, self.request)
        request.place, request.club = self, self.club
        if self.club is not None and not _asks_for_language(request):
            translation.activate(self.club.language)
            request.LANGUAGE_CODE = translation.get_language()


def _address(request: HttpRequest, club: Club, rest: str) -> str:
    query = request.META.get("QUERY_STRING", "")
    path = f"{club.get_absolute_url().rstrip('/')}{escape_uri_path(rest)}"
    return f"{path}?{query}" if query else path


def _owner(kwargs: Mapping[str, Any]) -> UUID | None:
    """Return the club that whatever an address names belongs to; None for nothing and nobody's."""
    if "club_id" in kwargs:
        return cast(UUID, kwargs["club_id"])
    for name, model in _OWNED.items():
        if name in kwargs:
            rows = model._default_manager.filter(pk=kwargs[name])
            return cast(UUID | None, rows.values_list("club_id", flat=True).first())
    return None


def _asks_for_language(request: HttpRequest) -> bool:
    """Say whether a cookie or the browser names a language that the site has."""
    told = trans_real.parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    wanted = [request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), *(code for code, _ in told)]
    return any(map(_is_spoken, wanted))


def _is_spoken(code: str) -> bool:
    try:
        translation.get_supported_language_variant(code)
    except LookupError:
        return False
    return True
