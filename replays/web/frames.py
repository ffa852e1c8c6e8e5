"""One step of a match as a page shows it: a board, what happened last, what comes next."""

from dataclasses import dataclass
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.core.viewer import Viewer
from games.core.words import say
from replays.log import Log


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """One seat at one step."""

    seat: int
    label: str
    score: int
    leads: bool
    acts: bool
    """True when the match waits for this seat."""

    @property
    def number(self) -> int:
        """The seat as people count."""
        return self.seat + 1


@dataclass(frozen=True, slots=True)
class Awaited:
    """One thing the match waits for at a step."""

    who: str
    what: str


@dataclass(frozen=True, slots=True)
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

    @property
    def board_templates(self) -> list[str]:
        """The board of the game, or the text board for a game that has none."""
        return [f"replays/boards/{self.slug}.html", "replays/boards/text.html"]

    @property
    def draws_pieces(self) -> bool:
        """True for a game whose dice, tiles or cards are drawn rather than named."""
        try:
            get_template(f"replays/pieces/{self.slug}.html")
        except TemplateDoesNotExist:
            return False
        return True

    @property
    def previous(self) -> int:
        """The step before, or this one at the start."""
        return max(0, self.ply - 1)

    @property
    def next(self) -> int:
        """The step after, or this one at the end."""
        return min(self.last, self.ply + 1)

    @property
    def at_start(self) -> bool:
        """True before the first event."""
        return self.ply == 0

    @property
    def at_end(self) -> bool:
        """True after the last event."""
        return self.ply == self.last


def make_frame(log: Log, ply: int, viewer: Viewer, labels: list[str], language: str) -> Frame:
    """Return one step of a match as `viewer` may see it; `ply` counts the events before it."""
    rules = log.rules
    ply = max(0, min(ply, len(log.plies)))
    truth = log.state_at(ply)
    state = rules.view(truth, viewer)
    needs = rules.needs(state)
    acting = {need.seat for need in needs if need.seat is not None}
    outcome = rules.outcome(state)
    return Frame(
        slug=rules.slug,
        words=rules.words,
        ply=ply,
        last=len(log.plies),
        turn=rules.turn(state) if needs else "",
        sentence=_sentence(log, ply, truth, viewer, labels, language),
        recorded_at=log.plies[ply - 1].recorded_at if ply else "",
        overridden=bool(ply) and log.plies[ply - 1].overridden,
        awaited=tuple(
            Awaited(
                who=labels[need.seat] if need.seat is not None else "",
                what=say(rules.words, f"need.{need.kind}", language),
            )
            for need in needs
        ),
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
        board=rules.to_data(state),
        options=log.setup.options,
        text=rules.text_board(state, labels, language),
    )


def _sentence(
    log: Log, ply: int, after: Any, viewer: Viewer, labels: list[str], language: str
) -> str:
    if not ply:
        return ""
    rules = log.rules
    before = rules.view(log.state_at(ply - 1), viewer)
    event = rules.redact(log.plies[ply - 1].event, after, viewer)
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
