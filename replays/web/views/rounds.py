"""Rounds told one by one as soon as they are over: counted, or by their scores."""

from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.errors import RuleViolation
from replays import actions
from replays.counting import Standing
from replays.errors import KaitenError
from replays.events import MatchCounted
from replays.legality import MOST_ROUNDS
from replays.services import life
from replays.services.append import Appended
from replays.services.counts import count_round
from replays.telling import Report, RoundCount
from replays.web.access import language
from replays.web.counts import CountSheet, can_count
from replays.web.depth_control import Told, depth_control
from replays.web.life_forms import RoundForm
from replays.web.moments import EndForm
from replays.web.pages import match_title
from replays.web.refusals import Question, Refusal, message_of, status_of
from replays.web.results import counted_table
from replays.web.rounds import last_round, round_table, standing_of
from replays.web.undo import undo_to
from replays.web.views.life import Common, LifePage, LifeWords
from replays.web.writing import arguments_of, new_key, number


class ReportPage(LifePage):
    """A form that asks for a result."""

    action = actions.REPORT
    way: Told = "scores"

    @property
    def confirmed(self) -> bool:
        """Whether a score that the game hardly gives was said to be right."""
        return "confirm" in self.request.POST

    def extra_context(self) -> dict[str, Any]:
        context: dict[str, Any] = {"depths": depth_control(self.log, self.way, key=new_key())}
        if self.log.missing is not None:
            context["intro"] = _("The rules of this game are not installed: give places as well.")
        return context


class RoundPage(ReportPage):
    """One round at a time, saved at once; the result once all are known."""

    words = LifeWords(
        title=gettext_lazy("Scores by round"),
        intro=gettext_lazy("Each round is saved as soon as you send it."),
        button="",
        done=gettext_lazy("The result is saved."),
    )
    end: EndForm

    def answer_log(self) -> HttpResponseBase:
        """Show the next round, save one, or save the result."""
        if not self.is_possible:
            return redirect("replays:report", self.match.pk)
        data = self.request.POST if self.request.method == "POST" else None
        self.end = EndForm(data if data and "finish" in data else None, club_id=self.log.club_id)
        try:
            if data is not None and "finish" in data:
                return self.finish()
            if data is not None:
                return self.save(data)
        except (KaitenError, RuleViolation) as refused:
            return self.show(data, refused=refused)
        return self.show(None)

    @property
    def is_possible(self) -> bool:
        """Whether rounds can be told now."""
        return self.log.status in ("open", "reported")

    @cached_property
    def known(self) -> Standing:
        return standing_of(self.log)

    @cached_property
    def number(self) -> int | None:
        """The round that is asked for: what was sent, the address's, or the first unknown one."""
        wanted = self.request.POST.get("round") or self.request.GET.get("round")
        asked = number(wanted, default=0)
        return asked if 1 <= asked <= self.last else self.first_unknown

    @property
    def last(self) -> int:
        """The last round that can be asked for."""
        return MOST_ROUNDS

    @property
    def first_unknown(self) -> int | None:
        """The round to go on with; None once all are known."""
        given = {line.number for line in self.known.lines}
        return next((at for at in range(1, self.last + 1) if at not in given), None)

    @property
    def columns(self) -> int:
        """How many rounds there are to show at least."""
        return self.number or 1

    def count(self, data: QueryDict) -> RoundCount | None:
        """Return what was sent of a round, or None where the form is not right."""
        raise NotImplementedError

    def context_of_round(self, data: QueryDict | None) -> dict[str, Any]:
        """Return the form of the round, with what was sent or is known of it."""
        raise NotImplementedError

    def tell(self, data: QueryDict, common: Common) -> Appended | None:
        """Save a round, or the result of all of them."""
        if "finish" in data:
            self.end = EndForm(data, club_id=self.log.club_id)
            if not self.end.is_valid():
                self.not_right = self.end
                return None
            ended_at = self.end.cleaned_data["ended_at"]
            report = Report(counted=True, ended_at=ended_at, confirm=self.confirmed)
            return life.report_result(report=report, **common)
        count = self.count(data)
        return None if count is None else count_round(count=count, **common)

    def save(self, data: QueryDict) -> HttpResponse:
        """Save a round, and go on with the next."""
        if self.tell(data, arguments_of(self.request, self.match.pk)) is None:
            return self.show(data, status=422)
        saved = _("Round %(number)s is saved.") % {"number": self.number or 1}
        messages.success(self.request, saved)
        return redirect(self.address)

    def finish(self) -> HttpResponse:
        """Save the result of the rounds that are known."""
        if self.tell(self.request.POST, arguments_of(self.request, self.match.pk)) is None:
            return self.show(None, status=422)
        messages.success(self.request, str(self.words.done))
        return redirect(self.back)

    @property
    def address(self) -> str:
        return f"{reverse('replays:report', args=[self.match.pk])}?by={self.way}"

    def show(
        self, data: QueryDict | None, *, refused: Refusal | None = None, status: int = 200
    ) -> HttpResponse:
        """Show what is known, the form of a round, and what was refused about it."""
        error = message_of(refused, self.log.known_rules, language()) if refused else ""
        question = Question.of(refused, error) if refused else None
        current = self.number
        sent = data if data and "finish" not in data else None
        context = {
            "match": self.match,
            "match_title": match_title(self.match),
            **self.words._asdict(),
            **self.extra_context(),
            "number": current,
            "again": current in [line.number for line in self.known.lines],
            "rounds": round_table(self.known, self.labels, self.columns, current),
            "finishes": bool(self.known.lines) and not self.known.missing,
            "address": self.address,
            "undo_to": self.undo_to,
            "end": self.end,
            "error": "" if question else error,
            "question": question,
            "recorder": {"version": self.log.version, "key": new_key()},
            "back": self.back,
            "plies": len(self.log.plies),
            **(self.context_of_round(sent) if current else {}),
        }
        status = status_of(refused) if refused else status
        return render(self.request, self.template, context, status=status)

    @property
    def undo_to(self) -> int | None:
        """Where the last count is taken back to; None where that was not the last thing done."""
        event = self.log.nodes[self.log.version].entry.event
        return undo_to(self.log) if isinstance(event, MatchCounted) else None


