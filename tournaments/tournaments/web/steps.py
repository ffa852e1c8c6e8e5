"""What the organisers of a tournament should do now: the next step, the repair of a round."""

from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.errors import RuleViolation
from tournaments.tournaments.director.brackets import upcoming
from tournaments.tournaments.director.commands.repairs import find_repair, gone_from
from tournaments.tournaments.director.commands.rounds import require_next
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.web.words import Labels, names, refusal_words


class NextStep(NamedTuple):
    """A button that sends a command, or a link to where something is to be done."""

    words: str
    command: str = ""
    stage: int = 0
    address: str = ""
    hint: str = ""


def next_step_of(state: State, tournament_id: UUID) -> NextStep | None:
    """Return the next step, or None once nothing is left to do."""
    if state.finished or not state.stages:
        return None
    current = state.current
    if current is None:
        return _first(state, tournament_id)
    if current.status == "closed":
        return _after(state, current, tournament_id)
    if current.rules.is_open:
        return NextStep(_("Close the evening"), address=_address(tournament_id, "tournament-close"))
    return _within(state, current, tournament_id)


def _address(tournament_id: UUID, view: str, *numbers: int) -> str:
    return reverse(f"tournaments:{view}", args=[tournament_id, *numbers])


def _first(state: State, tournament_id: UUID) -> NextStep:
    there = sum(row.present and not row.dropped for row in state.entrants.values())
    entrants = _address(tournament_id, "tournament-entrants")
    if not state.entrants:
        return NextStep(_("Add entrants"), address=entrants)
    if there < 2:
        hint = _("Nobody can be seated before they are checked in.")
        return NextStep(_("Check entrants in"), address=entrants, hint=hint)
    words = ngettext(
        "Begin with the %(count)s entrant who is present",
        "Begin with the %(count)s entrants who are present",
        there,
    )
    return NextStep(words % {"count": there}, "start_stage", 1)


def _after(state: State, closed: Stage, tournament_id: UUID) -> NextStep:
    later = state.stages.get(closed.number + 1)
    if later is None:
        return NextStep(_("Finish the tournament"), "finish")
    words = _("Look at the cut and begin stage %(number)s") % {"number": later.number}
    return NextStep(words, address=_address(tournament_id, "tournament-cut", later.number))


def _within(state: State, stage: Stage, tournament_id: UUID) -> NextStep:
    if stage.draft is not None:
        words = _("Look at the proposal of round %(number)s and announce it")
        address = _address(tournament_id, "tournament-proposal")
        return NextStep(words % {"number": stage.draft.round}, address=address)
    last = stage.last_round
    if last is not None and not last.complete:
        waiting = sum(table.is_open for table in last.tables.values())
        words = ngettext(
            "Enter the result of %(count)s table",
            "Enter the results of %(count)s tables",
            waiting,
        )
        address = f"{_address(tournament_id, 'tournament')}#round"
        return NextStep(words % {"count": waiting}, address=address)
    number = (last.number if last is not None else 0) + 1
    if _is_played_out(state, stage, number):
        words = _("Close stage %(number)s") % {"number": stage.number}
        return NextStep(words, "close_stage", stage.number)
    return NextStep(_("Propose round %(number)s") % {"number": number}, "propose", stage.number)


def _is_played_out(state: State, stage: Stage, number: int) -> bool:
    try:
        require_next(stage)
        if stage.rules.format in CHAINED | SCHEDULED:
            upcoming(state, stage, number, former_ranks(state, stage))
    except RuleViolation as violation:
        return violation.code == "stage_complete"
    return False


class RepairOffer(NamedTuple):
    """What is wrong with the newest round, and who would have to go elsewhere."""

    stage: int
    round: int
    gone: str
    late: str
    moved: str = ""
    problem: str = ""
    """Why there is no repair, or nothing."""


def repair_offer(state: State, labels: Labels) -> RepairOffer | None:
    """Return the repair of a Swiss round, or None while everybody is where they should be."""
    stage = state.current
    if stage is None or stage.status != "running" or stage.rules.format != "swiss":
        return None
    row = stage.last_round
    if row is None or all(table.begun for table in row.tables.values()):
        return None
    listed = {number for table in row.tables.values() for number in table.entrants}
    late = [
        entrant.number
        for entrant in playing(state, stage)
        if entrant.number not in listed and entrant.number not in row.byes
    ]
    gone = gone_from(state, row)
    if not gone and not late:
        return None
    offer = RepairOffer(stage.number, row.number, names(gone, labels), names(late, labels))
    try:
        return offer._replace(moved=names(find_repair(state, stage, row).moved, labels))
    except RuleViolation as violation:
        return offer._replace(problem=refusal_words(violation, labels))
