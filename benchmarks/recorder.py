"""Somebody who records a match by HTTP, in a process of their own so that nothing waits for them.

    recorder.py < {"url", "token", "match", "events", "apart"}

prints for each event when it was sent and when it was answered.
"""

import http.client
import json
import sys
import time
from typing import Any
from urllib.parse import urlsplit


def main() -> None:
    """Record the events one by one, at a steady pace."""
    asked = json.load(sys.stdin)
    host = urlsplit(asked["url"]).netloc
    connection = http.client.HTTPConnection(host, timeout=60)
    due, told = time.time(), []
    for version, event in enumerate(asked["events"], 1):
        time.sleep(max(0.0, due - time.time()))
        due += asked["apart"]
        sent = time.time()
        _record(connection, asked, version, event)
        told.append((sent, time.time()))
    json.dump(told, sys.stdout)


def _record(
    connection: http.client.HTTPConnection, asked: dict[str, Any], version: int, event: Any
) -> None:
    headers = {
        "Authorization": f"Bearer {asked['token']}",
        "Content-Type": "application/json",
        "If-Match": f'"{version}"',
    }
    path = f"/api/v1/matches/{asked['match']}/events"
    connection.request("POST", path, json.dumps({"events": [event]}), headers)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 201:
        raise SystemExit(f"{answer.status} {body.decode()}")


if __name__ == "__main__":
    main()
