"""Who is meant by the names of a file: asked once for each name, however many lines say it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid4

from replays.errors import KaitenError
from tournaments.past_results.csv import SeatCells
from tournaments.past_results.rows import FileName, Missing, NameStatus
from tournaments.people.models import Club, Kind, Player
from tournaments.people.name_index import NameIndex
from tournaments.people.names import fold, name_of
from tournaments.people.selectors import players
from tournaments.people.services.names import PersonName, call, clean_name

MOST_NAMES = 1000
MOST_ALIKE = 5
NEW, GUEST = "new", "guest"

Key = tuple[str, ...]
"""The words of a name in the order of the alphabet: the same name is the same key."""
Names = dict[Key, FileName]


def person_in(text: str) -> PersonName:
    """Return the parts of `Marie Dupont`, `Dupont, Marie` or, as lists have it, `DUPONT Marie`."""
    last, comma, first = text.partition(",")
    if comma:
        return PersonName(first.strip(), last.strip())
    words = text.split()
    capitals = [word for word in words if len(word) > 1 and word.isupper()]
    if capitals and len(capitals) < len(words) and words[0] in capitals:
        rest = [word for word in words if word not in capitals]
        return PersonName(" ".join(rest), " ".join(capitals))
    return PersonName(" ".join(words[:1]), " ".join(words[1:]))


def key_of(text: str) -> Key:
    return tuple(sorted(fold(text).split()))


def names_in(club: Club, seats: Iterable[SeatCells]) -> Names:
    """Return every name of a file with those in the club and in the file that resemble it."""
    known = players.name_index(club.id)
    in_file: NameIndex[str] = NameIndex()
    names: Names = {}
    similar: dict[Key, dict[UUID, bool]] = {}
    for seat in seats:
        key = key_of(seat.name)
        if key not in names:
            if len(names) == MOST_NAMES:
                raise KaitenError("too_many_names", 413, limit=MOST_NAMES)
            person = person_in(seat.name)
            comparable = name_of(person.first_name, person.last_name)
            similar[key] = players.matching(known, comparable, most=MOST_ALIKE)
            names[key] = _found(seat.name, person, similar[key])
            if names[key].status in (NameStatus.NEW, NameStatus.RESEMBLES):
                alike = in_file.similar(comparable, most=MOST_ALIKE)
                in_file.add(seat.name, comparable)
                names[key] = _beside(names[key], tuple(name for name, _same in alike))
        if seat.guest and not names[key].guest:
            names[key] = replace(names[key], guest=True)
    labels = players.labels_of({id_ for found in similar.values() for id_ in found})
    return {
        key: replace(one, candidates=players.as_candidates(similar[key], labels))
        for key, one in names.items()
    }


def decided(names: Names, club: Club, decisions: Mapping[str, str], missing: str) -> Names:
    """Return the names with what was decided about them; raises `bad_decision`.

    A decision is `new`, `guest`, the id of a player, or another name of the file that means the
    same person. Somebody who has become known since is not made a second time.
    """
    if missing not in list(Missing):
        raise KaitenError("unknown_missing", known=", ".join(Missing))
    chosen = _players_of(club, decisions.values())
    settled = dict(names)
    aliases: dict[Key, Key] = {}
    for name, told in decisions.items():
        key, other = key_of(name), key_of(told)
        if key not in names:
            raise KaitenError("bad_decision", name=name[:80])
        if told in chosen:
            settled[key] = _meaning(names[key], chosen[told])
        elif told in (NEW, GUEST):
            settled[key] = _made(names[key], guest=told == GUEST)
        elif other in names and other != key:
            aliases[key] = other
        else:
            raise KaitenError("bad_decision", name=name[:80])
    for key, one in settled.items():
        if missing != Missing.REFUSE and one.open == "name_unknown" and key not in aliases:
            settled[key] = _made(one, guest=one.guest or missing == Missing.GUEST)
    for key in aliases:
        target = settled[_end_of(key, aliases)]
        if not target.open and names[key].error is None:
            settled[key] = replace(target, name=names[key].name, like=names[key].like)
    return settled


def new_player(club: Club, name: FileName, now: datetime) -> Player:
    """Return the player that is to be made of a name, unsaved."""
    player = Player(id=name.player_id, club=club, guest=name.guest, created_at=now)
    call(player, name.person)
    return player


def _meaning(one: FileName, player_id: UUID) -> FileName:
    if one.error is not None:
        return one
    return replace(one, status=NameStatus.KNOWN, player_id=player_id)


def _made(one: FileName, *, guest: bool) -> FileName:
    is_somebody = any(candidate.same for candidate in one.candidates)
    if one.error is not None or is_somebody:
        return one
    return replace(one, added=True, guest=guest)


def _end_of(key: Key, aliases: Mapping[Key, Key]) -> Key:
    """Return the name that another one leads to, or the name itself if it leads back to it."""
    seen = {key}
    at = aliases[key]
    while at in aliases and at not in seen:
        seen.add(at)
        at = aliases[at]
    return key if at in seen else at


def _found(text: str, person: PersonName, similar: Mapping[UUID, bool]) -> FileName:
    same = [player_id for player_id, is_same in similar.items() if is_same]
    status = NameStatus.KNOWN if len(same) == 1 else NameStatus.RESEMBLES
    error = None
    if not similar:
        status = NameStatus.NEW
    try:
        if not key_of(text):
            raise KaitenError("name_missing")
        person = clean_name(person)
    except KaitenError as refusal:
        status, error = NameStatus.ERROR, refusal
    player_id = same[0] if status == NameStatus.KNOWN else uuid4()
    return FileName(text, person, status, player_id, error=error)


def _beside(one: FileName, alike: tuple[str, ...]) -> FileName:
    return replace(one, status=NameStatus.RESEMBLES, like=alike) if alike else one


def _players_of(club: Club, texts: Iterable[str]) -> dict[str, UUID]:
    """Return the people of the club that are named by their ids, as the players they are today."""
    wanted: dict[UUID, str] = {}
    for text in texts:
        try:
            wanted[UUID(text if len(text) == 36 else "")] = text
        except ValueError:
            continue
    roots = players.roots_of(wanted)
    return {
        wanted[id_]: root.id
        for id_, root in roots.items()
        if root.club_id == club.id and root.kind == Kind.PERSON
    }
