"""The life of a match: ending it other than by its rules, opening it again, changing seats."""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays import actions, telling
from replays.errors import KaitenError
from replays.events import SeatTakenOver
from replays.services import life
from replays.services.append import Appended
from replays.services.seats import resolve_seats
from replays.web.access import language
from replays.web.life_forms import ReasonForm, RulingForm, StopForm, TakeOverForm
from replays.web.pages import match_title
from replays.web.pens import pen_in_hand
from replays.web.queued import became, device_of, refused_with
from replays.web.refusals import Question, message_of, status_of
from replays.web.seats import seatable
from replays.web.views.writers import LogPage
from replays.web.writing import arguments_of, is_key, new_key

Common = dict[str, Any]
"""What every service takes from a posted form."""


class LifeWords(NamedTuple):
    """What a page of the life of a match says."""

    title: str | Promise
    button: str | Promise
    done: str | Promise
    intro: str | Promise = ""
    danger: bool = False


class LifePage(LogPage):
    """One form that changes the life of a match, by default one that asks why."""

    words: ClassVar[LifeWords]
    service: ClassVar[Callable[..., Appended]]
    template = "replays/life.html"
    not_right: forms.Form

    @property
    def back(self) -> str:
        """Where the page was come from, and is left to."""
        return reverse("replays:match", args=[self.match.pk])

    def form(self, data: QueryDict | None) -> forms.Form:
        """Return the form, with what was sent."""
        return ReasonForm(data)

    def write(self, _form: Any, common: Common) -> Appended:
        """Do what a form says that is valid."""
        return self.service(**common)

    def extra_context(self) -> dict[str, Any]:
        """Return what else the page tells."""
        return {}

    def tell(self, data: QueryDict, common: Common) -> Appended | None:
        """Do what was sent; None where the form is not right, `not_right` says why."""
        form = self.form(data)
        if not form.is_valid():
            self.not_right = form
            return None
        return self.write(form, common)

    def answer(self) -> HttpResponseBase:
        """Answer a queue in a word, and everybody else with a page."""
        if self.request.method != "POST" or device_of(self.request) is None:
            return super().answer()
        rules = None
        try:
            self.read()
            rules = self.log.known_rules
            common = arguments_of(self.request, self.match.pk, self.request.POST.get("note", ""))
            pen_in_hand(self.request, self.match, common["envelope"])
            told = self.tell(self.request.POST, common)
        except (KaitenError, RuleViolation) as refused:
            words = message_of(refused, rules, language())
            return refused_with(HttpResponse(words, status=status_of(refused)), refused)
        if told is None:
            words = " ".join(
                str(one) for errors in self.not_right.errors.values() for one in errors
            )
            return refused_with(HttpResponse(words, status=422), KaitenError("not_told", 422))
        return became(HttpResponse(status=204), told.last_version)

    def answer_log(self) -> HttpResponseBase:
        """Show the form, or do what it says and go back to the match."""
        form = self.form(self.request.POST or None)
        status, question = 200, None
        if self.request.method == "POST" and "more" not in self.request.POST:
            status = 422
            try:
                if form.is_valid():
                    note = form.cleaned_data.get("note", "")
                    self.write(form, arguments_of(self.request, self.match.pk, note))
                    messages.success(self.request, str(self.words.done))
                    return redirect(self.back)
            except (KaitenError, RuleViolation) as refused:
                status = status_of(refused)
                words = message_of(refused, self.log.known_rules, language())
                question = Question.of(refused, words)
                if question is None:
                    form.add_error(None, words)
        context = {
            "match": self.match,
            "match_title": match_title(self.match),
            "form": form,
            "question": question,
            "version": self.log.version,
            "key": new_key(),
            "back": self.back,
            **self.words._asdict(),
            **self.extra_context(),
        }
        return render(self.request, self.template, context, status=status)


class Stop(LifePage):
    """Stop a match before its end."""

    action = actions.STOP
    words = LifeWords(_("Stop the match"), _("Stop it"), _("The match is stopped."))

    def form(self, data: QueryDict | None) -> forms.Form:
        return StopForm(data, labels=self.labels)

    def write(self, form: StopForm, common: Common) -> Appended:
        reason, result = form.cleaned_data["reason"], form.cleaned_data["result"]
        return life.stop_match(stop=telling.Stop(reason, result, form.places), **common)


class Abandon(LifePage):
    """End a match without a result."""

    action = actions.ABANDON
    words = LifeWords(
        title=_("Abandon the match"),
        intro=_("Nobody will go on with it and it has no result. What was recorded stays."),
        button=_("Abandon it"),
        done=_("The match is abandoned."),
        danger=True,
    )
    service = staticmethod(life.abandon_match)

    def form(self, data: QueryDict | None) -> forms.Form:
        return ReasonForm(data, needed=False)


class Void(LifePage):
    """Declare that a match does not count, asking why."""

    action = actions.VOID
    words = LifeWords(
        title=_("Declare the match void"),
        intro=_("It will not count for anybody. What was recorded stays and can be looked at."),
        button=_("Declare it void"),
        done=_("The match is void."),
        danger=True,
    )
    service = staticmethod(life.void_match)


class Rule(LifePage):
    """Decide the result as an arbiter, asking why."""

    action = actions.RULE
    words = LifeWords(
        title=_("Decide as the arbiter"),
        intro=_("Your decision outweighs what the rules compute and what people report."),
        button=_("Decide"),
        done=_("The decision is saved."),
    )

    def form(self, data: QueryDict | None) -> forms.Form:
        return RulingForm(data, labels=self.labels)

    def write(self, form: RulingForm, common: Common) -> Appended:
        places = form.numbers("place") or []
        return life.rule_result(places=places, scores=form.numbers("score"), **common)


class TakeOver(LifePage):
    """Let somebody else sit at a seat from here on."""

    action = actions.TAKE_OVER
    words = LifeWords(
        title=_("Somebody else takes a seat"),
        intro=_("The match goes on; the result will be theirs."),
        button=_("Change the seat"),
        done=_("The seat has changed hands."),
    )

    def form(self, data: QueryDict | None) -> forms.Form:
        roster = seatable(self.match.club_id, language())
        return TakeOverForm(data, labels=self.labels, roster=roster)

    def write(self, form: TakeOverForm, common: Common) -> Appended:
        key = self.request.POST.get("key", "")
        choice, guests = form.newcomer(UUID(key) if is_key(key) else uuid4())
        seated = self.match.seatings.values_list("player_id", flat=True)
        [player], bots = resolve_seats(self.match.club_id, [choice], taken=list(seated))
        change = SeatTakenOver(int(form.cleaned_data["seat"]), player)
        return life.take_over_seat(change=change, guests=guests | bots, **common)


class Reopen(LifePage):
    """Open an ended match again, asking why."""

    action = actions.REOPEN
    words = LifeWords(
        title=_("Reopen the match"),
        intro=_("Its result does not count until it ends again."),
        button=_("Reopen it"),
        done=_("The match is open again."),
    )
    service = staticmethod(life.reopen_match)
