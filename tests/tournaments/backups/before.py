"""What release 0.1 left behind, see release_0_1/README.md, and what it answered about it."""

import csv
import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.apps import apps
from django.test import Client

from replays.models import Match, Stream
from tests.factories import bearer, make_token
from tournaments.ladders.models import LadderPlayer

FOLDER = Path(__file__).parent / "release_0_1"
BACKUP = FOLDER / "club.zip"
TOURNAMENT = FOLDER / "tournament.jsonl"
RECORDS = sorted((FOLDER / "records").iterdir())
CLUB = UUID("fb59eabb-87a5-5cee-8cd8-8c6d7e2fcec9")


@cache
def expected() -> dict[str, Any]:
    """Return what 0.1 knew and answered."""
    found: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text())
    return found


def unpack_database(to: Path) -> None:
    """Write the database of 0.1 to a file."""
    to.write_bytes(lzma.decompress((FOLDER / "club.sqlite3.xz").read_bytes()))


def heads() -> dict[str, list[Any]]:
    """Return kind, version and head hash of every stream."""
    return {str(row.pk): [row.kind, row.version, row.head_hash] for row in Stream.objects.all()}


def contents() -> dict[str, str]:
    """Return the content hash of every match."""
    return {str(row.pk): row.content_hash for row in Match.objects.all()}


def ratings() -> dict[str, dict[str, list[Any]]]:
    """Return every digit of every ladder."""
    found: dict[str, dict[str, list[Any]]] = {ladder: {} for ladder in expected()["ratings"]}
    for row in LadderPlayer.objects.all():
        digits = [repr(number) for number in (row.mu, row.sigma, row.shown)]
        found[str(row.ladder_id)][str(row.player_id)] = [*digits, row.matches, row.firsts]
    return found


def changed_answers(*, about: str = "", without: tuple[str, ...] = ()) -> list[str]:
    """Ask again what 0.1 was asked; return what is missing in the answers or other than it was."""
    client, headers = Client(), bearer(make_token()[1])
    changes: list[str] = []
    for path, was in expected()["answers"].items():
        if about in path and not any(word in path for word in without):
            response = client.get(f"/api/v1/{path}{_meant(path, was)}", headers=headers)
            if path.endswith(".csv"):
                _compare(_lines(was), _lines(response.text), path, changes)
                continue
            is_text = response.headers["Content-Type"].startswith("text/")
            _compare(was, response.text if is_text else response.json(), path, changes)
    return changes


def _meant(path: str, was: Any) -> str:
    """Return which stage the standings were of: 0.1 listed the one played last, not everybody."""
    if not path.endswith("/standings.csv") or not (lines := _lines(was)):
        return ""
    return f"?stage={lines[0]['stage']}"


def _lines(table: str) -> list[dict[str, str]]:
    """Return a list for a spreadsheet by its columns; it may have got more of them."""
    return list(csv.DictReader(table.splitlines()))


def _compare(was: Any, now: Any, at: str, changes: list[str]) -> None:
    """Note where an answer is not what it was; it may say more than it did.

    0.1 counted nothing that was played in an elimination, nor in the whole tournament.
    """
    if at.endswith(".played") and was in (0, "0"):
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key, value in was.items():
            if key in now:
                _compare(value, now[key], f"{at}.{key}", changes)
            else:
                changes.append(f"{at}.{key} is missing")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for index, (one, other) in enumerate(zip(was, now, strict=True)):
            _compare(one, other, f"{at}[{index}]", changes)
    elif was != now or type(was) is not type(now):
        changes.append(f"{at} was {was!r:.80} and is {now!r:.80}")


def every_row() -> dict[str, dict[Any, tuple[Any, ...]]]:
    """Return all rows of our own tables, by table and key."""
    return {
        model.__name__: {row[0]: row for row in model._default_manager.values_list("pk", *fields)}
        for label in ("replays", "tournaments")
        for model in apps.get_app_config(label).get_models()
        for fields in [[field.attname for field in model._meta.concrete_fields]]
    }
