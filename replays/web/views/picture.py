"""A step of a match as a picture, to be sent around and shown beside links."""

from uuid import UUID

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from replays.log import Log
from replays.models import Match
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.templatetags.game_words import points
from replays.web.access import Sight, language, sight_of
from replays.web.frames import Frame, make_frame
from replays.web.pages import match_title
from replays.web.pictures.answers import picture_answer
from replays.web.pictures.draw import Scene, Seat, draw
from replays.web.pictures.pieces import marked_on
from replays.web.seats import seat_labels
from replays.web.writing import number


@require_safe
def picture(request: HttpRequest, match_id: UUID, form: str) -> HttpResponseBase:
    """Draw a step of a match as its visitor may see it, as SVG or PNG."""
    match = get_match(match_id)
    sight = sight_of(request, match)
    if sight.waits:
        raise Http404
    current = load_log(match_id, until=sight.horizon)
    log = current.at(number(request.GET.get("v"), default=current.version))
    if log.missing is not None:
        raise log.missing
    svg = draw(_scene(match, log, sight, number(request.GET.get("ply"), default=len(log.plies))))
    exact = {"ply", "v", "seat"} <= request.GET.keys() and not sight.refused
    return picture_answer(request, svg, form, forever=exact)


def _scene(match: Match, log: Log, sight: Sight, ply: int) -> Scene:
    labels = seat_labels(log.players, language())
    frame = make_frame(log, ply, sight.viewer, labels, language())
    if log.plies or not log.ended:
        return _step(match, frame)
    return _result(match, frame)


def _step(match: Match, frame: Frame) -> Scene:
    """Return what lies on the board of a step; a score where the board itself tells it."""
    marked = marked_on(render_to_string(frame.board_templates, {"frame": frame}))
    told = marked.numbers if marked.pieces else _scores(frame)
    return Scene(
        slug=frame.slug,
        title=match_title(match),
        step=f"{frame.ply} / {frame.last}" if frame.last else "",
        sentence=frame.sentence or _("The start of the match"),
        seats=[
            Seat(panel.label, told.get(f"score-{panel.seat}", ""), panel.acts)
            for panel in frame.seats
        ],
        pieces=marked.pieces,
        text=frame.text,
    )


def _result(match: Match, frame: Frame) -> Scene:
    """Return the scores of a match of which no more was recorded."""
    scores = [seat.score for seat in match.seatings.all()]
    return Scene(
        slug=frame.slug,
        title=match_title(match),
        step="",
        sentence=_("The result as it was reported"),
        seats=[
            Seat(panel.label, points(score))
            for panel, score in zip(frame.seats, scores, strict=True)
        ],
    )


def _scores(frame: Frame) -> dict[str, str]:
    """Return the scores of a game that draws no board, once there are any."""
    return {f"score-{panel.seat}": points(panel.score) for panel in frame.seats if frame.last}
