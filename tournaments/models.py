"""Every table of the app in one place, as Django looks for them; each noun keeps its own."""

from tournaments.batches.models import Batch, BatchResult, BatchStatus, Chunk
from tournaments.ladders.models import (
    DueCause,
    Ladder,
    LadderDue,
    LadderNote,
    LadderPlayer,
    LadderStatus,
    LadderUsual,
    NoteCause,
    RatedMatch,
)
from tournaments.people.models import ApiToken, Club, Display, Kind, Player, Scope, User
from tournaments.seasons.models import Season, SeasonEvening, SeasonStatus
from tournaments.tournaments.models import (
    TableStatus,
    Tournament,
    TournamentEntrant,
    TournamentStatus,
    TournamentTable,
)

__all__ = [
    "ApiToken",
    "Batch",
    "BatchResult",
    "BatchStatus",
    "Chunk",
    "Club",
    "Display",
    "DueCause",
    "Kind",
    "Ladder",
    "LadderDue",
    "LadderNote",
    "LadderPlayer",
    "LadderStatus",
    "LadderUsual",
    "NoteCause",
    "Player",
    "RatedMatch",
    "Scope",
    "Season",
    "SeasonEvening",
    "SeasonStatus",
    "TableStatus",
    "Tournament",
    "TournamentEntrant",
    "TournamentStatus",
    "TournamentTable",
    "User",
]
