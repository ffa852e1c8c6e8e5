"""The match list: one row per match and one per seat, made from the match's log alone.

Beside it, what verification asks of a match beyond its chain: every version legal, the seal kept.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from replays import ports
from replays.chain import Problem, RecordedEvent
from replays.events import PROJECTED_TYPES
from replays.legality import first_problem
from replays.log import Log, make_log, version_in
from replays.models import Match, MatchSeat
from replays.projections.rows import upsert
from replays.selectors.logs import stored_rows

_COMPUTED = (Match.Status.FINISHED, Match.ResultKind.DERIVED)


def project_match(stream_id: UUID, events: Sequence[RecordedEvent]) -> None:
    """Bring a match's rows up to date after an append; an ordinary move touches nothing."""
    if not any(event.type in PROJECTED_TYPES for event in events):
        return
    rows = events if events[0].version == 1 else stored_rows(stream_id)
    write_match(make_log(stream_id, rows))


def write_match(log: Log) -> None:
    """Insert or update the rows of a match as its log stands."""
    match, seats = match_rows(log)
    if log.missing is not None:
        _keep_what_the_rules_said(match, seats)
    upsert(Match, [match])
    upsert(MatchSeat, seats)


def match_rows(log: Log) -> tuple[Match, list[MatchSeat]]:
    """Return the rows that a log means, unsaved.

    Without the rules the sealed result stands for the derived one, and there is no content hash.
    """
    setup, result, reported = log.setup, log.result, log.life.reported
    title = setup.options.get("title", "")
    parent = log.created.parent
    match = Match(
        id=log.stream_id,
        club_id=ports.people().home(log.club_id),
        game=setup.game,
        rules=setup.rules,
        options=canonical_json(setup.options),
        seats=setup.seats,
        source=log.source,
        rated=log.created.rated,
        parent_id=parent.match if parent else None,
        parent_ply=parent.ply if parent else None,
        owner=log.entries[0].actor if parent else "",
        title=title if isinstance(title, str) else "",
        status=log.status,
        result_kind=result.kind if result else "",
        ending=log.ending,
        content_hash=log.content_hash if log.ended and not log.missing else "",
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
            confirmed=seat in log.life.confirmed,
        )
        for seat, player in enumerate(log.players)
    ]
    return match, seats


def _keep_what_the_rules_said(match: Match, seats: Sequence[MatchSeat]) -> None:
    """Take over what only the rules can say, from the rows they made before they were gone.

    No move can be written without them, so what they said of the moves still holds.
    """
    known = Match.objects.filter(pk=match.pk).exclude(content_hash="").first()
    if known is None or match.status == Match.Status.OPEN:
        return
    match.content_hash = known.content_hash
    if (match.status, match.result_kind) == (known.status, known.result_kind) == _COMPUTED:
        placed = {row.seat: row for row in known.seatings.all()}
        for seat in seats:
            seat.place, seat.score = placed[seat.seat].place, placed[seat.seat].score


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
    """Replay a match from its first version; `seal_differs` if the rules now say otherwise.

    Without its rules the match is `unjudged`, unless its life alone shows that it is wrong.
    """
    try:
        log = make_log(stream_id, rows)
    except RuleViolation as violation:
        return Problem(violation.code, version_in(violation))
    problem = first_problem(log)
    if problem is not None:
        return Problem(problem[1].code, problem[0])
    if log.missing is not None:
        return Problem(log.missing.code, log.missing.version, unjudged=True)
    return None if log.seal_holds else Problem("seal_differs", log.version)
