"""A whole round of slips on one page: a line for each open table, saved together."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.refusals import Question
from replays.web.writing import envelope_of, number
from tournaments.people.rights import command_action
from tournaments.people.web.access import only_for
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import tournament_of
from tournaments.tournaments.services.tournaments import direct
from tournaments.tournaments.web.commands import posted_command
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.sections import Place, show
from tournaments.tournaments.web.tables import TableCard
from tournaments.tournaments.web.words import Refusal, refusal_words

PLACE = Place("slips")
REFUSED = 422
LINE = "slip_"
LONGEST = 200


class SlipLine(NamedTuple):
    """The line of one table."""

    card: TableCard
    name: str
    """As its input is called."""
    typed: str
    problem: str
    question: Question | None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@only_for(command_action("tournament", "record"), tournament_of)
def slips(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the lines; what was typed is saved line by line, and what is refused stays."""
    if request.method != "POST":
        return _shown(request, tournament, {})
    problems: dict[int, Refusal] = {}
    envelope, saved = envelope_of(request), 0
    for table, typed in _typed(request.POST).items():
        try:
            _save(tournament, request.POST, table, typed, envelope)
            saved += 1
        except (KaitenError, RuleViolation) as error:
            problems[table] = error
    if saved:
        words = ngettext("%(count)s result is saved.", "%(count)s results are saved.", saved)
        messages.success(request, words % {"count": saved})
    if problems:
        return _shown(request, tournament, problems)
    return redirect(_next(tournament).address(tournament.id))


def _shown(
    request: HttpRequest, tournament: Tournament, problems: Mapping[int, Refusal]
) -> HttpResponseBase:
    """Show a line for each open table, and what is wrong with what was typed."""

    def lines(page: TournamentPage) -> dict[str, Any]:
        words = {table: refusal_words(one, page.labels) for table, one in problems.items()}
        cards = {card.view.number: card for card in page.open_cards}
        shown = [
            SlipLine(
                card,
                f"{LINE}{table}",
                request.POST.get(f"{LINE}{table}", "")[:LONGEST] if table in problems else "",
                words.get(table, ""),
                Question.of(problems[table], words[table]) if table in problems else None,
            )
            for table, card in cards.items()
        ]
        gone = [(table, text) for table, text in words.items() if table not in cards]
        return {"lines": shown, "gone": gone}

    return show(request, tournament, PLACE, more=lines, status=REFUSED if problems else 200)


def _typed(posted: QueryDict) -> dict[int, str]:
    """Return the lines that say something, by table."""
    lines = {
        number(name.removeprefix(LINE), default=0): str(posted.get(name, "")).strip()
        for name in posted
        if name.startswith(LINE)
    }
    return {table: text for table, text in sorted(lines.items()) if text}


def _save(
    tournament: Tournament, posted: QueryDict, table: int, typed: str, envelope: Envelope
) -> None:
    """Give a table what stands in its line as its result."""
    form = QueryDict(mutable=True)
    # The figures of a phone's keypad have no space between them, but a point or a comma.
    line = typed[:LONGEST].replace(".", " ")
    form.update({name: posted.get(name, "") for name in ("stage", "round")})
    form.update({"table": str(table), "score_0": line, "stands": "true"})
    if posted.get(f"sure_{table}") == typed:
        form["confirm"] = "true"
    if envelope.request is not None:
        request = replace(envelope.request, key=f"{envelope.request.key}:{table}")
        envelope = replace(envelope, request=request)
    with reading(tournament.id) as state:
        command = posted_command("record", form, state)
    direct(tournament_id=tournament.id, command=command, envelope=envelope)


def _next(tournament: Tournament) -> Place:
    """Return where to go on: here, as long as a table of the round is open."""
    with reading(tournament.id) as state:
        last = state.current.last_round if state.current is not None else None
        return PLACE if last is not None and not last.complete else Place("overview")
