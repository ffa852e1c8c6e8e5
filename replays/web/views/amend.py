"""Correcting one entry of a record: choose what really happened, see the consequences, confirm."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.viewer import ARBITER
from replays import actions
from replays.errors import KaitenError
from replays.events import is_dealt_here
from replays.legality import require_no_chance
from replays.services.undo import AmendmentPreview, Replacement, amend, preview_amendment
from replays.web.access import language, refusal, sight_of
from replays.web.buttons import event_value
from replays.web.entries import entered_form, posted_event
from replays.web.frames import make_frame
from replays.web.pages import match_title
from replays.web.prompts import choosing_together, make_prompts, refilled
from replays.web.refusals import message_of, status_of
from replays.web.sides import Side, side_of
from replays.web.story import StoryLine, tell
from replays.web.views.writers import LogPage
from replays.web.writing import arguments_of, new_key, number


class Correction(LogPage):
    """One entry on its way to being corrected; before it is, the page shows what that drops."""

    action = actions.AMEND
    asks_rules = True
    target: int
    ply: int
    side: Side

    def answer_log(self) -> HttpResponseBase:
        """Show the entry, try another in its place, or put it there."""
        log, request = self.log, self.request
        if log.ended and ARBITER not in sight_of(request, self.match).permitted:
            return refusal(request)
        self.target = self.kwargs["version"]
        self.side = side_of(request, self.match, log)
        try:
            self.ply = log.ply_of(self.target)
        except KaitenError as error:
            raise Http404 from error
        try:
            require_no_chance(log, log.plies[self.ply].event)
            if request.method != "POST":
                return self.show()
            event = posted_event(request.POST)
            return self.save(event) if "confirm" in request.POST else self.show_preview(event)
        except (KaitenError, RuleViolation) as error:
            message = message_of(error, log.rules, language())
            return self.show(error=message, status=status_of(error))

    def show_preview(self, event: Event) -> HttpResponse:
        """Show what the correction would drop, or why it is refused."""
        preview = preview_amendment(match_id=self.match.pk, target=self.target, replacement=event)
        if not preview.legal and preview.violation is not None:
            raise preview.violation
        return self.show(preview=preview, event=event)

    def save(self, event: Event) -> HttpResponse:
        """Write the correction and go to the step it changed."""
        dropped = [number(text, default=0) for text in self.request.POST.getlist("dropped")]
        amend(
            replacement=Replacement(self.target, event, dropped),
            **arguments_of(self.request, self.match.pk),
        )
        messages.success(self.request, _("The entry is corrected."))
        return redirect(self.back)

    def show(
        self,
        *,
        preview: AmendmentPreview | None = None,
        event: Event | None = None,
        error: str = "",
        status: int = 200,
    ) -> HttpResponse:
        """Show the entry, what may have happened instead, and the consequences once chosen."""
        frame = make_frame(self.log, self.ply, self.side.viewer, self.labels, language())
        lines = self._lines()
        prompts = make_prompts(
            self.log.rules,
            self._state,
            self.labels,
            language(),
            self._enters_for,
        )
        prompts = refilled(prompts, entered_form(self.request.POST))
        recorded = getattr(self.log.plies[self.ply].event, "seat", None)
        context: dict[str, Any] = {
            "match": self.match,
            "title": match_title(self.match),
            "frame": frame,
            "step": self.ply + 1,
            "before": lines[self.target].sentence,
            "error": error,
            "action": self.request.get_full_path(),
            "recorder": {"version": self.log.version, "key": new_key(), "may_roll": False},
            "prompts": prompts,
            "together": choosing_together(prompts, (), self.labels, recorded),
            "back": self.back,
        }
        if preview is not None and event is not None:
            context |= self._consequences(preview, event, lines)
        return render(self.request, "replays/amend.html", context, status=status)

    @property
    def back(self) -> str:
        """Where the page was come from: the recorder, or the step."""
        if self.request.GET.get("from") == "record" and not self.log.ended:
            return reverse("replays:record", args=[self.match.pk]) + self.side.query
        return f"{reverse('replays:match', args=[self.match.pk])}?ply={self.ply + 1}"

    def _consequences(
        self, preview: AmendmentPreview, event: Event, lines: Mapping[int, StoryLine]
    ) -> dict[str, Any]:
        rules, state = self.log.rules, self._state
        return {
            "preview": preview,
            "value": event_value(event),
            "after": rules.describe(state, event, self.labels, language()),
            "dropped": [lines[version] for version in preview.dropped_versions],
        }

    @property
    def _state(self) -> Any:
        """The state before the entry, as whoever corrects it may know it."""
        state = self.log.state_at(self.ply)
        side = self.side
        return state if side.records_everything else self.log.rules.view(state, side.viewer)

    def _enters_for(self, seat: int | None) -> bool:
        drawn_here = seat is None and is_dealt_here(self.log.source)
        return not drawn_here and self.side.enters_for(seat)

    def _lines(self) -> dict[int, StoryLine]:
        turns = tell(self.log, self.side.viewer, self.labels, language())
        return {line.version: line for turn in turns for line in turn.lines}
