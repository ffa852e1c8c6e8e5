from tournaments.people.models.clubs import Club
from tournaments.people.models.players import Display, Kind, Player
from tournaments.people.models.tokens import ApiToken, Scope
from tournaments.people.models.users import User

__all__ = ["ApiToken", "Club", "Display", "Kind", "Player", "Scope", "User"]
