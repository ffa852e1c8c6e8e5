"""Run every benchmark on databases of its own and print one table."""

import os
import sys
import tempfile
from pathlib import Path

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "7"))


def main() -> int:
    """Measure, print, and return 0; a missed target is marked, never hidden."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'ours.sqlite3'}"
        os.environ["KAITEN_OFFLINE"] = "0"  # no server fetches anything meanwhile
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
        return _measure(folder)


def _measure(folder: Path) -> int:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    from benchmarks.batches import batch_rows
    from benchmarks.bots import bot_rows
    from benchmarks.club_pages import club_page_rows
    from benchmarks.engine import engine_rows
    from benchmarks.ladders import ladder_rows
    from benchmarks.live import live_rows
    from benchmarks.names import name_rows
    from benchmarks.pages import page_rows
    from benchmarks.pairing import pairing_rows
    from benchmarks.past_results import past_result_rows
    from benchmarks.phones import phone_rows
    from benchmarks.stage import stage_rows
    from benchmarks.standings import standings_rows
    from benchmarks.store import long_events, store_rows
    from benchmarks.table import print_table
    from benchmarks.tournaments import tournament_rows
    from benchmarks.writes import write_rows

    setup_test_environment()
    call_command("migrate", verbosity=0)
    rows = [
        *store_rows(folder, rounds=ROUNDS),
        *engine_rows(rounds=ROUNDS),
        *bot_rows(rounds=ROUNDS),
        *page_rows(long_events()),
        *stage_rows(),
        *phone_rows(settings.OFFLINE_DIR),
        *write_rows(),
        *live_rows(),
        *pairing_rows(rounds=min(ROUNDS, 3)),
        *standings_rows(rounds=ROUNDS),
        *tournament_rows(rounds=min(ROUNDS, 3)),
        *club_page_rows(),
        *ladder_rows(rounds=min(ROUNDS, 3)),
        *name_rows(rounds=min(ROUNDS, 3)),
        *past_result_rows(rounds=min(ROUNDS, 3)),
        # Seconds each, and on processes of their own: a few rounds say enough.
        *batch_rows(folder, rounds=min(ROUNDS, 2)),
    ]
    print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
