"""One step of a match as a page shows it: a board, what happened last, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.core.contract import AnyRules
from games.core.needs import Need
from games.core.viewer import Viewer
from games.core.words import say
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
    recorded_at: str
    overridden: bool
    awaited: tuple[Awaited, ...]
    seats: tuple[SeatPanel, ...]
    board: dict[str, Any]
    options: dict[str, Any]
    text: str
    knower: str = ""
    """Whose knowledge this is: the label of a seat, empty for the public and for everything."""

    @property
    def board_templates(self) -> list[str]:
        """The board of the game, or the text board for a game that has none."""
        return [f"games/{self.slug}/board.html", "replays/boards/text.html"]

    @property
    def styles(self) -> str:
        return styles_of(self.slug)

    @cached_property
    def draws_pieces(self) -> bool:
        """True for a game whose dice, tiles or cards are drawn rather than named."""
        try:
            get_template(f"games/{self.slug}/piece.html")
        except TemplateDoesNotExist:
            return False
        return True

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


@cache
def styles_of(slug: str) -> str:
    """Return the style sheet that a game has of its own, or nothing."""
    path = f"games/{slug}/board.css"
    return path if finders.find(path) else ""


def make_frame(log: Log, ply: int, viewer: Viewer, labels: list[str], language: str) -> Frame:
    """Return one step of a match as `viewer` may see it; `ply` counts the events before it."""
    rules = log.rules
    ply = max(0, min(ply, len(log.plies)))
    truth = log.state_at(ply)
    state = rules.view(truth, viewer)
    needs = rules.needs(state)
    acting = {need.performer for need in needs}
    outcome = rules.outcome(state)
    return Frame(
        slug=rules.slug,
        words=rules.words,
        ply=ply,
        last=len(log.plies),
        turn=rules.turn(state) if needs else "",
        sentence=_sentence(log, ply, viewer, labels, language),
        recorded_at=log.plies[ply - 1].recorded_at if ply else "",
        overridden=bool(ply) and log.plies[ply - 1].overridden,
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
        board=rules.board(state),
        options=log.setup.options,
        text=rules.text_board(state, labels, language),
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


def _sentence(log: Log, ply: int, viewer: Viewer, labels: list[str], language: str) -> str:
    if not ply:
        return ""
    rules = log.rules
    before = rules.view(log.state_at(ply - 1), viewer)
    event = rules.redact(log.plies[ply - 1].event, log.state_at(ply), viewer)
    return rules.describe(before, event, labels, language)


def turn_starts(log: Log) -> list[int]:
    """Return the step before the first event of every turn."""
    rules = log.rules
    state = rules.start(log.setup)
    starts: list[int] = []
    heading = None
    for index, ply in enumerate(log.plies):
        turn = rules.turn(state)
        if turn != heading:
            starts.append(index)
            heading = turn
        rules.apply(state, ply.event)
    return starts
