"""Forms become commands: what was posted, read by the fields that the command itself declares."""

import re
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from django.http import QueryDict

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.catalogue import (
    Command,
    ResultCommand,
    command_class,
)
from tournaments.tournaments.director.state import State
from tournaments.tournaments.web.proposals import settled_order

SEEN_FIRST = frozenset(
    {"publish", "correct", "start_stage", "unstart_stage", "drop_stage", "set_stage", "redo"}
)
"""Commands that mean what their sender saw: refused if anything has changed since."""
_BETWEEN = re.compile(r"[\s,;:/]+")
"""What may stand between the scores of a slip."""


def posted_command(name: str, posted: QueryDict, state: State) -> Command:
    """Return the command that a form asks for.

    Raises `unknown_command`, `malformed_command`, `bad_number`, `scores_count`, `scores_missing`,
    `tick_one` or `tick_two`.
    """
    cls = command_class(name)
    if issubclass(cls, ResultCommand):
        data = _result(cls, posted, state)
    else:
        reader = _READERS.get(name)
        data = _plain(cls, posted) | (reader(posted, state) if reader is not None else {})
    try:
        return msgspec.convert(data, cls, strict=False)
    except msgspec.ValidationError as error:
        raise RuleViolation("malformed_command", command=name, detail=str(error)) from None


def _plain(cls: type[Command], posted: QueryDict) -> dict[str, Any]:
    """Return the fields as texts and lists of texts; an empty input says nothing."""
    data: dict[str, Any] = {}
    for field in msgspec.structs.fields(cls):
        if _is_list(field.type):
            words = " ".join(posted.getlist(field.name)).replace(",", " ").split()
            if words or f"{field.name}_given" in posted:
                data[field.name] = words
        elif text := _text(posted, field.name):
            data[field.name] = text
    for name in ("late", "points"):
        if name in data:
            data[name] = data[name].replace(",", ".")
    return data


def _is_list(declared: Any) -> bool:
    if get_origin(declared) in (Annotated, Union, UnionType):
        return any(_is_list(part) for part in get_args(declared))
    return get_origin(declared) is tuple


def _result(cls: type[Command], posted: QueryDict, state: State) -> dict[str, Any]:
    """Return a result: scores and places by seat, those missing, the order of a play-off."""
    plain = {"stage", "round", "table", "kind", "entrant", "then", "confirm", "stands"}
    fields = {field.name for field in msgspec.structs.fields(cls)} & plain
    data: dict[str, Any] = {name: posted[name] for name in fields if posted.get(name)}
    numbers = [_whole(posted.get(name)) or 0 for name in ("stage", "round", "table")]
    table = state.table(*numbers)
    if table is None:
        raise RuleViolation("unknown_table", table=numbers[2])
    absent = [number for number in table.entrants if str(number) in posted.getlist("absent")]
    if absent:
        data["absent"] = absent
    seats = range(len(table.entrants))
    scores = _scores(posted, table.entrants, absent)
    places = [_whole(posted.get(f"place_{seat}")) for seat in seats]
    if any(place is not None for place in places):
        data["places"] = _complete(places, table.entrants, absent, len(seats) - len(absent) + 1)
    played = data.get("kind", "complete") not in ("walk_over", "void")
    if played and any(score is not None for score in scores):
        data["scores"] = _complete(scores, table.entrants, absent, None)
    elif data.get("kind", "complete") == "complete" and "places" not in data:
        raise RuleViolation("scores_missing", table=table.number)
    orders = {table.entrants[seat]: _text(posted, f"play_off_{seat}") for seat in seats}
    if order := settled_order(orders):
        data["play_off"] = order
    return data


def _scores(posted: QueryDict, entrants: tuple[int, ...], absent: list[int]) -> list[int | None]:
    """Return what was typed by seat; a whole slip in one line goes to the seats in their order."""
    typed = [_BETWEEN.sub(" ", _text(posted, f"score_{n}")).strip() for n in range(len(entrants))]
    if any(" " in text for text in typed):
        words = " ".join(typed).split()
        played = [seat for seat, entrant in enumerate(entrants) if entrant not in absent]
        if len(words) != len(played):
            raise RuleViolation("scores_count", needed=len(played), typed=len(words))
        line = dict(zip(played, words, strict=True))
        typed = [line.get(seat, "") for seat in range(len(entrants))]
    return [_whole(text) for text in typed]


def _complete(
    figures: list[int | None], entrants: tuple[int, ...], absent: list[int], away: int | None
) -> list[int | None]:
    """Return a figure for every seat; what was typed for somebody who was missing is not read."""
    complete: list[int | None] = []
    for figure, entrant in zip(figures, entrants, strict=True):
        if entrant in absent:
            complete.append(away)
        elif figure is None:
            raise RuleViolation("scores_missing", entrant=entrant)
        else:
            complete.append(figure)
    return complete


