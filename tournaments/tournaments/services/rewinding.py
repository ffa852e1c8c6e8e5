"""A tournament that is undone, or done again, takes the matches of its tables along."""

from collections.abc import Callable, Sequence
from uuid import UUID

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import refused
from replays.log import Log
from replays.models import Match
from replays.ports import ENDED_STATUSES
from replays.selectors.logs import load_log
from replays.services.life import reopen_match, void_match
from replays.services.undo import rewind
from tournaments.tournaments.director.events import TournamentEvent, TournamentRewound
from tournaments.tournaments.director.state import State, Table
from tournaments.tournaments.director.turns import Turn, turns_of
from tournaments.tournaments.selectors.undoing import require_moves_kept
from tournaments.tournaments.services.matches import (
    VOIDED,
    agrees,
    end_match,
    ending_of,
    void_counted,
)


def rewinding_matches(
    state: State, events: Sequence[TournamentEvent], envelope: Envelope
) -> Callable[[], Sequence[TournamentEvent]] | None:
    """Return what turns the matches of tables before a rewind is stored; None without one.

    It raises `match_has_moves` where moves would be lost that somebody has recorded since.
    """
    rewound = [event.to for event in events if isinstance(event, TournamentRewound)]
    turns = [turn for to in rewound for turn in turns_of(state, to)]
    if not turns:
        return None

    def write() -> Sequence[TournamentEvent]:
        try:
            for turn in turns:
                _turn(turn, envelope)
        except RuleViolation as violation:
            raise refused(violation) from None
        return events

    return write


def _turn(turn: Turn, envelope: Envelope) -> None:
    if turn.dropped is not None:
        _drop(turn, turn.dropped, envelope)
    if turn.restored is not None:
        _restore(turn, turn.restored, envelope)
    elif turn.after is not None and turn.after.result is None:
        _open(turn, turn.after.match, envelope)


def _drop(turn: Turn, match_id: UUID, envelope: Envelope) -> None:
    """Void the match of a table that goes, unless somebody plays it."""
    if not Match.objects.filter(pk=match_id).exclude(status=VOIDED).exists():
        return
    log = load_log(match_id)
    require_moves_kept(turn, log, 0)
    void_match(match_id=match_id, expected_version=log.version, envelope=envelope)


def _open(turn: Turn, match_id: UUID, envelope: Envelope) -> None:
    """Let the match of a table that has no result be open, if there is one."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return
    if turn.unstarted:
        require_moves_kept(turn, load_log(match_id), 0)
    if match.status in ENDED_STATUSES:
        reopen_match(match_id=match_id, expected_version=None, envelope=envelope)


def _restore(turn: Turn, table: Table, envelope: Envelope) -> None:
    """Give a match the result again that its table has: as it had it, if the log says where."""
    match = Match.objects.filter(pk=table.match).first()
    if match is None or table.result is None:
        return
    log, kept = load_log(match.pk), turn.version
    if kept and log.missing is None and agrees(log, kept, table.result, table.entrants):
        require_moves_kept(turn, log, kept)
        _rewind(log, kept, envelope)
    elif ending := ending_of(table.result, table.entrants, match.seats):
        end_match(match, ending, envelope)
    else:
        require_moves_kept(turn, log, 0)
        void_counted(match, envelope)


def _rewind(log: Log, to: int, envelope: Envelope) -> None:
    if log.nodes[to] is log.nodes[log.version]:
        return
    version, match_id = log.version, log.stream_id
    if log.ended:
        reopened = reopen_match(match_id=match_id, expected_version=version, envelope=envelope)
        version = reopened.last_version
    rewind(match_id=match_id, expected_version=version, to=to, envelope=envelope)
