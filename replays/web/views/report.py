"""Reporting a result that people tell: scores, scores round by round, or a count of the table."""

from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays import actions
from replays.errors import KaitenError
from replays.services import life
from replays.web.access import language
from replays.web.counts import can_count, posted_tables, seat_counts, sent_values
from replays.web.frames import styles_of
from replays.web.life_forms import ReportForm, RoundsForm
from replays.web.moments import EndForm
from replays.web.pages import match_title
from replays.web.refusals import message_of, status_of
from replays.web.results import ResultTable, counted_table
from replays.web.views.life import Common, LifePage, LifeWords
from replays.web.writing import arguments_of, new_key


class Way(NamedTuple):
    """One way to report, as a link between the others."""

    label: str | Promise
    address: str
    current: bool


class ReportPage(LifePage):
    """A form that asks for a result."""

    action = actions.REPORT
    way = "scores"

    @property
    def confirmed(self) -> bool:
        """Whether a score that the game hardly gives was said to be right."""
        return "confirm" in self.request.POST

    def extra_context(self) -> dict[str, Any]:
        path = reverse("replays:report", args=[self.match.pk])
        if self.log.missing is not None:
            return {"intro": _("The rules of this game are not installed: give places as well.")}
        offered = [("scores", _("Just the scores")), ("rounds", _("Round by round"))]
        if can_count(self.log):
            offered.append(("count", _("Count the table")))
        ways = [
            Way(label, path if name == "scores" else f"{path}?by={name}", name == self.way)
            for name, label in offered
        ]
        return {"ways": ways}


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

    def write(self, form: ReportForm, common: Common) -> object:
        report = life.Report(
            scores=form.numbers("score"),
            places=form.numbers("place"),
            ended_at=form.cleaned_data["ended_at"],
            confirm=self.confirmed,
        )
        return life.report_result(report=report, **common)


class Rounds(ReportPage):
    way = "rounds"
    words = Scores.words._replace(intro=_("One line per round; lines left empty do not count."))
    template = "replays/rounds.html"

    def form(self, data: QueryDict | None) -> forms.Form:
        return RoundsForm(data, labels=self.labels, club_id=self.log.club_id)

    def write(self, form: RoundsForm, common: Common) -> object:
        report = life.Report(
            rounds=form.rounds(),
            ended_at=form.cleaned_data["ended_at"],
            confirm=self.confirmed,
        )
        return life.report_result(report=report, **common)


class Counting(ReportPage):
    """A count on its way to being a result."""

    way = "count"
    asks_rules = True
    words = Scores.words._replace(intro=_("Tap what lies before each seat; the rules do the sum."))
    end: EndForm

    def answer_log(self) -> HttpResponseBase:
        """Show what to count, what the rules make of it, or save that."""
        log, request = self.log, self.request
        if not can_count(log):
            return redirect("replays:report", self.match.pk)
        self.end = EndForm(request.POST or None, club_id=log.club_id)
        if request.method != "POST":
            return self.show()
        try:
            tables = posted_tables(log, request.POST)
            return self.save(tables) if "confirm" in request.POST else self.show_preview(tables)
        except (KaitenError, RuleViolation) as error:
            message = message_of(error, log.rules, language())
            return self.show(error=message, status=status_of(error))

    def show_preview(self, tables: list[dict[str, Any]]) -> HttpResponse:
        """Show what the rules make of the count."""
        outcome = self.log.rules.tally(self.log.setup, tables)
        if not self.end.is_valid():
            return self.show(status=422)
        return self.show(result=counted_table(self.log, outcome, self.labels, language()))

    def save(self, tables: list[dict[str, Any]]) -> HttpResponse:
        """Save the count and what it scores."""
        if not self.end.is_valid():
            return self.show(status=422)
        life.report_result(
            report=life.Report(tables=tables, ended_at=self.end.cleaned_data["ended_at"]),
            **arguments_of(self.request, self.match.pk),
        )
        messages.success(self.request, _("The result is saved."))
        return redirect("replays:match", self.match.pk)

    def show(
        self, *, result: ResultTable | None = None, error: str = "", status: int = 200
    ) -> HttpResponse:
        """Show what to count, with what was entered, and the score once it was asked for."""
        counts = seat_counts(self.log, self.labels, language(), self.request.POST or None)
        sent = [*sent_values(counts), ("ended_at", self.request.POST.get("ended_at", ""))]
        rules = self.log.rules
        context: dict[str, Any] = {
            "match": self.match,
            "match_title": match_title(self.match),
            **self.words._asdict(),
            **self.extra_context(),
            "counts": counts,
            "sent": sent if result is not None else [],
            "end": self.end,
            "result": result,
            "error": error,
            "frame": {
                "slug": rules.slug,
                "words": rules.words,
                "styles": styles_of(rules.slug),
            },
            "recorder": {"version": self.log.version, "key": new_key()},
            "back": reverse("replays:match", args=[self.match.pk]),
        }
        return render(self.request, "replays/count.html", context, status=status)


_WAYS = {page.way: page.as_view() for page in (Scores, Rounds, Counting)}


def report(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Report a result that people tell, in the way `?by=` names."""
    way = _WAYS.get(request.GET.get("by", ""), _WAYS["scores"])
    return way(request, match_id=match_id)
