"""A ladder's state, folded from its stream: a handful of events."""

from replays.streams import StreamKind
from tournaments.ladders.events import LADDER_STREAM, LadderEvent
from tournaments.ladders.state import advance

LADDER = StreamKind(LADDER_STREAM, LadderEvent, advance)
ladder_state = LADDER.state
