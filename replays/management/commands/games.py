from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.core.management.base import CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from games.core.setup import Placeholder
from games.core.words import LANGUAGES
from games.registry import games, rules_of
from replays.management.base import KaitenCommand
from replays.selectors.games import (
    ComponentTableAnswer,
    GameHeadAnswer,
    GameSheetAnswer,
    OptionAnswer,
    RulingAnswer,
    ways_of,
)

WIDTH = 100


class Command(KaitenCommand):
    help = "List the games, or print what is in the box of one, its options and its rulings."
    requires_system_checks = []  # a game is code: nothing else has to work

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", metavar="GAME")
        parser.add_argument("--language", "--lang", choices=LANGUAGES, default=None)

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"] or (translation.get_language() or "en")[:2]
        with translation.override(language):
            slug = options["game"]
            shown = _sheet(slug, language) if slug else [_list(language)]
            # A file or a pipe gets no colours.
            console = Console(width=WIDTH, force_terminal=self.stdout.isatty(), highlight=False)
            with console.capture() as text:
                for part in shown:
                    console.print(part)
            self.stdout.write(text.get().rstrip("\n"))


def _list(language: str) -> Table:
    rows = []
    for rules in games():
        game = GameHeadAnswer.from_rules(rules, language)
        ways, speaks = ", ".join(ways_of(rules).values()), ", ".join(game.languages)
        rows.append((game.slug, game.name, _span(game.seats), ways, speaks))
    return _table((_("Game"), _("Name"), _("Players"), _("Kept as"), _("Languages")), rows)


def _sheet(slug: str, language: str) -> Iterator[RenderableType]:
    rules = rules_of(slug)
    game = GameSheetAnswer.from_rules(rules, language)
    yield Text(game.name, style="bold")
    yield Text(game.blurb)
    facts = Table.grid(padding=(0, 2))
    facts.add_row(_("Players"), _span(game.seats))
    facts.add_row(_("Kept as"), ", ".join(ways_of(rules).values()))
    facts.add_row(_("Languages"), ", ".join(game.languages))
    facts.add_row(_("Version of the rules"), str(game.rules))
    yield facts
    for table in game.components:
        yield from _components(table)
    if game.options:
        yield from _options(game.options)
    if game.rulings:
        yield from _rulings(game.rulings)


def _components(table: ComponentTableAnswer) -> Iterator[RenderableType]:
    columns = [_("What"), _("Code"), _("Number")]
    rows = [[row.label, row.value, row.number] for row in table.rows]
    if table.detail:
        columns.append(table.detail)
        for cells, row in zip(rows, table.rows, strict=True):
            cells.append("" if row.detail is None else row.detail)
    total = "" if table.total is None else f" ({table.total})"
    yield _title(f"{table.title}{total}{_mark(table.placeholder)}")
    yield _table(columns, rows)
    yield Text(table.source)
    if table.option:
        yield Text(f"{_('If your box differs, correct it with the option')} {table.option}.")


def _options(options: Sequence[OptionAnswer]) -> Iterator[RenderableType]:
    yield _title(_("Options"))
    rows = [
        (
            option.name,
            f"{option.label}{_mark(option.placeholder)}\n{option.help}",
            option.default_label,
            ", ".join(option.rulings),
        )
        for option in options
    ]
    yield _table((_("Name"), "", _("Usually"), _("Instead of")), rows)


def _rulings(rulings: Sequence[RulingAnswer]) -> Iterator[RenderableType]:
    yield _title(_("What the rulebook leaves open"))
    rows = [(ruling.id, ruling.text, ruling.option or "") for ruling in rulings]
    yield _table(("", "", _("Otherwise with")), rows)


def _title(words: str) -> Text:
    return Text(f"\n{words}", style="bold")


def _table(columns: Iterable[str], rows: Iterable[Sequence[object]]) -> Table:
    table = Table()
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    return table


def _mark(placeholder: Placeholder | None) -> str:
    words = {"made_up": _("made up"), "one_source": _("one source"), None: ""}[placeholder]
    return f" [{words}]" if words else ""


def _span(seats: Sequence[int]) -> str:
    return f"{seats[0]}–{seats[-1]}"
