"""`manage.py translations`: keep the French catalogues complete and compiled."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import catalogs


class Command(BaseCommand):
    help = "Compile, complete or check the translation catalogues."
    requires_system_checks = []  # a catalogue is a file: nothing else has to work

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("compile", help="write the .mo files Django reads")
        update = actions.add_parser("update", help="add what the code says and a catalogue lacks")
        update.add_argument("--prune", action="store_true", help="also drop what nobody says")
        actions.add_parser("check", help="fail on missing, fuzzy or obsolete translations")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "compile":
            self._list(catalogs.compile_catalogs())
        elif options["action"] == "update":
            self._list(catalogs.update_catalogs(prune=options["prune"]))
        else:
            self._check()

    def _list(self, paths: list[Any]) -> None:
        for path in paths:
            self.stdout.write(str(path.relative_to(catalogs.ROOT)))

    def _check(self) -> None:
        problems = catalogs.check_catalogs()
        for problem in problems:
            self.stdout.write(f"{problem.path}: {problem.kind}: {problem.message}")
        if problems:
            raise CommandError(f"{len(problems)} translations need work.")
