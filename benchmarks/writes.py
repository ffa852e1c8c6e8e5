"""What it costs the server to record one event: by the API, and by a tap of the recorder."""

from itertools import zip_longest

from benchmarks.earlier import earlier_figures_of, figures_of
from benchmarks.pages import BEFORE
from benchmarks.timing import Row
from games.registry import games

MOST = 0.006


def write_rows() -> list[Row]:
    """Measure both beside the code of before the recorder had a shell of its own, in CPU time."""
    slugs = [rules.slug for rules in games() if not rules.reported_only]
    asked = ["post:sushi_bar", *(f"tap:{slug}" for slug in slugs)]
    ours = figures_of("write_cost.py", *asked)
    before = earlier_figures_of("write_cost.py", BEFORE, *asked) or ()
    rows = []
    for what, spent, earlier in zip_longest(asked, ours, before):
        way, _, slug = what.partition(":")
        if way == "post":
            name, goal, reached = "POST of one event", f"<= {MOST * 1000:.0f} ms", spent <= MOST
        else:
            name, goal = "tap of the recorder", "half"
            reached = None if earlier is None else spent <= earlier / 2
        rows.append(
            Row(f"{name}, {slug}", "event", spent, f"commit {BEFORE}", earlier, goal, reached)
        )
    return rows
