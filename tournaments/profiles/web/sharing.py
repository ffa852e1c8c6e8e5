"""A player as they are sent around: rating, matches and titles, as words and as a picture."""

from datetime import UTC, datetime
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import npgettext
from django.views.decorators.http import require_safe

from replays.web.pictures.answers import picture_answer
from replays.web.pictures.cards import Card, Figure, draw_card
from replays.web.sharing import Shared, shared
from tournaments.people.labels import public_label
from tournaments.people.models import Player
from tournaments.people.selectors.players import merged_in, player_of, root_of
from tournaments.people.web.access import onlooker_of
from tournaments.profiles.web.pages import PlayerPage


@require_safe
def card(request: HttpRequest, player_id: UUID, form: str) -> HttpResponseBase:
    """Draw how a player fares, as SVG or PNG."""
    player = player_of(player_id)
    return picture_answer(request, draw_card(card_of(player, profile_of(request, player))), form)


def profile_of(request: HttpRequest, player: Player) -> PlayerPage:
    """Return how a player fared, as far as the visitor finds it."""
    root = root_of(player)
    return PlayerPage(
        root=root,
        merged=merged_in(root.club_id),
        onlooker=onlooker_of(request),
        now=datetime.now(UTC),
        requested_ladder=request.GET.get("ladder", ""),
        requested_changes=request.GET.get("changes"),
    )


def shared_page(request: HttpRequest, player: Player, profile: PlayerPage) -> Shared:
    """Return how the page of a player is shared."""
    card = card_of(player, profile)
    return shared(
        request,
        "tournaments:player",
        player.id,
        title=card.title,
        description=card.description,
    )


def card_of(player: Player, profile: PlayerPage) -> Card:
    """Return the figures of a player under their public name."""
    record, titles = profile.record, profile.titles
    figures = [
        Figure(rating, _("Rating (%(ladder)s)") % {"ladder": title})
        for _row, title, rating, chosen in profile.choices
        if chosen
    ]
    if record.played:
        figures.append(
            Figure(str(record.played), npgettext("played", "match", "matches", record.played))
        )
        figures.append(Figure(str(record.won), npgettext("matches", "won", "won", record.won)))
    if titles:
        figures.append(Figure(str(titles), npgettext("won", "title", "titles", titles)))
    return Card(
        title=public_label(player),
        facts=[player.club.name],
        figures=figures,
        note=_("No match with a result yet"),
    )
