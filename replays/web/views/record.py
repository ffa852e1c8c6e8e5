"""Recording a match: one entry, one roll, one undo at a time."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from games.core.errors import RuleViolation
from games.core.events import Event
from replays import actions
from replays.errors import KaitenError, StreamConflict
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.services.chance import draw_chance
from replays.services.matches import play
from replays.services.undo import rewind
from replays.web.access import is_swap, language
from replays.web.entries import entered_form, posted_events
from replays.web.entry_log import newest_first
from replays.web.recorder import Recorder, pending_entry
from replays.web.refusals import message_of, status_of
from replays.web.seats import sitters_of
from replays.web.sides import side_of
from replays.web.views.match import unreadable
from replays.web.views.writers import WriterPage
from replays.web.writing import arguments_of, number


class Recording(WriterPage):
    """What the recorder and its buttons share: write, then show what comes next."""

    action = actions.PLAY

    def written(self, write: Callable[..., object], event: Event | None = None) -> HttpResponseBase:
        """Write and show what comes next; a refusal shows the newest state and keeps the entry."""
        request, match = self.request, self.match
        try:
            write(**arguments_of(request, match.pk))
        except (KaitenError, RuleViolation) as error:
            return self.show(refused=error, event=event)
        if is_swap(request):
            self.match = get_match(match.pk)
            return self.show(saved=True)
        side = f"?{urlencode({'seat': request.GET['seat']})}" if "seat" in request.GET else ""
        return redirect(reverse("replays:record", args=[match.pk]) + side)

    def show(
        self,
        *,
        saved: bool = False,
        refused: KaitenError | RuleViolation | None = None,
        event: Event | None = None,
    ) -> HttpResponse:
        """Show the recorder, with what was refused and the entry that came too late."""
        request = self.request
        match = get_match(self.match.pk) if refused else self.match
        try:
            log = load_log(match.pk)
            sitters = sitters_of(log.players, language())
            recorder = Recorder(match, log, sitters, side_of(request, match, log), saved=saved)
            if refused is not None:
                recorder.error = message_of(refused, log.rules, language())
                recorder.entered = entered_form(request.POST)
            if isinstance(refused, StreamConflict) and event is not None:
                recorder.pending = pending_entry(recorder, event)
                recorder.entered = None
            return _rendered(request, recorder, status_of(refused) if refused else 200)
        except (KaitenError, RuleViolation) as damage:
            return unreadable(request, match, damage)


class Record(Recording):
    """Show the recorder, or record what it sent."""

    def answer(self) -> HttpResponseBase:
        request = self.request
        if request.method != "POST":
            return self.show_entries() if "log" in request.GET else self.show()
        try:
            events = posted_events(request.POST)
        except RuleViolation as error:
            return self.show(refused=error)
        return self.written(partial(play, events=events), events[0] if len(events) == 1 else None)

    def show_entries(self) -> HttpResponseBase:
        """Show what was recorded so far: a drawer asks for the list, a browser for a page."""
        request, match = self.request, self.match
        try:
            log = load_log(match.pk)
            side = side_of(request, match, log)
            labels = [sitter.label for sitter in sitters_of(log.players, language())]
            turns = newest_first(log, side, labels, language())
        except (KaitenError, RuleViolation) as damage:
            return unreadable(request, match, damage)
        template = "partials/_entries.html" if is_swap(request) else "entries.html"
        action = request.path + side.query
        context = {"match": match, "turns": turns, "side": side, "action": action}
        return render(request, f"replays/{template}", context)


class Roll(Recording):
    """Let chance do its part in a match without a physical table."""

    http_method_names = ["post"]

    def answer(self) -> HttpResponseBase:
        return self.written(draw_chance)


class TakeBack(Recording):
    """Undo or redo: make the record again what it was at a version."""

    http_method_names = ["post"]
    action = actions.REWIND

    def answer(self) -> HttpResponseBase:
        return self.written(partial(rewind, to=number(self.request.POST.get("to"), default=0)))


def _rendered(request: HttpRequest, recorder: Recorder, status: int) -> HttpResponse:
    template = "replays/partials/_recorder.html" if is_swap(request) else "replays/record.html"
    context = {
        "recorder": recorder,
        "match": recorder.match,
        "frame": recorder.frame,
        "action": reverse("replays:record", args=[recorder.match.pk]) + recorder.side.query,
    }
    return render(request, template, context, status=status)
