"""What is typed in a shell: a club, options as key=value, a plan, a stage."""

from collections.abc import Sequence
from typing import Any

import msgspec

from replays.errors import KaitenError
from tournaments.people.models import Club
from tournaments.people.selectors.clubs import club_by_name, club_list
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
