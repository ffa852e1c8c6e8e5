"""Ladders are begun and led here: every door sends its commands through `lead`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.db import transaction

from games.core.errors import RuleViolation
from replays.chain import timestamp
from replays.envelope import Envelope
from replays.errors import KaitenError, refused
from replays.services.append import Appended, answered_once, append_events, new_event
from replays.services.decisions import Decision, append_decided
from tournaments.commands import clean_title
from tournaments.ladders import commands
from tournaments.ladders.commands import Command, NewLadder, NewPeriod
from tournaments.ladders.events import LADDER_STREAM, FrozenRow, LadderCreated, LadderEvent, Start
from tournaments.ladders.models import DueCause, Ladder, LadderPlayer, LadderStatus
from tournaments.ladders.ratings.drawing import drawn_to_mean
from tournaments.ladders.ratings.start_list import StartLine
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.selectors.ladders import ladder_of, verdict_on
from tournaments.ladders.selectors.states import LADDER
from tournaments.ladders.services.scheduling import has_unscheduled_changes, schedule_updates
from tournaments.ladders.services.updates import (
    UpdateResult,
    catch_up,
    locked_ladder,
    rebuild_ladder,
)
from tournaments.ladders.state import LadderState
from tournaments.people.models import Club, Kind
from tournaments.people.names import name_of
from tournaments.people.selectors.players import matching, name_index, roots_of


def require_sound(*, club: Club, wanted: NewLadder) -> None:
    """Raise what `create_ladder` would raise, and write nothing."""
    with _words():
        wanted.created(club.id)


@answered_once
def create_ladder(
    *, club: Club, wanted: NewLadder, envelope: Envelope, ladder_id: UUID | None = None
) -> Appended:
    """Begin a ladder of a club.

    Raises `title_missing`, `title_too_long`, `unknown_game`, `bad_ladder_rules` or
    `bad_ladder_dates`.
    """
    with _words():
        event = wanted.created(club.id)
    return _begun(ladder_id or uuid4(), event, envelope)


@answered_once
def lead(
    *, ladder_id: UUID, command: Command, envelope: Envelope, expected_version: int | None = None
) -> Appended:
    """Do what a command says, all of it or nothing.

    Raises StreamConflict, or the code of what the command breaks.
    """

    def decide(state: LadderState) -> Decision[LadderEvent]:
        context = commands.Context(
            starts_of=partial(_starts_of, state.club),
            final_table=partial(_final_table, ladder_id, envelope.now),
        )
        return Decision(command.decide(state, context))

    with transaction.atomic() if command.locks else nullcontext():
        if command.locks:
            locked_ladder(ladder_id)
        return append_decided(LADDER, ladder_id, decide, envelope, expected_version)


@answered_once
def begin_period(
    *, ladder_id: UUID, wanted: NewPeriod, envelope: Envelope, new_id: UUID | None = None
) -> Appended:
    """Freeze a ladder and begin another that goes on from it, everybody drawn to the mean.

    The new one rates what ends from now on, unless its rules say otherwise.
    Raises `bad_share` or what `create_ladder` raises.
    """
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        state = LADDER.state(ladder_id)
        if not state.frozen:
            # The key is answered for the new ladder.
            frozen = Envelope(envelope.actor, envelope.now)
            lead(ladder_id=ladder_id, command=commands.Freeze(), envelope=frozen)
        with _words():
            event = _next_period(ladder, state, wanted, envelope.now)
        return _begun(new_id or uuid4(), event, envelope)


def rate_match(*, ladder_id: UUID, match_id: UUID, now: datetime) -> UpdateResult:
    """Have a ladder rate a match right now; harmless if it did already.

    Raises the reason why it cannot: `match_unfinished`, `player_twice`, `ladder_frozen` and the
    other codes of `tournaments.ladders.ratings.eligibility`. Nothing is written then.
    """
    ladder = ladder_of(ladder_id)
    if ladder.status == LadderStatus.FROZEN:
        raise KaitenError("ladder_frozen", 409)
    if reason := verdict_on(ladder, match_id).reason:
        raise KaitenError(reason, 409)
    with transaction.atomic():
        schedule_updates([ladder_id], DueCause.MATCH, match_id)
        return catch_up(ladder_id=ladder_id, now=now)


def _next_period(
    ladder: Ladder, state: LadderState, wanted: NewPeriod, now: datetime
) -> LadderCreated:
    begins = {"since": None, "until": None, "after": timestamp(now)}
    rules = commands.checked_rules(state.rules.to_data() | begins | wanted.rules)
    if rules.system != state.rules.system:
        raise RuleViolation("other_system")
    rows = list(LadderPlayer.objects.filter(ladder=ladder).order_by("player_id"))
    ratings = {row.player_id: (row.mu, row.sigma) for row in rows}
    matches = {row.player_id: row.matches for row in rows}
    drawn = drawn_to_mean(ratings, wanted.share, system_of(rules))
    starts = [Start(id_, repr(mu), repr(sigma), matches[id_]) for id_, (mu, sigma) in drawn.items()]
    title = clean_title(wanted.title)
    return LadderCreated(
        ladder.club_id, title, rules.to_data(), tuple(starts), ladder.id, wanted.share
    )


def _starts_of(club_id: UUID, lines: Sequence[StartLine]) -> tuple[Start, ...]:
    """Return where players begin, each under who they are today.

    Raises `start_unknown_player`, `start_ambiguous_player` or `player_listed_twice` with the line.
    """
    index = name_index(club_id)
    roots = roots_of([UUID(line.player) for line in lines if line.player])
    starts: dict[UUID, Start] = {}
    for line in lines:
        if line.player:
            root = roots.get(UUID(line.player))
            known = root is not None and (root.club_id, root.kind) == (club_id, Kind.PERSON)
            same = [root.id] if root is not None and known else []
        else:
            candidates = matching(index, name_of(line.name), most=50)
            same = [player for player, is_same in candidates.items() if is_same]
        if not same:
            name = line.name or line.player
            raise RuleViolation("start_unknown_player", line=line.line, name=name)
        if len(same) > 1:
            raise RuleViolation("start_ambiguous_player", line=line.line, name=line.name)
        if same[0] in starts:
            raise RuleViolation("player_listed_twice", line=line.line, name=line.name)
        starts[same[0]] = Start(same[0], repr(line.rating), "", line.matches)
    return tuple(starts.values())


def _final_table(ladder_id: UUID, now: datetime) -> tuple[FrozenRow, ...]:
    """Rate what has ended until now and return where everybody stands.

    What no worker has heard of yet is not scheduled yet either: then everything is rated anew.
    """
    if has_unscheduled_changes():
        rebuild_ladder(ladder_id=ladder_id, now=now)
    else:
        catch_up(ladder_id=ladder_id, now=now)
    rows = LadderPlayer.objects.filter(ladder_id=ladder_id).order_by("-shown", "player_id")
    return tuple(
        FrozenRow(
            row.player_id,
            repr(row.mu),
            repr(row.sigma),
            row.matches,
            row.firsts,
            timestamp(row.last_at) if row.last_at is not None else None,
        )
        for row in rows
    )


def _begun(ladder_id: UUID, event: LadderCreated, envelope: Envelope) -> Appended:
    return append_events(
        stream_id=ladder_id,
        kind=LADDER_STREAM,
        expected_version=0,
        events=[new_event(event)],
        envelope=envelope,
    )


@contextmanager
def _words() -> Iterator[None]:
    """Give refusals of the rules the words and the status of a ladder."""
    try:
        yield
    except RuleViolation as violation:
        raise refused(violation) from None
