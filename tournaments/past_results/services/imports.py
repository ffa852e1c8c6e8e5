"""Past results from a spreadsheet: looked at line by line first, written only when asked to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.services.life import record_ended_match
from replays.services.queue import sent_together
from tournaments.past_results.csv import read_matches
from tournaments.past_results.rows import Becoming, PastRow, Preview, RowStatus, Wanted
from tournaments.past_results.selectors import (
    Signature,
    known_among,
    match_id_of,
    signature_of,
    stored_matches,
)
from tournaments.past_results.services.judging import Judge
from tournaments.past_results.services.people import decided, names_in, new_player
from tournaments.people.models import Club, Player
from tournaments.people.services.imports import Mode

AT_ONCE = 200
"""Matches that one call writes: a second of work, during which SQLite lets nobody else write."""


def preview_results(*, club: Club, wanted: Wanted, envelope: Envelope) -> Preview:
    """Return what importing a file would do; nothing is written."""
    matches = read_matches(wanted.data)
    names = names_in(club, (seat for match in matches for seat in match.seats))
    names = decided(names, club, wanted.decisions, wanted.missing)
    judge = Judge(club, names, wanted.rated, envelope)
    rows = [judge.row(match) for match in matches]
    return Preview(tuple(names.values()), tuple(_compared(club, rows)))


def import_results(
    *, club: Club, wanted: Wanted, envelope: Envelope, at_once: int | None = None
) -> Preview:
    """Write the new matches of a file, at most so many; `left` says how many are still to come.

    Called again with the same file it goes on, until nothing is left; what is stored already is
    never written again. With mode `all` a row with an error or an open question refuses the whole
    file (`import_refused`); with `valid` such rows are left out.
    """
    if wanted.mode not in list(Mode):
        raise KaitenError("unknown_mode", known=", ".join(Mode))
    # Read and written in one transaction, one import of a club at a time: nothing slips in between.
    with sent_together(), transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        preview = preview_results(club=club, wanted=wanted, envelope=envelope)
        lines = [
            row.line for row in preview.rows if row.status in (RowStatus.OPEN, RowStatus.ERROR)
        ]
        if lines and wanted.mode == Mode.ALL:
            raise KaitenError("import_refused", 409, count=len(lines), lines=lines[:50])
        new = [row for row in preview.rows if row.status == RowStatus.NEW]
        added = _added_players(club, preview, new, envelope)
        written = dict.fromkeys(_written(new[: at_once or AT_ONCE], envelope))
    return replace(
        preview,
        rows=tuple(
            replace(row, status=RowStatus.EXISTS) if row.match in written else row
            for row in preview.rows
        ),
        added=tuple(player.id for player in added),
        imported=tuple(written),
    )


def _added_players(
    club: Club, preview: Preview, new: Sequence[PastRow], envelope: Envelope
) -> list[Player]:
    """Add everybody who sits at a new match, whichever call is going to write it.

    Added bit by bit, somebody could come to resemble a name that was clear before.
    """
    seated = {player for row in new if row.becomes for player in row.becomes.created.players}
    wanted = {
        name.player_id: name for name in preview.names if name.added and name.player_id in seated
    }
    return Player.objects.bulk_create(
        new_player(club, name, envelope.now) for name in wanted.values()
    )


def _written(rows: Iterable[PastRow], envelope: Envelope) -> Iterator[UUID]:
    for row in rows:
        if row.match is not None and row.becomes is not None:
            record_ended_match(
                match_id=row.match,
                created=row.becomes.created,
                ending=row.becomes.report,
                envelope=envelope,
            )
            yield row.match


def _compared(club: Club, rows: Sequence[PastRow]) -> Iterator[PastRow]:
    """Yield the rows with the matches that they are, or become.

    A match is found by the id that an earlier import gave it, whatever was corrected since, or by
    what it says, whoever typed it in.
    """
    zone = ZoneInfo(club.time_zone)
    numbers: Counter[Signature] = Counter()
    told: dict[int, tuple[UUID, Signature]] = {}
    for row in rows:
        if row.status == RowStatus.NEW and row.becomes is not None:
            signature = _signature(row, row.becomes, zone)
            told[row.line] = match_id_of(club.id, signature, numbers[signature]), signature
            numbers[signature] += 1
    claimed = known_among(match_id for match_id, _signature in told.values())
    moments = [row.becomes.ended_at for row in rows if row.line in told and row.becomes]
    stored = stored_matches(club.id, zone, moments)
    for row in rows:
        if row.line not in told:
            yield row
            continue
        match_id, signature = told[row.line]
        if match_id not in claimed:
            others = (one for one in stored.get(signature, ()) if one not in claimed)
            other = next(others, None)
            if other is None:
                yield replace(row, match=match_id)
                continue
            match_id = other
            claimed.add(other)
        yield replace(row, match=match_id, status=RowStatus.EXISTS)


def _signature(row: PastRow, becomes: Becoming, zone: ZoneInfo) -> Signature:
    created = becomes.created
    day = becomes.ended_at.astimezone(zone).date().isoformat()
    seats = zip(created.players, row.seats, strict=True)
    told = [(player, seat.score, seat.place) for player, seat in seats]
    return signature_of(day, row.game, str(created.options.get("title", "")), told)
