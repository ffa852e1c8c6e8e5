"""The match list: one row per match and one per seat, made from the match's log alone.

Beside it, what verification asks of a match beyond its chain: every version legal, the seal kept.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from replays.chain import Problem, RecordedEvent
from replays.events import PROJECTED_TYPES
from replays.legality import first_problem
from replays.log import Log, make_log, version_in
from replays.models import Match, MatchSeat
from replays.projections.rows import upsert
from replays.selectors.logs import stored_rows


def project_match(stream_id: UUID, events: Sequence[RecordedEvent]) -> None:
    """Bring a match's rows up to date after an append; an ordinary move touches nothing."""
    if not any(event.type in PROJECTED_TYPES for event in events):
        return
    rows = events if events[0].version == 1 else stored_rows(stream_id)
    write_match(make_log(stream_id, rows))


def write_match(log: Log) -> None:
    """Insert or update the rows of a match as its log stands."""
    match, seats = match_rows(log)
    upsert(Match, [match])
    upsert(MatchSeat, seats)


def match_rows(log: Log) -> tuple[Match, list[MatchSeat]]:
    """Return the rows that a log means, unsaved."""
    setup, result, reported = log.setup, log.result, log.life.reported
    title = setup.options.get("title", "")
    match = Match(
        id=log.stream_id,
        club_id=log.club_id,
        game=setup.game,
        rules=setup.rules,
        options=canonical_json(setup.options),
        seats=setup.seats,
        source=log.source,
        rated=log.created.rated,
        title=title if isinstance(title, str) else "",
        status=log.status,
        result_kind=result.kind if result else "",
        ending=log.ending,
        content_hash=log.content_hash if log.ended else "",
        created_at=moment(log.created_at),
        ended_at=moment(log.ended_at) if log.ended_at else None,
    )
    seats = [
        MatchSeat(
            id=seat_id(log.stream_id, seat),
            match_id=log.stream_id,
            seat=seat,
            player_id=player,
            first_player_id=_first(log.created.players[seat], player),
            place=_at(result.places if result else None, seat),
            score=_at(result.scores if result else None, seat),
            reported_place=_at(reported.places if reported else None, seat),
            reported_score=_at(reported.scores if reported else None, seat),
        )
        for seat, player in enumerate(log.players)
    ]
    return match, seats


def seat_id(match_id: UUID, seat: int) -> UUID:
    return uuid5(match_id, f"seat/{seat}")


def moment(recorded_at: str) -> datetime:
    return datetime.fromisoformat(recorded_at)


def _first(first: UUID | None, now: UUID | None) -> UUID | None:
    """Return who sat at a seat first; an empty seat that somebody took changed no hands."""
    return first if first != now else None


def _at(values: Sequence[int] | None, seat: int) -> int | None:
    return values[seat] if values else None


def judge_match(stream_id: UUID, rows: Sequence[RecordedEvent]) -> Problem | None:
    """Replay a match from its first version; `seal_differs` if the rules now say otherwise."""
    try:
        log = make_log(stream_id, rows)
    except RuleViolation as violation:
        return Problem(violation.code, version_in(violation))
    problem = first_problem(log)
    if problem is not None:
        return Problem(problem[1].code, problem[0])
    return None if log.seal_holds else Problem("seal_differs", log.version)
