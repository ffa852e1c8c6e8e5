"""Club nights for ladder tests: matches that end when they are said to, and the worker's work."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from replays.envelope import Envelope
from replays.models import Outbox
from replays.selectors.logs import load_log
from replays.services import life, outbox
from replays.services.matches import create_match
from replays.telling import Report
from tests.envelopes import taken_by
from tests.factories import NOW
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.models import Ladder, LadderDue, LadderNote, LadderPlayer, RatedMatch
from tournaments.ladders.services.ladders import create_ladder
from tournaments.ladders.services.updates import catch_up, rebuild_ladder
from tournaments.people.models import Club, Player

GAME = "sushi_bar"


def played(
    club: Club,
    players: Sequence[Player | None],
    scores: Sequence[int],
    *,
    minutes: int = 0,
    entered: int | None = None,
    **fields: Any,
) -> UUID:
    """Return a match that ended so many minutes into the night; `entered` is when it was told."""
    ended_at = at(minutes)
    told = at(minutes if entered is None else entered)
    fields = {
        "club_id": club.id,
        "players": [player.id if player is not None else None for player in players],
        "game": GAME,
        "actor": "cli",
        "now": told,
        "match_id": uuid4(),
    } | fields
    made = create_match(**taken_by(create_match, fields))
    life.report_result(
        match_id=made.stream_id,
        expected_version=made.last_version,
        report=Report(scores=list(scores), ended_at=ended_at if entered is not None else None),
        envelope=Envelope("cli", told),
    )
    return made.stream_id


def at(minutes: int) -> datetime:
    """Return a moment of the night."""
    return NOW + timedelta(minutes=minutes)


def acting(match_id: UUID, minutes: int = 500) -> dict[str, Any]:
    """Return what every service of a match's life takes, at the version it is at."""
    return {
        "match_id": match_id,
        "expected_version": load_log(match_id).version,
        "envelope": Envelope("cli", at(minutes)),
    }


def work(now: datetime = NOW) -> None:
    """Do everything the workers would: what the outbox holds, then what is owed to ladders."""
    while rows := list(Outbox.objects.order_by("created_at", "id")):
        for row in rows:
            outbox.consume(outbox_id=row.pk)
    for ladder_id in owed():
        catch_up(ladder_id=ladder_id, now=now)


def owed() -> list[UUID]:
    """Return the ladders that have something to do."""
    return list(
        LadderDue.objects.order_by("ladder_id").values_list("ladder_id", flat=True).distinct()
    )


def begun(club: Club, title: str = "Own", **rules: Any) -> UUID:
    """Return a ladder of the club's own that has rated everything there is."""
    made = create_ladder(
        club=club, wanted=NewLadder(title=title, rules=rules), envelope=Envelope("cli", NOW)
    )
    work()
    return made.stream_id


def shown(ladder: UUID) -> dict[UUID, float]:
    """Return the ratings of a ladder, by player."""
    rows = LadderPlayer.objects.filter(ladder=ladder)
    return dict(rows.values_list("player_id", "shown"))


def counted(ladder: UUID) -> list[UUID]:
    """Return the matches that a ladder has rated, in their order."""
    rows = RatedMatch.objects.filter(ladder=ladder).order_by("ended_at", "match_id")
    return list(rows.values_list("match_id", flat=True))


def told(ladder: UUID) -> list[tuple[str, UUID, int]]:
    """Return what a ladder says about its re-ratings: cause, subject and matches, in order."""
    notes = LadderNote.objects.filter(ladder=ladder).order_by("at", "id")
    return list(notes.values_list("cause", "subject", "matches"))


def numbers(ladder: UUID | None = None) -> dict[Any, Any]:
    """Return every digit of the ladders, or of one."""
    rows = RatedMatch.objects.all() if ladder is None else RatedMatch.objects.filter(ladder=ladder)
    people = LadderPlayer.objects.all()
    if ladder is not None:
        people = people.filter(ladder=ladder)
    return {
        "matches": {
            (row.ladder_id, row.match_id): (row.id, row.ended_at, row.changes) for row in rows
        },
        "players": {
            (row.ladder_id, row.player_id): (
                row.id,
                row.mu.hex(),
                row.sigma.hex(),
                row.shown.hex(),
                row.matches,
                row.firsts,
                row.last_at,
            )
            for row in people
        },
    }


def rebuilt(now: datetime = NOW) -> dict[Any, Any]:
    """Return every digit after a rebuild of every open ladder from nothing."""
    for ladder in Ladder.objects.filter(status="open").order_by("pk"):
        rebuild_ladder(ladder_id=ladder.pk, now=now)
    return numbers()
