"""How deep a match is being told, and the ways to go on: one control for all pages that tell."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from replays.counting import is_counted_by_round
from replays.events import MatchCounted, is_dealt_here
from replays.log import Log
from replays.web.buttons import events_value
from replays.web.counts import can_count
from replays.web.sides import CHOICES
from replays.web.unseen import leaves_chance_unseen, unseen_events

Told = Literal["every", "choices", "count", "rounds", "scores"]


@dataclass(frozen=True, slots=True)
class DepthChoice:
    """One depth at which a match can be told from here on."""

    name: Told
    label: str | Promise
    words: str | Promise
    address: str
    events: str = ""
    """What choosing it records at once: what chance is about to do and nobody tells."""


@dataclass(frozen=True, slots=True)
class DepthControl:
    """Every depth that a match can be told at; a form of it says what every form says."""

    choices: tuple[DepthChoice, ...]
    current: DepthChoice | None
    version: int
    key: str
    last_count: int | None = None
    """The round whose count is the last entry: what undo takes back first."""


def depth_control(log: Log, current: Told, *, key: str) -> DepthControl:
    """Return the depths of a match as it stands; once it is over only results are told."""
    choices = tuple(_choices(log))
    chosen = next((choice for choice in choices if choice.name == current), None)
    return DepthControl(choices, chosen, log.version, key, _last_count(log))


def _last_count(log: Log) -> int | None:
    event = log.nodes[log.version].entry.event
    return event.round if isinstance(event, MatchCounted) else None


def _choices(log: Log) -> list[DepthChoice]:
    record = reverse("replays:record", args=[log.stream_id])
    choices: list[DepthChoice] = []
    rules = log.known_rules
    if rules is not None and not rules.reported_only and not log.ended:
        choices.append(
            DepthChoice(
                "every",
                _("Every event"),
                _("what chance does and what everybody chooses"),
                record,
            )
        )
        if not is_dealt_here(log.source) and leaves_chance_unseen(log.setup):
            unseen = unseen_events(rules, log.state)
            choices.append(
                DepthChoice(
                    "choices",
                    _("Choices only"),
                    _("what was dealt and drawn stays unknown wherever the rules allow it"),
                    f"{record}?depth={CHOICES}",
                    events_value(unseen) if unseen else "",
                )
            )
    return choices + _results(log, log.stream_id)


def _results(log: Log, match_id: UUID) -> list[DepthChoice]:
    path = reverse("replays:report", args=[match_id])
    choices: list[DepthChoice] = []
    tellable = log.status in ("open", "reported")
    if tellable and can_count(log):
        by_round = is_counted_by_round(log.rules, log.setup)
        choices.append(
            DepthChoice(
                "count",
                _("Count each round") if by_round else _("Count the table"),
                _("what lies before each seat; the rules do the sum"),
                f"{path}?by=count",
            )
        )
    if tellable:
        choices.append(
            DepthChoice(
                "rounds",
                _("Scores by round"),
                _("each round as soon as it is over"),
                f"{path}?by=rounds",
            )
        )
    choices.append(DepthChoice("scores", _("Scores at the end"), _("nothing but the result"), path))
    return choices