class NotedRounds(RoundPage):
    """The scores of each round."""

    way: Told = "rounds"
    template = "replays/rounds.html"
    form_of_round: RoundForm | None = None

    def count(self, data: QueryDict) -> RoundCount | None:
        at = self.number or 1
        self.form_of_round = RoundForm(data, labels=self.labels, number=at)
        if not self.form_of_round.is_valid():
            self.not_right = self.form_of_round
            return None
        return RoundCount(round=at, scores=self.form_of_round.scores)

    def context_of_round(self, data: QueryDict | None) -> dict[str, Any]:
        at = self.number or 1
        form: forms.Form | None = self.form_of_round
        if form is None:
            known = next((line.scores for line in self.known.lines if line.number == at), ())
            initial = {f"score_{seat}": score for seat, score in enumerate(known)}
            form = RoundForm(data, labels=self.labels, number=at, initial=initial)
        return {"form": form}


class CountedRounds(RoundPage):
    """What lies before each seat at the end of each round; the rules do the sum."""

    way: Told = "count"
    asks_rules = True
    template = "replays/count.html"
    words = RoundPage.words._replace(
        title=gettext_lazy("Count the table"),
        intro=gettext_lazy("Tap what lies before each seat; the rules do the sum."),
    )

    @property
    def is_possible(self) -> bool:
        return super().is_possible and can_count(self.log)

    @cached_property
    def sheet(self) -> CountSheet:
        return CountSheet(self.log.rules, self.log.setup, self.labels, language())

    @property
    def last(self) -> int:
        return last_round(self.log)

    @property
    def columns(self) -> int:
        return self.last

    def count(self, data: QueryDict) -> RoundCount | None:
        at = self.number or 1
        return RoundCount(round=at, tables=self.sheet.posted(at, data))

    def extra_context(self) -> dict[str, Any]:
        rules, result = self.log.rules, None
        if self.known.outcome is not None:
            result = counted_table(rules, self.known.outcome, self.labels, language())
        return {
            **super().extra_context(),
            "result": result,
            "last": self.last,
            "frame": {"slug": rules.slug, "words": rules.words},
        }

    def context_of_round(self, data: QueryDict | None) -> dict[str, Any]:
        at = self.number or 1
        known = next((one.tables for one in self.log.life.counted if one.round == at), None)
        recorded = self.log.rules.recorded_counts(self.log.state) if known is None else ()
        entered = data or self.sheet.as_sent(known or recorded)
        seats = self.sheet.seats(at, entered)
        filled = any(field.entered for seat in seats for field in seat.fields)
        return {"counts": seats, "from_record": filled and data is None and known is None}
