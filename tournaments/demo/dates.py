"""When the demo club meets: every moment counts from the day on which the club is made."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

TIME_ZONE = "Europe/Paris"
WEEK = 7
FOUNDED = 17 * WEEK
"""How many days ago the club was founded."""

_BEGIN = time(19, 30)
_GONE = timedelta(hours=1)
_DAYS = ("Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche")
_QUARTERS = ("Hiver", "Printemps", "Été", "Automne")
_MONTHS = 12


class Dates:
    """The days around the moment at which the demo is made, as its club counts them."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.today = now.astimezone(ZoneInfo(TIME_ZONE)).date()

    def day(self, days: int) -> date:
        """Return the day so many days from today; earlier ones are less than 0."""
        return self.today + timedelta(days=days)

    def evening(self, days: int, minutes: int = 0) -> datetime:
        """Return a moment of the evening of such a day, so many minutes after its begin.

        Whatever the clock says, today's has been going on for an hour.
        """
        if days == 0:
            return self.now + timedelta(minutes=minutes) - _GONE
        begin = datetime.combine(self.day(days), _BEGIN, ZoneInfo(TIME_ZONE))
        return begin.astimezone(UTC) + timedelta(minutes=minutes)

    def title(self, number: int) -> str:
        """Return what an evening is called: the club meets on the weekday that is today."""
        return f"{_DAYS[self.today.weekday()]} sushi n° {number}"

    def season_title(self, days: int, *, earlier: int = 0) -> str:
        """Return what a season is called that began on such a day, or one so many before it."""
        day = self.day(days)
        # December belongs to the winter of the year that follows.
        quarters = (day.year * _MONTHS + day.month) // 3 - earlier
        year, quarter = divmod(quarters, len(_QUARTERS))
        return f"{_QUARTERS[quarter]} {year}"
