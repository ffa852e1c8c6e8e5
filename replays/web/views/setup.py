"""Beginning a match: which game, who sits where, which options; or only the scores."""

from typing import Any
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
from games.core.words import say
from games.registry import games
from replays import actions
from replays.errors import KaitenError
from replays.selectors.games import ways_of
from replays.services.life import Report, report_result, require_likely_scores
from replays.services.matches import NewMatch, begun, create_match
from replays.services.seats import resolve_seats
from replays.web.access import clubs_to_record_for, language, refusal
from replays.web.forms import NewMatchForm, Plan
from replays.web.refusals import Question, message_of
from replays.web.seats import seatable
from replays.web.writing import envelope_of, is_key, new_key, number

USUAL_SEATS = 4


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_match(request: HttpRequest) -> HttpResponseBase:
    """Ask for a new match, and begin it."""
    clubs = clubs_to_record_for(request, actions.CREATE)
    if not clubs:
        return refusal(request)
    plan = _plan(request, clubs)
    roster = seatable(plan.club, language())
    form = NewMatchForm(request.POST or None, plan=plan, roster=roster, auto_id="id_%s")
    question = None
    if request.method == "POST" and form.is_valid():
        answer = _begin_match(request, plan, form)
        if isinstance(answer, HttpResponse):
            return answer
        question = answer
    return _form_page(request, plan, form, {"clubs": clubs, "question": question})


def _plan(request: HttpRequest, clubs: list[tuple[UUID, str]]) -> Plan:
    params = request.POST or request.GET
    known = {rules.slug: rules for rules in games()}
    rules = known.get(params.get("game", "")) or next(iter(known.values()))
    seats = number(params.get("seats"), default=USUAL_SEATS)
    modes = ways_of(rules)
    ids = {str(club): club for club, _name in clubs}
    return Plan(
        rules=rules,
        seats=max(rules.seats.start, min(seats, rules.seats.stop - 1)),
        club=ids.get(params.get("club", ""), clubs[0][0]),
        mode=mode if (mode := params.get("mode", "")) in modes else next(iter(modes)),
    )


def _form_page(
    request: HttpRequest, plan: Plan, form: NewMatchForm, context: dict[str, Any]
) -> HttpResponse:
    posted = request.POST.get("key", "")
    return render(
        request,
        "replays/new.html",
        {
            "form": form,
            "plan": plan,
            "games": [(rules.slug, say(rules.words, "game.name", language())) for rules in games()],
            "blurb": say(plan.rules.words, "game.blurb", language()),
            "modes": ways_of(plan.rules).items(),
            "seat_counts": list(plan.rules.seats),
            "key": posted if is_key(posted) else new_key(),
        }
        | context,
        status=422 if form.errors or context["question"] else 200,
    )


def _begin_match(
    request: HttpRequest, plan: Plan, form: NewMatchForm
) -> HttpResponse | Question | None:
    """Begin the match, or return what is asked first, or None with what is wrong on the form."""
    key, confirmed = request.POST.get("key", ""), "confirm" in request.POST
    envelope = envelope_of(request)
    choices, guests = form.people(UUID(key) if is_key(key) else UUID(new_key()))
    try:
        players, bots = resolve_seats(plan.club, choices)
        match = NewMatch(
            club_id=plan.club,
            game=plan.rules.slug,
            players=players,
            options=form.options(),
            source=form.cleaned_data.get("source", "table"),
            rated=form.rated,
        )
        if plan.asks_scores and not confirmed:
            require_likely_scores(begun(match), form.scores())
        created = create_match(match=match, guests=guests | bots, envelope=envelope)
    except (KaitenError, RuleViolation) as error:
        words = message_of(error, plan.rules, language())
        question = Question.of(error, words)
        if question is None:
            form.refuse(error.params.get("option"), words)
        return question
    if not plan.reports:
        return redirect("replays:record", created.stream_id)
    if not plan.asks_scores:
        return redirect(f"{reverse('replays:report', args=[created.stream_id])}?by={plan.mode}")
    try:
        # Sent again after a fault in between, the form reports what it only began before.
        report_result(
            match_id=created.stream_id,
            expected_version=created.last_version,
            report=Report(
                scores=form.scores(), ended_at=form.cleaned_data["ended_at"], confirm=confirmed
            ),
            envelope=envelope.step("result"),
        )
    except (KaitenError, RuleViolation) as error:
        messages.error(request, message_of(error, plan.rules, language()))
        return redirect("replays:report", created.stream_id)
    messages.success(request, _("The result is saved."))
    return redirect("replays:match", created.stream_id)
