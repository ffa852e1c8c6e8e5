"""A tournament's state: folded from its stream, and remembered by the process that folded it."""

from replays.streams import StreamKind
from tournaments.people.selectors.clubs import home_of
from tournaments.tournaments.director import fold
from tournaments.tournaments.director.events import TOURNAMENT_STREAM, TournamentEvent
from tournaments.tournaments.director.state import State


def advance(state: State | None, event: TournamentEvent, at: str) -> State:
    """Return the state after one more event; that of a linked club is the other club's."""
    after = fold.advance(state, event, at)
    if state is None:
        after.club = home_of(after.club)
    return after


TOURNAMENT = StreamKind(TOURNAMENT_STREAM, TournamentEvent, advance, remember=16)
AS_WRITTEN = StreamKind(TOURNAMENT_STREAM, TournamentEvent, fold.advance)
"""For whoever reads many at once and does not ask whose they are."""
tournament_state = TOURNAMENT.state
reading = TOURNAMENT.reading
