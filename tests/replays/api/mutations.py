"""Random damage to valid requests, the same for the same seed."""

import json
import random
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")
KINDS = (
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "application/x-ndjson",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/x-www-form-urlencoded",
    "application/problem+json",
    "a/b/c;;=",
    "",
)
SCRAPS = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1e3",
        "null",
        "None",
        "true",
        "NaN",
        "٣",
        "９",
        "é",
        "💥",
        "\x00",
        "\u202e",
    ),
    *("../..", "%00", "%ff", "'\"--", "{0}", "%s", "${x}", "<script>", "*", '"1"', '"1-public"'),
    *("seat:0", "seat:99", "arbiter", "9" * 400, "a" * 9000, "cD0xMjM=", "2026-11-16T00:00:00Z"),
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "match.created", "log.rewound"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 2**31, 2**53 - 1, 2**53, 10**400, 1.5, 1e308),
    *(
        "",
        "x",
        "0",
        "\x00",
        "\ud800",
        "💥",
        "a" * 5000,
        [],
        {},
        [[]],
        [{}],
        {"": None},
        ["x"] * 600,
    ),
)
HEADERS = (
    *("If-Match", "If-None-Match", "Idempotency-Key", "Authorization", "Cookie", "Accept"),
    *("Accept-Language", "Content-Encoding", "X-HTTP-Method-Override", "X-CSRFToken", "Range"),
    *("Transfer-Encoding", "Host", "Origin", "Referer", "X-Forwarded-For", "Last-Event-ID"),
)

PARAMETERS = (
    *("as", "after", "limit", "version", "ply", "seat", "format", "club", "cursor", "game"),
    *("player", "status", "source", "created_from", "ended_before", "search", "kind", "x"),
)


@dataclass(frozen=True)
class Ask:
    """One request."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    kind: str
    body: bytes


def damaged(ask: Ask, rng: random.Random) -> Ask:
    """Return a request with one to three things wrong with it."""
    for _ in range(rng.randint(1, 3)):
        ask = rng.choice(_DAMAGES)(ask, rng)
    return ask


def _method(ask: Ask, rng: random.Random) -> Ask:
    return replace(ask, method=rng.choice(METHODS))


def _path(ask: Ask, rng: random.Random) -> Ask:
    steps = ask.path.split("/")
    at = rng.randrange(3, len(steps) + 1)
    scrap = quote(rng.choice(SCRAPS)[:500], safe="%")
    damaged = rng.choice((steps[:at], [*steps[:at], scrap, *steps[at:]], [*steps[: at - 1], scrap]))
    return replace(ask, path="/".join(damaged))


def _query(ask: Ask, rng: random.Random) -> Ask:
    name = rng.choice(PARAMETERS)
    added = f"{name}={quote(rng.choice(SCRAPS), safe='%')}"
    return replace(ask, query=f"{ask.query}&{added}" if rng.random() < 0.5 else added)


def _header(ask: Ask, rng: random.Random) -> Ask:
    name = rng.choice(HEADERS)
    if rng.random() < 0.3:
        return replace(ask, headers={k: v for k, v in ask.headers.items() if k != name})
    text = rng.choice(SCRAPS).encode().decode("latin-1").replace("\x00", "")
    if name == "Authorization" and rng.random() < 0.7:
        text = f"Bearer {text}"
    return replace(ask, headers=ask.headers | {name: text})


def _kind(ask: Ask, rng: random.Random) -> Ask:
    return replace(ask, kind=rng.choice(KINDS))


def _bytes(ask: Ask, rng: random.Random) -> Ask:
    body = bytearray(ask.body or b"{}")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(body) + 1)
        match rng.randrange(4):
            case 0:
                del body[at:]
            case 1:
                body[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 4)))
            case 2:
                body[at:at] = rng.choice((b'{"a":', b"[", b'"', b"\xed\xa0\x80", b"1.5", b"NaN"))
            case _:
                body[at : at + rng.randint(1, 9)] = b""
    return replace(ask, body=bytes(body))


def _shape(ask: Ask, rng: random.Random) -> Ask:
    try:
        value = json.loads(ask.body)
    except ValueError:
        return _bytes(ask, rng)
    return replace(ask, body=json.dumps(_bent(value, rng)).encode("utf-8", "surrogatepass"))


def _bent(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.8:
        name = rng.choice(sorted(value))
        match rng.randrange(4):
            case 0:
                return {key: inner for key, inner in value.items() if key != name}
            case 1:
                return value | {str(rng.choice(SCRAPS)): rng.choice(VALUES)}
            case _:
                return value | {name: _bent(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        bent = _bent(value[at], rng)
        return [*value[:at], bent, *value[at + rng.randrange(2) :]]
    return rng.choice(VALUES)


_DAMAGES = (_method, _path, _query, _query, _header, _header, _kind, _bytes, _bytes, _shape, _shape)
