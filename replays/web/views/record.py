"""Recording a match: one entry, one roll, one undo at a time."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import ClassVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from games.core.errors import RuleViolation
from games.core.events import Event
from replays import actions, ports
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamConflict
from replays.live.pens import mark_of, micros
from replays.models import Pen
from replays.selectors.library import get_match
from replays.selectors.logs import load_log, version_of
from replays.services import pens
from replays.services.append import Appended
from replays.services.chance import draw_chance
from replays.services.matches import play
from replays.services.own_seats import draw_all, play_own, take_back_own
from replays.services.undo import rewind
from replays.web.access import actor_of, is_swap, language, may
from replays.web.agreement import agreement_of
from replays.web.entries import entered_form, posted_events
from replays.web.entry_log import newest_first
from replays.web.lately import rounds_told
from replays.web.pens import TablePen, pen_in_hand
from replays.web.queued import (
    MARK,
    became,
    closed_drawers,
    device_of,
    has_more,
    kept_for,
    refused_with,
)
from replays.web.recorder import Recorder, pending_entry
from replays.web.refusals import is_late, message_of, status_of
from replays.web.seats import sitters_of
from replays.web.sides import asks_choices_only, side_of
from replays.web.suspects import Desk, Refused, explain
from replays.web.views.match import unreadable
from replays.web.views.writers import WriterPage
from replays.web.waiting import compared, waiting_entries
from replays.web.writing import arguments_of, number, seen_version

BOARD = "board"
DRAWERS = {"board": BOARD, "more": "replays/partials/_more_drawer.html"}


class Recording(WriterPage):
    """What the recorder and its buttons share: write, then show what comes next."""

    action = actions.PLAY
    pen: Pen | None = None
    """The pen of the table, where it was found in the hand of whoever writes."""
    anybody: ClassVar[bool] = False
    """Whether it is all the same who does it: whoever comes second sees that it is done."""

    @cached_property
    def hand(self) -> frozenset[int] | None:
        """The only seats that the visitor answers for; None for every seat."""
        return ports.policy().hand(actor_of(self.request), self.match)

    def written(
        self, write: Callable[..., Appended], event: Event | None = None
    ) -> HttpResponseBase:
        """Write and show what comes next; a refusal shows the newest state and keeps the entry."""
        request, match = self.request, self.match
        arguments = arguments_of(request, match.pk)
        try:
            self.take_up(arguments["envelope"])
            version = write(**arguments).last_version
        except (KaitenError, RuleViolation) as error:
            if not (self.anybody and isinstance(error, StreamConflict)):
                return refused_with(self.show(refused=error, event=event), error)
            version = version_of(match.pk)
        if is_swap(request):
            if has_more(request):
                return became(HttpResponse(status=204), version)
            return became(self.show(saved=True), version)
        return redirect(self.next_address)

    @property
    def next_address(self) -> str:
        """Where a browser without scripts goes on: at the same depth, on the same side."""
        request = self.request
        if (depth := request.GET.get("depth")) in ("count", "rounds"):
            return reverse("replays:report", args=[self.match.pk]) + f"?by={depth}"
        kept = {name: request.GET[name] for name in ("seat", "depth") if name in request.GET}
        query = f"?{urlencode(kept)}" if kept else ""
        return reverse("replays:record", args=[self.match.pk]) + query

    def take_up(self, envelope: Envelope) -> None:
        """Note the pen of whoever writes, or raise `pen_elsewhere`."""
        self.pen = pen_in_hand(self.request, self.match, envelope)

    def show(
        self,
        *,
        saved: bool = False,
        refused: KaitenError | RuleViolation | None = None,
        event: Event | None = None,
        part: str = "",
    ) -> HttpResponse:
        """Show the recorder, with what was refused and the entry that came too late.

        `part` is the template of the one thing of it that is asked for.
        """
        request = self.request
        try:
            recorder = self.recorder()
            recorder.saved = saved
            # A queue keeps what came too late, and asks for both sides, see `waiting`.
            if refused is not None and not (is_late(refused) and device_of(request)):
                recorder.error = message_of(refused, recorder.log.rules, language())
                recorder.entered = entered_form(request.POST)
                if isinstance(refused, RuleViolation) and event is not None:
                    recorder.refused = self.ways_out(recorder, event)
                if isinstance(refused, StreamConflict) and event is not None:
                    recorder.pending = pending_entry(recorder, event)
                    recorder.entered = None
            status = status_of(refused) if refused else 200
            response = render(request, *_page(request, recorder, part), status=status)
            alone = recorder.goes_on_alone and not recorder.log.ended
            return kept_for(response, request) if alone and not is_swap(request) else response
        except (KaitenError, RuleViolation) as damage:
            return unreadable(request, self.match, damage)

    def recorder(self) -> Recorder:
        """Return the recorder of the match for whoever asks, as it is now."""
        log = load_log(self.match.pk)
        # A move does not touch the row of its match.
        match = self.match if log.life.status == self.match.status else get_match(self.match.pk)
        sitters = sitters_of(log.players, language())
        recorder = Recorder(match, log, sitters, side_of(self.request, match, log))
        if self.pen is not None and not log.ended:
            recorder.pen = TablePen(match, self.pen, here=True)
        return recorder

    def ways_out(self, recorder: Recorder, event: Event) -> Refused | None:
        """Return what can be done about an event that the rules refuse, for who may see it all."""
        if not recorder.side.records_everything:
            return None
        desk = Desk(self.request, recorder.match, recorder.log, recorder.labels)
        return explain(desk, event)


class Record(Recording):
    """Show the recorder, or record what it sent."""

    def answer(self) -> HttpResponseBase:
        request = self.request
        if request.method != "POST":
            return self.show_entries() if "log" in request.GET else self.show_asked()
        try:
            events = posted_events(request.POST)
        except RuleViolation as error:
            return refused_with(self.show(refused=error), error)
        service = partial(play, events=events, unseen=asks_choices_only(request))
        if self.hand is not None:
            service = partial(play_own, events=events, seats=self.hand, together=True)
        return self.written(service, events[0] if len(events) == 1 else None)

    def show_asked(self) -> HttpResponse:
        """Show what a drawer holds that was closed so far, or all of the recorder."""
        drawer = DRAWERS.get(self.request.GET.get("drawer", ""))
        return self.show(part=drawer) if drawer and is_swap(self.request) else self.show()

    def show_entries(self) -> HttpResponseBase:
        """Show what was recorded so far: a drawer asks for the list, a browser for a page."""
        request, match = self.request, self.match
        try:
            log = load_log(match.pk)
            side = side_of(request, match, log)
            labels = [sitter.label for sitter in sitters_of(log.players, language())]
            turns = newest_first(log, side.viewer, labels, language(), corrects=side.hand is None)
        except (KaitenError, RuleViolation) as damage:
            return unreadable(request, match, damage)
        template = "partials/_entries.html" if is_swap(request) else "entries.html"
        action = request.path + side.query
        rounds = rounds_told(log, labels)
        context = {"match": match, "turns": turns, "rounds": rounds, "side": side, "action": action}
        return render(request, f"replays/{template}", context)


class Roll(Recording):
    """Let chance do its part in a match without a physical table."""

    http_method_names = ["post"]
    anybody = True

    def answer(self) -> HttpResponseBase:
        return self.written(draw_chance if self.hand is None else draw_all)


class TakeBack(Recording):
    """Undo or redo: make the record again what it was at a version."""

    http_method_names = ["post"]
    action = actions.REWIND

    def answer(self) -> HttpResponseBase:
        to = number(self.request.POST.get("to"), default=0)
        service = partial(rewind, to=to)
        if self.hand is not None:
            service = partial(take_back_own, to=to, seats=self.hand)
        return self.written(service)


class TakePen(Recording):
    """Take the pen of a table: a free one, or with `take` whoever has it."""

    http_method_names = ["post"]

    def answer(self) -> HttpResponseBase:
        request, match, device = self.request, self.match, device_of(self.request)
        if device is None or not pens.has_pen(match):
            error = KaitenError("device_unknown" if device is None else "no_pen_here", 422)
            return refused_with(self.show(refused=error), error)
        take = pens.take_pen if "take" in request.POST else pens.pick_up
        pen = take(match_id=match.pk, actor=actor_of(request), device=device, now=datetime.now(UTC))
        if take is pens.pick_up and pen.device == device:
            mark = mark_of(version_of(match.pk), micros(pen.since))
            return HttpResponse(status=204, headers={MARK: mark})
        return self.show()


class CompareWaiting(Recording):
    """Show what others recorded beside what waits in a queue; nothing is written."""

    http_method_names = ["post"]

    def answer(self) -> HttpResponseBase:
        request = self.request
        try:
            entries = waiting_entries(request.POST.get("entries", ""))
            waiting = compared(self.recorder(), seen_version(request), entries)
        except (KaitenError, RuleViolation) as error:
            return refused_with(self.show(refused=error), error)
        return render(request, "replays/partials/_both.html", {"waiting": waiting})


def _page(
    request: HttpRequest, recorder: Recorder, part: str
) -> tuple[str | list[str], dict[str, object]]:
    """Return the template that is asked for, and what it shows."""
    match = recorder.match
    context = {
        "recorder": recorder,
        "match": match,
        "frame": recorder.frame,
        "memory": recorder.memory,
        "action": reverse("replays:record", args=[match.pk]) + recorder.side.query,
    }
    if part:
        return recorder.frame.board_templates if part == BOARD else part, context
    context |= {
        "agreement": agreement_of(request, match, recorder.log, recorder.result),
        "closed": closed_drawers(request),
    }
    if is_swap(request):
        return "replays/partials/_recorder.html", context
    return "replays/record.html", context | {"may_override": may(request, actions.OVERRIDE, match)}
