"""An example for every answer in the API's manual, made from what the answer is described as."""

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

_KINDS: Mapping[str, Any] = {"integer": 1, "number": 1512.5, "boolean": False, "string": "…"}
_FORMATS = {
    "uuid": "5b9b2a0e-93c5-4d0a-8d0a-0f5a3c2f7e11",
    "date-time": "2026-01-30T19:30:00Z",
    "date": "2026-01-30",
}
_NAMED: Mapping[str, Any] = {
    "after": "2",
    "affiliation": "North",
    "before": "5",
    "bot": "greedy",
    "bye_scores": "0",
    "club_name": "Les Dés",
    "code": "wins",
    "definition": "How many tables were won.",
    "day": "2026-01-30",
    "delta": 12.25,
    "game": "sushi_bar",
    "gone": 300,
    "head_hash": "9f2c4d…",
    "label": "Anne P.",
    "language": "fr",
    "last_version": 12,
    "first_version": 12,
    "limit": 50,
    "matches": 24,
    "members": 13,
    "name": "Les Dés",
    "nickname": "Nana",
    "first_name": "Anne",
    "last_name": "Petit",
    "players": 13,
    "points": "7/2",
    "present": [1, 2, 3],
    "rounds": [1, 2],
    "score": 41,
    "scores": [41, 38, 30, 17],
    "places": [1, 2, 3, 4],
    "seconds": 3000,
    "seed": "s3ed",
    "seeds": [3, 1, 4, 2],
    "slug": "les-des",
    "split": "4+3+3+3",
    "status": "running",
    "text": "Anne P. gains 12 points.",
    "time_zone": "Europe/Paris",
    "title": "Friday evening",
    "type": "tournament.tables_published",
    "value": "3",
    "version": 12,
    "why": "place",
}
"""What a field of this name says, where its kind allows it."""
_PROBLEM = {
    "type": "urn:kaiten:problem:version_conflict",
    "title": "Somebody else was faster",
    "status": 412,
    "detail": "Somebody else was faster: look at what is there now.",
    "code": "version_conflict",
    "params": {"expected": 11, "actual": 12},
}
_DEEPEST = 12


def add_examples(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Give every answer of a description an example, and one to all refusals."""
    components = result["components"]["schemas"]
    components["Problem"]["example"] = _PROBLEM
    for methods in result["paths"].values():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                for kind, content in response.get("content", {}).items():
                    if status.startswith("2") and kind == "application/json":
                        content.setdefault("example", sample(content["schema"], components))
    return result


def sample(schema: Schema, components: Mapping[str, Schema], name: str = "", depth: int = 0) -> Any:
    """Return a value that a schema allows; a plain one that may be null and has no name is null."""
    if "$ref" in schema:
        return sample(components[schema["$ref"].rpartition("/")[2]], components, name, depth)
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            return sample(schema[word][0], components, name, depth)
    if "enum" in schema:
        named = _NAMED.get(name)
        return named if named in schema["enum"] else schema["enum"][0]
    kind = schema.get("type")
    if schema.get("nullable") and name not in _NAMED and kind not in ("object", "array"):
        return None
    match kind:
        case "object":
            return _object(schema, components, depth)
        case "array":
            return _array(schema, components, name, depth)
        case str():
            return _plain(schema, kind, name)
        case _:
            return {}


def _object(schema: Schema, components: Mapping[str, Schema], depth: int) -> dict[str, Any]:
    fields = {
        name: sample(inner, components, name, depth + 1)
        for name, inner in schema.get("properties", {}).items()
        if depth < _DEEPEST or name in schema.get("required", ())
    }
    more = schema.get("additionalProperties")
    if isinstance(more, dict) and more and depth < _DEEPEST:
        fields["1"] = sample(more, components, "label", depth + 1)
    return fields


def _array(schema: Schema, components: Mapping[str, Schema], name: str, depth: int) -> Any:
    item = schema["items"]
    named = _NAMED.get(name)
    if isinstance(named, list) and item.get("type") == "integer":
        return named
    if depth >= _DEEPEST and not schema.get("minItems"):
        return []
    return [sample(item, components, name.removesuffix("s"), depth + 1)] * schema.get("minItems", 1)


def _plain(schema: Schema, kind: str, name: str) -> Any:
    if form := _FORMATS.get(schema.get("format", "")):
        return form
    named = _NAMED.get(name)
    fits = {"string": str, "integer": int, "number": float, "boolean": bool}[kind]
    value = named if type(named) is fits else _KINDS[kind]
    return max(value, schema.get("minimum", value)) if kind in ("integer", "number") else value
