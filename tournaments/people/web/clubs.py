"""Where a visitor begins: the clubs of the site; and a club's address, to print and hang up."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from replays.web.access import actor_of
from replays.web.views import library
from tournaments.people.first_steps import first_steps
from tournaments.people.qr import qr_svg
from tournaments.people.selectors.clubs import clubs_of
from tournaments.people.web.access import club_here, onlooker_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is going on in the club, or outside of all the clubs there are, one's own first."""
    clubs = [] if club_here(request) else onlooker_of(request).found_clubs()
    if not clubs:
        return library.home(request)
    own = set(clubs_of(request.user.pk)) if request.user.is_authenticated else set()
    rows = sorted(((club, club in own) for club in clubs), key=lambda row: not row[1])
    context = {"rows": rows, "next_steps": first_steps(actor_of(request))}
    return render(request, "tournaments/people/clubs.html", context)


@require_safe
def address(request: HttpRequest) -> HttpResponse:
    """Show the club's address in large letters and as a QR code."""
    club = club_here(request)
    if club is None:
        raise Http404
    path = club.get_absolute_url()
    whole = request.build_absolute_uri(path)
    context = {
        "address": whole,
        "host": request.get_host(),
        "path": path.rstrip("/"),
        "qr": qr_svg(whole, _("QR code of the club's address")),
    }
    return render(request, "tournaments/people/address.html", context)
