"""The life of a match: ending it other than by its rules, opening it again, changing seats."""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.errors import RuleViolation
from replays import actions
from replays.errors import KaitenError, StreamConflict
from replays.events import SeatTakenOver
from replays.log import Log
from replays.models import Match
from replays.selectors.logs import load_log
from replays.services import life, undo
from replays.services.seats import granted
from replays.web.access import find_match, language, may, refusal
from replays.web.life_forms import ReasonForm, RulingForm, StopForm, TakeOverForm
from replays.web.pages import match_title
from replays.web.refusals import message_of
from replays.web.seats import seat_labels, seatable
from replays.web.views.match import unreadable
from replays.web.writing import arguments_of, is_key, new_key, number

Write = Callable[[Any, dict[str, Any]], object]


class LifeWords(NamedTuple):
    """What a page of the life of a match says."""

    title: str
    button: str
    done: str
    intro: str = ""
    danger: bool = False


class LifePage:
    """One form that changes the life of a match."""

    def __init__(self, request: HttpRequest, match_id: UUID, action: str) -> None:
        self.request = request
        self.match: Match = find_match(match_id)
        self.permitted = may(request, action, self.match)

    def answer(
        self,
        *,
        make_form: Callable[[Log, list[str]], forms.Form],
        write: Write,
        words: LifeWords,
        template: str = "replays/life.html",
        extra: Callable[[Log], dict[str, Any]] | None = None,
    ) -> HttpResponseBase:
        """Show the form, or do what it says and go back to the match."""
        if not self.permitted:
            return refusal(self.request)
        try:
            log = load_log(self.match.pk)
        except (KaitenError, RuleViolation) as error:
            return unreadable(self.request, self.match, error)
        form = make_form(log, seat_labels(log.players, language()))
        status = 200
        if self.request.method == "POST" and "more" not in self.request.POST:
            status = 422
            if form.is_valid():
                refused = self._tried(write, form)
                if refused is None:
                    messages.success(self.request, words.done)
                    return redirect("replays:match", self.match.pk)
                status = 409 if isinstance(refused, StreamConflict) else 422
                form.add_error(None, message_of(refused, log.rules, language()))
        told = words._asdict() | (extra(log) if extra else {})
        return self._shown(template, form, log, told, status)

    def _tried(self, write: Write, form: forms.Form) -> KaitenError | RuleViolation | None:
        try:
            note = form.cleaned_data.get("note", "")
            write(form, arguments_of(self.request, self.match.pk, note))
        except (KaitenError, RuleViolation) as error:
            return error
        return None

    def _shown(
        self, template: str, form: forms.Form, log: Log, told: dict[str, Any], status: int
    ) -> HttpResponse:
        context = {
            "match": self.match,
            "match_title": match_title(self.match),
            "form": form,
            "version": log.version,
            "key": new_key(),
            "back": reverse("replays:match", args=[self.match.pk]),
            **told,
        }
        return render(self.request, template, context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Stop a match before its end."""
    return LifePage(request, match_id, actions.STOP).answer(
        make_form=lambda log, labels: StopForm(request.POST or None, labels=labels),
        write=lambda form, common: life.stop_match(
            stop=life.Stop(form.cleaned_data["reason"], form.cleaned_data["result"], form.places),
            **common,
        ),
        words=LifeWords(
            title=_("Stop the match"),
            button=_("Stop it"),
            done=_("The match is stopped."),
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def abandon(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """End a match without a result."""
    return LifePage(request, match_id, actions.ABANDON).answer(
        make_form=lambda log, labels: ReasonForm(request.POST or None, needed=False),
        write=lambda form, common: life.abandon_match(**common),
        words=LifeWords(
            title=_("Abandon the match"),
            intro=_("Nobody will go on with it and it has no result. What was recorded stays."),
            button=_("Abandon it"),
            done=_("The match is abandoned."),
            danger=True,
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Declare that a match does not count, asking why."""
    return LifePage(request, match_id, actions.VOID).answer(
        make_form=lambda log, labels: ReasonForm(request.POST or None),
        write=lambda form, common: life.void_match(**common),
        words=LifeWords(
            title=_("Declare the match void"),
            intro=_("It will not count for anybody. What was recorded stays and can be looked at."),
            button=_("Declare it void"),
            done=_("The match is void."),
            danger=True,
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Decide the result as an arbiter, asking why."""
    return LifePage(request, match_id, actions.RULE).answer(
        make_form=lambda log, labels: RulingForm(request.POST or None, labels=labels),
        write=lambda form, common: life.rule_result(
            places=form.numbers("place"),
            scores=form.numbers("score"),
            **common,
        ),
        words=LifeWords(
            title=_("Decide as the arbiter"),
            intro=_("Your decision outweighs what the rules compute and what people report."),
            button=_("Decide"),
            done=_("The decision is saved."),
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Let somebody else sit at a seat from here on."""
    page = LifePage(request, match_id, actions.TAKE_OVER)
    club, key = page.match.club_id, request.POST.get("key", "")

    def write(form: TakeOverForm, common: dict[str, Any]) -> None:
        wish, guests = form.newcomer(UUID(key) if is_key(key) else uuid4())
        seated = page.match.seatings.values_list("player_id", flat=True)
        [player], bots = granted(club, [wish], taken=list(seated))
        life.take_over_seat(
            change=SeatTakenOver(int(form.cleaned_data["seat"]), player),
            guests=guests | bots,
            **common,
        )

    return page.answer(
        make_form=lambda log, labels: TakeOverForm(
            request.POST or None, labels=labels, roster=seatable(club, language())
        ),
        write=write,
        words=LifeWords(
            title=_("Somebody else takes a seat"),
            intro=_("The match goes on; the result will be theirs."),
            button=_("Change the seat"),
            done=_("The seat has changed hands."),
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Open an ended match again, asking why."""
    return LifePage(request, match_id, actions.REOPEN).answer(
        make_form=lambda log, labels: ReasonForm(request.POST or None),
        write=lambda form, common: life.reopen_match(**common),
        words=LifeWords(
            title=_("Reopen the match"),
            intro=_("Its result does not count until it ends again."),
            button=_("Reopen it"),
            done=_("The match is open again."),
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def annotate(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Write a note on a step of a match."""
    ply = number(request.POST.get("ply") or request.GET.get("ply"), default=0)

    def write(form: ReasonForm, common: dict[str, Any]) -> object:
        log = load_log(match_id)
        target = log.plies[ply - 1].version if 0 < ply <= len(log.plies) else 1
        return undo.annotate(target=target, text=form.cleaned_data["note"], **common)

    return LifePage(request, match_id, actions.ANNOTATE).answer(
        make_form=lambda log, labels: ReasonForm(request.POST or None, label=_("Note")),
        write=write,
        words=LifeWords(
            title=_("Add a note"),
            intro=_("On step %(ply)s.") % {"ply": ply} if ply else _("On the start of the match."),
            button=_("Save the note"),
            done=_("The note is saved."),
        ),
    )
