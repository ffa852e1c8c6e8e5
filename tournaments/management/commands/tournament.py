"""`manage.py tournament ACTION …`: tournaments from a shell, every command and every look."""

import sys
from typing import Any, ClassVar

from django.core.management import CommandError, call_command
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError, refused
from replays.management.base import BAD_INPUT, KaitenCommand, shell_envelope
from tournaments.tournaments.director.commands.catalogue import command_class
from tournaments.tournaments.selectors.consequences import consequences_view
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import tournament_of
from tournaments.tournaments.services.bots import enter_bots, play_tables
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament
from tournaments.tournaments.shell import input as typed
from tournaments.tournaments.shell.consequences_text import consequences
from tournaments.tournaments.shell.directing import directed, form_of, told
from tournaments.tournaments.shell.fields import command_of, fields_of_words, typed_fields
from tournaments.tournaments.shell.known import tournament_named
from tournaments.tournaments.shell.looks import LOOKS
from tournaments.tournaments.shell.parsing import add_actions
from tournaments.tournaments.shell.script import OTHERS, STANDARD_INPUT, lines_of, words_of


class Command(KaitenCommand):
    """Begin, direct and look at tournaments; bots can enter them and play."""

    help = "Tournaments: begin, direct, look at them, let bots play."
    _OWN: ClassVar = frozenset({"new", "do", "preview", "run", "bots", "play"})
    _parsers: ClassVar[dict[tuple[Any, ...], CommandParser]] = {}

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser of all that can be asked, which one process builds only once."""
        exits = bool(getattr(self, "_called_from_command_line", False))
        key = (prog_name, subcommand, exits, *sorted(kwargs.items()))
        if key not in self._parsers:
            self._parsers[key] = super().create_parser(prog_name, subcommand, **kwargs)
        return self._parsers[key]

    def add_arguments(self, parser: CommandParser) -> None:
        add_actions(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._act(options["action"], options)
        except RuleViolation as violation:
            raise refused(violation) from None

    def _act(self, action: str, options: dict[str, Any]) -> None:
        if action in LOOKS:
            found = LOOKS[action](options)
            self.stdout.write(found, ending="" if found.endswith("\n") else None)
        elif action in self._OWN:
            getattr(self, f"_{action}")(options)
        else:
            self._direct(action, typed_fields(command_class(action), options), options)

    def _new(self, options: dict[str, Any]) -> None:
        created = create_tournament(
            club=typed.club_named(options["club"]),
            wanted=NewTournament(
                options["title"], options["day"], options["seed"], typed.plan_of(options["preset"])
            ),
            envelope=shell_envelope(),
        )
        self.stdout.write(str(created.stream_id))

    def _do(self, options: dict[str, Any]) -> None:
        command = command_class(options["name"])
        self._direct(options["name"], fields_of_words(command, options["words"]), options)

    def _direct(self, name: str, fields: dict[str, Any], options: dict[str, Any]) -> None:
        id_ = tournament_named(options["tournament"])
        form = form_of(options)
        self.stdout.write(directed(id_, name, fields, note=options["note"], form=form))

    def _preview(self, options: dict[str, Any]) -> None:
        id_ = tournament_named(options["tournament"])
        fields = fields_of_words(command_class(options["name"]), options["words"])
        with reading(id_) as state:
            command = command_of(options["name"], fields, state)
            self.stdout.write(consequences(consequences_view(id_, state, command)))

    def _bots(self, options: dict[str, Any]) -> None:
        id_ = tournament_named(options["tournament"])
        wrote = enter_bots(
            tournament_id=id_,
            number=options["number"],
            bots=[name.strip() for name in options["bots"].split(",")],
            envelope=shell_envelope(),
        )
        with reading(id_) as state:
            self.stdout.write(told(state, wrote))

    def _play(self, options: dict[str, Any]) -> None:
        played = play_tables(
            tournament_id=tournament_named(options["tournament"]),
            stage=options["stage"],
            round_=options["round"],
            thin=options["thin"],
            envelope=shell_envelope(),
        )
        self.stdout.write(_("Tables played: %(count)s") % {"count": len(played)})

    def _run(self, options: dict[str, Any]) -> None:
        """Do line after line; a terminal and `--keep-going` go on after a refusal."""
        tournament, title = options["tournament"], ""
        if tournament:
            row = tournament_of(tournament_named(tournament))
            tournament, title = str(row.id), row.title
        shown = options["file"] == STANDARD_INPUT and sys.stdin.isatty()
        one, refusals = _Lines(self), 0
        for number, line in lines_of(options["file"], title):
            try:
                one.do(line, tournament, echo=not shown)
            except CommandError as refusal:
                words = f"{refusal} ({_('line')} {number})"
                if not shown and not options["keep_going"]:
                    raise CommandError(words, returncode=BAD_INPUT) from refusal
                self.stderr.write(words)
                refusals += 1
        if refusals and not shown:
            raise KaitenError("lines_refused", count=refusals)


class _Lines:
    """Carries out lines, each as if it were a call of its own."""

    def __init__(self, command: Command) -> None:
        self._stdout = command.stdout
        self._command = Command(stdout=command.stdout, stderr=command.stderr)  # type: ignore[arg-type]
        self._parser = self._command.create_parser("manage.py", "tournament")

    def do(self, line: str, tournament: str, *, echo: bool) -> None:
        """Do what a line says; raises CommandError with why not."""
        try:
            words = words_of(line, tournament)
        except KaitenError as refusal:
            raise CommandError(f"{refusal.code}: {refusal.message}") from None
        if not words:
            return
        if echo:
            self._stdout.write(f"> {line.strip()}")
        try:
            if words[0] in OTHERS:
                call_command(*words, stdout=self._stdout)
            elif words[0] == "run":
                raise CommandError("bad_option_text: run")
            else:
                parsed = vars(self._parser.parse_args(words))
                self._command.execute(**parsed | {"skip_checks": True})
        except SystemExit as end:
            # Without a code somebody asked for help, which is printed.
            if end.code:
                raise CommandError(f"malformed_line: {line.strip()}") from None
