"""A tournament as it is sent around: its podium, or how it stands, as words and as a picture."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays.web.pictures.cards import MOST, Card, Line
from replays.web.sharing import Shared, shared
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.standings import StandingRow


def shared_page(request: HttpRequest, page: TournamentPage) -> Shared:
    """Return how a tournament is shared; from its overview, which has it at hand, with places."""
    card = card_of(page) if page.section == "overview" else _head(page)
    return shared(
        request,
        "tournaments:tournament",
        page.tournament.id,
        title=card.title,
        description=card.description,
    )


def card_of(page: TournamentPage) -> Card:
    """Return the podium of a tournament that is over, else who leads, else who is expected."""
    head = _head(page)
    if page.podium:
        lines = _lines(page.podium, points=page.final_ranking is None)
        return Card(head.title, head.facts, _("Final ranking"), lines)
    rows = page.standings.rows if page.standings is not None else ()
    if any(row.line.played for row in rows):
        heading = " · ".join(filter(None, (page.stage_name, _("Standings"))))
        return Card(head.title, head.facts, heading, _lines(rows))
    return head


def _head(page: TournamentPage) -> Card:
    day, count = page.tournament.day, page.tournament.entrants
    facts = [page.tournament.club.name, *([date_format(day, "DATE_FORMAT")] if day else ())]
    entrants = ngettext("%(count)s entrant", "%(count)s entrants", count) % {"count": count}
    return Card(page.state.title, facts, note=entrants if count else "")


def _lines(rows: Sequence[StandingRow], *, points: bool = True) -> list[Line]:
    return [
        Line(
            f"{row.line.place or '–'}{'=' if row.line.shared else ''}",
            row.line.label,
            row.cells[0][0] if points and row.cells else "",
        )
        for row in rows[:MOST]
    ]
