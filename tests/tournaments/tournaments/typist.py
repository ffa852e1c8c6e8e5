"""Lines as an organiser types them after `manage.py tournament`."""

import csv
import sys
from io import StringIO

import pytest
from django.core.management import call_command


def manage(*words: str) -> str:
    """Run a command of the shell and return what it prints."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def tournament(*words: str) -> str:
    return manage("tournament", *words)


class Typist:
    """Types whole scripts into `tournament run -`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def run(self, script: str, *words: str) -> str:
        self._monkeypatch.setattr(sys, "stdin", StringIO(script))
        return tournament("run", "-", *words)


def rows(kind: str, name: str, *words: str) -> list[dict[str, str]]:
    """Return one of the lists of a tournament as a spreadsheet reads it."""
    return list(csv.DictReader(StringIO(tournament(kind, name, "--csv", *words))))


def tables(name: str, stage: int, round_: int) -> dict[int, list[str]]:
    """Return the first names of those at each table of a round, in seat order."""
    seated: dict[int, list[str]] = {}
    for row in rows("pairings", name):
        if (row["stage"], row["round"]) == (str(stage), str(round_)) and row["table"]:
            seated.setdefault(int(row["table"]), []).append(row["label"].split()[0].lower())
    return seated
