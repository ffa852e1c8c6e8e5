"""Everything the pages of a tournament can change: one view for all commands, one for a table."""

from uuid import UUID

import msgspec
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamConflict
from replays.web.access import actor_of, refusal
from replays.web.writing import envelope_of, number, seen_version
from tournaments.people.policy import may_at_table
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE, command_action
from tournaments.people.web.access import only_for
from tournaments.tournaments.director.commands.catalogue import Command, read_command
from tournaments.tournaments.director.reports import speakers
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.consequences import consequences_view, foreseen
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import tournament_of
from tournaments.tournaments.services.tournaments import direct
from tournaments.tournaments.web.commands import SEEN_FIRST, posted_command
from tournaments.tournaments.web.entering import entering_names, posted_names
from tournaments.tournaments.web.onward import address_after, done_next
from tournaments.tournaments.web.plans import form_name, stage_form
from tournaments.tournaments.web.sections import (
    Place,
    card_at,
    page_of,
    people_of,
    show,
    visitor_of,
)
from tournaments.tournaments.web.undoing import rewinds_of
from tournaments.tournaments.web.words import Refusal

REFUSED = 422
CHANGED = 412
PARTIALS = "tournaments/tournaments/partials"
LONGEST_REASON = 1_000
OF_A_TABLE = frozenset(
    {"record", "report", "accept_report", "confirm", "call_arbiter", "start_table"}
)
"""What is answered with the table alone, for a page that goes on around it."""
SUCCESS_MESSAGES = {
    "show_notice": _("Everybody is shown the notice."),
    "take_away_notice": _("The notice is taken away."),
    "publish": _("The round is announced."),
    "propose": _("Here is the proposal. Nothing is announced yet."),
    "correct": _("The result is corrected."),
    "set_stage": _("The plan is changed."),
    "start_stage": _("The stage has begun."),
    "unstart_stage": _("The stage is planned again."),
    "substitute": _("Somebody else plays instead."),
    "close_stage": _("The stage is closed."),
    "finish": _("The tournament is over."),
    "withdraw_tables": _("The round is withdrawn."),
    "move_table": _("The table has its new number."),
    "record": _("The result is saved."),
    "accept_report": _("The report is the result now."),
    "replay": _("The table is played again."),
    "undo": _("It is undone. As long as nothing else happens, “Redo” brings it back."),
    "redo": _("It is done again."),
}


@never_cache
@require_POST
def do(request: HttpRequest, tournament_id: UUID, name: str) -> HttpResponseBase:
    """Send a command; a refused form is shown again where it stood, with what was typed."""
    tournament = tournament_of(tournament_id)
    place = Place.named(request.POST.get("back", ""))
    form = request.POST.get("form", name)
    try:
        with reading(tournament_id) as state:
            if not _may_send(request, state, name):
                return refusal(request)
            named = name == "enter" and bool(posted_names(request.POST))
            command = None if named else posted_command(name, request.POST, state)
        envelope = _send(request, tournament, name, command)
    except (KaitenError, RuleViolation) as error:
        refused, status = (form, error), _status(error)
        if _swaps_a_table(request, name):
            return _card(request, tournament, refused, status)
        try:
            return show(request, tournament, place, refused=refused, status=status)
        except Http404:  # the page the form stood on is gone by now
            return show(request, tournament, Place("overview"), refused=refused, status=status)
    if _swaps_a_table(request, name):
        return _card(request, tournament)
    if words := _success(request, tournament, name):
        messages.success(request, words)
    following = request.POST.get("then_do", "")
    if following and done_next(tournament, following, envelope):
        messages.success(request, SUCCESS_MESSAGES[following])
        if following == "propose":
            return redirect(Place("proposal").address(tournament_id))
    anchor = request.POST.get("anchor", "")
    address = address_after(tournament, name, place)
    return redirect(f"{address}#{anchor}" if anchor.replace("-", "").isalnum() else address)


