"""Where a visitor begins: the clubs of the site, or what one club plays now, next and last."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from replays.web.access import actor_of
from replays.web.views import library
from tournaments.home.evenings import evenings_of
from tournaments.people.first_steps import first_steps
from tournaments.people.selectors.clubs import clubs_of
from tournaments.people.web.access import club_here, onlooker_of
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
