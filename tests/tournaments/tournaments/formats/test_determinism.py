import os
import subprocess
import sys

SCRIPT = """
from tournaments.tournaments.formats.crossing import Qualifier, crossed
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.groups import group_schedule
from tournaments.tournaments.formats.layout import layout
from tournaments.tournaments.formats.planned import planned_schedule, sizes_with_plan
from tournaments.tournaments.formats.seeding import seed_at_random
for count in (13, 27, 64):
    field = seed_at_random(range(count), "same")
    brackets = [double_elimination(field), single_elimination(field, size=4, advance=2)]
    for bracket in brackets:
        print(bracket, layout(bracket))
    print(group_schedule(field, groups=3))
for count, groups in ((13, 3), (24, 7), (31, 5)):
    ranked = [Qualifier(one, (7 * one) % groups, one // groups) for one in range(count)]
    print(crossed(ranked, single_elimination(range(count))))
for plan in sizes_with_plan():
    print(plan, planned_schedule(plan.count, plan.size))
"""


def test_nothing_depends_on_the_hash_seed() -> None:
    answers = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert len(answers[0]) > 10_000
    assert answers[0] == answers[1]
