"""The calculator of a game: count a table that belongs to no match; nothing is stored."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import BooleanField, MultipleChoiceField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache

from games.core.contract import AnyRules
from games.core.counts import rounds_to_count
from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.setup import Setup, with_box
from games.core.words import say
from games.registry import rules_of
from replays import actions
from replays.counting import Standing, standing
from replays.errors import KaitenError
from replays.events import MatchCounted
from replays.ports import people
from replays.selectors.games import ways_of
from replays.services.counts import count_round
from replays.services.matches import NewMatch, create_match
from replays.telling import RoundCount
from replays.web.access import club_here, clubs_to_record_for, language, refusal
from replays.web.counts import CountSheet, sent_values
from replays.web.forms import OptionForm
from replays.web.refusals import message_of
from replays.web.results import counted_table
from replays.web.rounds import round_table
from replays.web.seats import seat_name
from replays.web.writing import envelope_of, new_key, number

USUAL_SEATS = 4
CHOSEN = "chosen"
"""Says that a form sent the options: without it they are as the box has them."""


class CalculatorForm(OptionForm):
    """By which options a table is counted."""

    def __init__(self, *args: Any, rules: AnyRules, seats: int, club: UUID | None) -> None:
        super().__init__(*args)
        self.rules, self.seats = rules, seats
        self.add_options(club)


@method_decorator(never_cache, "dispatch")
class Calculator(View):
    """One round at a time, as for a match; what was counted before is sent along."""

    http_method_names = ["get", "head", "post"]
    rules: AnyRules
    made: Setup
    form: CalculatorForm

    def get(self, request: HttpRequest, slug: str) -> HttpResponseBase:
        self.rules = _countable(slug)
        club = club_here(request)
        usual = CalculatorForm(rules=self.rules, seats=self.seats, club=club)
        chosen = _filled(self.data, usual) if CHOSEN in self.data else None
        self.form = CalculatorForm(chosen, rules=self.rules, seats=self.seats, club=club)
        try:
            self.made = self._setup()
        except RuleViolation as violation:
            words = message_of(violation, self.rules, language())
            self.form.refuse(violation.params.get("option"), words)
        if self.form.errors:
            return self._page({}, status=422)
        return self._answer()

    post = get

    @property
    def data(self) -> QueryDict:
        return self.request.POST or self.request.GET

    @cached_property
    def seats(self) -> int:
        least, most = self.rules.seats.start, self.rules.seats.stop - 1
        return max(least, min(number(self.data.get("seats"), default=USUAL_SEATS), most))

    def _setup(self) -> Setup:
        chosen = self.form.options() if self.form.is_bound and self.form.is_valid() else {}
        club = club_here(self.request)
        box = people().box(club, self.rules.slug) if club else {}
        options = with_box(self.rules.options(), box, chosen)
        return make_setup(self.rules, seats=self.seats, options=options)

    @cached_property
    def sheet(self) -> CountSheet:
        labels = [seat_name(seat) for seat in range(self.seats)]
        return CountSheet(self.rules, self.made, labels, language())

    @property
    def last(self) -> int:
        return rounds_to_count(self.sheet.fields)

    def _answer(self) -> HttpResponseBase:
        """Show the round that is asked for, with the score so far; or keep it all as a match."""
        data = self.request.POST
        wanted = number(data.get("go"), default=0)
        done = {number(text, default=0) for text in data.getlist("done")}
        told = {at for at in done if 1 <= at <= self.last}
        sent = number(data.get("round"), default=0)
        if 1 <= sent <= self.last:
            told.add(sent)
        error, known = "", _nothing(self.rules, self.made)
        try:
            counted = {at: self.sheet.posted(at, data) for at in sorted(told)}
            known = _standing(self.rules, self.made, counted)
            if "keep" in data and known.tables is not None:
                return self._keep(counted)
        except (RuleViolation, KaitenError) as refused:
            error = message_of(refused, self.rules, language())
            told.discard(sent)
            wanted = sent
        current = wanted if 1 <= wanted <= self.last else _first(told, self.last)
        return self._page(self._round(known, told, current, error), 422 if error else 200)

    def _round(
        self, known: Standing, told: set[int], current: int | None, error: str
    ) -> dict[str, Any]:
        data, language_ = self.request.POST, language()
        outcome, labels = known.outcome, self.sheet.labels
        others = [at for at in range(1, self.last + 1) if at != current]
        return {
            "number": current,
            "last": self.last,
            "done": sorted(told),
            "error": error,
            "counts": self.sheet.seats(current, data) if current else [],
            "sent": [
                pair for at in others for pair in sent_values(self.sheet.seats(at, data or None))
            ],
            "rounds": round_table(known, labels, self.last, current),
            "result": outcome and counted_table(self.rules, outcome, labels, language_),
            "clubs": clubs_to_record_for(self.request, actions.CREATE) if outcome else [],
            "key": new_key(),
        }

    def _keep(self, counted: Mapping[int, Sequence[Mapping[str, Any]]]) -> HttpResponseBase:
        """Begin a match with what was counted; who sat where is said there."""
        clubs = {
            str(club): club for club, _name in clubs_to_record_for(self.request, actions.CREATE)
        }
        if not clubs:
            return refusal(self.request)
        club = clubs.get(self.data.get("club", ""), next(iter(clubs.values())))
        envelope = envelope_of(self.request)
        match = NewMatch(club, self.rules.slug, [None] * self.seats, dict(self.made.options))
        created = create_match(match=match, envelope=envelope)
        version = created.last_version
        for at, tables in counted.items():
            version = count_round(
                match_id=created.stream_id,
                expected_version=version,
                count=RoundCount(at, tables),
                envelope=envelope.step(f"round/{at}"),
            ).last_version
        messages.success(self.request, _("It is kept. Say who sat where, then save the result."))
        return redirect(f"{reverse('replays:report', args=[created.stream_id])}?by=count")

    def _page(self, context: dict[str, Any], status: int = 200) -> HttpResponse:
        rules, slug = self.rules, self.rules.slug
        return render(
            self.request,
            "replays/calculator.html",
            {
                "name": say(rules.words, "game.name", language()),
                "slug": slug,
                "address": reverse("replays:calculator", args=[slug]),
                "form": self.form,
                "seats": self.seats,
                "seat_counts": list(rules.seats),
                "chosen": _hidden(self.form),
                "frame": {"slug": slug, "words": rules.words},
                **context,
            },
            status=status,
        )


def _countable(slug: str) -> AnyRules:
    try:
        rules = rules_of(slug)
    except RuleViolation as violation:
        raise Http404 from violation
    if "count" not in ways_of(rules):
        raise Http404
    return rules


def _standing(
    rules: AnyRules, setup: Setup, counted: Mapping[int, Sequence[Mapping[str, Any]]]
) -> Standing:
    counts = [MatchCounted(at, tuple(map(dict, tables))) for at, tables in counted.items()]
    return standing(rules, setup, counts, setup.seats)


def _nothing(rules: AnyRules, setup: Setup) -> Standing:
    return _standing(rules, setup, {})


def _first(told: set[int], last: int) -> int | None:
    return next((at for at in range(1, last + 1) if at not in told), None)


def _filled(data: QueryDict, form: CalculatorForm) -> QueryDict:
    """Return what was sent with the usual value of what was not; a box not ticked sends nothing."""
    filled = data.copy()
    for name, field in form.fields.items():
        if name not in data and not isinstance(field, BooleanField | MultipleChoiceField):
            filled[name] = str(field.prepare_value(field.initial))
    return filled


def _hidden(form: CalculatorForm) -> list[tuple[str, str]]:
    """Return the options that were sent, to be sent along with the count."""
    data = form.data
    if not isinstance(data, QueryDict):  # nothing was sent
        return []
    pairs = [(name, text) for name in form.fields for text in data.getlist(name)]
    return [(CHOSEN, "yes"), *pairs]
