"""What the registry asks of a game before it lets it in: the contract, and a first look at play.

`games.testing` holds a game to everything; this only keeps out what would break the pages.
"""

import re
from collections.abc import Mapping
from inspect import get_annotations
from typing import Any

from games.core.contract import AnyRules, Rules
from games.core.events import event_class
from games.core.matches import make_setup
from games.core.needs import Need
from games.core.viewer import PUBLIC
from games.core.words import LANGUAGES

MOST_SEATS = 8
SLUG = re.compile(r"[a-z][a-z0-9_]{0,39}")
RESERVED = frozenset(
    {"box", "club", "ladder", "log", "match", "player", "season", "tournament", "visibility"}
)
"""First words of event types that are not of a game."""


class GameRefused(ValueError):
    """A game that cannot be let in; the message says why."""


def require_contract(rules: Any) -> None:
    """Raise GameRefused, or whatever the rules themselves raise, if a game cannot be used."""
    methods, attributes = _promised()
    missing = [name for name in (*attributes, *methods) if not hasattr(rules, name)]
    missing += [name for name in methods if not callable(getattr(rules, name, len))]
    _require(not missing, f"it lacks {', '.join(missing)}")
    slug, seats = rules.slug, rules.seats
    _require(isinstance(slug, str) and SLUG.fullmatch(slug), f"{slug!r} is no slug")
    _require(slug not in RESERVED, f"the slug {slug} is Kaiten's own")
    _require(
        type(rules.version) is int and rules.version >= 1, "its version is no number from 1 on"
    )
    _require(
        isinstance(seats, range) and seats.step == 1 and 2 <= seats.start < seats.stop,
        f"its seats are {seats!r}, not a range from 2 on",
    )
    _require(seats[-1] <= MOST_SEATS, f"it takes {seats[-1]} seats, and {MOST_SEATS} is the most")
    _require(isinstance(rules.words, Mapping), "its words are no mapping")
    _require("game.name" in rules.words, "its words lack game.name")
    for number in sorted({seats[0], seats[-1]}):
        _look_at(rules, number)


def _promised() -> tuple[list[str], list[str]]:
    """Return the names of the methods and of the attributes of the contract."""
    parts = [part for part in Rules.__mro__ if part.__module__ == Rules.__module__]
    methods = {name for part in parts for name, value in vars(part).items() if _is_method(value)}
    attributes = {name for part in parts for name in get_annotations(part)}
    return sorted(methods), sorted(name for name in attributes if not name.startswith("_"))


def _is_method(value: object) -> bool:
    return callable(value) and not getattr(value, "__name__", "_").startswith("_")


def _look_at(rules: AnyRules, seats: int) -> None:
    """Begin a match with the usual options, as a page would show it."""
    setup = make_setup(rules, seats=seats, options={})
    state = rules.view(rules.start(setup).clone(), PUBLIC)
    needs = rules.needs(state)
    _require(all(isinstance(need, Need) for need in needs), "its needs are no tuple of Need")
    for event in {form.event for need in needs for form in need.forms}:
        _require(event.startswith(f"{rules.slug}."), f"{event} is not one of its own event types")
        event_class(event)
    outcome = rules.outcome(state)
    _require(
        len(outcome.places) == len(outcome.scores) == seats, "its outcome does not fit the seats"
    )
    rules.board(state)
    labels = [str(seat + 1) for seat in range(seats)]
    for language in LANGUAGES:
        rules.text_board(state, labels, language)


def _require(holds: object, reason: str) -> None:
    if not holds:
        raise GameRefused(reason)
