"""`manage.py botstable`: play the contests of `docs/bots.md` again and print its table."""

from typing import Any

from django.core.management.base import CommandParser

from games.registry import rules_of
from replays.errors import KaitenError
from replays.management.base import KaitenCommand
from tournaments.batches.services.strength import (
    CONTESTS,
    SEED,
    Strength,
    contested_games,
    markdown,
    strengths,
)
from tournaments.management.commands.bots import MOST_MATCHES


class Command(KaitenCommand):
    """Measure the bots against each other; the same seed gives the same table."""

    help = "Measure how strong the bots are, as a Markdown table (takes more than an hour)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", help="games (every one that bots can play)")
        parser.add_argument("--seed", default=SEED, help=f"another seed plays others ({SEED})")
        parser.add_argument(
            "--matches", type=int, default=None, help="matches per contest (as in docs/bots.md)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count = options["matches"]
        if count is not None and not 1 <= count <= MOST_MATCHES:
            raise KaitenError("bad_match_count", limit=MOST_MATCHES)
        chosen = [rules_of(game) for game in options["games"]] or list(contested_games())
        rows: list[Strength] = []
        for rules in chosen:
            for contest in CONTESTS:
                rows += strengths(rules, contest, seed=options["seed"], matches=count)
        self.stdout.write(markdown(rows))
