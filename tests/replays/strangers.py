"""A program that never heard of the game of its matches: `python -m tests.replays.strangers <id>`.

It looks at a match through commands, pages and the API, and prints what each answers as JSON.
"""

import json
import sys
from io import StringIO

import django


def commanded(*arguments: str) -> tuple[int, str]:
    """Return the exit code of a command and what it said."""
    from django.core.management import CommandError, call_command

    out = StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=out)
    except CommandError as refusal:
        return refusal.returncode, str(refusal)
    except SystemExit as leaving:
        return int(leaving.code or 0), out.getvalue()
    return 0, out.getvalue()


def look(match: str) -> dict[str, tuple[int, str]]:
    """Return what everything says about a match."""
    from django.test import Client

    api = f"/api/v1/matches/{match}"
    client = Client(headers={"Host": "localhost"})
    paths = ["/", "/matches/", f"/matches/{match}/", "/api/v1/matches", api]
    paths += [f"{api}/{name}" for name in ("events", "verify", "state")]
    answers = {path: client.get(path) for path in paths}
    said = {path: (one.status_code, one.content.decode()) for path, one in answers.items()}
    for command in ("verify --all", "rebuild", f"export {match} --format jsonl", f"replay {match}"):
        said[command.partition(" ")[0]] = commanded(*command.split())
    return said


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(look(sys.argv[1])))
