"""Adding people, correcting them, merging two entries into one person."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from replays.web.writing import is_key
from tournaments.people.labels import public_label
from tournaments.people.models import Club, Kind, Player
from tournaments.people.selectors.matches import matches_of
from tournaments.people.selectors.players import merged_ids, player_list
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.players import add_player, link_account, rename_player
from tournaments.people.web.access import clubs_to_write, for_writers
from tournaments.people.web.forms import AddForm, EditForm, MergeForm

CONFLICT = 409
REFUSED = 422
MOST_ADDED = 12
"""So many of those who were added one after the other are listed."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponseBase:
    """Add somebody; a name that resembles one in the club asks first."""
    clubs = clubs_to_write(request)
    if not clubs:
        return refusal(request)
    added = _added(request, clubs)
    if request.method != "POST":
        initial: dict[str, Any] = {"guest": request.GET.get("guest") == "1"}
        if added:
            initial["club"] = added[0].club_id
        form = AddForm(clubs, initial=initial)
        return _form(request, "add.html", {"form": form, "added": _called(added)})
    form = AddForm(clubs, request.POST)
    context: dict[str, Any] = {"form": form, "added": _called(added)}
    if not form.is_valid():
        return _form(request, "add.html", context, status=REFUSED)
    try:
        player = add_player(
            player_id=uuid4(),
            club=form.cleaned_data["club"],
            name=form.name(),
            now=datetime.now(UTC),
            guest=form.cleaned_data["guest"],
            confirm=form.cleaned_data["confirm"],
        )
    except KaitenError as error:
        return _refused(request, "add.html", context, error)
    # The form is there again for the next one, and says who was added in this row.
    row = [player.id, *(one.id for one in added)][:MOST_ADDED]
    query = QueryDict(mutable=True)
    query.setlist("added", [str(one) for one in row])
    if player.guest:
        query["guest"] = "1"
    return redirect(f"{reverse('tournaments:player-add')}?{query.urlencode()}")


def _added(request: HttpRequest, clubs: list[Club]) -> list[Player]:
    """Return who was added in this row so far, the last one first; nobody of another club."""
    ids = [UUID(text) for text in request.GET.getlist("added")[:MOST_ADDED] if is_key(text)]
    known = Player.objects.filter(club__in=clubs).in_bulk(ids) if ids else {}
    return [known[one] for one in dict.fromkeys(ids) if one in known]


def _called(players: list[Player]) -> list[tuple[Player, str]]:
    return [(player, str(player) or public_label(player)) for player in players]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_writers
def edit(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Correct a name, how it is shown, and which account belongs to it."""
    if player.kind == Kind.BOT:
        return redirect("tournaments:player", player.id)
    context: dict[str, Any] = {"player": player, "label": public_label(player)}
    if request.method != "POST":
        return _form(request, "edit.html", context | {"form": EditForm.of(player)})
    form = EditForm(request.POST)
    context["form"] = form
    if not form.is_valid():
        return _form(request, "edit.html", context, status=REFUSED)
    try:
        with transaction.atomic():
            if form.cleaned_data["account"] != player.user:
                link_account(player=player, user=form.cleaned_data["account"])
            rename_player(
                player=player,
                name=form.name(),
                guest=form.cleaned_data["guest"],
                confirm=form.cleaned_data["confirm"],
            )
    except KaitenError as error:
        return _refused(request, "edit.html", context, error)
    messages.success(request, _("The changes are saved."))
    return redirect("tournaments:player", player.id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_writers
def merge(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Say that two entries are one person, after a look at what that means."""
    others = player_list(club_id=player.club_id, kind=Kind.PERSON).exclude(pk=player.pk)
    choices = list(others)
    context: dict[str, Any] = {
        "player": player,
        "label": public_label(player),
        "choices": [(one, public_label(one), str(one)) for one in choices],
        "matches": matches_of(merged_ids({player.id})).count(),
    }
    if request.method != "POST":
        return _form(request, "merge.html", context | {"form": MergeForm(choices)})
    form = MergeForm(choices, request.POST)
    context["form"] = form
    if not form.is_valid():
        return _form(request, "merge.html", context, status=REFUSED)
    into = form.cleaned_data["into"]
    try:
        envelope = Envelope(actor_of(request), datetime.now(UTC))
        merge_players(player_id=player.id, into_id=into.id, envelope=envelope)
    except KaitenError as error:
        return _refused(request, "merge.html", context, error)
    words = {"one": context["label"], "other": public_label(into)}
    messages.success(request, _("%(one)s is %(other)s from now on.") % words)
    return redirect("tournaments:player", into.id)


@never_cache
@require_POST
@for_writers
def unmerge(request: HttpRequest, player: Player) -> HttpResponseBase:
    try:
        envelope = Envelope(actor_of(request), datetime.now(UTC))
        undo_merge(player_id=player.id, envelope=envelope)
    except KaitenError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The merge is undone."))
    return redirect("tournaments:player", player.id)


def _form(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    return render(request, f"tournaments/people/{template}", context, status=status)


def _refused(
    request: HttpRequest, template: str, context: dict[str, Any], error: KaitenError
) -> HttpResponse:
    """Show the form again with the refusal; a similar name becomes a question with its answer."""
    status = CONFLICT if error.status == CONFLICT else REFUSED
    refused = {"refusal": error.message, "candidates": error.params.get("candidates", ())}
    return _form(request, template, context | refused, status=status)
