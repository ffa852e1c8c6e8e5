"""Tournaments are created and directed here: every door sends its commands through `direct`."""

from contextlib import nullcontext
from dataclasses import dataclass
from uuid import UUID, uuid4

import msgspec
from django.db import transaction

from games.core.canonical import digest
from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError, StreamConflict, refused
from replays.services.append import Appended, answered_once, append_events, new_event
from replays.services.decisions import Decision, append_decided
from tournaments.people.models import Club
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.setup import create, planned_stages
from tournaments.tournaments.director.events import TOURNAMENT_STREAM, TournamentEvent
from tournaments.tournaments.director.presets import PresetPlan
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.states import TOURNAMENT
from tournaments.tournaments.selectors.table_matches import require_players
from tournaments.tournaments.selectors.undoing import context_of
from tournaments.tournaments.services.matches import joint_write, writing_matches
from tournaments.tournaments.services.rewinding import rewinding_matches

TRIES = 20
LONGEST_SEED = 80


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament to be begun."""

    title: str
    day: str = ""
    seed: str | None = None
    """Decides every lot that is drawn in it; None: one of its own."""
    plan: PresetPlan | None = None
    """Its stages; None: they are set one by one."""


@answered_once
def create_tournament(
    *, club: Club, wanted: NewTournament, envelope: Envelope, tournament_id: UUID | None = None
) -> Appended:
    """Begin a tournament of a club, with the stages of its plan if it has one.

    Raises `title_missing`, `title_too_long`, `bad_date`, `bad_tournament_seed`, or what is wrong
    with the plan.
    """
    seed = uuid4().hex if wanted.seed is None else wanted.seed
    if not 1 <= len(seed) <= LONGEST_SEED or not seed.isprintable():
        raise KaitenError("bad_tournament_seed", 422, limit=LONGEST_SEED)
    try:
        begun = create(club=club.id, title=wanted.title, seed=seed, day=wanted.day)
        stages = planned_stages(wanted.plan) if wanted.plan is not None else []
    except RuleViolation as violation:
        raise refused(violation) from None
    return append_events(
        stream_id=tournament_id or uuid4(),
        kind=TOURNAMENT_STREAM,
        expected_version=0,
        events=[new_event(event) for event in (begun, *stages)],
        envelope=envelope,
    )


@answered_once
def direct(
    *,
    tournament_id: UUID,
    command: Command,
    envelope: Envelope,
    expected_version: int | None = None,
) -> Appended:
    """Do what a command says, all of it or nothing; what is so already writes nothing.

    A command that does not mind what others do at the same time is judged again when somebody was
    faster; any other raises StreamConflict then. Raises the code of what the command breaks.
    """

    if command.beside:
        envelope = msgspec.structs.replace(envelope, note=command.beside)

    def decide(state: State) -> Decision[TournamentEvent]:
        note = digest(envelope.note) if envelope.note else ""
        events = command.decide(state, context_of(tournament_id, state, command, note))
        require_players(state, events)
        # The key is answered for the tournament, and the note is about it.
        own = Envelope(envelope.actor, envelope.now)
        return Decision(
            events,
            rewinding_matches(state, events, own)
            or writing_matches(state, events, own, reason=envelope.note),
        )

    tries = TRIES if command.commutes and expected_version is None else 1
    for tries_left in reversed(range(tries)):
        # Whoever lost a race begins the next try with the transaction: SQLite then lets nobody
        # else write between reading and writing, so that a crowd waits in line and nobody twice.
        again = tries_left + 1 < tries
        try:
            with transaction.atomic() if again else nullcontext(), joint_write():
                return append_decided(TOURNAMENT, tournament_id, decide, envelope, expected_version)
        except StreamConflict:
            if not tries_left:
                raise
    raise AssertionError("the last try returns or raises")