def _whole(text: str | None) -> int | None:
    """Return a whole number, or None where nothing was typed."""
    word = (text or "").strip().replace("−", "-")
    if not word:
        return None
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise RuleViolation("bad_number", text=word[:20])
    return int(word)


def _text(posted: QueryDict, name: str) -> str:
    return str(posted.get(name, "")).strip()


def _ticked(posted: QueryDict, count: int) -> list[str]:
    ticked = posted.getlist("who")
    if len(ticked) != count:
        raise RuleViolation("tick_two" if count == 2 else "tick_one")
    return ticked


def _lock(posted: QueryDict, _state: State) -> dict[str, Any]:
    """Return the table whose button was pressed, and what it says."""
    name = next((name for name in posted if name.startswith("lock_")), "lock_")
    return {"table": name.removeprefix("lock_"), "locked": _text(posted, name)}


def _reseat(posted: QueryDict, state: State) -> dict[str, Any]:
    """Let two of a round change places; without another, one leaves the table."""
    one, other = _whole(posted.get("one")) or 0, _whole(posted.get("other")) or 0
    stage = state.stages.get(_whole(posted.get("stage")) or 0)
    row = stage.rounds.get(_whole(posted.get("round")) or 0) if stage is not None else None
    places = {one: other, other: one}
    tables = []
    for table in row.tables.values() if row is not None else ():
        seats = [places.get(number, number) for number in table.entrants]
        if seats != list(table.entrants):
            entrants = [number for number in seats if number]
            tables.append({"table": table.number, "entrants": entrants})
    return {"tables": tables}


def _renumber(posted: QueryDict, state: State) -> dict[str, Any]:
    """Let a table of the proposal have another number; one that has it takes that in return."""
    stage = state.stages.get(_whole(posted.get("stage")) or 0)
    draft = stage.draft if stage is not None else None
    one, other = _whole(posted.get("renumber")) or 0, _whole(posted.get("renumber_to")) or 0
    numbers = {one: other, other: one}
    tables = [
        msgspec.structs.replace(table, table=numbers.get(table.table, table.table))
        for table in (draft.tables if draft is not None else ())
    ]
    return {
        "tables": msgspec.to_builtins(tables),
        "byes": list(draft.byes) if draft is not None else [],
    }


def _keep_apart(posted: QueryDict, state: State) -> dict[str, Any]:
    """Add a group to those there are, or leave one out."""
    left_out = _whole(posted.get("without"))
    groups = [group for index, group in enumerate(state.apart) if index != left_out]
    added = posted.getlist("group")
    return {"groups": [*groups, added] if left_out is None else groups}


def _start_stage(posted: QueryDict, _state: State) -> dict[str, Any]:
    orders = {
        int(name.removeprefix("order_")): _text(posted, name)
        for name in posted
        if name.startswith("order_") and name.removeprefix("order_").isdigit()
    }
    return {"settled": settled_order(orders)}


def _set_stage(posted: QueryDict, state: State) -> dict[str, Any]:
    """Return the rules of a stage with what a button changes about them."""
    rules = msgspec.to_builtins(state.stage(_whole(posted.get("stage")) or 0).rules)
    if not {"use_sizes", "one_more", "scores_first"} & posted.keys():
        raise RuleViolation("malformed_command", command="set_stage", detail="rules")
    if sizes := _text(posted, "use_sizes").split():
        rules["sizes"] = sizes
    if "one_more" in posted:
        rules["rounds"] += 1
    if "scores_first" in posted:
        rules["aims"] = ["scores", *(aim for aim in rules["aims"] if aim != "scores")]
    return {"rules": rules}


_READERS: Mapping[str, Callable[[QueryDict, State], dict[str, Any]]] = {
    "swap": lambda posted, _: dict(zip(("one", "other"), _ticked(posted, 2), strict=True)),
    "move": lambda posted, _: {"entrant": _ticked(posted, 1)[0], "table": posted.get("to", "")},
    "lock": _lock,
    "propose": lambda posted, _: {"split": _text(posted, "split")},
    "set_stage": _set_stage,
    "edit": _renumber,
    "reseat": _reseat,
    "keep_apart": _keep_apart,
    "fix_tables": lambda posted, _: {"tables": posted.get("tables", "").replace(",", " ").split()},
    "add_time": lambda posted, _: {"seconds": 60 * (_whole(posted.get("minutes")) or 0)},
    "start_stage": _start_stage,
}
