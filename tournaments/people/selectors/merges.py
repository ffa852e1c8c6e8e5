"""Who was merged into whom, folded from the stream of a club."""

from replays.streams import StreamKind
from tournaments.people.events import CLUB_STREAM, ClubEvent
from tournaments.people.merges import advance

CLUB = StreamKind(CLUB_STREAM, ClubEvent, advance)
