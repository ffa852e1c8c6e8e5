"""Where a visitor begins: the clubs of the site, or what one club plays now, next and last."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from replays.web.access import actor_of, language
from replays.web.views import library
from replays.web.views.library import rows_of
from tournaments.home.evenings import evenings_of
from tournaments.home.search import LONGEST
from tournaments.home.search import search as find
from tournaments.people.first_steps import first_steps
from tournaments.people.selectors.clubs import clubs_of
from tournaments.people.web.access import club_here, clubs_read_privately, onlooker_of
from tournaments.tournaments.models import Tournament


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is going on in the club, or outside of all the clubs there are, one's own first."""
    onlooker, club = onlooker_of(request), club_here(request)
    clubs = [] if club else onlooker.found_clubs()
    if not clubs:
        club_id = club.id if club else None
        rows = Tournament.objects.filter(club=club) if club else Tournament.objects.all()
        evenings = evenings_of(onlooker.listed(rows, club_id), localdate())
        return library.home(request, "tournaments/home/home.html", {"evenings": evenings})
    own = set(clubs_of(request.user.pk)) if request.user.is_authenticated else set()
    told = sorted(((club, club in own) for club in clubs), key=lambda row: not row[1])
    context = {"rows": told, "next_steps": first_steps(actor_of(request))}
    return render(request, "tournaments/people/clubs.html", context)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Look for players, tournaments and matches."""
    text = request.GET.get("q", "")[:LONGEST].replace("\0", "").strip()
    club = club_here(request)
    found = find(
        text,
        onlooker_of(request),
        club_id=club.id if club else None,
        private=clubs_read_privately(request),
        language=language(),
    )
    context = {"text": text, "found": found, "rows": rows_of(found.matches)}
    return render(request, "tournaments/home/search.html", context)
