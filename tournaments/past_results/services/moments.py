"""When past matches were over: by the clock of the club, in the order of the file."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from replays.errors import KaitenError
from replays.telling import EARLIEST_END

NOON = time(12)
STEP = timedelta(seconds=1)


class Moments:
    """Gives each match of a file a moment of its own.

    A match without a time follows the one before it on its day; the first was over at noon, or
    today, when noon may be still to come, at midnight.
    """

    def __init__(self, time_zone: str, now: datetime) -> None:
        self._zone = ZoneInfo(time_zone)
        self._today = now.astimezone(self._zone).date()
        self._last: dict[date, datetime] = {}
        self._taken: set[datetime] = set()

    def of(self, day: date, hour: time | None) -> datetime:
        """Return the moment of the next match; raises `bad_end_time` for what cannot be one."""
        if not EARLIEST_END.year <= day.year <= self._today.year:
            raise KaitenError("bad_end_time", 422)
        if hour is None and day in self._last:
            moment = self._last[day] + STEP
        else:
            moment = self._at(day, hour or (NOON if day < self._today else time()))
        while moment in self._taken:
            moment += STEP
        self._taken.add(moment)
        self._last[day] = moment
        return moment

    def day_of(self, moment: datetime) -> date:
        return moment.astimezone(self._zone).date()

    def _at(self, day: date, hour: time) -> datetime:
        return datetime.combine(day, hour, tzinfo=self._zone).astimezone(UTC)
