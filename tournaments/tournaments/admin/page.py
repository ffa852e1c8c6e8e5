"""The page of a tournament in the admin: what comes next, and everything there is, folded once."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest

from replays.web.writing import number
from tournaments.tournaments.director.commands.catalogue import command_names
from tournaments.tournaments.director.state import Entrant, Stage, State
from tournaments.tournaments.director.steps import NextStep, next_step
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.advice import step_words
from tournaments.tournaments.selectors.logs import logged_events
from tournaments.tournaments.selectors.rounds import round_view
from tournaments.tournaments.web.logs import log_lines
from tournaments.tournaments.web.pages import TournamentPage, Visitor
from tournaments.tournaments.web.plan_words import Lines, rules_words
from tournaments.tournaments.web.proposals import proposal_table
from tournaments.tournaments.web.tables import TableCard, card_of
from tournaments.tournaments.web.undoing import rewinds_of
from tournaments.tournaments.web.words import names, stage_title

EVENTS_SHOWN = 12
ENTRANTS_SHOWN = 64
Address = Callable[[str], str]
"""Returns where the form of a command is."""


class Step(NamedTuple):
    """The next step: a button that does it, or a link to the form or place where it is done."""

    words: str
    address: str
    button: bool
    stage: int


class StageLine(NamedTuple):
    """A stage, how it is played, and who plays in it."""

    stage: Stage
    title: str
    rules: Lines
    seeds: str


class EntrantLine(NamedTuple):
    """An entrant as the list shows one."""

    entrant: Entrant
    label: str


class RoundShown(NamedTuple):
    """One round with its tables."""

    stage: Stage
    number: int
    cards: list[TableCard]
    byes: str
    absent: str


def admin_page(tournament: Tournament, state: State, labels: Mapping[int, str]) -> TournamentPage:
    """Return what the pages of the site know of a tournament, for somebody who directs."""
    operator = Visitor(
        directs=True, commands=frozenset(command_names()), reads_reports=True, reads_actors=True
    )
    return TournamentPage(tournament, state, operator, labels, datetime.now(UTC))


def page_context(request: HttpRequest, page: TournamentPage, address: Address) -> dict[str, Any]:
    """Return everything that the template shows of a tournament."""
    state = page.state
    page.requested_stage = number(request.GET.get("stage"), default=0)
    events = Paginator(logged_events(page.tournament.id), EVENTS_SHOWN)
    listed = events.get_page(request.GET.get("log"))
    people = Paginator(list(state.entrants.values()), ENTRANTS_SHOWN)
    shown = people.get_page(request.GET.get("entrants"))
    return {
        "page": page,
        "step": step_of(next_step(state), address),
        "proposal": proposal_table(page),
        "rewinds": rewinds_of(page),
        "shown": _round(page, number(request.GET.get("round"), default=0)),
        "stage_lines": [_stage(stage, page.labels) for stage in state.stages.values()],
        "people": shown,
        "entrant_lines": [EntrantLine(one, page.labels[one.number]) for one in shown.object_list],
        "log": listed,
        "log_lines": log_lines(page, list(listed.object_list)),
        "may_substitute": page.alternates,
    }


def step_of(step: NextStep | None, address: Address) -> Step | None:
    """Return the next step as the admin offers it; None once nothing is left to do."""
    if step is None:
        return None
    match step.step:
        case "add_entrants":
            where = address("enter")
        case "check_in":
            where = address("check_in")
        case "announce":
            where = "#proposal"
        case "enter_results":
            where = "#round"
        case "look_at_cut":
            where = f"{address('start_stage')}?{urlencode({'stage': step.stage})}"
        case "close_evening":
            where = f"{address('close_stage')}?{urlencode({'stage': step.stage})}"
        case _:
            where = address(step.command)
    return Step(step_words(step), where, bool(step.command), step.stage)


def _round(page: TournamentPage, wanted: int) -> RoundShown | None:
    """Return one round of the stage that is shown: the one asked for, or the newest."""
    stage = page.stage
    if stage is None or not stage.rounds:
        return None
    chosen = wanted if wanted in stage.rounds else max(stage.rounds)
    view = round_view(page.state, stage.number, chosen, page.labels)
    cards = [card_of(page, view, table) for table in view.tables]
    byes, absent = (names(people, page.labels) for people in (view.byes, view.absent))
    return RoundShown(stage, chosen, cards, byes, absent)


def _stage(stage: Stage, labels: Mapping[int, str]) -> StageLine:
    return StageLine(
        stage,
        stage_title(stage.rules),
        rules_words(stage.rules, first=stage.number == 1),
        names(stage.seeds, labels),
    )
