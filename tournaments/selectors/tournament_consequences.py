"""What a command would change, in its tournament and in the seasons that were closed upon it."""

from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.director.commands.catalogue import Command, Context
from tournaments.director.consequences import (
    Consequences,
    SeasonChange,
    consequences_of,
    state_after,
)
from tournaments.director.state import State
from tournaments.selectors.seasons import changed_seasons


def foreseen(tournament_id: UUID, state: State, command: Command) -> Consequences:
    """Return what a command would change; nothing is written. Raises what it breaks."""
    context = Context(tournament_id)
    found = consequences_of(state, command, context)
    changed = changed_seasons(tournament_id, state_after(state, command, context))
    seasons = tuple(
        SeasonChange(season.id, season.title, change.other_champion) for season, change in changed
    )
    return replace(found, seasons=seasons)


def season_words(change: SeasonChange) -> str:
    """Return what a correction means for a season that is closed."""
    words = {"season": change.title}
    if change.other_champion:
        return _("The closed season %(season)s would have another champion; it stays.") % words
    return _("The table of the closed season %(season)s would be another; it stays.") % words
