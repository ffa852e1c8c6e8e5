"""One step of a match as a page shows it: a board, what happened last, what comes next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.core.contract import AnyRules
from games.core.events import Chance, Event
from games.core.needs import Need
from games.core.viewer import Viewer
from games.core.words import say
from replays.events import is_dealt_here
from replays.log import Log


@dataclass(frozen=True, slots=True)
class SeatPanel:
    seat: int
    label: str
    score: int
    leads: bool
    acts: bool
    """True when the match waits for this seat: to choose, or to throw or draw."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """One thing the match waits for at a step."""

    who: str
    """Everybody it waits for, by name; empty for what anybody may do."""
    what: str


@dataclass(frozen=True)
class Frame:
    """Everything a board needs; nothing in it is hidden from its viewer."""

    slug: str
    words: Any
    ply: int
    last: int
    turn: str
    sentence: str
    version: int
    """Where the event that led here is recorded."""
    recorded_at: str
    drawn: bool
    """True for what the server drew: nobody can correct that."""
    overridden: bool
    awaited: tuple[Awaited, ...]
    seats: tuple[SeatPanel, ...]
    options: dict[str, Any]
    rules: AnyRules
    view: Any
    """The state as its viewer knows it."""
    language: str
    knower: str = ""
    """Whose knowledge this is: the label of a seat, empty for the public and for everything."""

    @cached_property
    def board(self) -> dict[str, Any]:
        return self.rules.board(self.view)

    @cached_property
    def text(self) -> str:
        """The board in words."""
        labels = [panel.label for panel in self.seats]
        return self.rules.text_board(self.view, labels, self.language)

    @property
    def board_templates(self) -> list[str]:
        """The board of the game, or the text board for a game that has none."""
        return [f"games/{self.slug}/board.html", "replays/boards/text.html"]

    @cached_property
    def draws_pieces(self) -> bool:
        """True for a game whose dice, tiles or cards are drawn rather than named."""
        try:
            get_template(f"games/{self.slug}/piece.html")
        except TemplateDoesNotExist:
            return False
        return True

    @property
    def correctable(self) -> int:
        """The version of the entry that led here, or 1 where nobody can correct it."""
        return 1 if self.at_start or self.drawn else self.version

    @property
    def previous(self) -> int:
        return max(0, self.ply - 1)

    @property
    def next(self) -> int:
        return min(self.last, self.ply + 1)

    @property
    def at_start(self) -> bool:
        return self.ply == 0

    @property
    def at_end(self) -> bool:
        return self.ply == self.last


def make_frame(log: Log, ply: int, viewer: Viewer, labels: list[str], language: str) -> Frame:
    """Return one step of a match as `viewer` may see it; `ply` counts the events before it."""
    ply = max(0, min(ply, len(log.plies)))
    (step,) = walk(log, viewer, ply, ply)
    return frame_at(log, step, labels, language)


class Step(NamedTuple):
    """One step of a match as somebody may see it."""

    ply: int
    view: Any
    before: Any
    """The view of the step before; None at the start."""
    shown: Event | None
    """The event that led here, as far as it was known at once; None at the start."""
    viewer: Viewer


def walk(log: Log, viewer: Viewer, first: int, last: int) -> Iterator[Step]:
    """Yield the steps from `first` to `last`, in one fold of the log."""
    rules = log.rules
    truth = log.state_at(max(0, first - 1))
    view = rules.view(truth, viewer)
    if first == 0:
        yield Step(0, view, None, None, viewer)
    for ply in range(max(1, first), last + 1):
        event, before = log.plies[ply - 1].event, view
        rules.apply(truth, event)
        view = rules.view(truth, viewer)
        yield Step(ply, view, before, rules.redact(event, truth, viewer), viewer)


def frame_at(log: Log, step: Step, labels: list[str], language: str) -> Frame:
    """Return a step as a page shows it."""
    rules, ply, viewer = log.rules, step.ply, step.viewer
    needs = rules.needs(step.view)
    acting = {need.performer for need in needs}
    outcome = rules.outcome(step.view)
    told = "" if step.shown is None else rules.describe(step.before, step.shown, labels, language)
    led_here = log.plies[ply - 1] if ply else None
    return Frame(
        slug=rules.slug,
        words=rules.words,
        ply=ply,
        last=len(log.plies),
        turn=rules.turn(step.view) if needs else "",
        sentence=told,
        version=led_here.version if led_here else 1,
        recorded_at=led_here.recorded_at if led_here else log.created_at,
        drawn=is_dealt_here(log.source) and isinstance(step.shown, Chance),
        overridden=led_here is not None and led_here.overridden,
        awaited=_awaited(rules, needs, labels, language),
        seats=tuple(
            SeatPanel(
                seat=seat,
                label=label,
                score=outcome.scores[seat],
                leads=outcome.places[seat] == 1 and ply > 0,
                acts=seat in acting,
            )
            for seat, label in enumerate(labels)
        ),
        options=log.setup.options,
        rules=rules,
        view=step.view,
        language=language,
        knower=labels[viewer.seat] if viewer.role == "seat" else "",
    )


def _awaited(
    rules: AnyRules, needs: Sequence[Need], labels: list[str], language: str
) -> tuple[Awaited, ...]:
    """Return what the match waits for; seats that are asked for the same are named together."""
    names: dict[str, list[str]] = {}
    for need in needs:
        who = names.setdefault(need.kind, [])
        if need.performer is not None:
            who.append(labels[need.performer])
    return tuple(
        Awaited(who=", ".join(who), what=say(rules.words, f"need.{kind}", language))
        for kind, who in names.items()
    )
