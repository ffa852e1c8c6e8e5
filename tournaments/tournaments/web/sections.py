"""The pages of one tournament by name, so that a refused form can be shown where it was sent."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.core.errors import RuleViolation
from replays import actions
from replays.web.access import actor_of, refusal
from replays.web.following import mark_for
from replays.web.refusals import Question
from replays.web.writing import number
from tournaments.people.policy import may
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE, TOURNAMENT_READ_REPORTS
from tournaments.people.standing import standing_of
from tournaments.people.web.access import onlooker_of
from tournaments.tournaments.director.commands.catalogue import command_names, read_command
from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.consequences import ConsequencesAnswer, foreseen
from tournaments.tournaments.selectors.logs import logged_events
from tournaments.tournaments.selectors.rounds import hidden_matches, round_view
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import entrants_of_user, labels_of
from tournaments.tournaments.web.boards import boards_of
from tournaments.tournaments.web.corrections import correction_of, moves_of, undone_words
from tournaments.tournaments.web.evenings import EveningView
from tournaments.tournaments.web.logs import log_lines
from tournaments.tournaments.web.pages import Refused, TournamentPage, Visitor
from tournaments.tournaments.web.people import EntrantsView, entrants_view
from tournaments.tournaments.web.plans import plan_of
from tournaments.tournaments.web.prints import sheet_of
from tournaments.tournaments.web.proposals import cut_table, proposal_table
from tournaments.tournaments.web.room import room_of
from tournaments.tournaments.web.sharing import shared_page
from tournaments.tournaments.web.sizes import splits_of
from tournaments.tournaments.web.tables import TableCard, card_of
from tournaments.tournaments.web.undoing import rewinds_of
from tournaments.tournaments.web.words import RULINGS, Refusal, refusal_words

EVENTS_PER_PAGE = 50
LONGEST_SEARCH = 100
LIVE = frozenset({"overview", "rounds", "boards", "tv", "entrants", "plan", "table"})
"""The pages that follow what others do while they are open."""
ORGANISERS_ONLY = frozenset({"proposal", "cut", "close", "unstart"})
_NUMBERS = dict.fromkeys(
    (
        *("overview", "rounds", "boards", "tv", "print"),
        *("entrants", "proposal", "slips", "log", "plan", "close"),
    ),
    0,
) | {"cut": 1, "unstart": 1, "table": 3}
"""How many numbers the address of each page has."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page of a tournament: which one, and the numbers in its address."""

    section: str
    numbers: tuple[int, ...] = ()

    @classmethod
    def named(cls, text: str) -> "Place":
        """Return the page that a form says it stands on, such as `table:1:2:3`."""
        section, *rest = text.split(":")
        count = _NUMBERS.get(section)
        if count is None or len(rest) != count or not all(word.isdigit() for word in rest):
            return cls("overview")
        return cls(section, tuple(int(word) for word in rest))

    def address(self, tournament_id: UUID) -> str:
        view = "tournament" if self.section == "overview" else f"tournament-{self.section}"
        return reverse(f"tournaments:{view}", args=[tournament_id, *self.numbers])


def visitor_of(request: HttpRequest, tournament: Tournament, state: State) -> Visitor:
    hidden = hidden_matches(state, onlooker_of(request))
    if not request.user.is_authenticated:
        return Visitor(hidden=hidden)
    standing, club_id = standing_of(actor_of(request)), tournament.club_id
    return Visitor(
        standing.may(TOURNAMENT_READ_PRIVATE, club_id),
        standing.commands("tournament", command_names(), club_id),
        standing.may(TOURNAMENT_READ_REPORTS, club_id),
        standing.may(actions.READ_ACTORS, club_id),
        entrants_of_user(state, request.user.pk),
        hidden,
    )


