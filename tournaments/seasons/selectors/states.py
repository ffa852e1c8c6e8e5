"""A season's state, folded from its stream: a few dozen events at most."""

from replays.streams import StreamKind
from tournaments.seasons.events import SEASON_STREAM, SeasonEvent
from tournaments.seasons.state import advance

SEASON = StreamKind(SEASON_STREAM, SeasonEvent, advance)
season_state = SEASON.state
