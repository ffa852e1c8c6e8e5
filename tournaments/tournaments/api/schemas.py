"""The bodies of commands in the API's description, made from the commands themselves."""

from typing import Any

from replays.http.structs import body_schema
from replays.notes import LONGEST_NOTE
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.catalogue import command_names

NOTE: dict[str, Any] = {
    "type": "string",
    "maxLength": LONGEST_NOTE,
    "description": "A reason in words, for organisers only; kept with rulings and penalties.",
}


def command_body(command: type[Command]) -> dict[str, Any]:
    """Return what a command takes as an OpenAPI 3.0 schema: its fields, a note and an example."""
    body = body_schema(command)
    return body | {
        "properties": body["properties"] | {"note": NOTE},
        "example": dict(command.example),
    }


def preview_body() -> dict[str, Any]:
    """Return what the preview takes: a command's name beside its fields."""
    return {
        "type": "object",
        "description": "The name of a command beside the fields that this command takes.",
        "properties": {
            "command": {
                "type": "string",
                "enum": list(command_names()),
                "description": "The name of the command.",
            }
        },
        "required": ["command"],
        "additionalProperties": True,
    }
