"""The usual ladders of a club come with the first match they rate."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from replays.envelope import Envelope
from replays.errors import StreamConflict
from replays.models import Match
from replays.services.append import append_events, new_event
from tournaments.ladders.events import LADDER_STREAM, LadderCreated
from tournaments.ladders.models import Ladder
from tournaments.ladders.ratings.eligibility import verdict
from tournaments.ladders.selectors.rated_matches import facts_of, people_among
from tournaments.ladders.usual import usual_games, usual_id, usual_rules

ACTOR = "system"


def ensure_usual_ladders(*, match: Match, now: datetime) -> None:
    """Begin the ladders for all games and for a match's game, if it is the first they rate."""
    wanted = ("", match.game) if match.game in usual_games() else ("",)
    known = Ladder.objects.filter(pk__in=[usual_id(match.club_id, game) for game in wanted])
    if known.count() == len(wanted):
        return
    facts = facts_of([match.id]).get(match.id)
    if facts is not None and verdict(usual_rules(), facts, people_among([facts])).rated:
        begin_usual_ladders(club_id=match.club_id, wanted=wanted, envelope=Envelope(ACTOR, now))


def begin_usual_ladders(
    *, club_id: UUID, envelope: Envelope, wanted: tuple[str, ...] | None = None
) -> int:
    """Begin those usual ladders of a club that are not there yet; return how many began."""
    games = usual_games() if wanted is None else wanted
    known = set(Ladder.objects.filter(club_id=club_id).values_list("pk", flat=True))
    missing = [game for game in games if usual_id(club_id, game) not in known]
    return sum(_begin(club_id, game, envelope) for game in missing)


def _begin(club_id: UUID, game: str, envelope: Envelope) -> bool:
    event = LadderCreated(club=club_id, title="", rules=usual_rules(game).to_data())
    try:
        with transaction.atomic():
            append_events(
                stream_id=usual_id(club_id, game),
                kind=LADDER_STREAM,
                expected_version=0,
                events=[new_event(event)],
                envelope=envelope,
            )
    except StreamConflict:
        return False  # somebody else was faster
    return True
