"""The ladders every club has: one for all games, and one for each game it plays."""

from uuid import UUID, uuid5

from games.registry import games
from tournaments.ladders.ratings.rules import LadderRules

OVERALL = "overall"


def usual_id(club_id: UUID, game: str = "") -> UUID:
    """Return the id of the usual ladder of a game, or of the one for all games."""
    return uuid5(club_id, f"ladder/{game or OVERALL}")


def usual_games() -> tuple[str, ...]:
    """Return what the usual ladders are for, "" for all games: any box by its name has none."""
    return ("", *(rules.slug for rules in games() if not rules.reported_only))


def usual_rules(game: str = "") -> LadderRules:
    """Return the rules a usual ladder begins with."""
    return LadderRules(games=(game,) if game else ())
