"""What can be undone or done again, and what outside a tournament's log depends on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.db.models import Max

from games.core.errors import RuleViolation
from replays.log import Log
from replays.models import Anchor, Match
from replays.selectors.logs import load_log
from tournaments.people.selectors.boxes import box_of
from tournaments.tournaments import ports
from tournaments.tournaments.director.commands.base import Command, Context
from tournaments.tournaments.director.commands.undoing import Undo
from tournaments.tournaments.director.events import TournamentRewound
from tournaments.tournaments.director.rewinding import (
    Written,
    head_of,
    last_command,
    undone_last,
)
from tournaments.tournaments.director.state import State
from tournaments.tournaments.director.turns import Turn, turns_of


@dataclass(frozen=True, slots=True)
class Rewind:
    """What would be undone or done again, and why it cannot be."""

    written: Written
    problem: RuleViolation | None = None


def context_of(tournament_id: UUID, state: State, command: Command, note: str = "") -> Context:
    """Return what a command asks of the world outside its stream."""
    undoes = isinstance(command, Undo)
    return Context(
        tournament_id,
        ratings=ports.ratings_for(state, command),
        note=note,
        box=partial(box_of, state.club),
        former_append=_former_append(tournament_id, state) if undoes else 0,
    )


def undo_offer(tournament_id: UUID, state: State) -> Rewind | None:
    """Return what `undo` would undo; None where nothing is left."""
    written = last_command(state.log, _former_append(tournament_id, state))
    return _offer(state, written, written.before) if written is not None else None


def redo_offer(state: State) -> Rewind | None:
    """Return what `redo` would do again; None where nothing was undone last."""
    written = undone_last(state.log)
    return _offer(state, written, written.last) if written is not None else None


def require_moves_kept(turn: Turn, log: Log, kept: int) -> None:
    """Raise `match_has_moves` if a match has moves that its version `kept` does not have."""
    known = {ply.version for ply in log.at(kept).plies} if 0 < kept <= log.version else set()
    if any(ply.version not in known for ply in log.plies):
        stage, round_, table = turn.place
        raise RuleViolation("match_has_moves", stage=stage, round=round_, table=table)


def require_rewindable(state: State, events: Sequence[object]) -> None:
    """Raise what depends on something that a rewind would take away."""
    for event in events:
        if isinstance(event, TournamentRewound):
            _require_kept(turns_of(state, event.to))


def _offer(state: State, written: Written, to: int) -> Rewind:
    try:
        _require_kept(turns_of(state, to))
    except RuleViolation as violation:
        return Rewind(written, violation)
    return Rewind(written)


def _require_kept(turns: Sequence[Turn]) -> None:
    changing = [(turn, *kept) for turn in turns for kept in turn.kept_moves()]
    ids = [match_id for _, match_id, _ in changing]
    there = dict(Match.objects.filter(pk__in=ids).values_list("pk", "status")) if ids else {}
    for turn, match_id, kept in changing:
        if match_id in there and (kept or there[match_id] != Match.Status.VOIDED):
            require_moves_kept(turn, load_log(match_id), kept)


def _former_append(tournament_id: UUID, state: State) -> int:
    """Return where the append ended before the one that wrote what counts last."""
    head = head_of(state.log, len(state.log))
    anchors = Anchor.objects.filter(stream_id=tournament_id, version__lt=head)
    newest: int | None = anchors.aggregate(newest=Max("version"))["newest"]
    return newest or 0
