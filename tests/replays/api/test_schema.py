"""The description of the API is complete, valid, and true of what is answered."""

import json
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern
from schemathesis.generation.case import Case

from games.testing.scale import sampled, scaled
from replays.api.urls import urlpatterns
from tests.described import api_description
from tests.examining import Examiner
from tests.replays.api.conftest import Table
from tests.tournaments.tournaments.play import Friday
from tournaments.api_urls import urlpatterns as club_patterns

pytestmark = pytest.mark.django_db

PREFIX = "/api/v1/"
PROBLEM = "application/problem+json"


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return api_description()


def operations(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_the_description_is_valid_and_nothing_had_to_be_guessed(
    tmp_path: Path, description: dict[str, Any]
) -> None:
    file = tmp_path / "schema.json"
    call_command(
        "spectacular", "--validate", "--fail-on-warn", format="openapi-json", file=str(file)
    )
    assert json.loads(file.read_text())["paths"].keys() == description["paths"].keys()


def test_every_address_of_matches_is_described(description: dict[str, Any]) -> None:
    described = {re.sub(r"\{\w+\}", "*", path) for path in description["paths"]}
    for pattern in urlpatterns:
        path = PREFIX + re.sub(r"<[^>]+>", "*", str(pattern.pattern))
        assert path in described


def test_every_operation_says_what_it_does_and_how_it_refuses(description: dict[str, Any]) -> None:
    seen = set()
    for path, _method, operation in operations(description):
        assert operation["summary"], path
        assert operation["description"], path
        assert operation["tags"], path
        assert operation["operationId"] not in seen
        seen.add(operation["operationId"])
        refusals = {
            status: answer["content"]
            for status, answer in operation["responses"].items()
            if int(status) >= 400
        }
        assert "400" in refusals, path
        for content in refusals.values():
            assert list(content) == [PROBLEM]


def parts(schema: Any, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every property of a schema with where it is, those inside other schemas too."""
    if isinstance(schema, list):
        for inner in schema:
            yield from parts(inner, name)
    elif isinstance(schema, dict):
        for key, inner in schema.items():
            if key == "properties":
                for field, value in inner.items():
                    yield f"{name}.{field}", value
                    yield from parts(value, f"{name}.{field}")
            elif key != "example":
                yield from parts(inner, name)


def referred(
    part: list[dict[str, Any] | str] | dict[str, Any] | str,
    schemas: dict[str, dict[str, Any]],
    seen: set[str],
) -> None:
    """Collect the names of the components that a part of the description leads to."""
    if isinstance(part, list):
        for inner in part:
            referred(inner, schemas, seen)
    elif isinstance(part, dict):
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            seen.add(name)
            referred(schemas[name], schemas, seen)
        for inner in part.values():
            referred(inner, schemas, seen)


@pytest.mark.parametrize("addresses", [urlpatterns, club_patterns], ids=["replays", "tournaments"])
def test_every_operation_parameter_and_field_says_what_it_is(
    description: dict[str, Any], addresses: list[URLPattern]
) -> None:
    known = {PREFIX + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(one.pattern)) for one in addresses}
    schemas = description["components"]["schemas"]
    seen: set[str] = set()
    silent = []
    for path, method, operation in operations(description):
        if path not in known:
            continue
        here = f"{method} {path}"
        referred(operation, schemas, seen)
        said = {f"{here} {part['name']}": part for part in operation.get("parameters", [])}
        said |= {f"{here} {status}": one for status, one in operation["responses"].items()}
        said |= dict(parts(operation, here)) | {here: operation}
        silent += [name for name, part in said.items() if not part.get("description")]
    for name in sorted(seen):
        found = schemas[name]
        # A list of choices is explained where it is used.
        silent += [name] if "enum" not in found and not found.get("description") else []
        silent += [place for place, part in parts(found, name) if not part.get("description")]
    assert len(seen) > 30
    assert silent == []


def test_every_body_has_an_example(description: dict[str, Any]) -> None:
    for path, _method, operation in operations(description):
        for content in list(operation.get("requestBody", {}).get("content", {}).values())[:1]:
            assert content.get("examples") or "example" in content.get("schema", {}), path


def test_every_write_to_a_match_asks_for_the_version_seen(description: dict[str, Any]) -> None:
    for path, method, operation in operations(description):
        if method != "post" or "{match_id}" not in path or path.endswith(("/preview", "/branches")):
            continue  # the one writes nothing, the other another match
        names = {parameter["name"]: parameter for parameter in operation["parameters"]}
        assert names["If-Match"]["required"] is True, path
        assert "Idempotency-Key" in names
        assert {"401", "403", "412", "422", "428"} <= set(operation["responses"])


def test_every_other_write_may_name_the_version_seen_and_need_not(
    description: dict[str, Any],
) -> None:
    asked = 0
    for path, _method, operation in operations(description):
        names = {parameter["name"]: parameter for parameter in operation.get("parameters", [])}
        if "{match_id}" in path or "If-Match" not in names:
            continue
        asked += 1
        assert not names["If-Match"].get("required"), path
        assert "412" in operation["responses"], path
        assert "428" not in operation["responses"], path
    assert asked > 50


def test_no_parameter_of_any_address_may_be_empty(
    description: dict[str, Any], table: Table
) -> None:
    known = {"club": table.club.slug, "tournament_id": Friday().id, "match_id": table.begin()}
    door = table.arbiter
    asked = 0
    for path, method, operation in operations(description):
        address = re.sub(r"\{(\w+)\}", lambda found: str(known.get(found[1], uuid4())), path)
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query":
                sent = f"{address}?{parameter['name']}="
                answer = door.client.generic(method.upper(), sent, headers=door.headers)
                problem = answer.json()
                assert (answer.status_code, problem["code"]) == (400, "empty_parameter"), address
                assert problem["params"] == {"parameter": parameter["name"]}
                asked += 1
    assert asked > 50


def test_the_description_and_its_pages_come_from_this_site_alone() -> None:
    client = Client()
    assert client.get(PREFIX + "schema").status_code == 200
    page = client.get(PREFIX + "docs")
    assert page.status_code == 200
    html = page.content.decode()
    addresses = re.findall(r'(?:src|href)="([^"]+)"', html)
    assert addresses
    assert not [address for address in addresses if "//" in address]
    # The content policy allows no script inside the page.
    assert not re.findall(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", html)
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    for address in addresses:
        file = client.get(address if address.startswith("/") else PREFIX + "docs" + address)
        assert file.status_code == 200, address
        file.close()


def test_what_is_answered_is_what_is_described(table: Table) -> None:
    """Requests made from the description itself, valid and not, against real matches."""
    reported = table.begin("plain", options={"title": "Go"})
    matches = cycle(map(str, (table.whole("hidden_game"), table.begin(), reported)))
    examiner = Examiner(table.arbiter.headers)

    def amend(case: Case[Any]) -> None:
        if "match_id" in (case.path_parameters or {}):
            case.path_parameters["match_id"] = next(matches)

    for name in sampled(list(examiner.operations), 2):
        examiner.ask(name, scaled(40), amend)
    assert examiner.statuses.total() > 100
    assert examiner.statuses[200]
