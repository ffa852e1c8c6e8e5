"""The pages of seasons: all of them, a new one, one with its table and what can be done to it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.web.access import actor_of, language, refusal
from replays.web.refusals import message_of
from replays.web.writing import envelope_of, is_key, new_key, number, seen_version
from tournaments.people.policy import may
from tournaments.people.rights import TOURNAMENT_WRITE, command_action
from tournaments.people.selectors.players import labels_of
from tournaments.people.web.access import club_here, clubs_to_write, onlooker_of, only_for
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
from tournaments.seasons.models import Season
from tournaments.seasons.rules import SeasonRules
from tournaments.seasons.selectors.seasons import season_list, season_of
from tournaments.seasons.services import create_season, lead
from tournaments.seasons.web.form_data import form_data
from tournaments.seasons.web.forms import SeasonForm
from tournaments.seasons.web.pages import SeasonPage
from tournaments.seasons.web.sharing import shared_page

PER_PAGE = 20
REFUSED = 422
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "add_evening": ("tournament",),
    "remove_evening": ("tournament",),
    "move_evening": ("tournament", "position"),
    "close": (),
    "reopen": (),
}
"""What the page of a season can send, and what goes along with it."""


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Show every season, the newest first."""
    onlooker, club = onlooker_of(request), club_here(request)
    club_id = club.id if club else None
    listed = onlooker.listed(season_list(club_id=club_id), club_id)
    page = Paginator(listed, PER_PAGE).get_page(request.GET.get("page"))
    rows: list[Season] = onlooker.mark(page.object_list)
    champions = {UUID(one) for row in rows for one in row.champions}
    labels = labels_of(champions) if champions else {}
    context = {
        "rows": [
            (row, ", ".join(labels.get(UUID(one), one) for one in row.champions)) for row in rows
        ],
        "page": page,
        "several_clubs": club is None,
        "may_create": bool(clubs_to_write(request, TOURNAMENT_WRITE)),
    }
    return render(request, "tournaments/seasons/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_season(request: HttpRequest) -> HttpResponseBase:
    """Ask for a new season, and begin it."""
    clubs = clubs_to_write(request, TOURNAMENT_WRITE)
    if not clubs:
        return refusal(request)
    known = {str(club.id): club for club in clubs}
    club = known.get(request.POST.get("club", ""), clubs[0])
    form = SeasonForm(request.POST or None, initial=form_data("", 10, SeasonRules()))
    if request.method == "POST" and form.is_valid():
        wanted = NewSeason(**form.season())
        try:
            made = create_season(club=club, wanted=wanted, envelope=envelope_of(request))
        except (KaitenError, RuleViolation) as error:
            form.add_error(None, message_of(error, None, language()))
        else:
            return redirect("tournaments:season", made.stream_id)
    context = {"form": form, "clubs": clubs if len(clubs) > 1 else [], "club": club}
    return _form(request, "tournaments/seasons/new.html", form, context)


@never_cache
@require_safe
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Show a season: its table, its evenings, its champion."""
    return _page(request, season_of(season_id))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@only_for(command_action("season", "revise"), season_of)
def edit_season(request: HttpRequest, season: Season) -> HttpResponseBase:
    """Change the title, the rules or the number of evenings of a season."""
    initial = form_data(season.title, season.planned, SeasonRules.from_data(season.rules))
    form = SeasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        problem = _send_command(request, season, "revise", form.season())
        if problem is None:
            return redirect("tournaments:season", season.id)
        form.add_error(None, problem)
    return _form(request, "tournaments/seasons/edit.html", form, {"form": form, "season": season})


@require_POST
@only_for(lambda name: command_action("season", name), season_of)
def do(request: HttpRequest, season: Season, name: str) -> HttpResponseBase:
    """Send a season one of its commands; a refusal is told on its page."""
    if name not in _FIELDS:
        raise Http404
    fields: dict[str, Any] = {field: request.POST.get(field, "") for field in _FIELDS[name]}
    if "position" in fields:
        fields["position"] = number(fields["position"], default=0)
    problem = _send_command(request, season, name, fields)
    if problem is not None:
        return _page(request, season, problem)
    if name == "close":
        messages.success(request, _("The season is closed; its table stays as it is."))
    return redirect("tournaments:season", season.id)


def _send_command(
    request: HttpRequest, season: Season, name: str, fields: dict[str, Any]
) -> str | None:
    """Send a command; return what was wrong with it in words, or None."""
    try:
        lead(
            season_id=season.id,
            command=SEASON_COMMANDS.read(name, fields),
            envelope=envelope_of(request),
            expected_version=seen_version(request) or None,
        )
    except (KaitenError, RuleViolation) as error:
        return message_of(error, None, language())
    return None


def _page(request: HttpRequest, season: Season, problem: str = "") -> HttpResponse:
    onlooker_of(request).mark([season])
    may_write = may(actor_of(request), TOURNAMENT_WRITE, season.club_id)
    page = SeasonPage(season, may_write, new_key(), onlooker_of(request), problem)
    status = REFUSED if problem else 200
    context = {"page": page, "shared": shared_page(request, season, page.view)}
    return render(request, "tournaments/seasons/season.html", context, status=status)


def _form(
    request: HttpRequest, template: str, form: SeasonForm, context: dict[str, Any]
) -> HttpResponse:
    posted = request.POST.get("key", "")
    context["key"] = posted if is_key(posted) else new_key()
    return render(request, template, context, status=REFUSED if form.errors else 200)
