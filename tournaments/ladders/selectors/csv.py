"""A ladder as a list for a spreadsheet, every digit included."""

from collections.abc import Iterable

from replays.chain import timestamp
from tournaments.ladders.selectors.tables import LadderLine
from tournaments.ladders.words import DECIMALS
from tournaments.spreadsheets import Cell, csv_text

COLUMNS = (
    "rank",
    "player",
    "label",
    "rating",
    "provisional",
    "matches",
    "won",
    "last_match",
    "moved",
    "gained",
    "away",
    "shown",
    "mu",
    "sigma",
)


def ladder_csv(lines: Iterable[LadderLine], system: str) -> str:
    """Return lines of a ladder as CSV: `rating` as it is shown, the last three unrounded."""
    return csv_text([COLUMNS, *(_cells(line, system) for line in lines)])


def _cells(line: LadderLine, system: str) -> list[Cell]:
    return [
        line.rank,
        str(line.player),
        line.label,
        round(line.shown, DECIMALS[system] or None),
        line.provisional,
        line.matches,
        line.firsts,
        timestamp(line.last_at) if line.last_at is not None else None,
        line.moved,
        line.gained,
        line.hidden,
        line.shown,
        line.mu,
        line.sigma,
    ]
