"""Somebody who follows a match, and what they may see of it from one moment to the next."""

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from games.core.viewer import PUBLIC, Viewer
from replays import ports
from replays.errors import UnknownStream
from replays.kept import Kept
from replays.live.callers import Caller
from replays.live.changes import Mark
from replays.log import Log
from replays.models import Match, StoredEvent, Stream
from replays.ports import Actor
from replays.recall import recalling
from replays.selectors.library import get_match
from replays.selectors.logs import load_log, version_of

_logs: Kept[Log] = Kept(limit=64)


class Sighting(NamedTuple):
    """What a spectator may see at a moment."""

    match: Match
    version: int
    seconds: float | None
    """After how long they will know more; None where nothing is kept back for a while."""

    @property
    def log(self) -> Log:
        """What is recorded up to there; everybody who looks at a version shares one."""
        key = (self.match.pk, self.version)
        return _logs.get(key, lambda: load_log(self.match.pk, version=self.version))


class Spectator(NamedTuple):
    """A caller who looks at a match with certain eyes."""

    caller: Caller
    match_id: UUID
    viewer: Viewer

    @property
    def key(self) -> Hashable:
        return (self.match_id, self.viewer.role, self.viewer.seat, self.caller)

    def look(self) -> Sighting | None:
        """Return what there is to see now; None once there is nothing for them any more."""
        actor, policy = self.caller.actor, ports.policy()
        # First what there is, then who may know it: so nothing is told that was written after a
        # permission ended.
        newest = _newest(self.match_id)
        if not self.caller.holds() or policy.onlooker(actor).missing({"match_id": self.match_id}):
            return None
        try:
            match = get_match(self.match_id)
        except UnknownStream:
            return None
        if self.viewer != PUBLIC and self.viewer not in policy.viewers(actor, match):
            return None
        return _sighting(actor, match, newest)


def _newest(match_id: UUID) -> int:
    try:
        return version_of(match_id)
    except UnknownStream:
        return 0


@dataclass(frozen=True)
class OfMatch:
    """What sources that tell of a match have in common; their positions are versions."""

    spectator: Spectator
    language: str

    @property
    def key(self) -> Hashable:
        return (type(self), self.language, self.spectator.key)

    @property
    def topics(self) -> frozenset[UUID]:
        return frozenset({self.spectator.match_id})


def mark(caller: Caller, match_id: UUID) -> Mark | None:
    """Return the version that somebody knows of a match; None if they know of none."""
    sighting = Spectator(caller, match_id, PUBLIC).look()
    return Mark(str(sighting.version), sighting.seconds) if sighting is not None else None


def sightings(actor: Actor, match_ids: Collection[UUID]) -> dict[UUID, Sighting]:
    """Return what somebody may see of several matches, in a few queries for all of them."""
    # As for one: first what there is, then who may know it.
    newest = dict(Stream.objects.filter(pk__in=match_ids).values_list("pk", "version"))
    with recalling():
        visible = ports.policy().onlooker(actor).visible(Match.objects.filter(pk__in=newest))
        return {match.pk: _sighting(actor, match, newest[match.pk]) for match in visible}


def _sighting(actor: Actor, match: Match, newest: int) -> Sighting:
    horizon = ports.policy().horizon(actor, match, datetime.now(UTC))
    version = newest if horizon is None else min(newest, version_of(match.pk, until=horizon))
    return Sighting(match, version, _seconds_until_more(match.pk, version, horizon))


def _seconds_until_more(match_id: UUID, version: int, horizon: datetime | None) -> float | None:
    if horizon is None or horizon == ports.BEFORE_EVERYTHING:
        return None
    later = StoredEvent.objects.filter(stream_id=match_id, version=version + 1)
    recorded_at = later.values_list("recorded_at", flat=True).first()
    if recorded_at is None:
        return None
    return max(0.05, (datetime.fromisoformat(recorded_at) - horizon).total_seconds())
