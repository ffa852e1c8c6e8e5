"""A club's address, to print and hang up."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.people.qr import qr_svg
from tournaments.people.web.access import club_here


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
