"""The tables of the event store and the projections of matches."""

from replays.models.matches import Match as Match
from replays.models.matches import MatchSeat as MatchSeat
from replays.models.pens import Pen as Pen
from replays.models.store import Anchor as Anchor
from replays.models.store import Checkpoint as Checkpoint
from replays.models.store import Heartbeat as Heartbeat
from replays.models.store import Import as Import
from replays.models.store import Note as Note
from replays.models.store import Outbox as Outbox
from replays.models.store import Queued as Queued
from replays.models.store import Request as Request
from replays.models.store import StoredEvent as StoredEvent
from replays.models.store import Stream as Stream
from replays.models.store import Verification as Verification
