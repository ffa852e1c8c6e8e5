"""The events of a match as they happen: the same rows as `GET …/events`, each sent once."""

from django.utils import translation

from games.core.viewer import ARBITER, Viewer
from replays import actions, ports
from replays.api.answers.state import Beside, FeedRowAnswer
from replays.live.sources import OVER, Reading, message
from replays.live.spectators import OfMatch
from replays.log import Log
from replays.models import Match
from replays.ports import Actor
from replays.selectors.logs import stored_rows


class MatchFeed(OfMatch):
    """A match as `replays.live.sources.Source`; positions are versions."""

    def read(self, after: int | None) -> Reading:
        sighting = self.spectator.look()
        if sighting is None:
            return OVER
        known = after or 0
        if sighting.version <= known:
            return Reading((), known, sighting.seconds)
        log, viewer = sighting.log, self.spectator.viewer
        with translation.override(self.language):
            reader = beside(sighting.match, log, viewer, self.spectator.caller.actor)
            rows = [FeedRowAnswer.from_row(row, reader) for row in log.feed(viewer, after=known)]
        messages = [message(row.version, "entry", row) for row in rows]
        return Reading(messages, sighting.version, sighting.seconds)


def reads_actors(actor: Actor, match: Match) -> bool:
    """Say whether somebody may know who wrote what."""
    return ports.policy().may(actor, actions.READ_ACTORS, match.club_id, match)


def beside(match: Match, log: Log, viewer: Viewer, actor: Actor) -> Beside:
    """Return what a reader may see beside what the events say.

    The arbiter reads everything; a hash of a secret choice could be guessed back.
    """
    hashes, names = viewer == ARBITER, reads_actors(actor, match)
    stored = stored_rows(match.pk, version=log.version) if hashes or names else ()
    words = None
    if names:
        language = translation.get_language() or "en"
        words = ports.people().actors({event.actor for event in stored}, language)
    return Beside(stored, hashes, words)
