"""The bodies of commands in the API's description, made from the commands themselves."""

from typing import Any

import msgspec

from games.core.canonical import LARGEST_INTEGER
from replays.notes import LONGEST_NOTE
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.catalogue import command_names

_REFERENCE = "#/$defs/"
_WHOLE = {"minimum": -LARGEST_INTEGER, "maximum": LARGEST_INTEGER}

NOTE: dict[str, Any] = {
    "type": "string",
    "maxLength": LONGEST_NOTE,
    "description": "A reason in words, for organisers only; kept with rulings and penalties.",
}


def command_body(command: type[Command]) -> dict[str, Any]:
    """Return what a command takes as an OpenAPI 3.0 schema: its fields and a note."""
    known = msgspec.json.schema(command)
    body = _converted({"$ref": known["$ref"]}, known["$defs"])
    body["properties"] = {**body["properties"], "note": NOTE}
    return body


def preview_body() -> dict[str, Any]:
    """Return what the preview takes: a command's name beside its fields."""
    return {
        "type": "object",
        "description": "The name of a command beside the fields that this command takes.",
        "properties": {"command": {"type": "string", "enum": list(command_names())}},
        "required": ["command"],
        "additionalProperties": True,
    }


def _converted(schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON Schema as OpenAPI 3.0 has it, nothing referred to and no type `null`."""
    found = dict(schema)
    if (reference := found.pop("$ref", None)) is not None:
        return _converted(known[reference.removeprefix(_REFERENCE)], known) | found
    if "prefixItems" in found:
        # All the tuples of commands hold one kind of value.
        found["items"] = found.pop("prefixItems")[0]
    if "anyOf" in found:
        return _either(found, known)
    if found.get("type") == "integer":
        found = _WHOLE | found
    if not found.get("required", True):
        del found["required"]
    for name in ("items", "additionalProperties"):
        if isinstance(found.get(name), dict):
            found[name] = _converted(found[name], known)
    if "properties" in found:
        found["properties"] = {
            name: _converted(inner, known) for name, inner in found["properties"].items()
        }
    if "enum" in found:
        found.setdefault("type", "string")
    return found


def _either(schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    options = schema.pop("anyOf")
    rest = [_converted(option, known) for option in options if option != {"type": "null"}]
    one = rest[0] if len(rest) == 1 else {"anyOf": rest}
    return one | schema | ({"nullable": True} if len(rest) < len(options) else {})
