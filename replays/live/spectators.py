"""Somebody who follows a match, and what they may see of it from one moment to the next."""

from collections import OrderedDict
from collections.abc import Hashable
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from games.core.viewer import PUBLIC, Viewer
from replays import ports
from replays.errors import UnknownStream
from replays.live.callers import Caller
from replays.log import Log
from replays.models import Match, StoredEvent
from replays.selectors.library import get_match
from replays.selectors.logs import load_log, version_of

KEPT_LOGS = 64


class Sighting(NamedTuple):
    """What a spectator may see at a moment."""

    match: Match
    version: int
    seconds: float | None
    """After how long they will know more; None where nothing is kept back for a while."""

    @property
    def log(self) -> Log:
        return _recent.log(self.match.pk, self.version)


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
        if not self.caller.holds() or policy.onlooker(actor).missing({"match_id": self.match_id}):
            return None
        try:
            match = get_match(self.match_id)
        except UnknownStream:
            return None
        if self.viewer != PUBLIC and self.viewer not in policy.viewers(actor, match):
            return None
        horizon = policy.horizon(actor, match, datetime.now(UTC))
        version = version_of(match.pk, until=horizon)
        return Sighting(match, version, _seconds_until_more(match.pk, version, horizon))


def _seconds_until_more(match_id: UUID, version: int, horizon: datetime | None) -> float | None:
    if horizon is None or horizon == ports.BEFORE_EVERYTHING:
        return None
    later = StoredEvent.objects.filter(stream_id=match_id, version=version + 1)
    recorded_at = later.values_list("recorded_at", flat=True).first()
    if recorded_at is None:
        return None
    return max(0.05, (datetime.fromisoformat(recorded_at) - horizon).total_seconds())


class RecentLogs:
    """The logs that were read last: everybody who looks at a version shares one."""

    def __init__(self) -> None:
        self._logs: OrderedDict[tuple[UUID, int], Log] = OrderedDict()
        self._lock = Lock()

    def log(self, match_id: UUID, version: int) -> Log:
        with self._lock:
            key = (match_id, version)
            if key not in self._logs:
                self._logs[key] = load_log(match_id, version=version)
                if len(self._logs) > KEPT_LOGS:
                    self._logs.popitem(last=False)
            self._logs.move_to_end(key)
            return self._logs[key]


_recent = RecentLogs()
