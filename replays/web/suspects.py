"""What the rules refuse, with the ways out: an earlier entry that is wrong, or an override."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from games.core.contract import AnyRules
from games.core.events import Chance, Event
from replays import actions
from replays.culprits import Played, find_culprits
from replays.effective import Ply
from replays.events import is_dealt_here
from replays.log import Log
from replays.models import Match
from replays.web.access import language, may
from replays.web.buttons import event_title, event_value

MOST_SHOWN = 5
PATIENCE = 0.7
"""Seconds after which the search for wrong entries ends, wherever it is then."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What could have happened in the place of an entry."""

    sentence: str
    value: str


@dataclass(frozen=True, slots=True)
class Suspect:
    """An entry that could be wrong, and where it is corrected."""

    step: int
    sentence: str
    address: str
    instead: tuple[Instead, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """An entry that the rules do not allow, and what can be done about it."""

    sentence: str
    value: str
    suspects: tuple[Suspect, ...]
    cut: bool
    """True when not every earlier entry was looked at."""
    override: str
    """Where it can be recorded all the same; empty for those who may not."""


class Desk(NamedTuple):
    """Who records what: the request, the match and its log, the names at its table."""

    request: HttpRequest
    match: Match
    log: Log
    labels: list[str]


def explain(desk: Desk, event: Event, before: Sequence[Event] = ()) -> Refused | None:
    """Return the ways out of a refusal; `before` is what was entered with it and is legal.

    None where nothing of it would be a way out: the match is over, or it is no event of the game.
    """
    request, match, log, labels = desk
    if log.ended or log.rules.reported_only or not event.type.startswith(f"{log.setup.game}."):
        return None
    plies = [*log.plies, *(Ply(0, one, "", "") for one in before)]
    until = time.monotonic() + PATIENCE
    drawn_here = is_dealt_here(log.source)
    suspicion = find_culprits(
        Played(log.rules, log.setup, plies),
        event,
        may_change=lambda ply: bool(ply.version) and not (drawn_here and _is_chance(ply)),
        enough=lambda: time.monotonic() > until,
    )
    shown = suspicion.culprits[:MOST_SHOWN]
    mine = may(request, actions.AMEND, match)
    return Refused(
        sentence=sentence_of(log.rules, log.state, event, labels),
        value=event_value(event),
        suspects=tuple(_suspect(desk, *one) for one in shown) if mine else (),
        cut=suspicion.cut,
        override=reverse("replays:override", args=[match.pk])
        if may(request, actions.OVERRIDE, match) and not before
        else "",
    )


def sentence_of(rules: AnyRules, state: object, event: Event, labels: list[str]) -> str:
    """Return an event in words, or what it is called where the rules cannot tell it."""
    try:
        return rules.describe(state, event, labels, language())
    except Exception:  # the rules promise sentences for legal events alone
        return event_title(rules, event.type, language())


def _suspect(desk: Desk, index: int, instead: Sequence[Event]) -> Suspect:
    _, match, log, labels = desk
    ply, state = log.plies[index], log.state_at(index)
    return Suspect(
        step=index + 1,
        sentence=sentence_of(log.rules, state, ply.event, labels),
        address=reverse("replays:amend", args=[match.pk, ply.version]) + "?from=record",
        instead=tuple(
            Instead(sentence_of(log.rules, state, other, labels), event_value(other))
            for other in instead
        ),
    )


def _is_chance(ply: Ply) -> bool:
    return isinstance(ply.event, Chance)
