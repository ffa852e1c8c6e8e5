"""What a change in a tournament would mean for the seasons that are closed."""

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.seasons.selectors.seasons import changed_seasons
from tournaments.tournaments.director.consequences import SeasonChange
from tournaments.tournaments.director.state import State


def foreseen_seasons(tournament_id: UUID, after: State) -> list[SeasonChange]:
    """Return the closed seasons that would be others if a tournament stood as `after` says."""
    return [
        SeasonChange(
            season.id,
            season.title,
            change.other_champion,
            _sentence(season.title, change.other_champion),
        )
        for season, change in changed_seasons(tournament_id, after)
    ]


def _sentence(title: str, other_champion: bool) -> str:
    words = {"season": title}
    if other_champion:
        return _("The closed season %(season)s would have another champion; it stays.") % words
    return _("The table of the closed season %(season)s would be another; it stays.") % words
