"""A batch on real workers: how much faster are two processes than one?"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.timing import Row
from tests.services.postgres import Postgres
from tests.services.valkey import Valkey

TARGET = 1.7
TIMING = "import django; django.setup(); from benchmarks.batch_timing import main; main()"


def batch_rows(folder: Path, *, rounds: int) -> list[Row]:
    """Measure a greedy batch on one and on two worker processes, in turn, on both databases."""
    with _broker(folder) as broker:
        rows = [_row("SQLite", f"sqlite:///{folder / 'batches.sqlite3'}", folder, broker, rounds)]
        folder.chmod(0o755)  # PostgreSQL runs as somebody else and has to reach its own folder
        postgres = Postgres(folder / "postgres")
        try:
            rows.append(_row("PostgreSQL", postgres.url, folder, broker, rounds))
        finally:
            postgres.stop()
    return rows


@contextmanager
def _broker(folder: Path) -> Iterator[str]:
    valkey = Valkey(folder / "valkey")
    try:
        yield valkey.url
    finally:
        valkey.stop()


def _row(name: str, database: str, folder: Path, broker: str, rounds: int) -> Row:
    env = dict(os.environ) | {"DATABASE_URL": database}
    command = [sys.executable, "-c", TIMING, str(folder), broker, str(rounds)]
    done = subprocess.run(command, env=env, check=True, capture_output=True)
    one, two = json.loads(done.stdout)
    return Row(
        f"greedy batch, Sushi Go Party!, 2 workers, {name}",
        "match",
        two,
        "1 worker",
        one,
        f"≥ {TARGET}x on 2 cores",
        one / two >= TARGET,
    )
