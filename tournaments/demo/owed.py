"""What workers do for the demo club once it is there: they play its past, and tonight's evening.

Both are owed in the database (topic `demo` of the outbox), the past since the season began and the
evening since each of its stages did: whoever stops a worker finds the rest done after its start.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import transaction

from replays import subscriptions
from replays.chain import RecordedEvent
from replays.errors import StreamConflict
from replays.models import StoredEvent
from replays.services.outbox import Later
from replays.services.queue import sent_together
from tournaments.demo.dates import Dates
from tournaments.demo.evenings import LATELY, SEASON, TONIGHT, Programme
from tournaments.demo.people import IDS
from tournaments.demo.tonight import go_on
from tournaments.people.selectors.clubs import demo_club
from tournaments.seasons.events import SeasonCreated
from tournaments.tournaments.director.events import StageStarted

TOPIC = "demo"
PACE = 3.0
"""How many seconds pass between two moves of tonight's tables, whichever makes them."""


def subscribe() -> None:
    """Hear of the season of the demo, and of the stages of tonight's evening."""
    types = {SeasonCreated.type, StageStarted.type}
    subscriptions.subscribe(TOPIC, types, do_owed, outside=True, wanted=is_of_demo)


def is_of_demo(stream_id: UUID, _appended: Sequence[RecordedEvent]) -> bool:
    """Say whether something is owed for a stream: never for one of another club."""
    return stream_id in (SEASON, TONIGHT)


def do_owed(stream_id: UUID, _version: int) -> None:
    """Play the past, or what comes next tonight; raise Later as long as more comes after it."""
    if demo_club() is None:
        return
    if stream_id == SEASON:
        play_past()
    elif go_on(now=datetime.now(UTC)):
        raise Later(PACE)


def play_past() -> None:
    """Play the evenings before the day on which the demo was made, all of them or none, once."""
    club = demo_club()
    began = StoredEvent.objects.filter(stream_id=SEASON, version=1).first()
    if club is None or began is None:
        return
    then = datetime.fromisoformat(began.recorded_at)
    dates = Dates(then - timedelta(days=LATELY[0]))
    try:
        with sent_together(), transaction.atomic():
            Programme(club, IDS, dates).play_past()
    except StreamConflict:
        return  # another worker has played them
