"""The life of a match as a fold: open or ended, by what, with which result, who sits where."""

from typing import Literal
from uuid import UUID

import msgspec

from games.core.events import Event
from games.core.outcome import Outcome
from replays import events

Status = Literal["open", "finished", "reported", "stopped", "abandoned", "voided"]
ResultKind = Literal["derived", "reported", "ruled", "agreed"]
Verdict = events.MatchFinished | events.MatchReported | events.MatchStopped | events.MatchRuled


class Result(msgspec.Struct, frozen=True):
    """What counts, and where it comes from."""

    kind: ResultKind
    places: events.Places
    scores: events.Scores | None


class Life(msgspec.Struct, frozen=True):
    """A match as its life events left it at one point of the effective log."""

    players: tuple[UUID | None, ...]
    status: Status = "open"
    ending: str = ""
    ended_at: str | None = None
    ended_before: str | None = None
    """When a reopened match had ended; forgotten as soon as somebody plays on."""
    verdict: Verdict | None = None
    """The event that decides the result; None while there is none."""
    reported: events.MatchReported | None = None
    """The last report, kept beside a derived or ruled result and across a reopening."""
    counted: tuple[events.MatchCounted, ...] = ()
    """The last count of each round, in their order; kept across an end and a reopening."""
    reopened: bool = False
    """True from a reopening to the next end."""
    confirmed: frozenset[int] = frozenset()
    """The seats that agreed to the result as it stands."""

    @property
    def ended(self) -> bool:
        return self.status != "open"

    @property
    def locked(self) -> bool:
        """True once every seat agreed to the result."""
        return len(self.confirmed) == len(self.players)


def finished(outcome: Outcome) -> events.MatchFinished:
    """Return the seal of a match that is over by its rules."""
    return events.MatchFinished(outcome.places, outcome.scores, outcome.ending)


def born(created: events.MatchCreated) -> Life:
    return Life(players=created.players)


def lived(life: Life, event: Event, recorded_at: str) -> Life:
    """Return a life after one more event; events that are not of a life change nothing."""
    match event:
        case events.MatchFinished():
            return _ended(life, "finished", event.ending, recorded_at, event)
        case events.MatchReported():
            return _reported(life, event, recorded_at)
        case events.MatchCounted():
            return _counted(life, event)
        case events.MatchStopped():
            verdict = None if event.result == "none" else event
            return _ended(life, "stopped", event.reason, recorded_at, verdict)
        case events.MatchRuled():
            return _ruled(life, event, recorded_at)
        case events.MatchAbandoned():
            return _ended(life, "abandoned", "", recorded_at, None)
        case events.MatchVoided():
            return _ended(life, "voided", "", recorded_at, None)
        case events.MatchConfirmed():
            confirmed = life.confirmed | {event.seat}
            return msgspec.structs.replace(life, confirmed=confirmed)
        case events.MatchReopened():
            return Life(
                players=life.players,
                reported=life.reported,
                counted=life.counted,
                reopened=True,
                ended_before=life.ended_at,
            )
        case events.SeatTakenOver():
            players = list(life.players)
            players[event.seat] = event.player
            return msgspec.structs.replace(life, players=tuple(players))
        case _:
            return life


def played_on(life: Life) -> Life:
    """Return a life after a move: a reopened match that goes on has not ended before."""
    return life if life.ended_before is None else msgspec.structs.replace(life, ended_before=None)


def _ended(
    life: Life, status: Status, ending: str, recorded_at: str, verdict: Verdict | None
) -> Life:
    return Life(
        players=life.players,
        status=status,
        ending=ending,
        # Voiding or correcting what was over leaves it where it stood in time.
        ended_at=life.ended_at or life.ended_before or recorded_at,
        verdict=verdict,
        reported=life.reported,
        counted=life.counted,
    )


def _counted(life: Life, event: events.MatchCounted) -> Life:
    others = [count for count in life.counted if count.round != event.round]
    counted = sorted([*others, event], key=lambda count: count.round)
    return msgspec.structs.replace(life, counted=tuple(counted))


def _reported(life: Life, event: events.MatchReported, recorded_at: str) -> Life:
    # What the record says and what an arbiter ruled stands; the report is kept beside it.
    if life.status == "finished" or isinstance(life.verdict, events.MatchRuled):
        return msgspec.structs.replace(life, reported=event, confirmed=frozenset())
    ended = _ended(life, "reported", "", recorded_at, event)
    return msgspec.structs.replace(ended, reported=event, ended_at=event.ended_at or ended.ended_at)


def _ruled(life: Life, event: events.MatchRuled, recorded_at: str) -> Life:
    if life.status in {"finished", "reported", "stopped"}:
        return msgspec.structs.replace(life, verdict=event, confirmed=frozenset())
    return _ended(life, "stopped", "ruled", recorded_at, event)
