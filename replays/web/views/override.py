"""What really happened though the rules refuse it: chosen or typed, explained, recorded, marked."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.typed import read_piece
from replays import actions
from replays.errors import KaitenError
from replays.notes import clean_note
from replays.selectors.exports import seat_words
from replays.services.undo import override, try_override
from replays.vocabulary import vocabulary
from replays.web.access import language, refusal
from replays.web.buttons import event_title, event_value
from replays.web.entries import entered_form, posted_event
from replays.web.frames import make_frame
from replays.web.pages import match_title
from replays.web.prompts import FormPanel, field_panel
from replays.web.refusals import message_of, status_of
from replays.web.sides import side_of
from replays.web.suspects import Desk, explain, sentence_of
from replays.web.views.writers import LogPage
from replays.web.writing import arguments_of, new_key


class Override(LogPage):
    """An arbiter says what happened; the page says what the rules object to before it counts."""

    action = actions.OVERRIDE
    asks_rules = True

    def answer_log(self) -> HttpResponseBase:
        request, log = self.request, self.log
        if not side_of(request, self.match, log).records_everything:
            return refusal(request)
        if log.rules.reported_only:
            return redirect("replays:match", self.match.pk)
        try:
            event = self.named()
            if event is None:
                return self.show()
            if "confirm" in request.POST:
                return self.save(event)
            return self.show(event=event)
        except (KaitenError, RuleViolation) as error:
            return self.show(error=error)

    def named(self) -> Event | None:
        """Return what is said to have happened: by a form, a text, or an entry in the address."""
        request = self.request
        if request.method == "POST":
            text = request.POST.get("text", "").strip()
            if text:
                state = self.log.state
                return read_piece(self.log.rules, state, text, seat_words(self.log))
            return posted_event(request.POST)
        if "event" not in request.GET:
            return None
        return posted_event(request.GET)

    def save(self, event: Event) -> HttpResponse:
        """Record it, marked, with the reason beside the log."""
        note = clean_note(self.request.POST.get("note", ""))
        if note is None:
            return self.show(event=event, error=KaitenError("note_empty", 422))
        override(event=event, **arguments_of(self.request, self.match.pk, note))
        messages.success(self.request, _("It is recorded, and marked as allowed by the arbiter."))
        return redirect("replays:record", self.match.pk)

    def show(
        self, *, event: Event | None = None, error: KaitenError | RuleViolation | None = None
    ) -> HttpResponse:
        """Show the events of the game, one of them to fill in, or what the rules say to it."""
        log, request = self.log, self.request
        rules, state = log.rules, log.state
        viewer = side_of(request, self.match, log).viewer
        told = error
        context: dict[str, Any] = {
            "match": self.match,
            "title": match_title(self.match),
            "frame": make_frame(log, len(log.plies), viewer, self.labels, language()),
            "recorder": {"version": log.version, "key": new_key()},
            "text": request.POST.get("text", ""),
            "note": request.POST.get("note", ""),
            "types": self._types(),
            "form": self._form(),
            "seat_fields": self._seat_fields(),
            "back": reverse("replays:record", args=[self.match.pk]),
        }
        if event is not None:
            objection, problem = self._judged(event)
            told = told or problem
            context |= {
                "event": event,
                "value": event_value(event),
                "sentence": sentence_of(rules, state, event, self.labels),
                "objection": message_of(objection, rules, language()) if objection else "",
                "possible": problem is None,
                "refused": explain(Desk(request, self.match, log, self.labels), event)
                if objection
                else None,
            }
        context["error"] = message_of(told, rules, language()) if told else ""
        status = status_of(told) if told else 200
        return render(request, "replays/override.html", context, status=status)

    def _judged(self, event: Event) -> tuple[RuleViolation | None, KaitenError | None]:
        """Return what the rules object to, and why not even an arbiter could record it."""
        objection: RuleViolation | None = None
        try:
            self.log.rules.check(self.log.state, event)
        except RuleViolation as violation:
            objection = violation
        try:
            try_override(self.log, event)
        except KaitenError as problem:
            return objection, problem if objection else None
        return objection, None

    def _types(self) -> list[tuple[str, str]]:
        known = vocabulary(self.log.setup, self.log.state)
        return [(type_, event_title(self.log.rules, type_, language())) for type_ in known]

    def _seat_fields(self) -> set[str]:
        """Return the fields that name people at the table."""
        forms = vocabulary(self.log.setup, self.log.state).values()
        return {field.name for form in forms for field in form.fields if field.seats}

    def _form(self) -> FormPanel | None:
        """Return the form of the type that was chosen, with what was entered."""
        sent = self.request.POST or self.request.GET
        form = vocabulary(self.log.setup, self.log.state).get(sent.get("type", ""))
        if form is None:
            return None
        rules, entered = self.log.rules, entered_form(self.request.POST)
        values = entered.values if entered else {}
        panels = [field_panel(rules, field, self.labels, language()) for field in form.fields]
        return FormPanel(
            event=form.event,
            title=event_title(rules, form.event, language()),
            fixed=canonical_json(form.fixed),
            fields=tuple(
                replace(panel, entered=tuple(values.get(panel.input_name, ()))) for panel in panels
            ),
        )
