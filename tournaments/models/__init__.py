from tournaments.models.batches import Batch, BatchResult, BatchStatus, Chunk
from tournaments.models.clubs import Club
from tournaments.models.players import Display, Kind, Player
from tournaments.models.tokens import ApiToken, Scope
from tournaments.models.users import User

__all__ = [
    "ApiToken",
    "Batch",
    "BatchResult",
    "BatchStatus",
    "Chunk",
    "Club",
    "Display",
    "Kind",
    "Player",
    "Scope",
    "User",
]
