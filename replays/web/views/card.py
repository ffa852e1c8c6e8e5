"""The result of a match as a picture, to be sent around and shown beside links."""

from uuid import UUID

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from replays.models import Match
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.templatetags.game_words import points
from replays.web.access import language, sight_of
from replays.web.pages import match_title
from replays.web.pictures.answers import picture_answer
from replays.web.pictures.cards import Card, Line, draw_card
from replays.web.results import ResultTable, result_table
from replays.web.seats import sitters_of
from replays.web.sharing import Shared, shared


@require_safe
def card(request: HttpRequest, match_id: UUID, form: str) -> HttpResponseBase:
    """Draw who won a match and how, as SVG or PNG; 404 while nobody has."""
    match = get_match(match_id)
    sight = sight_of(request, match)
    if sight.waits:
        raise Http404
    log = load_log(match_id, until=sight.horizon)
    result = result_table(log, sitters_of(log.players, language()), language(), sight.viewer)
    if result is None:
        raise Http404
    return picture_answer(request, draw_card(result_card(match, result)), form)


def shared_result(request: HttpRequest, match: Match, result: ResultTable) -> Shared:
    """Return how a result is shared: by the address of its match."""
    card = result_card(match, result)
    return shared(
        request, "replays:match", match.pk, title=card.title, description=card.description
    )


def result_card(match: Match, result: ResultTable) -> Card:
    """Return a result as it is sent around."""
    places = [row.place for row in result.rows]
    return Card(
        title=match_title(match),
        facts=[date_format(localtime(match.ended_at or match.created_at), "DATE_FORMAT")],
        heading=_("Result"),
        lines=[
            Line(
                f"{row.place}=" if places.count(row.place) > 1 else str(row.place),
                row.label,
                points(row.score) if result.has_scores else "",
            )
            for row in result.rows
        ],
    )
