"""What is typed after `manage.py tournament`: a club, the fields of a command, a stage."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.core.errors import RuleViolation
from replays.errors import KaitenError, refused
from replays.http.structs import body_schema
from tournaments.people.models import Club
from tournaments.people.selectors.clubs import club_by_name, club_list
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.catalogue import command_class, read_command
from tournaments.tournaments.director.presets import PresetPlan, read_plan
from tournaments.tournaments.director.state import State


def club_named(name: str) -> Club:
    """Return the club with a short name or id; without one, the only club there is."""
    if name:
        return club_by_name(name)
    clubs = list(club_list()[:2])
    if len(clubs) != 1:
        raise KaitenError("club_needed_by_name" if clubs else "no_club")
    return clubs[0]


def fields_of(texts: Sequence[str]) -> dict[str, Any]:
    """Return the fields that texts such as `stage=1` or `scores=[3,5]` say; a value may be JSON."""
    fields: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise KaitenError("bad_option_text", text=text[:80])
        try:
            fields[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            fields[name] = value
    return fields


def numbers_of(text: str) -> list[int]:
    """Return the numbers that a text such as `3,4` lists; raises `bad_number`."""
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise KaitenError("bad_number", text=text[:20])
    return [int(word) for word in words]


def command_of(name: str, fields: dict[str, Any]) -> Command:
    """Return the command that was typed, or raise what of it cannot be read."""
    try:
        known = body_schema(command_class(name))["properties"]
        # A text that looks like a number is still a text.
        texts = {
            field: str(value)
            for field, value in fields.items()
            if isinstance(value, int) and _may_be_text(known.get(field, {}))
        }
        return read_command(name, fields | texts)
    except RuleViolation as violation:
        raise refused(violation) from None


def _may_be_text(schema: dict[str, Any]) -> bool:
    kinds = [schema, *schema.get("anyOf", ())]
    texts = any(kind.get("type") == "string" for kind in kinds)
    return texts and not any(kind.get("type") == "integer" for kind in kinds)


def plan_of(texts: Sequence[str]) -> PresetPlan | None:
    """Return the plan that the name of a preset and texts such as `rounds=3` say, if any do."""
    if not texts:
        return None
    preset, *fields = texts
    return read_plan({"preset": preset} | fields_of(fields))


def stage_or_current(state: State, requested: int | None) -> int:
    """Return the stage that was named; otherwise the one that is or was played last."""
    if requested is not None:
        return requested
    return state.current.number if state.current is not None else 1


def round_or_newest(state: State, stage_number: int, requested: int | None) -> int:
    """Return the round that was named; otherwise the newest of the stage."""
    if requested is not None:
        return requested
    stage = state.stages.get(stage_number)
    return max(stage.rounds, default=1) if stage is not None else 1
