"""The next step and the repair of a round, as the page of a tournament offers them."""

from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.tournaments.director.repairs import repair_offer
from tournaments.tournaments.director.state import State
from tournaments.tournaments.director.steps import NextStep, next_step
from tournaments.tournaments.selectors.advice import step_words
from tournaments.tournaments.web.words import Labels, names, refusal_words


class StepButton(NamedTuple):
    """A button that sends a command, or a link to where something is to be done."""

    words: str
    command: str
    stage: int
    address: str
    hint: str = ""
    ends_it: bool = False
    """Whether nothing comes after this stage."""


def step_button(state: State, tournament_id: UUID) -> StepButton | None:
    """Return the next step, or None once nothing is left to do."""
    step = next_step(state)
    if step is None:
        return None
    hint = _("Nobody can be seated before they are checked in.") if step.step == "check_in" else ""
    address = "" if step.command else _address(step, tournament_id)
    last = step.step == "close_stage" and step.stage + 1 not in state.stages
    return StepButton(step_words(step), step.command, step.stage, address, hint, last)


def _address(step: NextStep, tournament_id: UUID) -> str:
    match step.step:
        case "look_at_cut":
            return reverse("tournaments:tournament-cut", args=[tournament_id, step.stage])
        case "announce":
            view = "proposal"
        case "close_evening":
            view = "close"
        case "enter_results":
            return reverse("tournaments:tournament", args=[tournament_id]) + "#round"
        case _:
            view = "entrants"
    return reverse(f"tournaments:tournament-{view}", args=[tournament_id])


class RepairWords(NamedTuple):
    """What is wrong with the newest round, and who would have to go elsewhere, by name."""

    stage: int
    round: int
    gone: str
    late: str
    moved: str
    problem: str
    """Why there is no repair, or nothing."""


def repair_words(state: State, labels: Labels) -> RepairWords | None:
    """Return the repair of a Swiss round, or None while everybody is where they should be."""
    offer = repair_offer(state)
    if offer is None:
        return None
    gone, late, moved = (names(group, labels) for group in (offer.gone, offer.late, offer.moved))
    problem = refusal_words(offer.problem, labels) if offer.problem is not None else ""
    return RepairWords(offer.stage, offer.round, gone, late, moved, problem)
