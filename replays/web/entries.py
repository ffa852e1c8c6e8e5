"""From what a recorder form sends to the event it means."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, overload

import msgspec

from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from replays.web.prompts import Entered
from replays.web.unseen import MOST_EVENTS


class Posted(Protocol):
    """The fields of a form: Django's own, or those that a phone judges by itself."""

    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    @overload
    def get(self, name: str, /) -> str | None: ...
    @overload
    def get(self, name: str, default: str, /) -> str: ...
    def getlist(self, name: str, /) -> list[Any]: ...


class Fields:
    """The fields of a form as pairs of a name and a value, of which a name may have several."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            self._values.setdefault(name, []).append(value)

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def get(self, name: str, default: str = "") -> str:
        """Return the last value of a name, as Django does."""
        return self._values.get(name, [default])[-1]

    def getlist(self, name: str) -> list[str]:
        return self._values.get(name, [])


def posted_events(data: Posted) -> list[Event]:
    """Return the events of a button that sends several (`events`), or the one that was sent."""
    if "events" not in data:
        return [posted_event(data)]
    sent = _decoded(data.get("events") or "")
    if not isinstance(sent, list) or not 0 < len(sent) <= MOST_EVENTS:
        raise RuleViolation("malformed_event", type="", detail="events")
    return [_sent_event(item) for item in sent]


def posted_event(data: Posted) -> Event:
    """Return the event of a button (`event`) or of a form (`type`, `fixed`, `one.…`, `many.…`).

    Raises RuleViolation `unknown_event_type` or `malformed_event`.
    """
    if "event" in data:
        return _sent_event(_decoded(data.get("event") or ""))
    payload = _decoded(data.get("fixed") or "{}")
    if not isinstance(payload, dict):
        raise RuleViolation("malformed_event", type="", detail="fixed")
    for name in data:
        kind, _, field = name.partition(".")
        if kind in ("many", "one"):
            values = [_decoded(text) for text in data.getlist(name) if text]
            payload[field] = values if kind == "many" else (values[-1] if values else None)
    return decode_event(data.get("type", ""), payload)


def entered_form(data: Posted) -> Entered | None:
    """Return what a form held, so that it can be shown again; None for a button."""
    if "type" not in data:
        return None
    values = {
        name: [text for text in data.getlist(name) if text]
        for name in data
        if name.startswith(("one.", "many."))
    }
    return Entered(data.get("type", ""), data.get("fixed", ""), values)


def _sent_event(sent: Any) -> Event:
    if not isinstance(sent, dict) or not isinstance(sent.get("type"), str):
        raise RuleViolation("malformed_event", type="", detail="event")
    return decode_event(sent["type"], sent.get("payload"))


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RuleViolation("malformed_event", type="", detail=str(error)) from None
