"""The list of players, and one of them with their matches."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replays.models import Match
from replays.web.views.library import MatchRow, rows_of
from tournaments.people.labels import public_label
from tournaments.people.models import Club, Player
from tournaments.people.selectors.clubs import club_list
from tournaments.people.selectors.matches import match_count, matches_of
from tournaments.people.selectors.players import merged_ids, player_list, root_of
from tournaments.people.web.access import clubs_to_write, find_player, may_read_private, may_write
from tournaments.profiles.web.pages import PlayerPage

PER_PAGE = 50
MATCHES_PER_PAGE = 20
LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player in a list."""

    player: Player
    label: str
    full_name: str
    """For those who may know it; empty where it says nothing new."""


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One match of a player."""

    row: MatchRow
    place: int | None
    score: int | None
    others: str

    @property
    def match(self) -> Match:
        """The match itself."""
        return self.row.match


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Show the players, narrowed by club and by what is searched for."""
    clubs = list(club_list())
    club = _club_of(request, clubs)
    private = may_read_private(request, club.id if club else None)
    search = request.GET.get("search", "")[:LONGEST_SEARCH].replace("\0", "")
    found = player_list(club_id=club.id if club else None, search=search, private=private)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    return render(
        request,
        "tournaments/people/players.html",
        {
            "rows": [_row(player, private) for player in page.object_list],
            "page": page,
            "clubs": clubs if len(clubs) > 1 else [],
            "club": club,
            "search": search,
            "kept": f"{kept.urlencode()}&" if kept else "",
            "may_write": bool(clubs_to_write(request)),
        },
    )


@require_safe
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show a player: who they are, how they fared, their matches."""
    found = find_player(player_id)
    root = root_of(found)
    ids = merged_ids({root.id})
    paginator = Paginator(matches_of(ids, club_id=root.club_id), MATCHES_PER_PAGE)
    paginator.count = match_count(ids)
    page = paginator.get_page(request.GET.get("page"))
    fared = PlayerPage(
        root=root,
        ids=ids,
        now=datetime.now(UTC),
        asked_ladder=request.GET.get("ladder", ""),
        asked_changes=request.GET.get("changes"),
    )
    private = may_read_private(request, found.club_id)
    return render(
        request,
        "tournaments/profiles/player.html",
        {
            "player": found,
            "label": public_label(found),
            "root": root if root != found else None,
            "root_label": public_label(root),
            "absorbed": _absorbed(found) if private else [],
            "record": fared.record,
            "fared": fared,
            "rows": _played(rows_of(page.object_list), ids),
            "page": page,
            "private": private,
            "may_write": may_write(request, found.club_id),
        },
    )


def _absorbed(player: Player) -> list[tuple[Player, str]]:
    return [(one, public_label(one)) for one in player.absorbed.all()]


def _row(player: Player, private: bool) -> PlayerRow:
    label = public_label(player)
    full = f"{player.first_name} {player.last_name}".strip() if private else ""
    return PlayerRow(player, label, "" if full == label else full)


def _played(rows: list[MatchRow], ids: set[UUID]) -> list[PlayedRow]:
    played = []
    for row in rows:
        seats = {seat.seat: seat for seat in row.match.seatings.all()}
        own = [seat for seat in seats.values() if seat.player_id in ids]
        best = min(own, key=lambda seat: (seat.place or 99, seat.seat))
        others = [one.label for one in row.seats if seats[one.seat].player_id not in ids]
        played.append(PlayedRow(row, best.place, best.score, ", ".join(others)))
    return played


def _club_of(request: HttpRequest, clubs: list[Club]) -> Club | None:
    asked = request.GET.get("club", "")
    return next((club for club in clubs if club.slug == asked), None)
