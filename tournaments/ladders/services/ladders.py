"""Ladders are made, changed, frozen and gone on with here; every door calls these functions."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from games.core.errors import RuleViolation
from games.registry import games
from replays.chain import timestamp
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError, StreamConflict, refused
from replays.services.append import Appended, answered_once, append_events, new_event
from tournaments.ladders.events import (
    LADDER_STREAM,
    FrozenRow,
    LadderCreated,
    LadderEvent,
    LadderFrozen,
    LadderListed,
    LadderRevised,
    LadderThawed,
    Start,
)
from tournaments.ladders.models import DueCause, Ladder, LadderPlayer, LadderStatus
from tournaments.ladders.ratings.drawing import drawn_to_mean
from tournaments.ladders.ratings.eligibility import Verdict
from tournaments.ladders.ratings.rules import LadderRules, rules_from_data
from tournaments.ladders.ratings.start_list import read_start_list
from tournaments.ladders.ratings.systems import most_first, system_of
from tournaments.ladders.selectors.ladders import ladder_of, verdict_on
from tournaments.ladders.selectors.states import ladder_state
from tournaments.ladders.services.dues import is_news_on_its_way, owe
from tournaments.ladders.services.start_lists import starts_of
from tournaments.ladders.services.updates import Caught, catch_up, locked_ladder, rebuild_ladder
from tournaments.ladders.state import LadderState, require_frozen, require_open
from tournaments.people.models import Club

LONGEST_TITLE = 120


def require_sound(*, title: str, rules: Mapping[str, Any]) -> None:
    """Raise what `create_ladder` would raise, and write nothing."""
    with _words():
        _title(title)
        _rules(rules)


@answered_once
def create_ladder(
    *,
    club: Club,
    title: str,
    rules: Mapping[str, Any],
    actor: str,
    now: datetime,
    ladder_id: UUID | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Begin a ladder of a club; `rules` as `LadderRules.to_data` writes them, all optional.

    Raises `title_missing`, `title_too_long`, `unknown_game`, `bad_ladder_rules` or
    `bad_ladder_dates`.
    """
    with _words():
        event = LadderCreated(club.id, _title(title), _rules(rules).to_data())
    return _append(ladder_id or uuid4(), 0, event, actor, now, request)


