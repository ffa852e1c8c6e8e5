"""The base of every game: what is the same for most of them, so that a game says what differs.

A small game is a class with methods. A larger one is a package whose modules have the usual names;
its class says `package = __package__`, and what a module defines takes the place of the default.
The least that a game brings is `start`, `needs`, `apply` and `outcome`, and its words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic

import msgspec

from games.core import forms, plain_notation
from games.core.box import Ruling, Table
from games.core.contract import S
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.legality import allows
from games.core.needs import Field, Need
from games.core.offers import Offer, all_of, one_of, some_of
from games.core.outcome import Outcome
from games.core.plain_text import PlainTeller, seats_by_type
from games.core.rng import Rng, pick
from games.core.setup import Option, Setup
from games.core.telling import Storyteller
from games.core.viewer import Viewer
from games.core.words import Words

POINT = 100
"""What choices are worth is told in hundredths of a point."""
PARTS: dict[str, tuple[str, ...]] = {
    "state": ("start",),
    "needs": ("needs", "choices", "offers", "awaited"),
    "chances": ("sample",),
    "rules": ("check", "refuse", "apply"),
    "view": ("view", "redact", "determinize", "to_data"),
    "scoring": ("outcome",),
    "likely": ("likely_scores",),
    "tally": ("count_fields", "tally", "recorded_counts"),
    "evaluate": ("evaluate",),
    "notation": ("turn", "write", "read"),
    "text": ("describe", "text_board", "Storyteller"),
    "drawing": ("board", "piece"),
    "options": ("OPTIONS",),
    "box": ("TABLES",),
    "rulings": ("RULINGS",),
    "words": ("WORDS",),
}
"""Which module of a package may say what."""
_NAMES = {
    "Storyteller": "storyteller",
    "OPTIONS": "club_options",
    "TABLES": "box_tables",
    "RULINGS": "book_rulings",
    "WORDS": "words",
}


class Engine(Generic[S]):
    """The rules of a game that is played event by event. They hold no match.

    What modules define becomes an attribute of the instance, a plain function: a replay of a
    million events should not pay for a second call each.
    """

    slug: str
    version = 1
    seats: range
    reported_only = False
    counts_are_linked = False
    words: Words
    club_options: tuple[Option, ...] = ()
    box_tables: tuple[Table, ...] = ()
    book_rulings: tuple[Ruling, ...] = ()
    package: str | None = None
    storyteller: type[Storyteller[S]] = PlainTeller

    start: Callable[[Setup], S]
    needs: Callable[[S], tuple[Need, ...]]
    apply: Callable[[S, Event], None]
    outcome: Callable[[S], Outcome]

    def __init__(self) -> None:
        if self.package is not None:
            self._gather(self.package)
        missing = [
            name
            for name in ("slug", "seats", "words", "start", "needs", "apply", "outcome")
            if not hasattr(self, name)
        ]
        if missing:
            raise TypeError(f"{type(self).__name__} does not say {', '.join(missing)}")

    def _gather(self, package: str) -> None:
        for part, names in PARTS.items():
            if find_spec(f"{package}.{part}") is None:
                continue
            module = import_module(f"{package}.{part}")
            left = [name for name in names if not self._says(_NAMES.get(name, name))]
            said = [name for name in left if hasattr(module, name)]
            if left == list(names) and not said:
                raise TypeError(f"{module.__name__} does not say {', '.join(names)}")
            for name in said:
                setattr(self, _NAMES.get(name, name), getattr(module, name))

    def _says(self, name: str) -> bool:
        """Tell whether a game or one of its modules takes the place of a default."""
        default = getattr(Engine, name, None)
        return name in vars(self) or getattr(type(self), name, None) is not default

    @property
    def is_countable(self) -> bool:
        """True when `tally` scores what lies on the table at the end."""
        return self._says("tally")

    def options(self) -> tuple[Option, ...]:
        return self.club_options

    def components(self) -> tuple[Table, ...]:
        return self.box_tables

    def rulings(self) -> tuple[Ruling, ...]:
        return self.book_rulings

    # What may happen: from the needs, as far as they say it exactly.

    def choices(self, state: S, seat: int) -> Iterator[Event]:
        """Yield what a game offers, or every filling of the seat's forms that it allows."""
        if self._says("offers"):
            return all_of(self.offers(state, seat))
        own = [form for need in self.needs(state) if need.seat == seat for form in need.forms]
        events = (event for form in own for event in forms.fillings(form))
        # What fills in a form needs no search for one, unless the game judges all by itself.
        judge = self.check if self._says("check") else self.refuse
        return (event for event in events if allows(judge, state, event))

    def offers(self, state: S, seat: int) -> Sequence[Offer]:
        return [(_chosen, seat, tuple(self.choices(state, seat)))]

    def sample(self, state: S, need: Need, rng: Rng) -> Event:
        if need not in self.needs(state):
            raise RuleViolation("not_expected", type=need.kind)
        return forms.drawn(pick(rng, need.forms), rng)

    def check(self, state: S, event: Event) -> None:
        needs = self.needs(state)
        if forms.form_for(needs, event) is None:
            raise forms.refusal_of(needs, event, len(self.outcome(state).scores))
        self.refuse(state, event)

    def refuse(self, state: S, event: Event) -> None:
        """Raise RuleViolation for an event that a form takes and the rules do not."""

    # Simulation: the same in fewer words, which a game may answer quicker.

    def awaited(self, state: S) -> tuple[int | None, ...]:
        return tuple([need.seat for need in self.needs(state)])

    def random_choice(self, state: S, seat: int, rng: Rng) -> Event:
        return one_of(self.offers(state, seat), rng)

    def proposals(self, state: S, seat: int, rng: Rng, most: int) -> list[Event]:
        return some_of(self.offers(state, seat), rng, most)

    def evaluate(self, view: S, seat: int, choice: Event) -> int:
        """Return by how much a choice changes the lead of a seat at once."""
        after = view.clone()
        self.apply(after, choice)
        now, then = self.outcome(after).scores, self.outcome(view).scores
        gains = [new - old for new, old in zip(now, then, strict=True)]
        return POINT * (len(gains) * gains[seat] - sum(gains)) // (len(gains) - 1)

    # Nothing is hidden from anybody.

    def view(self, state: S, viewer: Viewer) -> S:
        return state.clone()

    def redact(self, event: Event, state: S, viewer: Viewer) -> Event:
        return event

    def determinize(self, view: S, rng: Rng) -> S:
        return view.clone()

    def to_data(self, state: S) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(state)
        return data

    # Nobody is asked whether a score is meant.

    def likely_scores(self, setup: Setup) -> tuple[int, int] | None:
        return None

    # A match is not counted at its end.

    def count_fields(self, setup: Setup) -> tuple[Field, ...]:
        return ()

    def tally(self, setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
        raise RuleViolation("tally_not_supported")

    def recorded_counts(self, state: S) -> Sequence[Mapping[str, Any]]:
        return ()

    # Notation, sentences and a board from the words.

    def turn(self, state: S) -> str:
        """Return the round and the turn that a state counts."""
        round_, turn = getattr(state, "round", None), getattr(state, "turn", None)
        if round_ is None:
            return "Play" if turn is None else str(turn)
        return f"R{round_}" if turn is None else f"R{round_} T{turn}"

    def write(self, state: S, event: Event, labels: Sequence[str]) -> str:
        self._require_own(event)
        seats = seats_by_type(self.needs(state)).get(event.type, ())
        return plain_notation.write(self.slug, event, labels, seats)

    def read(self, state: S, text: str, labels: Sequence[str]) -> Event:
        return plain_notation.read(self.slug, text, labels, seats_by_type(self.needs(state)))

    def describe(self, state: S, event: Event, labels: Sequence[str], language: str) -> str:
        self._require_own(event)
        return " ".join(self.storyteller(self, state, labels, language).sentences(event))

    def text_board(self, state: S, labels: Sequence[str], language: str) -> str:
        return "\n".join(self.storyteller(self, state, labels, language).board())

    def board(self, state: S) -> dict[str, Any]:
        return self.to_data(state)

    def piece(self, value: Any) -> Any:
        return None

    def _require_own(self, event: Event) -> None:
        if not event.type.startswith(f"{self.slug}."):
            raise RuleViolation("not_expected", type=event.type)


def _chosen(_seat: int, event: Event) -> Event:
    return event
