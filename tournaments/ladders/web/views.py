"""The pages of ladders that everybody reads: all of them, one with its table, a planned table."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from replays.web.access import actor_of
from replays.web.following import mark_for
from replays.web.writing import new_key
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors.ladders import ladder_list, ladder_of
from tournaments.ladders.selectors.tables import ladder_csv
from tournaments.ladders.usual import usual_games, usual_id
from tournaments.ladders.web.forecasts import ForecastPage
from tournaments.ladders.web.pages import LadderPage, groups_of, lines_of
from tournaments.ladders.web.sharing import shared_page
from tournaments.ladders.web.table_params import params_of
from tournaments.ladders.words import ladder_title
from tournaments.people.models import Club
from tournaments.people.policy import may
from tournaments.people.rights import TOURNAMENT_WRITE, command_action
from tournaments.people.web.access import clubs_here, clubs_to_write, onlooker_of
from tournaments.spreadsheets import CSV_TYPE

REFUSED = 422


def may_lead(request: HttpRequest, club_id: UUID, command: str = "") -> bool:
    """Say whether the visitor may change the ladders of a club, by a command or at all."""
    action = command_action("ladder", command) if command else TOURNAMENT_WRITE
    return may(actor_of(request), action, club_id)


def clubs_to_lead(request: HttpRequest) -> list[Club]:
    """Return the clubs whose ladders the visitor may change here."""
    return clubs_to_write(request, TOURNAMENT_WRITE)


@never_cache
@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """Show every ladder, club by club."""
    by_club: dict[UUID, list[Ladder]] = {}
    onlooker, every = onlooker_of(request), clubs_here(request)
    only = _only(every)
    listed = onlooker.listed(ladder_list(club_id=only), only)
    for ladder in onlooker.mark(listed.annotate(people=Count("players"))):
        by_club.setdefault(ladder.club_id, []).append(ladder)
    lead = {club.id for club in clubs_to_lead(request)}
    clubs = [
        (
            club,
            groups_of(by_club.get(club.id, [])),
            club.id in lead and _lacks_usual(club, by_club.get(club.id, [])),
        )
        for club in every
        if club.id in by_club or club.id in lead
    ]
    context = {
        "clubs": clubs,
        "several_clubs": len(every) > 1,
        "may_create": bool(lead),
        "key": new_key(),
    }
    return render(request, "tournaments/ladders/list.html", context)


@never_cache
@require_safe
def ladder(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    """Show a ladder: its table, what was rated anew, its rules."""
    return ladder_page(request, ladder_of(ladder_id))


@never_cache
@require_safe
def export(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    """Return the table of a ladder as CSV, narrowed and sorted as the page is."""
    ladder = ladder_of(ladder_id)
    lines = lines_of(ladder, params_of(request.GET), datetime.now(UTC))
    headers = {"Content-Disposition": f'attachment; filename="ladder-{ladder.id}.csv"'}
    return HttpResponse(ladder_csv(lines, ladder.system), content_type=CSV_TYPE, headers=headers)


@never_cache
@require_safe
def what_if(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    """Say what to expect of a planned table, and what a result would change."""
    page = ForecastPage(ladder_of(ladder_id), request.GET)
    status = REFUSED if page.refused else 200
    return render(request, "tournaments/ladders/forecast.html", {"page": page}, status=status)


def ladder_page(request: HttpRequest, ladder: Ladder, problem: str = "") -> HttpResponse:
    """Return the page of a ladder, with what was refused on top."""
    onlooker_of(request).mark([ladder])
    mark = mark_for(request, "ladder", ladder.id)
    page = LadderPage(
        ladder=ladder,
        params=params_of(request.GET),
        now=datetime.now(UTC),
        may_write=may_lead(request, ladder.club_id),
        key=new_key(),
        onlooker=onlooker_of(request),
        page_numbers={name: request.GET.get(name) for name in ("page", "history")},
        refused=problem,
    )
    context = {
        "page": page,
        "title": ladder_title(ladder),
        "mark": mark,
        "shared": shared_page(request, page),
    }
    status = REFUSED if problem else 200
    return render(request, "tournaments/ladders/ladder.html", context, status=status)


def _only(clubs: Sequence[Club]) -> UUID | None:
    return clubs[0].id if len(clubs) == 1 else None


def _lacks_usual(club: Club, ladders: Sequence[Ladder]) -> bool:
    known = {ladder.id for ladder in ladders}
    return any(usual_id(club.id, game) not in known for game in usual_games())
