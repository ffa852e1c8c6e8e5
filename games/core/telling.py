"""What the games share where they tell events and positions to people."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Generic

import msgspec

from games.core.contract import AnyRules, S
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.words import say


class Storyteller(Generic[S]):
    """Tells everything of one position: the module `text` of a package has one of this name.

    An event is told by the words `tell.<event>`, whose braces name its fields, or by
    `tell.<event>.none`, where there are such, if a field says nothing or only unknown things.
    """

    seats: Collection[str] = ("seat",)
    """The fields of events that are seats."""

    def __init__(self, rules: AnyRules, state: S, labels: Sequence[str], language: str) -> None:
        self.rules = rules
        self.state = state
        self.labels = labels
        self.language = language

    def sentences(self, event: Event) -> Iterable[str]:
        """Return what an event in this position is to a person, with what follows from it."""
        return [self.event(event), *self.aftermath(event)]

    def event(self, event: Event) -> str:
        """Return the sentence of an event alone."""
        return self.told(event)

    def aftermath(self, _event: Event, /) -> Iterable[str]:
        """Return sentences on what an event brought about without anybody choosing it."""
        return ()

    def board(self) -> Iterable[str]:
        """Return the position line by line, for the command line and screen readers.

        Lines that begin with two spaces belong to the line before them, which is their heading.
        """
        raise TypeError(self)

    def section(self, heading: str, lines: Iterable[str]) -> Iterator[str]:
        """Yield a heading and the lines that belong to it."""
        yield heading
        yield from (f"  {line}" for line in lines)

    def told(self, event: Event, variant: str = "", /, **more: object) -> str:
        """Return the words of an event, or a variant of them, with its fields and more filled in.

        `count` is how many things the first list of it has.
        """
        key = ".".join(filter(None, ("tell", event.type.partition(".")[2], variant)))
        fields = msgspec.to_builtins(event)
        lists = [value for value in fields.values() if isinstance(value, list | tuple)]
        blank = None in fields.values() or any(items.count(None) == len(items) for items in lists)
        if blank and f"{key}.none" in self.rules.words:
            key += ".none"
        if key not in self.rules.words:
            raise RuleViolation("not_expected", type=event.type)
        text = self.say(key)
        own = {
            name: self.field(name, value)
            for name, value in fields.items()
            if name not in more and f"{{{name}}}" in text
        }
        return self.say(key, **{"count": len(lists[0]) if lists else 0, **own, **more})

    def after(self, event: Event) -> S:
        """Return the position that follows."""
        state = self.state.clone()
        self.rules.apply(state, event)
        return state

    def say(self, key: str, /, **params: object) -> str:
        return say(self.rules.words, key, self.language, **params)

    def tell(self, key: str, /, **params: object) -> str:
        return self.say(f"tell.{key}", **params)

    def who(self, *seats: int) -> str:
        return ", ".join(self.labels[seat] for seat in seats)

    def field(self, name: str, value: Any) -> object:
        is_seat = name in self.seats and type(value) is int
        return self.labels[value] if is_seat else self.value(value)

    def value(self, value: Any) -> object:
        """Return a value of an event as people read it."""
        if value is None or isinstance(value, str):
            return self.name(value)
        return self.pile(value) if isinstance(value, list | tuple) else value

    def name(self, item: str | None) -> str:
        """Return what a component is called; null is one that is hidden or was not noted."""
        return self.say("list.unknown" if item is None else f"component.{item}")

    def names(self, items: Iterable[str | None]) -> str:
        return ", ".join(map(self.name, items)) or self.say("list.none")

    def pile(self, items: Iterable[Any]) -> str:
        """Return things as people say them, equal ones counted: `egg nigiri ×2, wasabi`."""
        counts = Counter(items).items()
        return ", ".join(self.counted(*pair) for pair in counts) or self.say("list.none")

    def counted(self, item: Any, count: int) -> str:
        name = self.name(item)
        return name if count == 1 else self.say("list.times", name=name, count=count)


def printed(number: int | None, form: str = "d") -> str:
    """Return a number with the minus of print."""
    return "?" if number is None else f"{number:{form}}".replace("-", "−")
