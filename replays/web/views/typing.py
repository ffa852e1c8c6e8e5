"""Recording by typing: the notation of the game, completed while it is typed."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from games.core.errors import RuleViolation
from replays import actions
from replays.errors import KaitenError, StreamConflict
from replays.selectors.exports import seat_words
from replays.services.typing import play_notation, read_notation
from replays.web.access import language, refusal
from replays.web.frames import make_frame
from replays.web.pages import match_title
from replays.web.refusals import message_of, status_of
from replays.web.sides import side_of
from replays.web.suspects import Desk, explain
from replays.web.typing import Reading, TypedText
from replays.web.views.writers import LogPage
from replays.web.writing import arguments_of, new_key


class Typing(LogPage):
    """Show what a typed text means, or record it; a text with a mistake records nothing."""

    action = actions.PLAY
    asks_rules = True

    def answer_log(self) -> HttpResponseBase:
        request, log = self.request, self.log
        # Whoever plays a seat must not be told what the others could choose.
        if not side_of(request, self.match, log).records_everything:
            return refusal(request)
        if log.ended and request.method != "POST":
            return redirect("replays:match", self.match.pk)
        if request.method != "POST":
            text = request.GET.get("text", "")
            return self.show(self.told(text, while_typing=True))
        text = request.POST.get("text", "")
        try:
            play_notation(text=text, **arguments_of(request, self.match.pk))
        except (KaitenError, RuleViolation) as error:
            return self.show(self.refused(text, error), status_of(error))
        return redirect(self._next())

    def told(self, text: str, *, while_typing: bool = False) -> TypedText:
        """Return what a text means on top of the match as it stands."""
        log = self.log
        try:
            typed = read_notation(log, text)
        except KaitenError as error:
            return TypedText(text=text, error=error.message)
        start = log.state_at(len(log.plies))
        reading = Reading(log.rules, start, self.labels, seat_words(log))
        return reading.told(text, typed, while_typing=while_typing)

    def refused(self, text: str, error: KaitenError | RuleViolation) -> TypedText:
        """Return a text with its first wrong word, or with what else is wrong."""
        told = self.told(text)
        if told.wrong is None or isinstance(error, StreamConflict):
            return told.with_error(told.error or message_of(error, self.log.rules, language()))
        typed = read_notation(self.log, text)
        event = typed.problem.event if typed.problem else None
        if event is None:
            return told
        desk = Desk(self.request, self.match, self.log, self.labels)
        way_out = explain(desk, event, typed.events)
        return told.with_way_out(way_out)

    def show(self, typed: TypedText, status: int = 200) -> HttpResponse:
        """Show the page, or only what came of the text for a page that is there already."""
        log, request = self.log, self.request
        context = {
            "match": self.match,
            "typed": typed,
            "typing": reverse("replays:type", args=[self.match.pk]),
            "recorder": {"version": log.version, "key": new_key()},
        }
        if "part" in request.GET:
            return render(request, "replays/partials/_typed.html", context, status=status)
        last = len(log.plies)
        viewer = side_of(request, self.match, log).viewer
        context |= {
            "title": match_title(self.match),
            "to": request.POST.get("to", ""),
            "frame": make_frame(log, last, viewer, self.labels, language()),
            "seat_words": list(zip(seat_words(log), self.labels, strict=True)),
            "back": reverse("replays:record", args=[self.match.pk]),
        }
        return render(request, "replays/type.html", context, status=status)

    def _next(self) -> str:
        if self.request.POST.get("to") == "record":
            page = reverse("replays:record", args=[self.match.pk])
            return f"{page}?typing=1"
        return self.request.path
