"""One match on a phone: what is asked, and a judge of what is entered. It runs in the browser.

Everything comes and goes as JSON, since a page asks.
"""

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from importlib import import_module
from typing import Any
from zipfile import ZipFile

import msgspec

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.matches import content_hash
from games.core.replay import fold
from games.core.setup import Setup
from games.core.words import say
from games.registry import register, rules_for
from replays.offline.archives import OTHERS
from replays.web.entries import Fields, posted_events
from replays.web.prompts import make_prompts
from replays.web.unseen import unseen_events


def register_others(path: str) -> None:
    """Register the games of other packages in an archive, as far as they can run here."""
    with ZipFile(path) as packed:
        others = msgspec.json.decode(packed.read(OTHERS), type=list[tuple[str, str]])
    for module, name in others:
        with suppress(Exception):  # one that needs more than a phone has is judged by the server
            register(getattr(import_module(module), name)())


class Told(msgspec.Struct, frozen=True):
    """A match as the server tells it to a phone whose visitor sees and records everything."""

    version: int
    setup: Setup
    events: list[tuple[str, Any]]
    """The effective game events: type and payload, as of today's schemas."""
    labels: list[str]
    language: str
    choices_only: bool = False
    """Whether what chance does is written as unseen wherever the rules let it."""


Entry = list[tuple[str, str]]
"""The fields of a form, by name and value."""


class Refused(Exception):
    """The rules do not allow the entry at a place."""

    def __init__(self, refusal: RuleViolation, place: int) -> None:
        super().__init__(refusal.code)
        self.refusal, self.place = refusal, place


class Table:
    """A match at a version, and what was entered on top of it."""

    def __init__(self, told: str) -> None:
        self.told = msgspec.json.decode(told, type=Told)
        self.version = self.told.version
        self.rules = rules_for(self.told.setup)
        self.events: list[Event] = [decode_event(*event) for event in self.told.events]
        self.state = self.state_at(len(self.events))

    def state_at(self, ply: int) -> Any:
        """Return a new state after the first events."""
        return fold(self.rules, self.told.setup, self.events[:ply])

    def after(self, entries: Sequence[Entry]) -> "Table":
        """Return the table as it is after some entries, or raise Refused at the first misfit."""
        table = copy(self)
        table.events = [*self.events]
        for place, fields in enumerate(entries):
            table.add(fields, place)
        return table

    def add(self, fields: Entry, place: int = 0) -> None:
        """Record what a form sent, or raise Refused."""
        state, entered = self.state.clone(), []
        try:
            for event in posted_events(Fields(fields)):
                self.rules.check(state, event)
                self.rules.apply(state, event)
                entered.append(event)
        except RuleViolation as refusal:
            raise Refused(refusal, place) from refusal
        if self.told.choices_only:
            for event in unseen_events(self.rules, state):
                self.rules.apply(state, event)
                entered.append(event)
        self.events += entered
        self.state = state

    def tell(self) -> str:
        """Return the match as the server would tell it now."""
        events = [(event.type, msgspec.to_builtins(event)) for event in self.events]
        told = msgspec.structs.replace(self.told, version=self.version, events=events)
        return canonical_json(told)

    def say(self, refused: Refused) -> dict[str, Any]:
        """Return a refusal as the page hears it."""
        code, params = refused.refusal.code, refused.refusal.params
        words = say(self.rules.words, f"code.{code}", self.told.language, **params)
        return {"code": code, "words": words, "place": refused.place}

    def saved(self, fields: str, version: int) -> None:
        """Go on from an entry that the server wrote as a version."""
        self.add(msgspec.json.decode(fields, type=Entry))
        self.version = version

    def enter(self, fields: str) -> str:
        """Record what a form sent, or say by code and words why the rules refuse it."""
        try:
            self.add(msgspec.json.decode(fields, type=Entry))
        except Refused as refused:
            return canonical_json(self.say(refused))
        return canonical_json({"code": ""})

    def prompts(self) -> str:
        """Return what may be recorded next."""
        told = self.told
        made = make_prompts(self.rules, self.state, told.labels, told.language)
        return canonical_json(msgspec.to_builtins(made))

    def standing(self) -> str:
        """Return the state, what identifies the match so far, and how it would end now."""
        outcome = self.rules.outcome(self.state)
        return canonical_json(
            {
                "state": self.rules.to_data(self.state),
                "hash": content_hash(self.told.setup, self.events),
                "outcome": msgspec.to_builtins(outcome),
                "over": not self.rules.needs(self.state),
            }
        )
