"""Home and the list of matches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import make_aware
from django.views.decorators.http import require_safe

from games.registry import games
from replays import actions, ports
from replays.installed import missing_rules
from replays.models import Match
from replays.ports import Occasion
from replays.selectors.library import called, match_list, other_games
from replays.web.access import (
    actor_of,
    club_here,
    clubs_here,
    clubs_to_record_for,
    language,
    onlooker_of,
)
from replays.web.following import mark_for
from replays.web.pages import game_name, match_title
from replays.web.seats import known_labels, seat_people

PER_PAGE = 50
LONGEST_TEXT = 100
ON_HOME = 6


@dataclass(frozen=True, slots=True)
class Seated:
    seat: int
    label: str
    address: str | None
    place: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    match: Match
    title: str
    seats: tuple[Seated, ...]
    occasion: Occasion | None = None
    """The tournament it belongs to."""
    bare: bool = False
    """True when its rules are not installed."""

    @property
    def has_result(self) -> bool:
        return any(seated.place for seated in self.seats)


def rows_of(
    matches: Iterable[Match], onlooker: ports.Onlooker, club_id: UUID | None = None
) -> list[MatchRow]:
    """Return matches as list rows; the labels of all their players in one question."""
    listed = list(matches)
    occasions = ports.people().occasions([match.pk for match in listed], onlooker, club_id)
    seatings = {match.pk: list(match.seatings.all()) for match in listed}
    labels = known_labels(
        (seating.player_id for seats in seatings.values() for seating in seats), language()
    )
    rows = []
    for match in listed:
        people = seat_people([seating.player_id for seating in seatings[match.pk]], labels)
        seats = [
            Seated(seating.seat, person.label, person.address, seating.place, seating.score)
            for seating, person in zip(seatings[match.pk], people, strict=True)
        ]
        if any(seated.place for seated in seats):
            seats.sort(key=lambda seated: (seated.place or 99, seated.seat))
        bare = missing_rules(match.game, match.rules) is not None
        rows.append(
            MatchRow(match, match_title(match), tuple(seats), occasions.get(match.pk), bare)
        )
    return rows


@require_safe
def home(
    request: HttpRequest,
    template: str = "replays/home.html",
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show what is going on; a template on top of this one may know `more` than matches."""
    onlooker, club = onlooker_of(request), club_here(request)
    mark = mark_for(request, "club", club) if club else None
    listed = onlooker.listed(match_list(club_id=club), club)
    open_matches = onlooker.mark(listed.filter(status=Match.Status.OPEN)[:ON_HOME])
    ended = onlooker.mark(listed.exclude(status=Match.Status.OPEN)[:ON_HOME])
    return render(
        request,
        template,
        {
            **(more or {}),
            "mark": mark,
            "open_rows": rows_of(open_matches, onlooker, club),
            "ended_rows": rows_of(ended, onlooker, club),
            "may_record": bool(clubs_to_record_for(request, actions.CREATE)),
            "next_steps": ports.people().next_steps(actor_of(request)),
        },
    )


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """Show every match, narrowed by words, days, game, player and status."""
    onlooker, club = onlooker_of(request), club_here(request)
    installed = [rules.slug for rules in games()]
    every = Match.objects.filter(club_id=club) if club else Match.objects.all()
    slugs = [*installed, *other_games(installed, onlooker.listed(every, club))]
    chosen = {
        "game": _one_of(request.GET.get("game"), slugs),
        "status": _one_of(request.GET.get("status"), Match.Status.values),
        "player": _uuid(request.GET.get("player")),
        "q": request.GET.get("q", "")[:LONGEST_TEXT].replace("\0", "").strip(),
        "since": _day(request.GET.get("since")),
        "until": _day(request.GET.get("until")),
    }
    filtered = match_list(
        club_id=club,
        game=chosen["game"] or None,
        status=chosen["status"] or None,
        player_id=UUID(chosen["player"]) if chosen["player"] else None,
        created_at__gte=_start_of(chosen["since"]),
        created_at__lt=_start_of(chosen["until"], days=1),
    )
    found = called(filtered, chosen["q"], onlooker, club_id=club, language=language())
    listed = onlooker.listed(found, club)
    page = Paginator(listed, PER_PAGE).get_page(request.GET.get("page"))
    params = request.GET.copy()
    params.pop("page", None)
    return render(
        request,
        "replays/matches.html",
        {
            "rows": rows_of(onlooker.mark(page.object_list), onlooker, club),
            "page": page,
            "chosen": chosen,
            "filtered": any(chosen.values()),
            "games": [(slug, game_name(slug)) for slug in slugs],
            "statuses": Match.Status.choices,
            "players": _players(request),
            "kept": f"{params.urlencode()}&" if params else "",
            "may_record": bool(clubs_to_record_for(request, actions.CREATE)),
        },
    )


def _players(request: HttpRequest) -> list[tuple[str, str]]:
    clubs = [club for club, _name in clubs_here(request)]
    return [(str(player), label) for player, label in ports.people().roster(clubs, language())]


def _one_of(text: str | None, known: Sequence[str]) -> str:
    return text if text and text in known else ""


def _day(text: str | None) -> str:
    """Return a day as a form sends it; nothing for anything else."""
    try:
        return str(date.fromisoformat(text or ""))
    except ValueError:
        return ""


def _start_of(day: str, *, days: int = 0) -> datetime | None:
    """Return when a day begins by the clock of the page, or the one so many days later."""
    if not day:
        return None
    try:
        return make_aware(datetime.fromisoformat(day) + timedelta(days=days))
    except OverflowError:
        return None


def _uuid(text: str | None) -> str:
    try:
        return str(UUID(text or ""))
    except ValueError:
        return ""
