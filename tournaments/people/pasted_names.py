"""Names as people paste them: one a line, the first name first, a nickname if there is one."""

import re

from replays.errors import KaitenError
from tournaments.people.csv import MOST_ROWS, CsvRow

_NICKNAME = re.compile(r"""[(\["“«]([^()\[\]"“”«»]*)[)\]"”»]""")
"""In brackets or quotes, wherever it stands; behind a comma it needs neither."""


def read_names(text: str) -> list[CsvRow]:
    """Return the names of a text by line, empty ones left out; raises `too_many_rows`."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MOST_ROWS:
        raise KaitenError("too_many_rows", 413, limit=MOST_ROWS)
    return [_row(number, line) for number, line in lines]


def _row(number: int, line: str) -> CsvRow:
    # Copied out of a spreadsheet, cells are a tab apart.
    if "\t" in (tabbed := line.strip()):
        first, last, nickname = ([cell.strip() for cell in tabbed.split("\t")] + [""])[:3]
        return CsvRow(number, first, last, nickname)
    found = _NICKNAME.search(line)
    if found is not None:
        whole, called = f"{line[: found.start()]} {line[found.end() :]}", found[1]
    else:
        whole, _comma, called = line.replace(";", ",").partition(",")
    first, _space, last = whole.strip().partition(" ")
    return CsvRow(number, first, last.strip(), called.strip())
