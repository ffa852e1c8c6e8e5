"""People by their names alone: who of the club each of them is, or a new one."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import NAMESPACE_URL, UUID, uuid5

from games.core.canonical import digest
from replays.errors import KaitenError
from tournaments.people.models import Club, Player
from tournaments.people.services.imports import ImportRow, RowStatus, new_player, preview_names

NEW = "new"
"""How a choice says that somebody is nobody whom the club knows."""
REPEATED = "repeated"
"""How it says that a line means the same person as one before it."""


def names_in_question(*, club_id: UUID, text: str) -> list[ImportRow]:
    """Return the lines of which nobody but whoever wrote them can say who is meant."""
    return [row for row in preview_names(text=text, club_id=club_id).rows if _is_asked(row)]


def options_of(row: ImportRow) -> list[str]:
    """Return what can be chosen for a line, the likeliest first."""
    repeated = [REPEATED] if row.same_as_line is not None else []
    return [*(str(one.id) for one in row.candidates), *repeated, NEW]


def enlist(  # noqa: PLR0913  (names, and all that can be said of them)
    *,
    club: Club,
    text: str,
    choices: Mapping[int, str],
    guests: bool,
    now: datetime,
    key: str,
) -> list[UUID]:
    """Return the players whom pasted names mean, in their order; those nobody knows are made.

    The same `key` makes each of them once. Raises `names_refused` for lines that are no names,
    and `names_in_doubt` for those that resemble others while nothing was chosen for them. Runs
    inside the caller's transaction.
    """
    rows = preview_names(text=text, club_id=club.id).rows
    made_before = _made_before(rows, key)
    _require([row for row in rows if row.status == RowStatus.ERROR], "names_refused", 422)
    meant = {row.line: made_before.get(row.line) or _meant(row, choices) for row in rows}
    _require([row for row in rows if not meant[row.line]], "names_in_doubt", 409)
    fresh = [row for row in rows if meant[row.line] == NEW]
    people = {row.line: new_player(club, row, now, player_id=_id(key, row)) for row in fresh}
    for player in people.values():
        player.guest = guests
    Player.objects.bulk_create(people.values(), ignore_conflicts=True)
    found = [
        people[row.line].id if row.line in people else UUID(meant[row.line])
        for row in rows
        if meant[row.line] != REPEATED
    ]
    return list(dict.fromkeys(found))


def _is_asked(row: ImportRow) -> bool:
    return row.status != RowStatus.ERROR and not _meant(row, {})


def _meant(row: ImportRow, choices: Mapping[int, str]) -> str:
    """Return the player, `NEW` or `REPEATED`; "" where that has to be asked."""
    chosen = choices.get(row.line, "")
    if chosen in options_of(row):
        return chosen
    if row.status == RowStatus.NEW:
        return NEW
    same = [str(one.id) for one in row.candidates if one.same]
    if row.status == RowStatus.EXISTS and len(same) <= 1:
        return same[0] if same else REPEATED
    return ""


def _made_before(rows: Sequence[ImportRow], key: str) -> dict[int, str]:
    """Return whom the same key has made already, by line."""
    ids = {_id(key, row): row.line for row in rows}
    known = Player.objects.filter(pk__in=ids).values_list("pk", flat=True)
    return {ids[id_]: str(id_) for id_ in known}


def _id(key: str, row: ImportRow) -> UUID:
    return uuid5(NAMESPACE_URL, digest(f"{key}:{row.line}"))


def _require(rows: Sequence[ImportRow], code: str, status: int) -> None:
    if rows:
        raise KaitenError(code, status, lines=", ".join(str(row.line) for row in rows[:50]))