@answered_once
def revise_ladder(
    *,
    ladder_id: UUID,
    actor: str,
    now: datetime,
    title: str | None = None,
    rules: Mapping[str, Any] | None = None,
    expected_version: int | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Change the title or single rules of a ladder; everything is then rated anew by them.

    Raises `ladder_frozen` or what `create_ladder` raises.
    """
    state = _state_at(ladder_id, expected_version)
    with _words():
        require_open(state)
        wanted = _rules(state.rules.to_data() | dict(rules or {}))
        named = state.title if title is None or title == state.title else _title(title)
        event = LadderRevised(named, wanted.to_data())
    return _append(ladder_id, state.version, event, actor, now, request)


@answered_once
def list_starts(
    *,
    ladder_id: UUID,
    text: str,
    actor: str,
    now: datetime,
    expected_version: int | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Let players begin where a club's old list (CSV) has them; the whole list or nothing.

    Raises what the list has wrong, with its line; `unknown_player`, `ambiguous_player`,
    `player_listed_twice` or `ladder_frozen`.
    """
    state = _state_at(ladder_id, expected_version)
    with _words():
        require_open(state)
        lines = read_start_list(text, most_first(state.rules))
        starts = starts_of(state.club, lines)
    return _append(ladder_id, state.version, LadderListed(starts), actor, now, request)


@answered_once
def freeze_ladder(
    *,
    ladder_id: UUID,
    actor: str,
    now: datetime,
    expected_version: int | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Rate what has ended until now, then let the numbers stand for good. Raises `ladder_frozen`.

    What no worker has heard of yet is not owed yet either: then everything is rated anew.
    """
    with transaction.atomic():
        locked_ladder(ladder_id)
        state = _state_at(ladder_id, expected_version)
        with _words():
            require_open(state)
        if is_news_on_its_way():
            rebuild_ladder(ladder_id=ladder_id, now=now)
        else:
            catch_up(ladder_id=ladder_id, now=now)
        event = LadderFrozen(_table(ladder_id))
        return _append(ladder_id, state.version, event, actor, now, request)


@answered_once
def thaw_ladder(
    *,
    ladder_id: UUID,
    actor: str,
    now: datetime,
    expected_version: int | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Let a frozen ladder go on, with all that was entered meanwhile.

    Raises `ladder_not_frozen`.
    """
    state = _state_at(ladder_id, expected_version)
    with _words():
        require_frozen(state)
    return _append(ladder_id, state.version, LadderThawed(), actor, now, request)


@answered_once
def begin_period(
    *,
    ladder_id: UUID,
    title: str,
    share: int,
    actor: str,
    now: datetime,
    rules: Mapping[str, Any] | None = None,
    new_id: UUID | None = None,
    request: RequestKey | None = None,
) -> Appended:
    """Freeze a ladder and begin another that goes on from it, drawn to the mean by `share` percent.

    The new one rates what ends from now on, unless `rules` say otherwise.
    Raises `bad_share` or what `create_ladder` raises.
    """
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        state = ladder_state(ladder_id)
        if not state.frozen:
            freeze_ladder(ladder_id=ladder_id, actor=actor, now=now)
        with _words():
            event = _next_period(ladder, state, title, share, dict(rules or {}), now)
        return _append(new_id or uuid4(), 0, event, actor, now, request)


def rate_match(*, ladder_id: UUID, match_id: UUID, now: datetime) -> Caught:
    """Have a ladder rate a match right now; harmless if it did already.

    Raises the reason why it cannot: `match_unfinished`, `player_twice`, `ladder_frozen` and the
    other codes of `tournaments.ladders.ratings.eligibility`. Nothing is written then.
    """
    ladder = ladder_of(ladder_id)
    if ladder.status == LadderStatus.FROZEN:
        raise KaitenError("ladder_frozen", 409)
    require_rated(verdict_on(ladder, match_id))
    with transaction.atomic():
        owe([ladder_id], DueCause.MATCH, match_id)
        return catch_up(ladder_id=ladder_id, now=now)


def require_rated(said: Verdict) -> None:
    """Raise the reason why a ladder does not rate a match."""
    if not said.rated:
        raise KaitenError(said.reason, 409)


def _next_period(
    ladder: Ladder,
    state: LadderState,
    title: str,
    share: int,
    rules: dict[str, Any],
    now: datetime,
) -> LadderCreated:
    begins = {"since": None, "until": None, "after": timestamp(now)}
    wanted = _rules(state.rules.to_data() | begins | rules)
    if wanted.system != state.rules.system:
        raise RuleViolation("other_system")
    rows = LadderPlayer.objects.filter(ladder=ladder).order_by("player_id")
    ratings = {row.player_id: (row.mu, row.sigma) for row in rows}
    matches = {row.player_id: row.matches for row in rows}
    drawn = drawn_to_mean(ratings, share, system_of(wanted))
    starts = [Start(id_, repr(mu), repr(sigma), matches[id_]) for id_, (mu, sigma) in drawn.items()]
    return LadderCreated(
        ladder.club_id, _title(title), wanted.to_data(), tuple(starts), ladder.id, share
    )


def _table(ladder_id: UUID) -> tuple[FrozenRow, ...]:
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


def _state_at(ladder_id: UUID, expected_version: int | None) -> LadderState:
    state = ladder_state(ladder_id)
    if expected_version is not None and expected_version != state.version:
        raise StreamConflict(expected=expected_version, actual=state.version)
    return state


def _append(
    ladder_id: UUID,
    version: int,
    event: LadderEvent,
    actor: str,
    now: datetime,
    request: RequestKey | None,
) -> Appended:
    return append_events(
        stream_id=ladder_id,
        kind=LADDER_STREAM,
        expected_version=version,
        events=[new_event(event)],
        envelope=Envelope(actor, now, request),
    )


@contextmanager
def _words() -> Iterator[None]:
    """Give refusals of the rules the words and the status of a ladder."""
    try:
        yield
    except RuleViolation as violation:
        raise refused(violation) from None


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not title:
        raise RuleViolation("title_missing")
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise RuleViolation("title_too_long", limit=LONGEST_TITLE)
    return title


def _rules(data: Mapping[str, Any]) -> LadderRules:
    rules = rules_from_data(data)
    known = [one.slug for one in games()]
    for game in rules.games:
        if game not in known:
            raise RuleViolation("unknown_game", game=game[:40], known=known)
    return rules
