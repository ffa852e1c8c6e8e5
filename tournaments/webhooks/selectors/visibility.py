"""What receivers may hear of: what a visitor finds, or for those of the club whatever it has."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet

from replays import ports
from replays.chain import timestamp
from replays.models import Match, StoredEvent
from replays.selectors.logs import version_of
from tournaments.people.onlooker import Onlooker
from tournaments.tournaments.models import Tournament
from tournaments.webhooks.models import Webhook, WebhookState

VISITOR = ""
"""The actor that everybody is who has not logged in."""
LOOKED_AT_AGAIN = timedelta(hours=1)
"""How long something is held back of which nobody knows when visitors may see it."""


def hearing(stream_id: UUID) -> QuerySet[Webhook]:
    """Return the active webhooks of the club of a match or a tournament.

    Matches between bots are no news.
    """
    matches = Match.objects.filter(pk=stream_id).exclude(source=Match.Source.BOTS)
    tournaments = Tournament.objects.filter(pk=stream_id)
    of_club = Q(club__in=matches.values("club_id")) | Q(club__in=tournaments.values("club_id"))
    return Webhook.objects.filter(of_club, state=WebhookState.ACTIVE, club__closed_at=None)


def is_shown(webhook: Webhook, stream_id: UUID) -> bool:
    """Say whether a receiver may know of a match or a tournament."""
    if webhook.inside:
        return webhook.club.closed_at is None
    onlooker = Onlooker(VISITOR)
    return any(
        onlooker.listed(rows.filter(pk=stream_id), webhook.club_id).exists()
        for rows in (Match.objects.all(), Tournament.objects.all())
    )


def held_until(webhook: Webhook, match: Match, version: int, now: datetime) -> datetime | None:
    """Return when to look again at an entry that visitors may not know yet; None: they may."""
    horizon = None if webhook.inside else ports.policy().horizon(VISITOR, match, now)
    if horizon is None or version <= version_of(match.id, until=horizon):
        return None
    if horizon == ports.BEFORE_EVERYTHING:
        return now + LOOKED_AT_AGAIN
    stored = StoredEvent.objects.filter(stream_id=match.id, version__lte=version)
    behind = stored.filter(recorded_at__gt=timestamp(horizon)).order_by("-recorded_at")
    latest = datetime.fromisoformat(behind.values_list("recorded_at", flat=True)[0])
    return latest + (now - horizon)
