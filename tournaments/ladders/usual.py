"""The ladders every club has: one for all games, and one for each game it plays."""

from uuid import UUID, uuid5

from tournaments.ladders.ratings.rules import LadderRules

OVERALL = "overall"


def usual_id(club_id: UUID, game: str = "") -> UUID:
    """Return the id of the usual ladder of a game, or of the one for all games."""
    return uuid5(club_id, f"ladder/{game or OVERALL}")


def usual_rules(game: str = "") -> LadderRules:
    """Return the rules a usual ladder begins with."""
    return LadderRules(games=(game,) if game else ())
