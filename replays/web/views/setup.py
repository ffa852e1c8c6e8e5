"""Beginning a match: which game, who sits where, which options; or only the scores."""

from dataclasses import replace
from datetime import UTC, datetime
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

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from games.core.words import say
from games.registry import games
from replays import actions
from replays.errors import KaitenError
from replays.offline.offers import is_offered
from replays.ports import people
from replays.selectors.games import ways_of
from replays.selectors.recent import RecentMatch, recent_matches
from replays.services import pens
from replays.services.append import Appended
from replays.services.life import report_result, require_likely_scores
from replays.services.matches import NewMatch, begun, create_match
from replays.services.seats import resolve_seats
from replays.telling import Report
from replays.web.access import actor_of, clubs_to_record_for, language, refusal
from replays.web.forms import LONGEST_GUEST
from replays.web.queued import became, device_of, kept_for, refused_with
from replays.web.refusals import Question, message_of, status_of
from replays.web.seats import roster_of
from replays.web.setup_forms import NewMatchForm, Plan
from replays.web.starting import (
    initial_of,
    last_groups,
    people_to_tap,
    plan_of,
    posted_seats,
    same_again,
)
from replays.web.styles import styles_of
from replays.web.writing import envelope_of, is_key, new_key, number


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_match(request: HttpRequest) -> HttpResponseBase:
    """Ask for a new match, and begin it."""
    clubs = clubs_to_record_for(request, actions.CREATE)
    if not clubs:
        return refusal(request)
    recent = recent_matches(actor_of(request), [club for club, _name in clubs])
    again = same_again(request.GET.get("again", ""), recent)
    plan = _plan(request, clubs, recent, again)
    roster = roster_of(plan.club, language())
    form = NewMatchForm(
        request.POST or None,
        plan=plan,
        roster=roster,
        initial=initial_of(again, plan.rules, roster) if again else None,
        auto_id="id_%s",
    )
    question = None
    if request.method == "POST" and device_of(request) and not form.is_valid():
        return _not_begun(form)
    if request.method == "POST" and form.is_valid():
        answer = _begin_match(request, plan, form)
        if isinstance(answer, HttpResponseBase):
            return answer
        question = answer
    fresh = request.method != "POST" and again is None
    context = {
        "clubs": clubs,
        "question": question,
        "groups": last_groups(recent, plan, roster) if fresh else [],
        "people": people_to_tap(recent, plan, roster),
        "kept": not fresh,
    }
    page = _form_page(request, plan, form, context)
    return page if plan.reports else kept_for(page, request)


def _plan(
    request: HttpRequest,
    clubs: list[tuple[UUID, str]],
    recent: list[RecentMatch],
    again: RecentMatch | None,
) -> Plan:
    if request.method == "POST":
        plan = plan_of(request.POST, clubs, recent)
        return replace(plan, seats=posted_seats(request.POST, plan))
    if again is None:
        return plan_of(request.GET, clubs, recent)
    return plan_of({"club": str(again.club_id), "game": again.game}, clubs, [again])


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
            "longest_guest": LONGEST_GUEST,
            "refusal": message_of(_wrong_count(plan), plan.rules, language()),
            "key": posted if is_key(posted) else new_key(),
        }
        | context
        | _begun_here(plan),
        status=422 if form.errors or context["question"] else 200,
    )


def _begun_here(plan: Plan) -> dict[str, Any]:
    """Return what a browser needs that begins a match without a network, if it can."""
    if plan.reports or not is_offered():
        return {}
    return {
        "begins_here": True,
        "nobody": {"id": UUID(int=0)},
        "game": say(plan.rules.words, "game.name", language()),
        "box": canonical_json(people().box(plan.club, plan.rules.slug)),
        "styles": styles_of(plan.rules.slug),
    }


def _not_begun(form: NewMatchForm) -> HttpResponseBase:
    """Tell a queue what is wrong with the form that it kept."""
    words = " ".join(str(error) for errors in form.errors.values() for error in errors)
    return refused_with(HttpResponse(words, status=422), KaitenError("not_begun", 422))


def _begun_for(request: HttpRequest, device: UUID, created: Appended) -> HttpResponseBase:
    """Tell the queue of a device that its match is here; what it records next is its own."""
    pens.pick_up(
        match_id=created.stream_id, actor=actor_of(request), device=device, now=datetime.now(UTC)
    )
    return became(HttpResponse(status=204), created.last_version)


def _wrong_count(plan: Plan) -> RuleViolation:
    """Return the refusal of a number of seats that is known to scripts alone."""
    bounds = {"least": plan.least, "most": plan.most}
    return RuleViolation("wrong_seat_count", seats="{seats}", **bounds)


def _begin_match(
    request: HttpRequest, plan: Plan, form: NewMatchForm
) -> HttpResponseBase | Question | None:
    """Begin the match, or return what is asked first, or None with what is wrong on the form."""
    key, confirmed = request.POST.get("key", ""), "confirm" in request.POST
    envelope, device = envelope_of(request), device_of(request)
    wanted = request.POST.get("match", "")
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
            # A phone says by which rules it began and judged.
            rules=number(request.POST.get("rules"), default=0) or None if device else None,
        )
        if plan.asks_scores and not confirmed:
            require_likely_scores(begun(match), form.scores())
        created = create_match(
            match=match,
            guests=guests | bots,
            envelope=envelope,
            match_id=UUID(wanted) if is_key(wanted) else None,
        )
    except (KaitenError, RuleViolation) as error:
        words = message_of(error, plan.rules, language())
        if device:
            return refused_with(HttpResponse(words, status=status_of(error)), error)
        question = Question.of(error, words)
        if question is None:
            form.refuse(error.params.get("option"), words)
        return question
    if device:
        return _begun_for(request, device, created)
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
