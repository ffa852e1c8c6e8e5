"""Reporting a result that people tell: scores, or rounds as they are over."""

from collections.abc import Callable
from uuid import UUID

from django import forms
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from replays.services import life
from replays.services.append import Appended
from replays.telling import Report
from replays.web.life_forms import ReportForm
from replays.web.views.life import Common, LifeWords
from replays.web.views.rounds import CountedRounds, NotedRounds, ReportPage


class Scores(ReportPage):
    """Scores, or places where only those are known."""

    words = LifeWords(
        title=_("Report the result"),
        intro=_("Scores are enough. Add places only where a tie was broken at the table."),
        button=_("Save the result"),
        done=_("The result is saved."),
    )

    def form(self, data: QueryDict | None) -> forms.Form:
        return ReportForm(data, labels=self.labels, club_id=self.log.club_id)

    def write(self, form: ReportForm, common: Common) -> Appended:
        report = Report(
            scores=form.numbers("score"),
            places=form.numbers("place"),
            ended_at=form.cleaned_data["ended_at"],
            confirm=self.confirmed,
        )
        return life.report_result(report=report, **common)


_WAYS: dict[str, Callable[..., HttpResponseBase]] = {
    page.way: page.as_view() for page in (Scores, NotedRounds, CountedRounds)
}


def report(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Report a result that people tell, in the way `?by=` names."""
    way = _WAYS.get(request.GET.get("by", ""), _WAYS["scores"])
    return way(request, match_id=match_id)
