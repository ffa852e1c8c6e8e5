from tournaments.models.clubs import Club
from tournaments.models.players import Display, Kind, Player
from tournaments.models.tokens import ApiToken, Scope
from tournaments.models.users import User

__all__ = ["ApiToken", "Club", "Display", "Kind", "Player", "Scope", "User"]
