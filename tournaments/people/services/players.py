from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction

from replays.errors import KaitenError
from tournaments.people.labels import BOT_SUFFIX
from tournaments.people.models import Club, Display, Kind, Player, User
from tournaments.people.names import fold, name_of
from tournaments.people.selectors import players
from tournaments.people.selectors.streams import club_standing, is_anonymised
from tournaments.people.services import names
from tournaments.people.services.names import PersonName, clean_name
from tournaments.people.signals import player_changed


def add_player(  # noqa: PLR0913  (all that is asked about a person)
    *,
    player_id: UUID,
    club: Club,
    name: PersonName,
    now: datetime,
    guest: bool = False,
    confirm: bool = False,
) -> Player:
    """Add a person; a name that resembles one in the club asks first with `similar_player`."""
    name = clean_name(name)
    if not confirm:
        _require_unlike(club.id, name)
    player = Player(id=player_id, club=club, guest=guest, created_at=now)
    names.call(player, name)
    player.save(force_insert=True)
    return player


def add_or_find_player(  # noqa: PLR0913  (same)
    *,
    player_id: UUID,
    club: Club,
    name: PersonName,
    now: datetime,
    guest: bool = False,
    confirm: bool = False,
) -> tuple[Player, bool]:
    """Add a person under an id of the caller's own; the same again finds who was added.

    Raises `player_id_taken` when the id belongs to somebody else, and what `add_player` raises.
    """
    known = Player.objects.filter(pk=player_id).first()
    if known is None:
        added = add_player(
            player_id=player_id, club=club, name=name, now=now, guest=guest, confirm=confirm
        )
        return added, True
    stored = PersonName(*(getattr(known, part) for part in names.NAME_PARTS))
    if (known.club_id, stored, known.guest) != (club.id, clean_name(name), guest):
        raise KaitenError("player_id_taken", 409)
    return known, False


def similar_players(
    *, club_id: UUID, name: PersonName, leave_out: tuple[UUID, ...] = ()
) -> tuple[players.Candidate, ...]:
    index = players.name_index(club_id, leave_out=leave_out)
    similar = players.matching(index, name_of(name.first_name, name.last_name, name.nickname))
    return players.as_candidates(similar, players.labels_of(similar))


def _require_unlike(club_id: UUID, name: PersonName, leave_out: tuple[UUID, ...] = ()) -> None:
    """Ask with `similar_player` whether somebody is one of those whose names are alike."""
    candidates = similar_players(club_id=club_id, name=name, leave_out=leave_out)
    if candidates:
        raise KaitenError("similar_player", 409, candidates=msgspec.to_builtins([*candidates]))


def require_named(player: Player) -> None:
    """Refuse a bot with `bot_not_editable`, whom the log has forgotten with `player_anonymised`."""
    if player.kind == Kind.BOT:
        raise KaitenError("bot_not_editable", 409)
    if is_anonymised(player.club_id, player.id):
        raise KaitenError("player_anonymised", 409)


def show_as(*, player: Player, display: str) -> Player:
    """Change which of the names of a person the public reads."""
    parts = {part: getattr(player, part) for part in names.NAME_PARTS}
    return rename_player(player=player, name=PersonName(**parts | {"display": display}))


def rename_player(
    *, player: Player, name: PersonName, guest: bool | None = None, confirm: bool = False
) -> Player:
    """Change what a person is called; resembling somebody else of the club asks first."""
    require_named(player)
    name = clean_name(name)
    before = fold(f"{player.first_name} {player.last_name}"), fold(player.nickname)
    after = fold(f"{name.first_name} {name.last_name}"), fold(name.nickname)
    if not confirm and before != after:
        _require_unlike(player.club_id, name, leave_out=(player.id,))
    names.call(player, name)
    counts_otherwise = guest is not None and guest != player.guest
    if guest is not None:
        player.guest = guest
    with transaction.atomic():
        player.save(update_fields=[*names.NAME_COLUMNS, "guest"])
        if counts_otherwise:
            # Guests are not rated: their matches begin to count, or cease to.
            player_changed.send(Player, club_id=player.club_id, player_id=player.id)
    return player


def link_account_by_name(*, player: Player, username: str) -> Player:
    """Say that a person signs in under a user name; raises `unknown_user` for nobody's."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise KaitenError("unknown_user", 422)
    return link_account(player=player, user=user)


def link_account(*, player: Player, user: User | None) -> Player:
    """Say which account a person signs in with, or that there is none any more."""
    require_named(player)
    player.user = user
    try:
        with transaction.atomic():
            player.save(update_fields=["user"])
    except IntegrityError:
        raise KaitenError("account_taken", 409) from None
    return player


def ensure_players(*, club: Club, labels: Mapping[UUID, str], now: datetime) -> list[UUID]:
    """Make a light player for every id nobody knows yet, shown by the label that came with it."""
    known = set(Player.objects.filter(pk__in=labels).values_list("id", flat=True))
    missing = [id_ for id_ in labels if id_ not in known]
    # Whom the log has forgotten does not come back with a file.
    gone = club_standing(club.id).state.anonymised if missing else frozenset()
    Player.objects.bulk_create(
        [_light_player(club, id_, "" if id_ in gone else labels[id_], now) for id_ in missing],
        ignore_conflicts=True,
    )
    return missing


def _light_player(club: Club, player_id: UUID, label: str, now: datetime) -> Player:
    text = " ".join("".join(c if c.isprintable() else " " for c in label).split())
    player = Player(id=player_id, club=club, created_at=now)
    if text.endswith(BOT_SUFFIX):
        player.kind, player.bot = Kind.BOT, text.removesuffix(BOT_SUFFIX).lower()[:40]
    else:
        # A label says nothing of which word is a first name: it is kept and shown as it came.
        player.guest, player.display, player.nickname = True, Display.NICKNAME, text[:40]
    names.index_names(player)
    return player
