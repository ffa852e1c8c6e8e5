from tournaments.models.batches import Batch, BatchResult, BatchStatus, Chunk
from tournaments.models.clubs import Club
from tournaments.models.ladders import (
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
from tournaments.models.players import Display, Kind, Player
from tournaments.models.seasons import Season, SeasonEvening, SeasonPlace, SeasonStatus
from tournaments.models.tokens import ApiToken, Scope
from tournaments.models.tournaments import (
    TableStatus,
    Tournament,
    TournamentEntrant,
    TournamentRound,
    TournamentSeat,
    TournamentStage,
    TournamentStatus,
    TournamentTable,
)
from tournaments.models.users import User

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
    "SeasonPlace",
    "SeasonStatus",
    "TableStatus",
    "Tournament",
    "TournamentEntrant",
    "TournamentRound",
    "TournamentSeat",
    "TournamentStage",
    "TournamentStatus",
    "TournamentTable",
    "User",
]
