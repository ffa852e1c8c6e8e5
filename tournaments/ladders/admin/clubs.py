"""What ladders add to the clubs of the admin."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.people.admin.base import envelope_of
from tournaments.people.admin.clubs import ClubAdmin
from tournaments.people.models import Club


@admin.action(description=_("Set up the usual ladders"), permissions=["change"])
def begin_ladders(admin_: ClubAdmin, request: HttpRequest, chosen: QuerySet[Club]) -> None:
    """Begin the ladder of all games and that of each game where they are not there yet."""
    for club in chosen:
        count = begin_usual_ladders(club_id=club.pk, envelope=envelope_of(request))
        told = _("Ladders begun: %(count)s") % {"count": count}
        messages.success(request, f"{club}: {told}")


ClubAdmin.actions.append(begin_ladders)
