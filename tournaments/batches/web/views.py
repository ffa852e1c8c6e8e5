"""The pages of batches: all of them, a new one, one that moves while it is played, its files."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import randbelow
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import reswap, retarget

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.words import say
from games.registry import games
from replays.errors import KaitenError
from replays.web.access import actor_of, club_here, clubs_to_record_for, language, refusal
from replays.web.pages import game_name
from replays.web.refusals import message_of
from replays.web.writing import envelope_of, is_key, new_key, number
from tournaments.batches.models import Batch
from tournaments.batches.selectors.batches import Progress, batch_list, batch_of, results_of
from tournaments.batches.selectors.exports import FORMATS, export_batch
from tournaments.batches.services import batches as services
from tournaments.batches.web.forms import BatchForm
from tournaments.batches.web.pages import BatchPage
from tournaments.people.labels import bot_name
from tournaments.people.policy import may, opened
from tournaments.people.rights import BATCH_WRITE
from tournaments.people.selectors.clubs import club_of
from tournaments.people.web.access import onlooker_of, only_for

PER_PAGE = 20
USUAL_SEATS = 4
REFUSED = 422


@dataclass(frozen=True, slots=True)
class Plan:
    """What the address asks for: the game, the seats, the club."""

    rules: AnyRules
    seats: int
    club: UUID


@require_safe
def batches(request: HttpRequest) -> HttpResponse:
    """Show every batch, the newest first."""
    club_id = club_here(request)
    listed = onlooker_of(request).in_clubs(batch_list(club_id=club_id), club_id)
    page = Paginator(listed, PER_PAGE).get_page(request.GET.get("page"))
    shown: Iterable[Any] = page.object_list
    rows = [
        (row, game_name(row.game), map(bot_name, row.bots), Progress(row.done, row.matches))
        for row in shown
    ]
    may_start = bool(clubs_to_record_for(request, BATCH_WRITE))
    context = {"rows": rows, "page": page, "may_start": may_start}
    return render(request, "tournaments/batches/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_batch(request: HttpRequest) -> HttpResponseBase:
    """Ask for a new batch, and begin it."""
    clubs = clubs_to_record_for(request, BATCH_WRITE)
    if not clubs:
        return refusal(request)
    plan = _plan(request, clubs)
    form = BatchForm(
        request.POST or None,
        rules=plan.rules,
        seats=plan.seats,
        club_id=plan.club,
        initial={"seed": randbelow(services.LARGEST_OWN_SEED)},
    )
    if request.method == "POST" and form.is_valid():
        begun = _begun(request, plan, form)
        if begun is not None:
            return redirect("tournaments:batch", begun.id)
    posted = request.POST.get("key", "")
    context = {
        "form": form,
        "plan": plan,
        "clubs": clubs,
        "games": [(rules.slug, game_name(rules.slug)) for rules in _playable()],
        "blurb": say(plan.rules.words, "game.blurb", language()),
        "seat_counts": list(plan.rules.seats),
        "key": posted if is_key(posted) else new_key(),
    }
    status = REFUSED if form.errors else 200
    return render(request, "tournaments/batches/new.html", context, status=status)


@never_cache
@require_safe
def batch(request: HttpRequest, batch_id: UUID) -> HttpResponse:
    """Show a batch: how far it is, what its results say, its matches."""
    return render(request, "tournaments/batches/batch.html", {"page": _page(request, batch_id)})


@never_cache
@require_safe
def progress(request: HttpRequest, batch_id: UUID) -> HttpResponseBase:
    """Answer a page that asks how far its batch is; once it has ended, with all there is to say."""
    page = _page(request, batch_id)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("tournaments:batch", batch_id)
    if page.running:
        return render(request, "tournaments/batches/partials/_progress.html", {"page": page})
    whole = render(
        request, "tournaments/batches/partials/_body.html", {"page": page, "announce": True}
    )
    return reswap(retarget(whole, "#batch-body"), "outerHTML")


@require_POST
@only_for(BATCH_WRITE, batch_of)
def cancel(request: HttpRequest, batch: Batch) -> HttpResponseBase:
    """Stop a batch after the matches in hand."""
    try:
        services.stop_batch(batch_id=batch.id, now=datetime.now(UTC))
    except KaitenError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The batch is cancelled. What was played stays."))
    return redirect("tournaments:batch", batch.id)


@require_safe
def export(request: HttpRequest, batch_id: UUID, kind: str) -> HttpResponse:
    """Return a batch as a file."""
    if kind not in FORMATS:
        raise Http404
    headers = {
        "Content-Type": FORMATS[kind],
        "Content-Disposition": f'attachment; filename="{batch_id}.{kind}"',
        "Cache-Control": "private, no-cache",
    }
    batch = batch_of(batch_id)
    results = onlooker_of(request).of_visible_matches(results_of(batch), "pk")
    content = export_batch(batch, results, kind, opened=_opened(request, batch))
    return HttpResponse(content, headers=headers)


def _playable() -> list[AnyRules]:
    return [rules for rules in games() if not rules.reported_only]


def _plan(request: HttpRequest, clubs: list[tuple[UUID, str]]) -> Plan:
    params = request.POST or request.GET
    known = {rules.slug: rules for rules in _playable()}
    rules = known.get(params.get("game", "")) or next(iter(known.values()))
    seats = number(params.get("seats"), default=USUAL_SEATS)
    ids = {str(club): club for club, _name in clubs}
    return Plan(
        rules=rules,
        seats=max(rules.seats.start, min(seats, rules.seats.stop - 1)),
        club=ids.get(params.get("club", ""), clubs[0][0]),
    )


def _begun(request: HttpRequest, plan: Plan, form: BatchForm) -> Batch | None:
    """Begin the batch, or put what is wrong onto the form and return None."""
    names = ("seed", "rotate", "same_deal", "rated")
    try:
        wanted = services.NewBatch(
            game=plan.rules.slug,
            bots=form.bots(),
            matches=form.cleaned_data["how_many"],
            options=form.options(),
            **{name: form.cleaned_data[name] for name in names},
        )
        club, envelope = club_of(plan.club), envelope_of(request)
        return services.create_batch(club=club, wanted=wanted, envelope=envelope)
    except (KaitenError, RuleViolation) as error:
        form.refuse(error.params.get("option"), message_of(error, plan.rules, language()))
        return None


def _page(request: HttpRequest, batch_id: UUID) -> BatchPage:
    batch = batch_of(batch_id)
    return BatchPage(
        batch=batch,
        now=datetime.now(UTC),
        page_number=request.GET.get("page", ""),
        may_cancel=_may_write(request, batch),
        opened=_opened(request, batch),
        onlooker=onlooker_of(request),
    )


def _opened(request: HttpRequest, batch: Batch) -> bool:
    """Say whether the visitor may see every hand of the matches of a batch."""
    return bool(opened(actor_of(request), {batch.club_id}))


def _may_write(request: HttpRequest, batch: Batch) -> bool:
    actor = actor_of(request)
    return bool(actor) and may(actor, BATCH_WRITE, batch.club_id)