@never_cache
@require_POST
@only_for(TOURNAMENT_READ_PRIVATE, tournament_of)
def preview(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponseBase:
    """Show a form again with what it would change; nothing is written."""
    place, form = Place.named(request.POST.get("back", "")), request.POST.get("form", name)
    try:
        with reading(tournament.id) as state:
            if name not in visitor_of(request, tournament, state).commands:
                return refusal(request)
            command = posted_command(name, request.POST, state)
            answer = consequences_view(tournament.id, state, command)
    except (KaitenError, RuleViolation) as error:
        return show(request, tournament, place, refused=(form, error), status=REFUSED)
    return show(request, tournament, place, refused=(form, None), preview=answer)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(
    request: HttpRequest, tournament_id: UUID, stage: int, round_: int, table: int
) -> HttpResponseBase:
    """Show a table; a corrected result comes back with its consequences before it is written."""
    tournament = tournament_of(tournament_id)
    place = Place("table", (stage, round_, table))
    if request.method != "POST":
        return show(request, tournament, place)
    form = f"table-{stage}-{round_}-{table}"
    try:
        with reading(tournament_id) as state:
            if "correct" not in visitor_of(request, tournament, state).commands:
                return refusal(request)
            command = posted_command("correct", request.POST, state)
            correction = foreseen(tournament_id, state, command), state.version
    except RuleViolation as error:
        return show(request, tournament, place, refused=(form, error), status=REFUSED)
    # What was typed stays in the form, which now has a second button.
    return show(request, tournament, place, refused=(form, None), correction=correction)


@never_cache
@require_safe
@only_for(command_action("tournament", "enter"), tournament_of)
def candidates(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Answer a search for people of the club who are no entrants yet."""
    with reading(tournament.id) as state:
        page = page_of(request, tournament, state, Place("entrants"))
        context = {"people": people_of(request, page)}
        return render(request, f"{PARTIALS}/_offers.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, tournament_id: UUID) -> HttpResponseBase:
    """Show the stages; a posted form plans one that has not begun, or the next one."""
    tournament, place = tournament_of(tournament_id), Place("plan")
    if request.method != "POST":
        return show(request, tournament, place)
    stage = number(request.POST.get("stage"), default=0)
    with reading(tournament_id) as state:
        if "set_stage" not in visitor_of(request, tournament, state).commands:
            return refusal(request)
        form = stage_form(state, stage, request.POST.get("format", ""), request.POST)
    name = form_name(stage)
    if not form.is_valid():
        return show(request, tournament, place, refused=(name, None), status=REFUSED)
    try:
        rules = msgspec.to_builtins(form.rules())
        direct(
            tournament_id=tournament_id,
            command=read_command("set_stage", {"stage": stage, "rules": rules}),
            envelope=envelope_of(request),
            expected_version=seen_version(request),
        )
    except (KaitenError, RuleViolation) as error:
        return show(request, tournament, place, refused=(name, error), status=_status(error))
    messages.success(request, _("The plan is changed."))
    return redirect(f"{place.address(tournament_id)}#{name}")


def _success(request: HttpRequest, tournament: Tournament, name: str) -> str:
    """Return what is said once a command is done; who reports is told whether the others agree."""
    if name != "report":
        return str(SUCCESS_MESSAGES.get(name, ""))
    place = Place("table", _numbers(request))
    with reading(tournament.id) as state:
        return card_at(page_of(request, tournament, state, place), place).agreement


def _status(error: Refusal) -> int:
    return CHANGED if isinstance(error, StreamConflict) else REFUSED


def _send(
    request: HttpRequest, tournament: Tournament, name: str, command: Command | None
) -> Envelope:
    note = request.POST.get("note", "").strip()[:LONGEST_REASON]
    envelope = envelope_of(request, note)
    expected = number(request.POST.get("expected_version"), default=-1)
    with transaction.atomic():
        if command is None:
            with reading(tournament.id) as state:
                command = entering_names(tournament, state, request.POST, envelope)
        direct(
            tournament_id=tournament.id,
            command=command,
            envelope=envelope,
            expected_version=expected if name in SEEN_FIRST and expected >= 0 else None,
        )
    return envelope


def _may_send(request: HttpRequest, state: State, name: str) -> bool:
    """Say whether the visitor may send a command, by role or at the table that they sit at."""
    speaking = speakers(state, name, request.POST)
    return may_at_table(actor_of(request), command_action("tournament", name), state.club, speaking)


def _numbers(request: HttpRequest) -> tuple[int, int, int]:
    stage, round_, table = (
        number(request.POST.get(name), default=0) for name in ("stage", "round", "table")
    )
    return stage, round_, table


def _swaps_a_table(request: HttpRequest, name: str) -> bool:
    return bool(request.htmx) and name in OF_A_TABLE  # type: ignore[attr-defined]


def _card(
    request: HttpRequest,
    tournament: Tournament,
    refused: tuple[str, Refusal] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with one table, and what its result changes elsewhere on the page."""
    place = Place("table", _numbers(request))
    with reading(tournament.id) as state:
        if state.table(*place.numbers) is None:
            return HttpResponseClientRefresh()
        page = page_of(request, tournament, state, Place("overview"), refused)
        context = {"page": page, "card": card_at(page, place), "swapped": refused is None}
        if refused is None:
            context["rewinds"] = rewinds_of(page)
        return render(request, f"{PARTIALS}/_swap.html", context, status=status)
