"""Workers that are killed in the middle: `python -m tests.tournaments.ladders.crashing <seed> <n>`.

Up to n processes, one after the other, each do what is owed to ladders, and are gone (SIGKILL)
before a statement of the database chosen at random. The last one lives. Says how many died.
"""

import importlib
import os
import signal
import sys
from random import Random
from typing import Any

import django

MOST_STATEMENTS = 80


def work_and_die(rng: Random) -> None:
    """Do what is owed until a statement that is never run."""
    from django.db import connection

    left = rng.randint(1, MOST_STATEMENTS)

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        work_and_live(rng)


def work_and_live(rng: Random) -> None:
    """Do everything that is owed, in any order."""
    from tests.tournaments.ladders.happenings import deliver

    deliver(rng, everything=True)


def main(seed: int, most: int) -> None:
    """Fork workers until one has nothing left to do."""
    # Here, once: a child that has to import everything takes seconds to get to its death.
    importlib.import_module("tests.tournaments.ladders.happenings")
    for death in range(most + 1):
        child = os.fork()
        if child == 0:
            rng = Random(f"{seed}/{death}")
            try:
                work_and_die(rng) if death < most else work_and_live(rng)
                os._exit(0)
            finally:
                os._exit(1)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == 0:
            sys.stdout.write(f"{death}\n")
            return
        if code != -signal.SIGKILL:
            sys.exit(1)
    sys.exit(2)


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
