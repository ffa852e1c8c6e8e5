"""Players as lists, pages and matches read them; a merged player is read as the one they became."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.utils import translation

from replays.errors import KaitenError
from tournaments.people.labels import public_label
from tournaments.people.models import Kind, Player
from tournaments.people.name_index import NameIndex
from tournaments.people.names import Name, fold, name_of


class Candidate(msgspec.Struct, frozen=True):
    """A player whose name resembles another."""

    id: UUID
    """The player."""
    label: str
    """The public name."""
    same: bool
    """True when the names differ in accents, capitals and order at most."""


def player_list(
    *,
    club_id: UUID | None = None,
    search: str = "",
    kind: str = "",
    merged: bool = False,
    private: Collection[UUID] = (),
) -> QuerySet[Player]:
    """Return players by name, merged ones only when asked for.

    A search looks at public labels, and in those clubs that are `private` at whole names too.
    """
    players = Player.objects.select_related("club", "merged_into", "user")
    if club_id is not None:
        players = players.filter(club_id=club_id)
    if kind:
        players = players.filter(kind=kind)
    if not merged:
        players = players.filter(merged_into=None)
    if words := fold(search).split():
        label = Q(*(("search_label__contains", word) for word in words))
        name = Q(*(("search_name__contains", word) for word in words), club_id__in=private)
        players = players.filter(label | name)
    # By what everybody reads: another order would tell what is not shown.
    return players.order_by("search_label", "id")


def player_of(player_id: UUID) -> Player:
    """Return a player or raise `unknown_player`."""
    player = player_list(merged=True).filter(pk=player_id).first()
    if player is None:
        raise KaitenError("unknown_player", 404)
    return player


def root_of(player: Player) -> Player:
    """Return the player that somebody merged has become, or the player themselves."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def merged_ids(player_ids: Collection[UUID]) -> set[UUID]:
    """Return the ids of players and of all who were merged into them."""
    known = set(player_ids)
    fresh = known
    while fresh:
        merged = Player.objects.filter(merged_into__in=fresh).values_list("id", flat=True)
        fresh = set(merged) - known
        known = known | fresh
    return known


def merged_in(club_id: UUID) -> dict[UUID, UUID]:
    """Return whoever of a club was merged, with the id of the player they are today."""
    rows = Player.objects.filter(club_id=club_id, merged_into__isnull=False)
    into = dict(rows.values_list("id", "merged_into_id"))
    roots = {}
    for id_, root in into.items():
        while root in into:
            root = into[root]
        roots[id_] = root
    return roots


def roots_of(player_ids: Collection[UUID]) -> dict[UUID, Player]:
    """Return for each known id the player it stands for today."""
    players: dict[UUID, Player] = {}
    wanted = set(player_ids)
    while wanted:
        fresh = Player.objects.filter(pk__in=wanted)
        players |= {player.id: player for player in fresh}
        onward = {player.merged_into_id for player in fresh if player.merged_into_id is not None}
        wanted = onward - players.keys()
    return {
        player_id: _followed(players, player_id) for player_id in player_ids if player_id in players
    }


def _followed(players: dict[UUID, Player], player_id: UUID) -> Player:
    player = players[player_id]
    while player.merged_into_id is not None:
        player = players[player.merged_into_id]
    return player


def same_person(player_id: UUID) -> set[UUID]:
    """Return every id of the person a player is today; nothing for an unknown one."""
    return merged_ids({root.id for root in roots_of([player_id]).values()})


def labels_of(player_ids: Collection[UUID], language: str | None = None) -> dict[UUID, str]:
    """Return the public labels of players, merged ones under the name they have today."""
    roots = roots_of(player_ids)
    with translation.override(language or translation.get_language() or "en"):
        return {player_id: public_label(player) for player_id, player in roots.items()}


def bots_among(player_ids: Collection[UUID]) -> set[UUID]:
    bots = Player.objects.filter(pk__in=player_ids, kind=Kind.BOT)
    return set(bots.values_list("id", flat=True))


def guests_among(player_ids: Collection[UUID]) -> set[UUID]:
    guests = Player.objects.filter(pk__in=player_ids, guest=True)
    return set(guests.values_list("id", flat=True))


def strangers_among(club_id: UUID, player_ids: Collection[UUID]) -> set[UUID]:
    """Return those ids that belong to no player of a club."""
    if not player_ids:
        return set()
    members = Player.objects.filter(pk__in=player_ids, club_id=club_id)
    return set(player_ids) - set(members.values_list("id", flat=True))


def players_of_user(user_id: UUID) -> set[UUID]:
    """Return every player id that an account plays under, merged ones included."""
    linked = list(Player.objects.filter(user_id=user_id).values_list("id", flat=True))
    if not linked:
        return set()
    return merged_ids({root.id for root in roots_of(linked).values()})


def with_accounts(player_ids: Collection[UUID]) -> set[UUID]:
    """Return those ids whose person has an account, under whichever of their ids."""
    linked = Player.objects.filter(user__is_active=True)
    return {id_ for id_ in player_ids if linked.filter(pk__in=same_person(id_)).exists()}


def name_index(club_id: UUID, *, leave_out: Iterable[UUID] = ()) -> NameIndex[UUID]:
    """Return the names of a club's people, each under the id of the player they are today."""
    persons = Player.objects.filter(club_id=club_id, kind=Kind.PERSON).order_by("created_at", "id")
    rows = list(persons.values_list("id", "merged_into", "first_name", "last_name", "nickname"))
    merged = {id_: into for id_, into, *_names in rows}
    left_out = set(leave_out)
    index: NameIndex[UUID] = NameIndex()
    for id_, _into, *names in rows:
        root = id_
        while (into := merged.get(root)) is not None:
            root = into
        if root not in left_out:
            index.add(root, name_of(*names))
    return index


def matching(index: NameIndex[UUID], name: Name, *, most: int = 5) -> dict[UUID, bool]:
    """Return the players whose names resemble one, and whether it is the same; best first."""
    return dict(index.similar(name, most=most))


def as_candidates(
    similar: Mapping[UUID, bool], labels: Mapping[UUID, str]
) -> tuple[Candidate, ...]:
    return tuple(Candidate(id_, labels.get(id_, ""), same) for id_, same in similar.items())
