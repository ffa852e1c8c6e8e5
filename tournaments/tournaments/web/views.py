"""The pages of tournaments: all of them, a new one, and the pages of each."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localdate
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.words import say
from games.registry import games
from replays.errors import KaitenError
from replays.web.access import language, refusal
from replays.web.pages import game_name
from replays.web.pictures.answers import picture_answer
from replays.web.pictures.cards import draw_card
from replays.web.writing import envelope_of, is_key, new_key, number
from tournaments.people.models import Club
from tournaments.people.rights import TOURNAMENT_WRITE
from tournaments.people.web.access import chosen_club, clubs_here, clubs_to_write, onlooker_of
from tournaments.tournaments.director.presets import DUEL, PRESETS, Preset, PresetPlan
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.outlooks import MOST_PLAYERS
from tournaments.tournaments.selectors.presets import (
    PRESET_WORDS,
    PlanOfBefore,
    plan_of_before,
    recommended_for,
)
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import tournament_of, tournaments_of
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament
from tournaments.tournaments.web.forms import NewTournamentForm, initial_of
from tournaments.tournaments.web.sections import Place, page_of, show
from tournaments.tournaments.web.sharing import card_of
from tournaments.tournaments.web.sizes import choice_words, sizes_value
from tournaments.tournaments.web.words import refusal_words

PER_PAGE = 20
REFUSED = 422


@dataclass(frozen=True, slots=True)
class Plan:
    """What the address of the form asks for."""

    club: Club
    preset: Preset
    rules: AnyRules
    size: int
    """How many usually sit at a table."""
    players: int = 0
    """How many are expected; 0: nobody said."""
    last: PlanOfBefore | None = None
    """What it is planned like, until somebody chooses otherwise."""

    @property
    def initial(self) -> dict[str, Any]:
        """What the form begins with."""
        title = capfirst(date_format(localdate(), "l j F"))
        return {"day": localdate(), "title": title} | (
            initial_of(self.last.plan) if self.last else {}
        )


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show the tournaments of a club, or of all, the newest first."""
    onlooker, clubs = onlooker_of(request), clubs_here(request)
    club = chosen_club(request, clubs)
    rows = tournaments_of(club) if club else Tournament.objects.select_related("club")
    listed = onlooker.listed(rows, club.id if club else None)
    page = Paginator(listed, PER_PAGE).get_page(request.GET.get("page"))
    kept = f"club={club.slug}&" if club and len(clubs) > 1 else ""
    context = {
        "page": page,
        "rows": onlooker.mark(page.object_list),
        "clubs": clubs if len(clubs) > 1 else [],
        "club": club,
        "kept": kept,
        "may_create": bool(clubs_to_write(request, TOURNAMENT_WRITE)),
    }
    return render(request, "tournaments/tournaments/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponseBase:
    """Ask for a new tournament, and create it with its stages."""
    clubs = clubs_to_write(request, TOURNAMENT_WRITE)
    if not clubs:
        return refusal(request)
    plan = _plan(request, clubs)
    form = NewTournamentForm(
        request.POST or None,
        rules=plan.rules,
        seats=plan.size,
        preset=plan.preset,
        club_id=plan.club.id,
        initial=plan.initial,
    )
    _offer_sizes(form, plan)
    if request.method == "POST" and form.is_valid():
        created = _created(request, plan, form)
        if created is not None:
            # Those who come are named next: the fragment takes the cursor there.
            return redirect(f"{Place('entrants').address(created)}#names")
    posted = request.POST.get("key", "")
    context = {
        "form": form,
        "plan": plan,
        "clubs": clubs if len(clubs) > 1 else [],
        "presets": [(code, *words) for code, words in PRESET_WORDS.items()],
        "games": [(rules.slug, game_name(rules.slug)) for rules in games()],
        "sizes": list(plan.rules.seats) if plan.preset.pods else [],
        "most_players": MOST_PLAYERS if "players" in plan.preset.usual else 0,
        "blurb": say(plan.rules.words, "game.blurb", language()),
        "key": posted if is_key(posted) else new_key(),
    }
    status = REFUSED if form.errors else 200
    return render(request, "tournaments/tournaments/new.html", context, status=status)


@never_cache
@require_safe
def section(
    request: HttpRequest, tournament_id: UUID, name: str = "overview", **numbers: int
) -> HttpResponse:
    """Show a page of a tournament that is only looked at."""
    return show(request, tournament_of(tournament_id), Place(name, tuple(numbers.values())))


@require_safe
def card(request: HttpRequest, tournament_id: UUID, form: str) -> HttpResponseBase:
    """Draw how a tournament ended or stands, as SVG or PNG."""
    tournament = tournament_of(tournament_id)
    with reading(tournament_id) as state:
        drawn = draw_card(card_of(page_of(request, tournament, state, Place("overview"))))
    return picture_answer(request, drawn, form)


def _plan(request: HttpRequest, clubs: list[Club]) -> Plan:
    params = request.POST or request.GET
    club = next((club for club in clubs if club.slug == params.get("club")), clubs[0])
    last = None if {"game", "format"} & params.keys() else plan_of_before(club)
    told = {"game": last.plan.game, "format": last.plan.preset} if last else params
    known = {rules.slug: rules for rules in games()}
    rules = known.get(told.get("game", "")) or next(iter(known.values()))
    preset = PRESETS.get(told.get("format", "")) or next(iter(PRESETS.values()))
    usual = (last and last.plan.size) or preset.usual_for(rules.seats).get("size", DUEL)
    size = number(params.get("size"), default=usual) if preset.pods else usual
    return Plan(
        club=club,
        preset=preset,
        rules=rules,
        size=max(rules.seats.start, min(size, rules.seats.stop - 1)),
        players=max(0, min(number(params.get("players"), default=0), MOST_PLAYERS)),
        last=last,
    )


def _offer_sizes(form: NewTournamentForm, plan: Plan) -> None:
    """Let the form ask for table sizes, where it is said how many will come."""
    if not plan.players or "sizes" not in plan.preset.usual:
        return
    wanted = PresetPlan(
        preset=plan.preset.code, game=plan.rules.slug, size=plan.size, players=plan.players
    )
    if tried := recommended_for(wanted):
        words = ngettext(
            "Table sizes, tried over %(rounds)s rounds with %(count)s player and results by lot",
            "Table sizes, tried over %(rounds)s rounds with %(count)s players and results by lot",
            plan.players,
        )
        label = words % {"count": plan.players, "rounds": plan.preset.usual["rounds"]}
        form.offer_sizes([(sizes_value(one.sizes), choice_words(one)) for one in tried], label)


def _created(request: HttpRequest, plan: Plan, form: NewTournamentForm) -> UUID | None:
    """Create the tournament, or put what is wrong onto the form and return None."""
    data: dict[str, Any] = form.cleaned_data
    day = data["day"].isoformat() if data["day"] else ""
    try:
        stages = form.plan(request.POST.get("format", ""))
        return create_tournament(
            club=plan.club,
            wanted=NewTournament(data["title"], day, plan=stages),
            envelope=envelope_of(request),
        ).stream_id
    except (KaitenError, RuleViolation) as error:
        words = refusal_words(error, {}, plan.rules.words)
        form.refuse(error.params.get("option"), words)
        return None
