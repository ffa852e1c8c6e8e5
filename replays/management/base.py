"""What every command shares: bad input is one line on standard error and the exit code 2."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from games.core.words import CORE_WORDS, say
from games.registry import games
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.services.queue import left_to_the_server

BAD_INPUT = 2
LARGEST_FILE = 64 * 1024 * 1024
_LANGUAGE_NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment says which language it wants, the first that does."""


class KaitenCommand(BaseCommand):
    """A command whose refusals are told in one translated line."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return a parser that tells a wrong call in one line, without its usage."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.print_usage = lambda *args, **kwargs: None  # type: ignore[method-assign]
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run the command in the language of the terminal."""
        with override(terminal_language(os.environ)):
            super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; turn a refusal into a CommandError with the exit code 2."""
        try:
            with left_to_the_server():
                return super().execute(*args, **options)
        except (KaitenError, RuleViolation) as refusal:
            raise CommandError(refusal_line(refusal), returncode=BAD_INPUT) from refusal
        except (OperationalError, ProgrammingError) as error:
            missing = KaitenError("database_not_ready")
            raise CommandError(refusal_line(missing), returncode=BAD_INPUT) from error


def terminal_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, if Kaiten speaks it; English otherwise."""
    wanted = next(filter(None, (environment.get(name) for name in _LANGUAGE_NAMES)), "")[:2]
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def shell_envelope(note: str = "") -> Envelope:
    """Return the envelope of a write that is asked for in a shell, now."""
    return Envelope("cli", datetime.now(UTC), note=note)


def refusal_line(refusal: KaitenError | RuleViolation, language: str | None = None) -> str:
    """Return a refusal as one line: its code, then its words."""
    if isinstance(refusal, KaitenError):
        words = refusal.message
    else:
        key = f"code.{refusal.code}"
        known = next((r.words for r in games() if key in r.words), CORE_WORDS)
        words = say(known, key, language or get_language() or "en", **refusal.params)
        words = str(refusal) if words == key else words
    if words == refusal.code or not words:
        return str(refusal)
    line, word = refusal.params.get("line"), _("line")
    where = f" ({word} {line})" if line is not None and str(line) not in words else ""
    return " ".join(f"{refusal.code}: {words}{where}".split())


def read_file(path: str) -> str:
    """Return the text of a file, or raise a refusal that names it."""
    try:
        if Path(path).stat().st_size > LARGEST_FILE:
            raise KaitenError("record_too_large", 413, limit=LARGEST_FILE)
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise KaitenError("file_not_text", file=path) from None
    except (OSError, ValueError):
        raise KaitenError("file_unreadable", file=path) from None


def write_file(path: str, text: str) -> None:
    """Write a text to a file exactly as it is, or raise a refusal that names it."""
    try:
        Path(path).write_bytes(text.encode("utf-8"))
    except (OSError, ValueError):
        raise KaitenError("file_unwritable", file=path) from None


def read_uuid(text: str) -> UUID:
    """Return the id that a text is, or raise a refusal."""
    try:
        return UUID(text)
    except ValueError:
        raise KaitenError("not_an_id", text=text[:80]) from None


def is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
