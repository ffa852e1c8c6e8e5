"""Where a visitor begins: the clubs of the site, or what one club plays now, next and last."""

from datetime import UTC, datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from replays.web.access import actor_of, language
from replays.web.views import library
from replays.web.views.library import rows_of
from tournaments.home.attention import matters_of
from tournaments.home.calendar import calendar as written_calendar
from tournaments.home.evenings import evenings_of
from tournaments.home.leaders import ladder_movers, season_leaders
from tournaments.home.search import LONGEST
from tournaments.home.search import search as find
from tournaments.people.first_steps import first_steps
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE, TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import clubs_of
from tournaments.people.selectors.players import players_of_user
from tournaments.people.web.access import (
    club_here,
    clubs_read_privately,
    clubs_to_write,
    onlooker_of,
)
from tournaments.tournaments.models import Tournament

MOST_EVENINGS = 500


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is going on in the club, or outside of all the clubs there are, one's own first."""
    onlooker, club = onlooker_of(request), club_here(request)
    clubs = [] if club else onlooker.found_clubs()
    if not clubs:
        club_id = club.id if club else None
        rows = Tournament.objects.filter(club=club) if club else Tournament.objects.all()
        own = players_of_user(request.user.pk) if request.user.is_authenticated else ()
        now = datetime.now(UTC)
        context: dict[str, Any] = {
            "evenings": evenings_of(onlooker.listed(rows, club_id), now, own),
            "may_create": bool(clubs_to_write(request, TOURNAMENT_WRITE)),
        }
        if club is not None:
            directs = onlooker.standing.may(TOURNAMENT_READ_PRIVATE, club.id)
            context["matters"] = matters_of(club, now=now) if directs else []
            context["leaders"] = season_leaders(onlooker, club.id)
            context["movers"] = ladder_movers(onlooker, club.id, now)
        return library.home(request, "tournaments/home/home.html", context)
    joined = set(clubs_of(request.user.pk)) if request.user.is_authenticated else set()
    told = sorted(((club, club in joined) for club in clubs), key=lambda row: not row[1])
    context = {"rows": told, "next_steps": first_steps(actor_of(request))}
    return render(request, "tournaments/people/clubs.html", context)


@require_safe
def evenings(request: HttpRequest) -> HttpResponse:
    """Show every evening that has a day, the coming ones first, and the way to subscribe."""
    today, listed = localdate(), list(_dated(request)[:MOST_EVENINGS])
    context = {
        "coming": [one for one in reversed(listed) if one.day and one.day >= today],
        "past": [one for one in listed if one.day and one.day < today],
        "address": request.build_absolute_uri(reverse("tournaments:calendar")),
    }
    return render(request, "tournaments/home/evenings.html", context)


def _dated(request: HttpRequest) -> QuerySet[Tournament]:
    """Return the evenings with a day that whoever asks finds, the latest first."""
    club = club_here(request)
    rows = Tournament.objects.filter(club=club) if club else Tournament.objects.all()
    dated = rows.filter(day__isnull=False).select_related("club").order_by("-day", "id")
    return onlooker_of(request).listed(dated, club.id if club else None)


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Answer with the evenings that whoever asks finds, for the calendar of a phone."""
    club = club_here(request)
    text = written_calendar(
        club.name if club else "Kaiten",
        _dated(request)[:MOST_EVENINGS],
        lambda one: request.build_absolute_uri(reverse("tournaments:tournament", args=[one.id])),
    )
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Look for players, tournaments and matches."""
    text = request.GET.get("q", "")[:LONGEST].replace("\0", "").strip()
    onlooker, club = onlooker_of(request), club_here(request)
    club_id = club.id if club else None
    found = find(
        text,
        onlooker,
        club_id=club_id,
        private=clubs_read_privately(request),
        language=language(),
    )
    rows = rows_of(found.matches, onlooker, club_id)
    context = {"text": text, "found": found, "rows": rows}
    return render(request, "tournaments/home/search.html", context)
