"""Playing on from a step of a match that is over."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from replays import actions, ports
from replays.services.append import Appended
from replays.services.branches import NewBranch, play_on
from replays.web.access import language
from replays.web.branches import BranchForm
from replays.web.views.life import Common, LifePage, LifeWords
from replays.web.writing import number


class PlayOn(LifePage):
    """Begin a match of one's own from a step, against bots."""

    action = actions.BRANCH
    asks_rules = True
    words = LifeWords(
        title=_("Play on from here"),
        intro=_("It becomes a match of its own, unlisted and unrated. This one stays as it is."),
        button=_("Play on"),
        done=_("Your match has begun. It is your turn as soon as the bots have moved."),
    )
    template = "replays/play_on.html"
    begun: str = ""

    @property
    def back(self) -> str:
        return self.begun or f"{super().back}?ply={self._asked('ply')}"

    def form(self, data: QueryDict | None) -> forms.Form:
        offers = ports.people().bots(self.match.club_id, language())
        bots = [(offer.name, offer.label) for offer in offers]
        return BranchForm(data, labels=self.labels, bots=bots)

    def write(self, form: BranchForm, common: Common) -> Appended:
        branch = NewBranch(
            version=self._asked("v") or self.log.version,
            ply=self._asked("ply"),
            seat=int(form.cleaned_data["seat"]),
            bots=[form.cleaned_data["bot"]],
        )
        appended = play_on(match_id=self.match.pk, branch=branch, envelope=common["envelope"])
        self.begun = reverse("replays:record", args=[appended.stream_id])
        return appended

    def extra_context(self) -> dict[str, Any]:
        return {"ply": self._asked("ply"), "seen": self._asked("v") or self.log.version}

    def _asked(self, name: str) -> int:
        return number(self.request.POST.get(name) or self.request.GET.get(name), default=0)
