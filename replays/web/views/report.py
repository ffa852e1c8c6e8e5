"""Reporting a result that people tell: scores, scores round by round, or a count of the table."""

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.errors import RuleViolation
from replays import actions
from replays.errors import KaitenError, StreamConflict
from replays.log import Log
from replays.models import Match
from replays.selectors.logs import load_log
from replays.services import life
from replays.web.access import find_match, language, may, refusal
from replays.web.counts import SeatCount, can_count, posted_tables, seat_counts, sent_values
from replays.web.frames import styles_of
from replays.web.life_forms import ReportForm, RoundsForm
from replays.web.moments import EndForm
from replays.web.pages import match_title
from replays.web.refusals import message_of
from replays.web.results import ResultTable, counted_table
from replays.web.seats import seat_labels
from replays.web.views.life import LifePage, LifeWords
from replays.web.views.match import unreadable
from replays.web.writing import arguments_of, new_key


class Way(NamedTuple):
    """One way to report, as a link between the others."""

    label: str
    address: str
    current: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Report a result that people tell, in the way `?by=` names."""
    match request.GET.get("by"):
        case "rounds":
            return _by_rounds(request, match_id)
        case "count":
            return _by_count(request, match_id)
        case _:
            return _by_scores(request, match_id)


def _by_scores(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    return LifePage(request, match_id, actions.REPORT).answer(
        make_form=lambda log, labels: ReportForm(
            request.POST or None, labels=labels, club_id=log.club_id
        ),
        write=lambda form, common: life.report_result(
            report=life.Report(
                scores=form.numbers("score"),
                places=form.numbers("place"),
                ended_at=form.cleaned_data["ended_at"],
            ),
            **common,
        ),
        words=LifeWords(
            title=_("Report the result"),
            intro=_("Scores are enough. Add places only where a tie was broken at the table."),
            button=_("Save the result"),
            done=_("The result is saved."),
        ),
        extra=lambda log: {"ways": ways(match_id, log, "scores")},
    )


def _by_rounds(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    return LifePage(request, match_id, actions.REPORT).answer(
        make_form=lambda log, labels: RoundsForm(
            request.POST or None, labels=labels, club_id=log.club_id
        ),
        write=lambda form, common: life.report_result(
            report=life.Report(rounds=form.rounds(), ended_at=form.cleaned_data["ended_at"]),
            **common,
        ),
        words=LifeWords(
            title=_("Report the result"),
            intro=_("One line per round; lines left empty do not count."),
            button=_("Save the result"),
            done=_("The result is saved."),
        ),
        template="replays/rounds.html",
        extra=lambda log: {"ways": ways(match_id, log, "rounds")},
    )


def ways(match_id: UUID, log: Log, current: str) -> list[Way]:
    """Return the ways in which the result of a match can be reported."""
    path = reverse("replays:report", args=[match_id])
    offered = [("scores", _("Just the scores")), ("rounds", _("Round by round"))]
    if can_count(log):
        offered.append(("count", _("Count the table")))
    return [
        Way(label, path if name == "scores" else f"{path}?by={name}", name == current)
        for name, label in offered
    ]


def _by_count(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    match = find_match(match_id)
    if not may(request, actions.REPORT, match):
        return refusal(request)
    try:
        log = load_log(match_id)
    except (KaitenError, RuleViolation) as error:
        return unreadable(request, match, error)
    if not can_count(log):
        return redirect("replays:report", match_id)
    counting = Counting(request, match, log)
    if request.method != "POST":
        return counting.shown()
    try:
        tables = posted_tables(log, request.POST)
        return counting.confirmed(tables) if "confirm" in request.POST else counting.tried(tables)
    except (KaitenError, RuleViolation) as error:
        status = 409 if isinstance(error, StreamConflict) else 422
        return counting.shown(error=message_of(error, log.rules, language()), status=status)


class Counting:
    """A count on its way to being a result."""

    def __init__(self, request: HttpRequest, match: Match, log: Log) -> None:
        self.request, self.match, self.log = request, match, log
        self.labels = seat_labels(log.players, language())
        self.end = EndForm(request.POST or None, club_id=log.club_id)

    def tried(self, tables: list[dict[str, Any]]) -> HttpResponse:
        """Show what the rules make of the count."""
        outcome = self.log.rules.tally(self.log.setup, tables)
        if not self.end.is_valid():
            return self.shown(status=422)
        return self.shown(result=counted_table(self.log, outcome, self.labels, language()))

    def confirmed(self, tables: list[dict[str, Any]]) -> HttpResponse:
        """Save the count and what it scores."""
        if not self.end.is_valid():
            return self.shown(status=422)
        life.report_result(
            report=life.Report(tables=tables, ended_at=self.end.cleaned_data["ended_at"]),
            **arguments_of(self.request, self.match.pk),
        )
        messages.success(self.request, _("The result is saved."))
        return redirect("replays:match", self.match.pk)

    def shown(
        self, *, result: ResultTable | None = None, error: str = "", status: int = 200
    ) -> HttpResponse:
        """Show what to count, with what was entered, and the score once it was asked for."""
        counts = seat_counts(self.log, self.labels, language(), self.request.POST or None)
        rules = self.log.rules
        context: dict[str, Any] = {
            "match": self.match,
            "match_title": match_title(self.match),
            "title": _("Report the result"),
            "intro": _("Tap what lies before each seat; the rules do the sum."),
            "ways": ways(self.match.pk, self.log, "count"),
            "counts": counts,
            "sent": self._sent(counts) if result is not None else [],
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

    def _sent(self, counts: list[SeatCount]) -> list[tuple[str, str]]:
        """Return everything that was entered, to be sent once more with a yes."""
        return [*sent_values(counts), ("ended_at", self.request.POST.get("ended_at", ""))]
