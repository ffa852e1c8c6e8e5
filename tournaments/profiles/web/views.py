"""The list of players, and one of them with their matches."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replays.web.views.library import MatchRow, rows_of
from tournaments.people.labels import public_label
from tournaments.people.models import Kind, Player
from tournaments.people.selectors.matches import match_count, matches_of
from tournaments.people.selectors.players import player_list, player_of
from tournaments.people.web.access import (
    chosen_club,
    clubs_here,
    clubs_read_privately,
    clubs_to_write,
    may_read_private,
    may_write,
    onlooker_of,
)
from tournaments.people.web.claiming import account_parts
from tournaments.profiles.rows import activity_of
from tournaments.profiles.web.sharing import profile_of, shared_page

PER_PAGE = 50
MATCHES_PER_PAGE = 20
LONGEST_SEARCH = 100
KINDS: dict[str, dict[str, Any]] = {
    "members": {"kind": Kind.PERSON, "guest": False},
    "guests": {"kind": Kind.PERSON, "guest": True},
    "bots": {"kind": Kind.BOT},
}
"""What a list of players can be narrowed to."""


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Show the players, narrowed by club and by what is searched for."""
    onlooker = onlooker_of(request)
    clubs = clubs_here(request)
    club = chosen_club(request, clubs)
    private = clubs_read_privately(request)
    search = request.GET.get("search", "")[:LONGEST_SEARCH].replace("\0", "")
    club_id = club.id if club else None
    found = player_list(club_id=club_id, search=search, private=private)
    kind = request.GET.get("kind", "")
    found = found.filter(**KINDS.get(kind, {}))
    page = Paginator(onlooker.in_clubs(found, club_id), PER_PAGE).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    activities = activity_of(listed, onlooker, club_id)
    query = request.GET.copy()
    query.pop("page", None)
    return render(
        request,
        "tournaments/people/players.html",
        {
            "rows": [
                (*_row(player, player.club_id in private), activities[player.id])
                for player in listed
            ],
            "kind": kind if kind in KINDS else "",
            "page": page,
            "clubs": clubs if len(clubs) > 1 else [],
            "club": club,
            "search": search,
            "kept": f"{query.urlencode()}&" if query else "",
            "may_write": bool(clubs_to_write(request)),
        },
    )


@require_safe
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show a player: who they are, how they fared, their matches."""
    player = player_of(player_id)
    profile = profile_of(request, player)
    root, ids, onlooker = profile.root, profile.ids, profile.onlooker
    matches = onlooker.listed(matches_of(ids, club_id=root.club_id), root.club_id)
    paginator = Paginator(matches, MATCHES_PER_PAGE)
    paginator.count = match_count(ids, profile.seats)
    page = paginator.get_page(request.GET.get("page"))
    private = may_read_private(request, player.club_id)
    return render(
        request,
        "tournaments/profiles/player.html",
        {
            "player": player,
            "label": public_label(player),
            "root": root if root != player else None,
            "root_label": public_label(root),
            "absorbed": [
                (one, public_label(one))
                for one in (player.absorbed.all() if private and len(ids) > 1 else ())
            ],
            "record": profile.record,
            "fared": profile,
            "shared": shared_page(request, player, profile),
            "rows": _played(rows_of(onlooker.mark(page.object_list), onlooker, root.club_id), ids),
            "page": page,
            "private": private,
            "may_write": may_write(request, player.club_id),
            **account_parts(request, player),
        },
    )


def _row(player: Player, private: bool) -> tuple[Player, str, str]:
    """Return a player, the label, and for those who may know it the name if it says more."""
    label = public_label(player)
    full = f"{player.first_name} {player.last_name}".strip() if private else ""
    return player, label, "" if full == label else full


def _played(
    rows: list[MatchRow], ids: Collection[UUID]
) -> list[tuple[MatchRow, int | None, int | None, str]]:
    """Return matches with the place and the score of the player, and who else was there."""
    played = []
    for row in rows:
        seats = {seat.seat: seat for seat in row.match.seatings.all()}
        own = [seat for seat in seats.values() if seat.player_id in ids]
        best = min(own, key=lambda seat: (seat.place or 99, seat.seat))
        others = [one.label for one in row.seats if seats[one.seat].player_id not in ids]
        played.append((row, best.place, best.score, ", ".join(others)))
    return played
