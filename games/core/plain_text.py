"""Sentences and the text board of a game that has none of its own, made from its words.

An event is told by its words `tell.<event>`, whose braces name its fields, or by its name and the
names of its fields; a board is a line for everything that the state tells.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from games.core.events import Event
from games.core.needs import Need
from games.core.telling import Storyteller
from games.core.words import CORE_WORDS


class PlainTeller(Storyteller[Any]):
    """Tells what the words of a game have no sentence for."""

    def event(self, event: Event) -> str:
        name = event.type.partition(".")[2]
        needs = self.rules.needs(self.state)
        self.seats = {"seat", *seats_by_type(needs).get(event.type, ())}
        if f"tell.{name}" in self.rules.words:
            return self.told(event)
        data = {key: self.field(key, value) for key, value in msgspec.to_builtins(event).items()}
        who = f"{data.pop('seat')}: " if "seat" in data else ""
        details = ", ".join(f"{self.word('field', key)} {text}" for key, text in data.items())
        return f"{who}{self.word('event', name)}{f' ({details})' if details else ''}."

    def board(self) -> Iterable[str]:
        """Return who is awaited, everything a state tells, and how it stands."""
        needs, data = self.rules.needs(self.state), self.rules.to_data(self.state)
        yield from [self.need(need) for need in needs] or [self.say("board.over")]
        yield from (f"{self.word('board', key)}: {self.value(data[key])}" for key in data)
        scores = zip(self.labels, self.rules.outcome(self.state).scores, strict=False)
        points = ", ".join(f"{label} {score}" for label, score in scores)
        yield self.say("board.scores", scores=points)

    def need(self, need: Need) -> str:
        what = self.say(f"need.{need.kind}")
        return what if need.performer is None else f"{self.labels[need.performer]}: {what}"

    def word(self, sort: str, key: str) -> str:
        """Return what something is called; a name of code is better than nothing."""
        keys = (f"{sort}.{key}", f"field.{key}", f"component.{key}")
        known = next((one for one in keys if one in self.rules.words or one in CORE_WORDS), None)
        return self.say(known) if known else key.replace("_", " ")

    def value(self, value: Any) -> str:
        """Return a value as people read it: components by their names, unknown as `?`."""
        if value is None:
            return "?"
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        if isinstance(value, str):
            return self.word("component", value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.word('board', key)} {self.value(value[key])}" for key in value)
        if isinstance(value, list | tuple):
            nested = any(isinstance(item, list | tuple | Mapping) for item in value)
            return (" / " if nested else ", ").join(map(self.value, value)) or "–"
        return str(value)


def seats_by_type(needs: Sequence[Need]) -> dict[str, tuple[str, ...]]:
    """Return by type of event which fields of it are seats of the table."""
    return {
        form.event: (*form.seats, *(field.name for field in form.fields if field.seats))
        for need in needs
        for form in need.forms
    }
