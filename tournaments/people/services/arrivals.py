"""Players who come with a file from elsewhere: who of the club each of them is, or a new one."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.services.admission import MOST_EVENTS
from replays.services.append import append_events, new_event
from tournaments.people.events import CLUB_STREAM, ClubEvent, ClubLinked, PlayerMerged
from tournaments.people.labels import BOT_SUFFIX, public_label
from tournaments.people.models import Club, Display, Kind, Player
from tournaments.people.names import Name, name_of, sorting_key
from tournaments.people.selectors import players
from tournaments.people.selectors.streams import club_standing
from tournaments.people.services.bots import ensure_bots
from tournaments.people.services.names import PersonName, call, clean_name, index_names
from tournaments.people.services.players import ensure_players

_UNNAMED: dict[str, Any] = {"label": "", "name": PersonName("")}
MOST_NAMED = 50
"""How many of those in doubt a refusal lists."""
Choices = Mapping[UUID, UUID | None]
"""By player of the file: the player of the club that this is; None: a new one."""


NEW = "new"
"""How a choice says that somebody is nobody whom the club knows."""


def read_choices(texts: Iterable[str]) -> dict[UUID, UUID | None]:
    """Return choices that were written as `ID:ID` or `ID:new`; raises `bad_people_choice`."""
    choices: dict[UUID, UUID | None] = {}
    for text in texts:
        one, _colon, other = text.strip().partition(":")
        try:
            choices[UUID(one)] = None if other == NEW else UUID(other)
        except ValueError:
            raise KaitenError("bad_people_choice", 422, text=text[:80]) from None
    return choices


class ArrivalStatus(StrEnum):
    """What is known of somebody in a file."""

    KNOWN = "known"
    SAME = "same"
    RESEMBLES = "resembles"
    NEW = "new"


STATUS_WORDS = {
    ArrivalStatus.KNOWN: _("known here"),
    ArrivalStatus.SAME: _("the same name"),
    ArrivalStatus.RESEMBLES: _("in doubt"),
    ArrivalStatus.NEW: _("new"),
}


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody of a file, as the file has them."""

    label: str
    name: PersonName | None = None
    """None where the file says no more than the label."""
    guest: bool = True
    bot: str = ""
    same_as: UUID | None = None
    """Another one of the file, whom this one turned out to be."""

    @property
    def is_bot(self) -> bool:
        return bool(self.bot) or self.label.endswith(BOT_SUFFIX)

    @property
    def words(self) -> str:
        """The whole name if it is known."""
        name = self.name
        return (f"{name.first_name} {name.last_name}".strip() if name else "") or self.label


@dataclass(frozen=True, slots=True)
class ArrivalRow:
    """What would become of somebody; candidates are shown to those who may know whole names."""

    player: UUID
    name: str
    guest: bool
    status: ArrivalStatus
    read_as: UUID | None = None
    """The player of the club they are, as far as that is sure; None: a new one."""
    candidates: tuple[players.Candidate, ...] = ()


def recognise(*, club_id: UUID | None, arrivals: Mapping[UUID, Arrival]) -> list[ArrivalRow]:
    """Return everybody of a file but the bots, and who of the club each of them is or may be.

    Somebody is sure to be a player whose name is the same when nobody else's is, here or there;
    a first name alone only if it resembles no other. Raises `tournament_file_players` for an id
    that belongs to another club of here.
    """
    here = Player.objects.filter(pk__in=arrivals)
    if strangers := [id_ for id_, club in here.values_list("id", "club_id") if club != club_id]:
        raise KaitenError("tournament_file_players", 409, player=str(min(strangers)))
    roots = players.roots_of(arrivals.keys())
    index = players.name_index(club_id) if club_id is not None else None
    similar = {
        id_: players.matching(index, _comparable(one)) if index and _is_asked(one) else {}
        for id_, one in arrivals.items()
        if id_ not in roots
    }
    sure = {id_: _sure(arrivals[id_], found) for id_, found in similar.items()}
    # Two of one file are two people, until somebody says otherwise.
    claims = Counter([*sure.values(), *(root.id for root in roots.values())])
    named = _whole_names({id_ for found in similar.values() for id_ in found})
    rows = []
    for id_, one in arrivals.items():
        if not _is_asked(one):
            continue
        if (root := roots.get(id_)) is not None:
            name = str(root) or one.label
            rows.append(ArrivalRow(id_, name, one.guest, ArrivalStatus.KNOWN, root.id))
            continue
        candidates = players.as_candidates(similar[id_], named)
        read_as = sure[id_] if claims[sure[id_]] == 1 else None
        status = ArrivalStatus.RESEMBLES if candidates else ArrivalStatus.NEW
        status = ArrivalStatus.SAME if read_as is not None else status
        rows.append(ArrivalRow(id_, one.words, one.guest, status, read_as, candidates))
    return sorted(rows, key=lambda row: (sorting_key(row.name), row.player))


