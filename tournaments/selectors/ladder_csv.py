"""A ladder as a list for a spreadsheet, every digit included."""

import csv
from collections.abc import Iterable
from io import StringIO

from replays.chain import timestamp
from tournaments.rating_words import DECIMALS
from tournaments.selectors.ladder_tables import LadderLine
from tournaments.selectors.tournament_csv import Cell, written

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
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(written, _cells(line, system)) for line in lines)
    return text.getvalue()


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
