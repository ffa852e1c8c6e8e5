"""The pages of a large club: the dearest ones beside the code of before, and all the others."""

from dataclasses import replace

from benchmarks.earlier import beside, lines_of
from benchmarks.timing import Row

BEFORE = "0097e0c"
"""When a season drew every cell anew and an open evening every table."""
TARGET, MOST_QUERIES = 0.150, 25
PAGES = {
    "season": "season of 200 players and 30 evenings",
    "evening": "open evening, 60 people",
    "cup": "tournament of 128",
    "player": "player with 5,000 matches",
}


def club_page_rows() -> list[Row]:
    """Measure what an organiser sees of the largest things, and the dearest of all other pages."""
    rows = [
        replace(
            row,
            name=f"{row.name} ({queries:.0f} queries, {size / 1000:.0f} kB), CPU time",
            reached=bool(row.reached) and queries <= MOST_QUERIES,
        )
        for row, (_, queries, size) in beside("club_cost.py", BEFORE, PAGES, target=TARGET, each=3)
    ]
    every = [line.split(maxsplit=3) for line in lines_of("club_cost.py")]
    spent, _, _, dearest = every[-1]
    most = max(int(queries) for _, queries, _, _ in every)
    name = f"the dearest of {len(every)} pages: {dearest} (at most {most} queries), CPU time"
    reached = float(spent) <= TARGET and most <= MOST_QUERIES
    goal = f"<= {TARGET * 1000:.0f} ms"
    return [*rows, Row(name, "page", float(spent), "", None, goal, reached)]
