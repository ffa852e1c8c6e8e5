"""What somebody enters on a phone, as its queue keeps it. It runs in the browser."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from games.core.events import Event
from replays.errors import KaitenError
from replays.legality import LARGEST_SCORE
from replays.log import Log
from replays.telling import Report, RoundCount, Stop, told_result, told_round, told_stop
from replays.web.counts import CountSheet
from replays.web.entries import Fields


class Act(msgspec.Struct, frozen=True):
    """One entry: what is done, and the fields of its form."""

    action: str
    fields: list[tuple[str, str]]


def number(fields: Fields, name: str) -> int:
    """Return a whole number that a form sends; -1 where it sends none."""
    found = _number(fields, name)
    return -1 if found is None else found


def told_event(log: Log, act: Act, labels: Sequence[str], now: datetime) -> Event:
    """Return what is written of something that is told, or raise what is wrong with it."""
    fields, seats = Fields(act.fields), log.setup.seats
    if act.action == "stop":
        result = fields.get("result")
        places = _numbers(fields, "place", seats) if result == "places" else None
        return told_stop(log, Stop(fields.get("reason"), result, places), fields.get("note"))
    confirm = "confirm" in fields
    if act.action == "scores":
        scores, places = (_numbers(fields, name, seats) for name in ("score", "place"))
        return told_result(log, Report(scores=scores, places=places, confirm=confirm), now)
    if "finish" in fields:
        return told_result(log, Report(counted=True, confirm=confirm), now)
    at = number(fields, "round")
    if act.action == "count":
        tables = CountSheet(log.rules, log.setup, labels, "").posted(at, fields)
        return told_round(log, RoundCount(at, tables=tables))
    noted = _numbers(fields, "score", seats)
    if noted is None:
        raise KaitenError("empty_count", 422)
    return told_round(log, RoundCount(at, scores=noted))


def _numbers(fields: Fields, name: str, seats: int) -> list[int] | None:
    """Return a number for each seat; None where there is none for any."""
    found = [_number(fields, f"{name}_{seat}") for seat in range(seats)]
    if all(one is None for one in found):
        return None
    numbers = [one for one in found if one is not None]
    if len(numbers) < seats:
        raise KaitenError(f"bad_{name}s", 422, seats=seats, limit=LARGEST_SCORE)
    return numbers


def _number(fields: Fields, name: str) -> int | None:
    text = fields.get(name).strip().replace("−", "-")
    return int(text) if text.removeprefix("-").isdecimal() else None
