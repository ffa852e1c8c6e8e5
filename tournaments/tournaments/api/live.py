"""What happens in a tournament as it happens: the rows of `GET …/events`, each sent once."""

from collections.abc import Hashable
from typing import NamedTuple
from uuid import UUID

from django.http import HttpResponse
from django.utils import translation
from rest_framework.request import Request

from replays import actions, ports
from replays.http.live import AFTER, caller_of, followed, position_of, streams
from replays.live.callers import Caller
from replays.live.sources import OVER, Reading, message
from tournaments.people.policy import may
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE
from tournaments.tournaments.api.access import OfTournament
from tournaments.tournaments.director.rewinding import undone_in
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.logs import LogReader, log_entries, logged_events
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of


class TournamentFeed(NamedTuple):
    """A tournament as `replays.live.sources.Source`; positions are versions."""

    caller: Caller
    tournament_id: UUID
    language: str

    @property
    def key(self) -> Hashable:
        return ("tournament", self)

    @property
    def topics(self) -> frozenset[UUID]:
        return frozenset({self.tournament_id})

    def read(self, after: int | None) -> Reading:
        actor, known = self.caller.actor, after or 0
        address = {"tournament_id": self.tournament_id}
        row = Tournament.objects.filter(pk=self.tournament_id).first()
        hidden = ports.policy().onlooker(actor).missing(address)
        if row is None or hidden or not self.caller.holds():
            return OVER
        if row.version <= known:
            return Reading((), known)
        reader = LogReader(
            may(actor, TOURNAMENT_READ_PRIVATE, row.club_id),
            may(actor, actions.READ_ACTORS, row.club_id),
        )
        events = logged_events(row.id).filter(version__gt=known, version__lte=row.version)
        with translation.override(self.language), reading(row.id) as state:
            labels, undone = labels_of(state), undone_in(state.log)
            entries = log_entries(row.id, reversed(events), labels, reader=reader, undone=undone)
        messages = [message(entry.version, "entry", entry) for entry in entries]
        return Reading(messages, row.version)


class StreamView(OfTournament):
    """The log of a tournament while it grows."""

    parameters = frozenset({"after"})

    @streams("tournaments_stream", "Follow a tournament", 404, parameters=[AFTER])
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Send every event as `GET …/events` lists it, once it is there, the oldest first."""
        language = translation.get_language() or "en"
        feed = TournamentFeed(caller_of(request), tournament_id, language)
        self.club_of(tournament_id)
        return followed(request, feed, position_of(request))
