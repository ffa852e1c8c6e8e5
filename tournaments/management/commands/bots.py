"""`manage.py bots GAME [--seats greedy,random]`: bots against each other, as a table and files."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from games.core.contract import AnyRules
from games.registry import rules_of
from replays.errors import KaitenError
from replays.management.base import KaitenCommand, read_uuid, write_file
from tournaments.batches.services.batches import NewBatch
from tournaments.batches.services.pools import moved_on, standings_of
from tournaments.batches.services.records import record_files
from tournaments.batches.shell import read_seed, start_in_background
from tournaments.batches.statistics.results import BotFigures
from tournaments.people.models import Club
from tournaments.people.selectors.clubs import DEMO_CLUB_ID, club_list, club_of
from tournaments.people.services.bots import BotMatch, play_bot_match, require_playable
from tournaments.tournaments.shell.input import fields_of

MOST_MATCHES = 100_000


class Command(KaitenCommand):
    """Play matches between bots; the same seed gives the same matches and the same files."""

    help = "Let bots play matches against each other and show how they fared."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game, such as sushi_bar")
        parser.add_argument(
            "--seats", default=None, help="bots by seat (greedy against three random players)"
        )
        parser.add_argument("--matches", type=int, default=100, help="how many (100)")
        parser.add_argument("--seed", default="0", help="another seed plays other matches")
        parser.add_argument(
            "--keep-seats", action="store_true", help="do not move everybody on by one each match"
        )
        parser.add_argument("--save", default="", help="a folder for a .jsonl and a .kgn per match")
        parser.add_argument("--options", nargs="*", default=[], help="options, such as name=value")
        parser.add_argument("--date", default="2026-01-01", help="the date in saved files")
        parser.add_argument(
            "--club",
            type=read_uuid,
            default=DEMO_CLUB_ID,
            help="the club's id, in saved files as well",
        )
        parser.add_argument(
            "--background", action="store_true", help="let the workers play and store the matches"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rules = rules_of(options["game"])
        bots = _seats(options["seats"], rules)
        chosen = fields_of(options["options"])
        setup = require_playable(rules, bots, chosen)
        count = options["matches"]
        if not 1 <= count <= MOST_MATCHES:
            raise KaitenError("bad_match_count", limit=MOST_MATCHES)
        if options["background"]:
            if options["save"]:
                raise KaitenError("background_saves_nothing")
            club = _club(options["club"])
            wanted = NewBatch(
                game=rules.slug,
                bots=bots,
                matches=count,
                seed=read_seed(options["seed"]),
                options=chosen,
                rotate=not options["keep_seats"],
            )
            self.stdout.write(start_in_background(club=club, wanted=wanted))
            return
        start = _date(options["date"])
        folder = _folder(options["save"]) if options["save"] else None
        matches: list[BotMatch] = []
        # On standard error, and only where somebody is watching.
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            for number in progress.track(range(count), description=_("Playing")):
                seated = bots if options["keep_seats"] else moved_on(bots, number)
                match = play_bot_match(
                    rules=rules, setup=setup, bots=seated, seed=f"{options['seed']}/{number}"
                )
                if folder is not None:
                    stem = folder / f"{rules.slug}-{options['seed']}-{number:05}"
                    now = start + timedelta(minutes=number)
                    files = record_files(match, club_id=options["club"], now=now)
                    for suffix, text in files.items():
                        write_file(f"{stem}.{suffix}", text)
                matches.append(match)
        self._show(standings_of(matches))

    def _show(self, standings: Sequence[BotFigures]) -> None:
        table = Table()
        table.add_column(_("Bot"))
        for heading in (_("Seats played"), _("Wins"), _("Win rate"), _("Average score")):
            table.add_column(heading, justify="right")
        for row in standings:
            rate, average = float(row.rate.value) * 100, float(row.scores.average)
            played, won = str(row.rate.trials), str(row.firsts)
            table.add_row(row.bot, played, won, f"{rate:.1f} %", f"{average:.2f}")
        console = Console(width=100, no_color=self.style.SUCCESS("") == "")
        with console.capture() as shown:
            console.print(table)
        self.stdout.write(shown.get())


def _seats(text: str | None, rules: AnyRules) -> list[str]:
    """Return the bots by seat; unless told otherwise, greedy against up to three random ones."""
    if text is None:
        return ["greedy", *["random"] * (min(4, rules.seats[-1]) - 1)]
    return [name.strip() for name in text.split(",")]


def _date(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(hour=12, tzinfo=UTC)
    except ValueError:
        raise KaitenError("bad_date", text=text[:40]) from None


def _folder(text: str) -> Path:
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        raise KaitenError("file_unwritable", file=text) from None
    return folder


def _club(club_id: UUID) -> Club:
    """Return the club that was named; where none was, the demo's or else the first."""
    if club_id != DEMO_CLUB_ID:
        return club_of(club_id)
    club = club_list().filter(pk=club_id).first() or club_list().first()
    if club is None:
        raise KaitenError("no_club")
    return club
