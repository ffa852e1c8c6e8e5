"""From the words behind a command to the command: fields in order or by name, and what is usual."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from replays.errors import KaitenError
from tournaments.naming import Candidates, found, resolved, shape_of
from tournaments.tournaments.director.commands.catalogue import (
    Command,
    ResultCommand,
    command_class,
    read_command,
)
from tournaments.tournaments.director.state import State
from tournaments.tournaments.shell.known import Known, number_in
from tournaments.tournaments.shell.values import is_list, value_of, values_of

Struct = type[msgspec.Struct]
_PLACE = ("stage", "round")
"""Where something happens: usually where the tournament is, so nobody has to say it."""
_SAY_STAGE = frozenset({"set_stage", "drop_stage"})
"""Commands before which no stage is the usual one."""


def add_fields(parser: ArgumentParser, command: Struct) -> None:
    """Let a command be typed: its fields in order, as key=value, or as options."""
    order = in_order(command)
    parser.add_argument("words", nargs="*", metavar=" ".join(map(str.upper, order)) or "KEY=VALUE")
    for name in _hints(command):
        parser.add_argument(f"--{name}", dest=_dest(name))


def typed_fields(command: Struct, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that were typed in any of the three ways, names still as names."""
    hints = _hints(command)
    fields = fields_of_words(command, options["words"])
    for name, hint in hints.items():
        if (text := options.get(_dest(name))) is not None:
            fields[name] = value_of(text, hint)
    return fields


def fields_of_words(command: Struct, words: Sequence[str]) -> dict[str, Any]:
    """Return the fields that words such as `ana`, `bo` or `late=1/2` say; may raise."""
    hints, order, fields = _hints(command), in_order(command), {}
    rest: list[str] = []
    for word in words:
        name, equals, text = word.partition("=")
        if equals and name:
            fields[name] = value_of(text, hints.get(name))
        else:
            rest.append(word)
    for name in [name for name in order if name not in fields]:
        if rest and is_list(shape_of(hints[name])):
            fields[name], rest = values_of(rest, hints[name]), []
        elif rest:
            fields[name] = value_of(rest.pop(0), hints[name])
    if rest:
        raise KaitenError("bad_option_text", text=rest[0][:80])
    return fields


@cache
def in_order(command: Struct) -> list[str]:
    """Return the fields that can be typed without their names, up to the first that is a list."""
    fields = msgspec.structs.fields(command)
    example = getattr(command, "example", {})
    place = () if getattr(command, "name", "") in _SAY_STAGE else _PLACE
    order = [field for field in fields if field.required and field.encode_name not in place]
    order += [field for field in fields if not field.required and field.encode_name in example]
    names = [field.encode_name for field in order if field.encode_name not in _PLACE or not place]
    lists = [name for name in names if is_list(shape_of(_hints(command)[name]))]
    return names[: names.index(lists[0]) + 1] if lists else names


def command_of(name: str, fields: Mapping[str, Any], state: State) -> Command:
    """Return the command that was typed about a tournament, or raise what of it cannot be read."""
    command, known = command_class(name), Known(state)
    stage = {field: value for field, value in fields.items() if field == "stage"}
    placed = with_place(command, {**fields, **resolved(command, stage, known)}, state)
    if issubclass(command, ResultCommand):
        placed = _with_slip(command, placed, state, known)
    return read_command(name, resolved(command, placed, known))


def with_place(command: type[Command], fields: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Return fields with the usual stage and round where they are needed and were left out."""
    placed, hints = dict(fields), _hints(command)
    if "stage" in hints and "stage" not in placed and command.name not in _SAY_STAGE:
        placed["stage"] = usual_stage(command.name, state)
    needed = {field.encode_name for field in msgspec.structs.fields(command) if field.required}
    if "round" in needed and "round" not in placed:
        stage = state.stages.get(number_in(placed, "stage"))
        placed["round"] = max(stage.rounds, default=1) if stage is not None else 1
    return placed


def usual_stage(name: str, state: State) -> int:
    """Return the stage a command is about unless told: the one that is or was played last."""
    if name == "start_stage":
        planned = [one.number for one in state.stages.values() if one.status == "planned"]
        return min(planned, default=1)
    return state.current.number if state.current is not None else 1


def _with_slip(
    command: type[Command], fields: Mapping[str, Any], state: State, known: Candidates
) -> dict[str, Any]:
    """Return the fields of a result that was typed as a slip: `ana=41 bo=38 chlo=- dan=30`.

    Who sits there says which table it is; `-` is somebody who did not come.
    """
    own = _hints(command)
    slip = {name: value for name, value in fields.items() if name not in own}
    rest = {name: value for name, value in fields.items() if name in own}
    stage, number = state.stages.get(number_in(rest, "stage")), number_in(rest, "round")
    if not slip or stage is None or number not in stage.rounds:
        return dict(fields)
    tables = stage.rounds[number].tables
    only = tables.get(number_in(rest, "table"))
    there = {who for one in ([only] if only else tables.values()) for who in one.entrants}
    seated = [one for one in known("entrant", rest) if one.value in there]
    told = {found(name, seated): score for name, score in slip.items()}
    table = next((one for one in tables.values() if not told.keys().isdisjoint(one.entrants)), None)
    if table is None or not {*told} <= {*table.entrants}:
        raise KaitenError("slip_of_two_tables", round=number)
    rest.setdefault("table", table.number)
    rest["scores"] = [told.get(one) for one in table.entrants]
    missing = [one for one in table.entrants if one in told and told[one] is None]
    return {"absent": missing, **rest} if missing else rest


@cache
def _hints(command: Struct) -> dict[str, Any]:
    return {field.encode_name: field.type for field in msgspec.structs.fields(command)}


def _dest(name: str) -> str:
    return f"field_{name}"
