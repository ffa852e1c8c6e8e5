"""The contract that every game keeps; `games.testing` holds them to it.

A match is a setup and a list of events: what chance did, what a seat chose, and what the table saw
of hidden things. A state may contain unknowns: the same functions serve the full state, the state a
scorekeeper recorded without seeing the hands, and the view of a spectator or a bot.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from games.core.box import Ruling, Table
from games.core.events import Event
from games.core.needs import Field, Need
from games.core.outcome import Outcome
from games.core.rng import Rng
from games.core.setup import Option, Setup
from games.core.viewer import Viewer
from games.core.words import Words


class State(Protocol):
    """A position. Only `apply` changes it; equality compares everything it holds."""

    def clone(self) -> Self:
        """Return an equal state that shares nothing mutable with this one."""
        ...


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Beginning(Protocol[S_co]):
    """How a match begins."""

    def start(self, setup: Setup) -> S_co:
        """Return the state before the first event of a resolved setup."""
        ...


class Asking(Protocol[S_contra]):
    """What the match waits for."""

    def needs(self, state: S_contra) -> tuple[Need, ...]:
        """Return everything that may happen next; empty when the match is over.

        A simultaneous need is answered by exactly one event per seat, whatever is chosen.
        """
        ...

    def choices(self, state: S_contra, seat: int) -> Iterator[Event]:
        """Yield every legal choice or sighting of a seat, in a stable order."""
        ...


class Sampling(Protocol[S_contra]):
    """What chance does."""

    def sample(self, state: S_contra, need: Need, rng: Rng) -> Event:
        """Return one outcome of a chance need, drawn with `rng`."""
        ...


class Legality(Protocol[S_contra]):
    """What is legal and what follows from it: the hot path of every replay."""

    def check(self, state: S_contra, event: Event) -> None:
        """Raise RuleViolation if no hidden truth could make `event` legal here. Changes nothing."""
        ...

    def apply(self, state: S_contra, event: Event) -> None:
        """Fold one checked event into `state` in place. Never argues, never draws."""
        ...


class Viewing(Protocol[S]):
    """Who knows what."""

    def view(self, state: S, viewer: Viewer) -> S:
        """Return the state with everything that `viewer` cannot know made unknown."""
        ...

    def redact(self, event: Event, state: S, viewer: Viewer) -> Event:
        """Return what `viewer`, in the later (or equal) `state`, knows of an earlier `event`."""
        ...

    def determinize(self, view: S, rng: Rng) -> S:
        """Return a full state that the view allows, its unknowns drawn with `rng`."""
        ...

    def to_data(self, state: S) -> dict[str, Any]:
        """Return the state as plain JSON data; an unknown is null."""
        ...


class Scoring(Protocol[S_contra]):
    """How a match stands."""

    def outcome(self, state: S_contra) -> Outcome:
        """Return places, scores and their breakdown as they stand; `final` once it is over."""
        ...

    def likely_scores(self, setup: Setup) -> tuple[int, int] | None:
        """Return the least and the most that anybody can score, or None where nobody can say.

        Whoever reports a score outside is asked whether it is meant, so it is better too wide.
        """
        ...


class Counting(Protocol[S_contra]):
    """How a match is scored of which only the end was counted."""

    def count_fields(self, setup: Setup) -> tuple[Field, ...]:
        """Return what is counted of one seat for `tally`; the supply is that of the whole table.

        Names have words `count.<name>`; a field that offers no items takes any whole number.
        """
        ...

    def tally(self, setup: Setup, tables: Sequence[Mapping[str, Any]]) -> Outcome:
        """Score what lies before each seat at the end, with the same scoring code.

        Raises RuleViolation when the tables are not what the box can hold.
        """
        ...

    def recorded_counts(self, state: S_contra) -> Sequence[Mapping[str, Any]]:
        """Return what a record has for a count: of each seat the fields of rounds that are over.

        Empty where a match is counted once, at its end.
        """
        ...


class Judging(Protocol[S_contra]):
    """What bots think of a choice."""

    def evaluate(self, view: S_contra, seat: int, choice: Event) -> int:
        """Return what a legal choice is worth to a seat; larger is better.

        In hundredths of a point: the search bot weighs it against scores that it simulates.
        """
        ...


class Simulating(Protocol[S_contra]):
    """Play on without forms: the same as needs and choices, in as little time as a game can."""

    def awaited(self, state: S_contra) -> tuple[int | None, ...]:
        """Return who acts next: the seat of every open need, None for chance; empty at the end."""
        ...

    def random_choice(self, state: S_contra, seat: int, rng: Rng) -> Event:
        """Return one of the choices of an awaited seat, each equally likely."""
        ...

    def proposals(self, state: S_contra, seat: int, rng: Rng, most: int) -> list[Event]:
        """Return up to `most` different choices of an awaited seat; all where there are no more."""
        ...


class Notation(Protocol[S_contra]):
    """The game's part of `.kgn`."""

    def turn(self, state: S_contra) -> str:
        """Return the notation's heading for the next event; equal headings share a line."""
        ...

    def write(self, state: S_contra, event: Event, labels: Sequence[str]) -> str:
        """Return the notation of an event that happens in `state`."""
        ...

    def read(self, state: S_contra, text: str, labels: Sequence[str]) -> Event:
        """Return the event that a piece of notation means in `state`, or raise `bad_notation`."""
        ...


class Telling(Protocol[S_contra]):
    """Events and positions in words."""

    def describe(self, state: S_contra, event: Event, labels: Sequence[str], language: str) -> str:
        """Return one sentence that tells an event happening in `state` (before it) to a person."""
        ...

    def text_board(self, state: S_contra, labels: Sequence[str], language: str) -> str:
        """Return the position as plain text for the command line and screen readers."""
        ...


class Drawing(Protocol[S_contra]):
    """What the templates of a board and of a piece are given; they only lay it out."""

    def board(self, state: S_contra) -> dict[str, Any]:
        """Return what `board.html` draws of a view; `to_data` where nothing has to be added."""
        ...

    def piece(self, value: Any) -> Any:
        """Return how `piece.html` draws one value, as `drawn`; None where the value says it."""
        ...


class Boxed(Protocol):
    """What a rules page is made from; a game without rules of its own has an empty box."""

    def components(self) -> tuple[Table, ...]:
        """Return what is in the box, made from the numbers that the rules play by."""
        ...

    def rulings(self) -> tuple[Ruling, ...]:
        """Return how every point is decided that the rulebook leaves open."""
        ...


class Rules(
    Beginning[S],
    Asking[S],
    Sampling[S],
    Legality[S],
    Viewing[S],
    Scoring[S],
    Counting[S],
    Judging[S],
    Simulating[S],
    Notation[S],
    Telling[S],
    Drawing[S],
    Boxed,
    Protocol[S],
):
    """The rules of one game. They hold no match: every method is a function of its arguments."""

    slug: str
    version: int
    """The current version of the rules; a setup names the version a match is played by."""
    seats: range
    reported_only: bool
    """True for a game that has no events of its own: only results are reported."""
    counts_are_linked: bool
    """True when the fields of a count share the box in ways that no single supply can say.

    Then each field's supply is its own, and `tally` refuses what they cannot hold together.
    """
    words: Words

    @property
    def is_countable(self) -> bool:
        """False for a game whose `tally` scores nothing: then no door offers a count."""
        ...

    def options(self) -> tuple[Option, ...]:
        """Return what a club may choose."""
        ...


AnyRules = Rules[Any]
