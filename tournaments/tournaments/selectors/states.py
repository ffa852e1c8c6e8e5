"""A tournament's state: folded from its stream, and remembered by the process that folded it."""

from replays.streams import StreamKind
from tournaments.tournaments.director.events import TOURNAMENT_STREAM, TournamentEvent
from tournaments.tournaments.director.fold import advance

TOURNAMENT = StreamKind(TOURNAMENT_STREAM, TournamentEvent, advance, remember=16)
tournament_state = TOURNAMENT.state
reading = TOURNAMENT.reading
