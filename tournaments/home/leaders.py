"""Who leads the season, and whose rating moved most within a week, for the home of a club."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from tournaments.ladders.models import Ladder, LadderStatus
from tournaments.ladders.selectors.ladders import ladder_list
from tournaments.ladders.selectors.tables import LadderLine, ladder_table
from tournaments.ladders.words import ladder_title, rating_text, signed_text
from tournaments.people.onlooker import Onlooker
from tournaments.seasons.models import Season, SeasonStatus
from tournaments.seasons.selectors.seasons import SeasonLine, season_list, season_view

LEADERS = 3
RISEN, FALLEN = 3, 2


class Leaders(NamedTuple):
    """The best of a season that goes on."""

    season: Season
    lines: tuple[SeasonLine, ...]
    to_come: int
    """How many evenings are still to come."""
    rivals: int
    """How many others can still be champion."""


class Mover(NamedTuple):
    """Somebody whose rating is another one than a week ago, as it is shown."""

    player: UUID
    label: str
    rating: str
    gained: str
    rose: bool


class Movers(NamedTuple):
    """Who rose and who fell most on a ladder within a week."""

    ladder: Ladder
    title: str
    rows: list[Mover]


def season_leaders(onlooker: Onlooker, club_id: UUID) -> Leaders | None:
    """Return who leads the newest season that goes on; None before its first evening is over."""
    open_ = season_list(club_id=club_id, status=SeasonStatus.OPEN)
    season = onlooker.listed(open_, club_id).first()
    if season is None or not season.evenings:
        return None
    view = season_view(season.id)
    placed = [line for line in view.lines if line.place is not None]
    if not placed:
        return None
    rivals = sum(line.can_win for line in view.lines if line.place != 1)
    return Leaders(season, tuple(placed[:LEADERS]), view.to_come, rivals)


def ladder_movers(onlooker: Onlooker, club_id: UUID, now: datetime) -> Movers | None:
    """Return who moved on the first ladder of a club; None where nobody did."""
    going_on = ladder_list(club_id=club_id, status=LadderStatus.OPEN)
    ladder = onlooker.listed(going_on, club_id).first()
    if ladder is None:
        return None
    rows = [_mover(line, ladder.system) for line in ladder_table(ladder, now=now, sort="moved")]
    still = signed_text(0.0, ladder.system)
    moved = [row for row in rows if row.gained != still]
    risen = [row for row in moved if row.rose][:RISEN]
    fallen = [row for row in moved if not row.rose][-FALLEN:]
    return Movers(ladder, ladder_title(ladder), [*risen, *fallen]) if moved else None


def _mover(line: LadderLine, system: str) -> Mover:
    gained = line.gained or 0.0
    return Mover(
        line.player,
        line.label,
        rating_text(line.shown, system),
        signed_text(gained, system),
        gained > 0,
    )
