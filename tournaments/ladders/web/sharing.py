"""A ladder as it is sent around: who is on top of it, as words and as a picture."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from replays.web.pictures.answers import picture_answer
from replays.web.pictures.cards import MOST, Card, Line, draw_card
from replays.web.sharing import Shared, shared
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors.ladders import ladder_of
from tournaments.ladders.selectors.tables import LadderLine
from tournaments.ladders.web.pages import LadderPage, lines_of
from tournaments.ladders.web.table_params import TableParams
from tournaments.ladders.words import ladder_title, rating_text


@require_safe
def card(request: HttpRequest, ladder_id: UUID, form: str) -> HttpResponseBase:
    """Draw the top of a ladder as SVG or PNG."""
    ladder = ladder_of(ladder_id)
    lines = lines_of(ladder, TableParams(), datetime.now(UTC))
    return picture_answer(request, draw_card(card_of(ladder, lines)), form)


def shared_page(request: HttpRequest, page: LadderPage) -> Shared:
    """Return how a ladder is shared; with names where its page shows the top of it."""
    shows_top = page.params == TableParams() and page.table.number == 1
    card = card_of(page.ladder, list(page.table.object_list) if shows_top else ())
    return shared(
        request,
        "tournaments:ladder",
        page.ladder.id,
        title=card.title,
        description=card.description,
    )


def card_of(ladder: Ladder, lines: Sequence[LadderLine]) -> Card:
    """Return who is on top of a ladder."""
    ranked = [line for line in lines if line.rank is not None]
    ranks = [line.rank for line in ranked]
    facts = [ladder.club.name]
    if ladder.frozen_at is not None:
        facts.append(date_format(localtime(ladder.frozen_at), "DATE_FORMAT"))
    elif ranked:
        count = len(ranked)
        facts.append(ngettext("%(count)s player", "%(count)s players", count) % {"count": count})
    return Card(
        title=ladder_title(ladder),
        facts=facts,
        heading=_("Ladder"),
        lines=[
            Line(
                f"{line.rank}{'=' if ranks.count(line.rank) > 1 else ''}",
                line.label,
                rating_text(line.shown, ladder.system),
            )
            for line in ranked[:MOST]
        ],
        note=_("Nobody is ranked yet"),
    )
