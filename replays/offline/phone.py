"""One match on a phone: what is asked, and a judge of what is entered. It runs in the browser.

Everything comes and goes as JSON, since a page asks.
"""

from contextlib import suppress
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


class Table:
    """A match at a version, and what was entered on top of it."""

    def __init__(self, told: str) -> None:
        self.told = msgspec.json.decode(told, type=Told)
        self.rules = rules_for(self.told.setup)
        self.events: list[Event] = [decode_event(*event) for event in self.told.events]
        self.state = fold(self.rules, self.told.setup, self.events)

    def enter(self, fields: str) -> str:
        """Record what a form sent, or say by code and words why the rules refuse it."""
        state, entered = self.state.clone(), []
        try:
            for event in posted_events(Fields(msgspec.json.decode(fields))):
                self.rules.check(state, event)
                self.rules.apply(state, event)
                entered.append(event)
        except RuleViolation as refusal:
            words = say(
                self.rules.words, f"code.{refusal.code}", self.told.language, **refusal.params
            )
            return canonical_json({"code": refusal.code, "words": words})
        if self.told.choices_only:
            for event in unseen_events(self.rules, state):
                self.rules.apply(state, event)
                entered.append(event)
        self.events += entered
        self.state = state
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