def decide(
    *, club_id: UUID, rows: Iterable[ArrivalRow], choices: Choices, asking: bool
) -> dict[UUID, UUID]:
    """Return whom of the club each newcomer is read as; who is not there becomes a new player.

    Raises `tournament_file_people` for those in doubt of whom nothing was chosen, where somebody
    is `asking`, and `unknown_player` for a choice that is nobody of the file or of the club.
    """
    rows = list(rows)
    if unknown := choices.keys() - {row.player for row in rows}:
        raise KaitenError("unknown_player", 422, player=str(min(unknown)))
    fresh = [row for row in rows if row.status != ArrivalStatus.KNOWN]
    doubtful = [row for row in fresh if row.status == ArrivalStatus.RESEMBLES]
    if asking and (open_ := [row.player for row in doubtful if row.player not in choices]):
        named = [str(player) for player in open_[:MOST_NAMED]]
        raise KaitenError("tournament_file_people", 409, count=len(open_), players=named)
    chosen = {row.player: choices.get(row.player, row.read_as) for row in fresh}
    wanted = {player for player in chosen.values() if player is not None}
    members = Player.objects.filter(club_id=club_id, kind=Kind.PERSON, pk__in=wanted)
    if strangers := wanted - set(members.values_list("pk", flat=True)):
        raise KaitenError("unknown_player", 422, player=str(min(strangers)))
    return {player: into for player, into in chosen.items() if into is not None}


def admit(
    *,
    club: Club,
    arrivals: Mapping[UUID, Arrival],
    read_as: Mapping[UUID, UUID],
    linked: Collection[UUID],
    envelope: Envelope,
) -> None:
    """Make the players of a file that nobody knows, and say in the club's log who they are.

    The clubs in `linked` are read as this one from here on. Runs inside the caller's transaction.
    """
    fresh = _make(club, arrivals, envelope.now)
    meant = {
        id_: read_as.get(one.same_as or id_, one.same_as or id_)
        for id_, one in arrivals.items()
        if id_ in fresh
    }
    roots = players.roots_of(meant.values())
    events: list[ClubEvent] = [ClubLinked(one) for one in sorted(linked)]
    events += [
        PlayerMerged(player=id_, into=roots[into].id) for id_, into in meant.items() if into != id_
    ]
    version = club_standing(club.id).version
    for start in range(0, len(events), MOST_EVENTS):
        append_events(
            stream_id=club.id,
            kind=CLUB_STREAM,
            expected_version=version + start,
            events=[new_event(event) for event in events[start : start + MOST_EVENTS]],
            envelope=envelope,
        )


def _make(club: Club, arrivals: Mapping[UUID, Arrival], now: datetime) -> set[UUID]:
    """Make those players that nobody knows yet; return who they are."""
    known = set(Player.objects.filter(pk__in=arrivals).values_list("pk", flat=True))
    fresh = arrivals.keys() - known
    ensure_bots(club=club, player_ids=fresh, now=now)
    # Whom the log has forgotten does not come back with a file, under whatever id.
    gone = club_standing(club.id).state.anonymised
    forgotten = {id_ for id_ in fresh if {id_, arrivals[id_].same_as} & gone}
    arrivals = {**arrivals, **{id_: replace(arrivals[id_], **_UNNAMED) for id_ in forgotten}}
    made = {id_: _player(club, id_, arrivals[id_], now) for id_ in sorted(fresh)}
    named = [player for player in made.values() if player is not None]
    Player.objects.bulk_create(named, ignore_conflicts=True)
    labels = {id_: arrivals[id_].label for id_, player in made.items() if player is None}
    ensure_players(club=club, labels=labels, now=now)
    return fresh


def _player(club: Club, player_id: UUID, one: Arrival, now: datetime) -> Player | None:
    """Return a player as the file describes them; None where it says too little, or nonsense."""
    if one.name is None:
        return None
    player = Player(id=player_id, club=club, guest=one.guest, created_at=now)
    if one.bot:
        player.kind, player.bot, player.nickname = Kind.BOT, one.bot[:40], one.name.nickname[:40]
        index_names(player)
        return player
    erased = one.name == replace(one.name, first_name="", last_name="", nickname="")
    hidden = one.name.display == Display.HIDDEN
    nobody = PersonName("", display=Display.HIDDEN if hidden else Display.INITIAL)
    try:
        call(player, nobody if erased else clean_name(one.name))
    except KaitenError:
        return None
    return player


def _is_asked(one: Arrival) -> bool:
    return not one.is_bot and one.same_as is None


def _comparable(one: Arrival) -> Name:
    if one.name is not None:
        return name_of(one.name.first_name, one.name.last_name, one.name.nickname)
    first, _space, last = one.label.partition(" ")
    return name_of(first, last, one.label)


def _sure(one: Arrival, found: Mapping[UUID, bool]) -> UUID | None:
    same = [player for player, is_same in found.items() if is_same]
    whole = len(_comparable(one).words) > 1
    return same[0] if len(same) == 1 and (whole or len(found) == 1) else None


def _whole_names(player_ids: Collection[UUID]) -> dict[UUID, str]:
    found: Sequence[Player] = list(Player.objects.filter(pk__in=player_ids))
    return {player.id: str(player) or public_label(player) for player in found}
