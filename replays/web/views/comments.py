"""Writing a comment on a step of a match, and taking it away again."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from replays import actions
from replays.selectors.comments import comment_at, may_take_away, require_audience
from replays.selectors.library import get_match
from replays.services import undo
from replays.services.append import Appended
from replays.services.notes import erase_note
from replays.web.access import actor_of, refusal
from replays.web.comments import CommentBook, CommentForm
from replays.web.pages import match_title
from replays.web.views.life import Common, LifePage, LifeWords
from replays.web.views.writers import WriterPage
from replays.web.writing import number


class Write(LifePage):
    """Write a comment, or a note, on the step that was looked at."""

    action = actions.COMMENT
    words = LifeWords(_("Write a comment"), _("Save the comment"), _("The comment is saved."))
    template = "replays/comment.html"

    @property
    def back(self) -> str:
        step = self.log.steps_by_version.get(self._target())
        return super().back if step is None else f"{super().back}?ply={step}#comments"

    def form(self, data: QueryDict | None) -> CommentForm:
        book = CommentBook(self.request, self.match, self.log, self.log)
        return CommentForm(data, audiences=book.audiences, signed=book.signature)

    def write(self, form: CommentForm, common: Common) -> Appended:
        audience = form.cleaned_data["audience"]
        require_audience(actor_of(self.request), self.match, audience)
        comment = undo.Comment(self._target(), form.cleaned_data["note"], audience)
        # It is about an entry, whatever was written since.
        return undo.annotate(comment=comment, **common | {"expected_version": None})

    def extra_context(self) -> dict[str, Any]:
        ply = self._asked("ply")
        at = _("On step %(ply)s.") % {"ply": ply} if ply else _("On the start of the match.")
        return {"intro": at, "ply": ply, "seen": self._asked("v"), "ended": self.log.ended}

    def _target(self) -> int:
        """Return the version of the entry that the step shows, in the record that was looked at."""
        shown = self.log.at(self._asked("v") or self.log.version)
        ply = self._asked("ply")
        return shown.plies[ply - 1].version if 0 < ply <= len(shown.plies) else 1

    def _asked(self, name: str) -> int:
        return number(self.request.POST.get(name) or self.request.GET.get(name), default=0)


class TakeAway(WriterPage):
    """Erase the text of a comment for good: for its author, and those who may any."""

    version: int

    def get(self, request: HttpRequest, match_id: UUID, **kwargs: Any) -> HttpResponseBase:
        self.match, self.version = get_match(match_id), kwargs["version"]
        permitted = may_take_away(actor_of(request), self.match, self.version)
        return self.answer() if permitted else refusal(request)

    post = get

    def answer(self) -> HttpResponseBase:
        comment = comment_at(self.match.pk, self.version)
        back = reverse("replays:match", args=[self.match.pk])
        if comment.ply is not None:
            back += f"?ply={comment.ply}#comments"
        if self.request.method == "POST":
            erase_note(match_id=self.match.pk, version=self.version, now=datetime.now(UTC))
            messages.success(self.request, _("The comment is taken away."))
            return redirect(back)
        context = {"match": self.match, "match_title": match_title(self.match)}
        return render(
            self.request, "replays/take_away.html", context | {"comment": comment, "back": back}
        )
