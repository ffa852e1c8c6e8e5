"""The score sheet of a match that is over, to be printed or sent on."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.core.errors import RuleViolation
from games.core.viewer import ARBITER
from replays.errors import KaitenError
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.web.access import language, sight_of
from replays.web.agreement import agreement_of
from replays.web.pages import match_title
from replays.web.results import ResultRow, ResultTable, result_table
from replays.web.seats import sitters_of
from replays.web.views.card import shared_result
from replays.web.views.match import unreadable


class Line(NamedTuple):
    """What one rule, or one round, gave to each seat in the order of the places."""

    words: str
    points: list[int | None]


@require_safe
def sheet(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show places, scores and where they come from on one page, with the hash of the record."""
    match = get_match(match_id)
    sight = sight_of(request, match)
    try:
        log = load_log(match_id, until=sight.horizon)
        sitters = sitters_of(log.players, language())
        result = result_table(log, sitters, language(), sight.viewer)
    except (KaitenError, RuleViolation) as error:
        return unreadable(request, match, error)
    if result is None:
        raise Http404
    context = {
        "match": match,
        "title": match_title(match),
        "result": result,
        "rules": _by_rule(result.rows),
        "rounds": _by_round(result),
        "agreement": agreement_of(request, match, log, result),
        "shared": shared_result(request, match, result),
        # A hash of what somebody hid can be guessed back.
        "content_hash": match.content_hash if ARBITER in sight.permitted else "",
    }
    response = render(request, "replays/sheet.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _by_rule(rows: Iterable[ResultRow]) -> list[Line]:
    given: list[dict[str, int]] = []
    for row in rows:
        points: dict[str, int] = {}
        for line in row.breakdown:
            points[line.rule] = points.get(line.rule, 0) + line.points
        for total in row.sheet.lines if row.sheet else ():
            points[total.rule] = total.total
        given.append(points)
    rules = dict.fromkeys(rule for points in given for rule in points)
    return [Line(rule, [points.get(rule) for points in given]) for rule in rules]


def _by_round(result: ResultTable) -> list[Line]:
    return [
        Line(column.name, [row.sheet.sums[at] if row.sheet else None for row in result.rows])
        for at, column in enumerate(result.columns)
    ]
