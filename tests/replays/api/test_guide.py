"""The commands of docs/api.md do what the guide says, one after the other."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.answers import Answer
from tests.replays.api.conftest import API, Table

pytestmark = pytest.mark.django_db

GUIDE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, int]]:
    """Yield each command's text and the status the guide promises, which stands behind it."""
    for language, text in BLOCK.findall(GUIDE):
        if language == "sh":
            for command, status in re.findall(r"(curl .*?) +# (\d{3})$", text, re.M | re.S):
                yield command, int(status)


def send(
    client: Client, command: str, names: dict[str, str], files: dict[str | None, bytes]
) -> Answer:
    for name, value in names.items():
        command = command.replace(f"${name}", value)
    words = iter(shlex.split(command.replace("\\\n", " "))[1:])
    method, address, headers, body, saved = "GET", "", {}, b"", None
    for word in words:
        match word:
            case "-X":
                method = next(words)
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-d":
                body = next(words).encode()
            case "--data-binary":
                body = files[next(words).removeprefix("@")]
            case "-o":
                saved = next(words)
            case _:
                address = word
    parts = urlsplit(address)
    kind = headers.pop("Content-Type", "application/json")
    where = f"{parts.path}?{parts.query}" if parts.query else parts.path
    answer = client.generic(method, where, body, kind, headers=headers)
    files[saved] = answer.content
    return answer


def test_every_command_of_the_guide_answers_as_it_says(table: Table) -> None:
    anne, bob = table.seats()
    names = {
        "KAITEN": "http://testserver",
        "TOKEN": table.arbiter.headers["Authorization"].removeprefix("Bearer "),
        "CLUB": str(table.club.id),
        "ANNE": anne,
        "BOB": bob,
    }
    asked = 0
    files: dict[str | None, bytes] = {}
    for command, status in commands():
        answer = send(table.public.client, command, names, files)
        assert answer.status_code == status, (command, answer.content)
        if answer.headers.get("Location", "").startswith(f"{API}/matches/"):
            names["MATCH"] = answer.json()["id"]
        if answer.headers.get("Location", "").startswith(f"{API}/batches/"):
            names["BATCH"] = answer.json()["id"]
        if answer.headers.get("Location", "").startswith(f"{API}/tournaments/"):
            names["TOURNAMENT"] = answer.json()["id"]
        if answer.headers.get("Location", "").startswith(f"{API}/ladders/"):
            names.setdefault("LADDER", answer.json()["id"])
        asked += 1
    assert asked == GUIDE.count("\ncurl ")
    shown = [json.loads(text) for language, text in BLOCK.findall(GUIDE) if language == "json"]
    assert shown == [answer.json()]
