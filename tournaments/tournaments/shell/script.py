"""Several lines in one start: from a file, from standard input, or typed one after another."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress

from replays.errors import KaitenError
from replays.management.base import read_file
from tournaments.tournaments.shell.parsing import WITHOUT_TOURNAMENT

STANDARD_INPUT = "-"
OTHERS = frozenset({"player", "club", "season", "ladder"})
"""Other commands that an evening may need between those of its tournament."""


def lines_of(file: str, prompt: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a script with their numbers; whoever sits at a terminal is prompted."""
    if file == STANDARD_INPUT and sys.stdin.isatty():
        yield from enumerate(_typed(prompt), 1)
    elif file == STANDARD_INPUT:
        yield from enumerate(sys.stdin, 1)
    else:
        yield from enumerate(read_file(file).splitlines(), 1)


def _typed(prompt: str) -> Iterator[str]:
    with suppress(ImportError):
        import readline  # noqa: F401  (input() then edits lines and remembers them)
    while True:
        try:
            line = input(f"{prompt}> ")
        except EOFError:
            return
        if line.strip() in ("exit", "quit"):
            return
        yield line


def words_of(line: str, tournament: str) -> list[str]:
    """Return the words of a line, with the tournament that all lines are about; may be none."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise KaitenError("malformed_line", detail=str(error)) from None
    if not words or not tournament or words[0] in WITHOUT_TOURNAMENT | OTHERS:
        return words
    return [words[0], tournament, *words[1:]]
