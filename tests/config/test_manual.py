"""The API's manual: chapters in the order of what people do."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from config.manual import CHAPTERS
from tests.described import api_description
from tournaments.tournaments.director.commands.catalogue import command_names


@pytest.fixture(scope="module")
def chapters() -> dict[str, list[str]]:
    """Return the names of the operations of each chapter, as a reader meets them."""
    read: dict[str, list[str]] = defaultdict(list)
    for methods in api_description()["paths"].values():
        for operation in methods.values():
            [title] = operation["tags"]
            read[title].append(operation["operationId"])
    return read


def test_every_operation_stands_in_a_chapter_with_words(chapters: dict[str, list[str]]) -> None:
    described = api_description()["tags"]
    assert [one["name"] for one in described] == [one.title for one in CHAPTERS]
    assert all(one["description"] for one in described)
    assert set(chapters) == {one.title for one in CHAPTERS}
    assert max(map(len, chapters.values())) <= 20


def test_every_name_in_the_contents_is_that_of_an_operation(chapters: dict[str, list[str]]) -> None:
    known = [name for names in chapters.values() for name in names]
    for chapter in CHAPTERS:
        for name in chapter.names:
            assert any(one.startswith(name) for one in known), name


def test_the_commands_of_a_tournament_come_in_the_order_of_its_life(
    chapters: dict[str, list[str]],
) -> None:
    commands = [
        name.removeprefix("tournaments_command_")
        for names in chapters.values()
        for name in names
        if name.startswith("tournaments_command_")
    ]
    assert commands == [*command_names()]
    assert [*chapters] == [one.title for one in CHAPTERS]
    assert "tournaments_proposal" in chapters["Tournaments: rounds"]


def test_a_new_operation_finds_its_chapter(chapters: dict[str, list[str]]) -> None:
    assert "matches_ratings" in chapters["Ladders"]
    assert "matches_annotate" in chapters["Matches: correct"]


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for methods in api_description()["paths"].values():
        for operation in methods.values():
            yield operation["operationId"], operation


def test_every_operation_shows_a_body_that_can_be_sent() -> None:
    for name, operation in operations():
        contents = operation.get("requestBody", {}).get("content", {})
        for content in list(contents.values())[:1]:
            shown = content.get("examples") or content["schema"].get("example")
            assert shown is not None, name


def plain(schema: Any) -> Any:
    """Return a schema of OpenAPI 3.0 as JSON Schema says the same."""
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    said = {name: plain(inner) for name, inner in schema.items()}
    return {"anyOf": [said, {"type": "null"}]} if schema.get("nullable") is True else said


def test_every_operation_shows_an_answer_that_is_as_described() -> None:
    description = api_description()
    components = plain(description["components"])
    shown = 0
    for name, operation in operations():
        for status, response in operation["responses"].items():
            content = response.get("content", {}).get("application/json")
            if content is None or not status.startswith("2"):
                continue
            schema = {**content["schema"], "components": components}
            assert "example" in content, name
            jsonschema.validate(content["example"], schema)
            shown += 1
    assert shown > 120
    problem = description["components"]["schemas"]["Problem"]
    jsonschema.validate(problem["example"], problem | {"components": components})
