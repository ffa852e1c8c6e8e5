"""What could be done next in a tournament: the step, a repair, tables, and the way back."""

from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays.errors import message_of
from replays.http.answers import Answer
from tournaments.tournaments.director.evenings import suggested_tables
from tournaments.tournaments.director.repairs import RepairOffer, repair_offer
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.director.steps import NextStep, next_step
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.logs import (
    ORGANISER,
    LogEntryAnswer,
    log_entries,
    logged_events,
)
from tournaments.tournaments.selectors.undoing import Rewind, redo_offer, undo_offer


class NextStepAnswer(Answer, frozen=True):
    """The next thing to do."""

    step: str
    """`add_entrants`, `check_in`, `begin`, `propose`, `announce`, `enter_results`, `look_at_cut`,
    `close_stage`, `close_evening` or `finish`."""
    words: str
    """The same in a few words."""
    command: str | None
    """The command that does it; null where an organiser has to look or choose first."""
    stage: int | None
    """The stage it is about."""
    round: int | None
    """The round it is about."""


class RepairAnswer(Answer, frozen=True):
    """The smallest repair of the newest round, which `repair` would make."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    gone: answers.Numbers
    """Who sits there, or has a bye, and is absent now."""
    late: answers.Numbers
    """Who is present and has no table."""
    moved: answers.Numbers
    """Who would have to go elsewhere."""
    problem: str | None
    """The code of why there is no repair."""


class SuggestedTableAnswer(Answer, frozen=True):
    """A table of an open evening that could be begun now: what `begin_table` takes."""

    stage: answers.StageNumber
    game: int
    """Which of the stage's games; the first is 0."""
    entrants: answers.Numbers
    """Who could sit there, in seat order."""


class RewindAnswer(Answer, frozen=True):
    """A command that could be undone, or done again."""

    version: int
    """The version of its last event: what `undo` takes as `version`."""
    events: list[LogEntryAnswer]
    """What it wrote."""
    problem: str | None
    """The code of why it cannot be: something outside the tournament depends on it."""
    reason: str | None
    """The same in words."""


class AdviceAnswer(answers.TournamentPartAnswer, frozen=True):
    """What could be done now; nobody has to."""

    next: NextStepAnswer | None
    """The next step; null once nothing is left to do."""
    repair: RepairAnswer | None
    """What would mend the newest round; null while everybody is where they should be."""
    tables: tuple[SuggestedTableAnswer, ...]
    """Tables for those who are free at an open evening."""
    undo: RewindAnswer | None
    """The last command, which `undo` would undo; null where nothing is left to undo."""
    redo: RewindAnswer | None
    """What `redo` would do again; null unless something was undone last."""
    labels: answers.Names


def advice_on(tournament_id: UUID, state: State, labels: answers.Labels) -> AdviceAnswer:
    """Return what could be done in a tournament as it stands."""
    step, offer, stage = next_step(state), repair_offer(state), state.current
    tables = _suggested(state, stage) if stage is not None else ()
    people = [table.entrants for table in tables]
    if offer is not None:
        people += [offer.gone, offer.late, offer.moved]
    return AdviceAnswer(
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        next=_step(step) if step is not None else None,
        repair=_repair(offer) if offer is not None else None,
        tables=tables,
        undo=_rewind(tournament_id, undo_offer(tournament_id, state), labels),
        redo=_rewind(tournament_id, redo_offer(state), labels),
        labels=answers.named(labels, *people),
    )


def _suggested(state: State, stage: Stage) -> tuple[SuggestedTableAnswer, ...]:
    if stage.status != "running" or not stage.rules.is_open:
        return ()
    return tuple(
        SuggestedTableAnswer(stage.number, int(table.game), table.entrants)
        for table in suggested_tables(state, stage)
    )


def _step(step: NextStep) -> NextStepAnswer:
    at = (step.stage or None, step.round or None)
    return NextStepAnswer(step.step, step_words(step), step.command or None, *at)


def _repair(offer: RepairOffer) -> RepairAnswer:
    problem = offer.problem.code if offer.problem is not None else None
    people = (offer.gone, offer.late, offer.moved)
    return RepairAnswer(offer.stage, offer.round, *people, problem)


def _rewind(
    tournament_id: UUID, offer: Rewind | None, labels: answers.Labels
) -> RewindAnswer | None:
    if offer is None:
        return None
    rows = logged_events(tournament_id).filter(version__in=list(offer.written.versions))
    entries = log_entries(tournament_id, rows.order_by("version"), labels, reader=ORGANISER)
    problem = offer.problem
    code, words = (
        (problem.code, message_of(problem.code, **problem.params)) if problem else (None, None)
    )
    return RewindAnswer(offer.written.last, entries, code, words)


def step_words(step: NextStep) -> str:
    """Return a step in a few words, as a button says it."""
    match step.step:
        case "add_entrants":
            words = _("Add entrants")
        case "check_in":
            words = _("Check entrants in")
        case "begin":
            words = ngettext(
                "Begin with the %(count)s entrant who is present",
                "Begin with the %(count)s entrants who are present",
                step.count,
            )
        case "look_at_cut":
            words = _("Look at the cut and begin stage %(number)s")
        case "announce":
            words = _("Look at the proposal of round %(number)s and announce it")
        case "enter_results":
            words = ngettext(
                "Enter the result of %(count)s table",
                "Enter the results of %(count)s tables",
                step.count,
            )
        case "propose":
            words = _("Propose round %(number)s")
        case "close_stage":
            words = _("Close stage %(number)s")
        case "close_evening":
            words = _("Close the evening")
        case "finish":
            words = _("Finish the tournament")
    return words % {"number": step.round or step.stage, "count": step.count}
