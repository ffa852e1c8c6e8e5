"""A season as it is sent around: its champion, or who leads, as words and as a picture."""

from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from replays.web.pictures.answers import picture_answer
from replays.web.pictures.cards import MOST, Card, Line, draw_card
from replays.web.sharing import Shared, shared
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.seasons import SeasonView, season_of, season_view
from tournaments.tournaments.selectors.words import exact_column


@require_safe
def card(request: HttpRequest, season_id: UUID, form: str) -> HttpResponseBase:
    """Draw how a season ended or stands, as SVG or PNG."""
    season = season_of(season_id)
    return picture_answer(request, draw_card(card_of(season, season_view(season.id))), form)


def shared_page(request: HttpRequest, season: Season, view: SeasonView) -> Shared:
    """Return how a season is shared."""
    card = card_of(season, view)
    return shared(
        request,
        "tournaments:season",
        season.id,
        title=card.title,
        description=card.description,
    )


def card_of(season: Season, view: SeasonView) -> Card:
    """Return the table of a season, as far as a card has room."""
    ranked = [line for line in view.lines if line.place is not None]
    points = exact_column([line.points for line in ranked])
    over = sum(evening.over for evening in view.evenings)
    evenings = ngettext("%(count)s evening", "%(count)s evenings", over) % {"count": over}
    return Card(
        title=view.state.title,
        facts=[season.club.name, evenings],
        heading=_("Final ranking") if view.state.closed else _("Standings"),
        lines=[
            Line(f"{line.place}{'=' if line.shared else ''}", line.label, figure)
            for line, figure in list(zip(ranked, points, strict=True))[:MOST]
        ],
        note=_("Nobody is ranked yet"),
    )
