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


LINE = re.compile(
    r"""
      ^ (?P<name>[A-Z]+) ="(?P<value>[^\n]*)"$
    | ^ printf\ '(?P<text>[^\n]*)'\ >\ (?P<file>\S+)$
    | (?: (?P<kept>[A-Z]+) =\$\( )? (?P<curl>curl\ .*?) (?: \ \|\ pick\ (?P<field>\w+)\) )?
      \ +\#\ (?P<status>\d{3})$
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)


def lines() -> Iterator[dict[str, str | None]]:
    """Yield what the guide tells a shell: requests with the status it promises, and variables."""
    for language, text in BLOCK.findall(GUIDE):
        if language == "sh":
            yield from (line.groupdict() for line in LINE.finditer(text))


def filled(text: str, names: dict[str, str]) -> str:
    return re.sub(r"\$([A-Z]+)", lambda part: names[part[1]], text)


def send(
    client: Client, command: str, names: dict[str, str], files: dict[str | None, bytes]
) -> Answer:
    words = iter(filled(word, names) for word in shlex.split(command.replace("\\\n", " "))[1:])
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
    for line in lines():
        if name := line["name"]:
            names[name] = filled(line["value"] or "", names)
            continue
        if file := line["file"]:
            files[file] = (line["text"] or "").replace("\\n", "\n").encode()
            continue
        command = line["curl"] or ""
        answer = send(table.public.client, command, names, files)
        assert str(answer.status_code) == line["status"], (command, answer.content)
        if (kept := line["kept"]) and (field := line["field"]):
            names[kept] = json.dumps(answer.json()[field]).strip('"')
        if answer.headers.get("Location", "").startswith(f"{API}/matches/"):
            names["MATCH"] = answer.json()["id"]
        if answer.headers.get("Location", "").startswith(f"{API}/batches/"):
            names["BATCH"] = answer.json()["id"]
        if answer.headers.get("Location", "").startswith(f"{API}/tournaments/"):
            names["TOURNAMENT"] = answer.json()["id"]
        if answer.headers.get("Location", "").startswith(f"{API}/ladders/"):
            names.setdefault("LADDER", answer.json()["id"])
        asked += 1
    assert asked == len(re.findall(r"^(?:[A-Z]+=\$\()?curl ", GUIDE, re.MULTILINE))
    shown = [json.loads(text) for language, text in BLOCK.findall(GUIDE) if language == "json"]
    assert shown == [answer.json()]