def show(  # noqa: PLR0913  (whatever a page can be shown again with)
    request: HttpRequest,
    tournament: Tournament,
    place: Place,
    *,
    refused: tuple[str, Refusal | None] | None = None,
    correction: tuple[Consequences, int] | None = None,
    preview: ConsequencesAnswer | None = None,
    more: Callable[[TournamentPage], dict[str, Any]] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a page of a tournament; with a refusal beside the form it belongs to."""
    hidden = place.section in ORGANISERS_ONLY
    if hidden and not may(actor_of(request), TOURNAMENT_READ_PRIVATE, tournament.club_id):
        return refusal(request)  # type: ignore[return-value]  # a redirect to the login page
    # What a page follows is asked before what it shows: nothing that changes meanwhile is missed.
    with_boards = place.section in ("boards", "tv")
    mark = mark_for(request, "boards", tournament.id) if with_boards else None
    with reading(tournament.id) as state:
        page = page_of(request, tournament, state, place, refused)
        context = {"page": page, "preview": preview} | _context(request, page, place)
        onlooker_of(request).mark([tournament])
        context["shared"] = shared_page(request, page)
        if place.section == "overview":
            context["rewinds"] = rewinds_of(page)
            context["level_choice"] = onlooker_of(request).choice(tournament)
        if refused is None:
            context["live"] = _live(page, place, mark)
        if more is not None:
            context |= more(page)
        if correction is not None:
            context["correction"] = correction_of(page, *correction)
        template = f"tournaments/tournaments/{place.section}.html"
        return render(request, template, context, status=status)


class Followed(NamedTuple):
    """What a page follows, and how it stood when the page was made."""

    kind: str
    mark: str


def _live(page: TournamentPage, place: Place, mark: str | None) -> Followed | None:
    """Return what the page follows of what others do, if anything."""
    if place.section not in LIVE or page.state.finished:
        return None
    if place.section == "plan" and page.directs:  # that one is all forms
        return None
    return Followed("boards", mark) if mark else Followed("tournament", str(page.state.version))


def page_of(
    request: HttpRequest,
    tournament: Tournament,
    state: State,
    place: Place,
    refused: tuple[str, Refusal | None] | None = None,
) -> TournamentPage:
    """Return what all pages of a tournament share.

    `refused` names a form that is shown with what was typed, and why, if anything is wrong.
    """
    labels = labels_of(state)
    refused_form = None
    if refused is not None:
        form, error = refused
        words = refusal_words(error, labels) if error is not None else ""
        refused_form = Refused(
            form,
            words,
            request.POST,
            Question.of(error, words) if error is not None else None,
        )
    return TournamentPage(
        tournament=tournament,
        state=state,
        visitor=visitor_of(request, tournament, state),
        labels=labels,
        now=datetime.now(UTC),
        section=place.section,
        requested_stage=number(request.GET.get("stage"), default=0),
        refused=refused_form,
    )


def card_at(page: TournamentPage, place: Place) -> TableCard:
    """Return a table as a card, or raise Http404."""
    stage, round_, table = place.numbers
    if page.state.table(stage, round_, table) is None:
        raise Http404
    row = round_view(page.state, stage, round_, page.labels, page.visitor.reader)
    view = next(view for view in row.tables if view.number == table)
    return card_of(page, row, view)


def _context(request: HttpRequest, page: TournamentPage, place: Place) -> dict[str, Any]:
    match place.section:
        case "overview" | "close" if page.is_open and page.stage is not None:
            return {"evening": EveningView(page, page.stage), "offers": people_of(request, page)}
        case "close":
            raise Http404
        case "boards":
            return {"boards": boards_of(page, actor_of(request))}
        case "tv" | "print":
            return _for_the_room(request, page)
        case "entrants":
            return {"people": people_of(request, page)}
        case "proposal":
            splits = splits_of(page, asked="splits" in request.GET)
            return {"proposal": proposal_table(page), "splits": splits}
        case "cut":
            return _cut(request, page, place.numbers[0])
        case "unstart":
            return _unstart(page, place.numbers[0])
        case "table":
            return {"card": card_at(page, place), "rulings": RULINGS.items()}
        case "plan":
            return {"plan": plan_of(page, request.GET)}
        case "log":
            return _log(request, page)
        case _:
            return {}


def _for_the_room(request: HttpRequest, page: TournamentPage) -> dict[str, Any]:
    if page.section == "print":
        return {"sheet": sheet_of(page, request.GET.get("sheet", "tables"))}
    boards = boards_of(page, actor_of(request))
    address = request.build_absolute_uri(page.address("tournament"))
    return {"boards": boards, "room": room_of(page, boards, address)}


def people_of(request: HttpRequest, page: TournamentPage) -> EntrantsView:
    """Return the entrants, and whom the search of the visitor finds beside them."""
    sent = page.refused.sent if page.refused is not None else request.GET
    search = sent.get("search", "")[:LONGEST_SEARCH].replace("\0", "")
    return entrants_view(page, search, sent.getlist("players"))


def _cut(request: HttpRequest, page: TournamentPage, stage_number: int) -> dict[str, Any]:
    stage = page.state.stages.get(stage_number)
    before = page.state.stages.get(stage_number - 1)
    if stage is None or before is None or before.status == "planned" or stage.status != "planned":
        raise Http404
    sent = page.refused.sent if page.refused is not None else request.GET
    declined = [int(text) for text in sent.getlist("declined") if text.isdigit()]
    orders = {entrant: sent.get(f"order_{entrant}", "")[:6] for entrant in page.state.entrants}
    try:
        return {"cut": cut_table(page, stage, declined, orders)}
    except RuleViolation as violation:
        words = refusal_words(violation, page.labels)
        if page.refused is not None and page.refused.words == words:
            page.refused.say()
        return {"problem": words}


def _unstart(page: TournamentPage, stage_number: int) -> dict[str, Any]:
    """Return what would be gone if the newest stage were planned again."""
    current = page.state.current
    if current is None or current.number != stage_number or page.state.finished:
        raise Http404
    command = read_command("unstart_stage", {"stage": stage_number})
    changes = foreseen(page.tournament.id, page.state, command)
    undone = undone_words(replace(changes.undone, stages=()))
    return {
        "stage": current,
        "changes": changes,
        "undone": undone,
        "moves": moves_of(page, changes),
    }


def _log(request: HttpRequest, page: TournamentPage) -> dict[str, Any]:
    events = Paginator(logged_events(page.tournament.id), EVENTS_PER_PAGE)
    listed = events.get_page(request.GET.get("page"))
    return {"lines": log_lines(page, list(listed.object_list)), "list": listed}
