"""What a command would change: in its tournament, in closed seasons and in the ladders."""

from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.director.commands.catalogue import Command, Context
from tournaments.director.consequences import (
    Consequences,
    LadderChange,
    SeasonChange,
    consequences_of,
    state_after,
)
from tournaments.director.state import State
from tournaments.rating_words import listed, rating_text
from tournaments.selectors.ladder_consequences import changed_ladders
from tournaments.selectors.seasons import changed_seasons
from tournaments.selectors.seeding_ratings import ratings_for

MOST_TOLD = 6


def foreseen(tournament_id: UUID, state: State, command: Command) -> Consequences:
    """Return what a command would change; nothing is written. Raises what it breaks."""
    context = Context(tournament_id, ratings=ratings_for(state, command))
    found = consequences_of(state, command, context)
    after = state_after(state, command, context)
    changed = changed_seasons(tournament_id, after)
    seasons = tuple(
        SeasonChange(season.id, season.title, change.other_champion) for season, change in changed
    )
    return replace(found, seasons=seasons, ladders=tuple(changed_ladders(state, after)))


def season_words(change: SeasonChange) -> str:
    """Return what a correction means for a season that is closed."""
    words = {"season": change.title}
    if change.other_champion:
        return _("The closed season %(season)s would have another champion; it stays.") % words
    return _("The table of the closed season %(season)s would be another; it stays.") % words


def ladder_words(change: LadderChange) -> str:
    """Return what a correction means for the ratings of today."""
    told = ngettext(
        "Ladder %(ladder)s: %(count)d match would be rated anew.",
        "Ladder %(ladder)s: %(count)d matches would be rated anew.",
        change.matches,
    ) % {"ladder": change.title, "count": change.matches}
    moves = [
        _("%(player)s from %(before)s to %(after)s")
        % {
            "player": move.label,
            "before": _shown(move.before, change.system),
            "after": _shown(move.after, change.system),
        }
        for move in change.moves[:MOST_TOLD]
    ]
    return f"{told} {listed(moves)}." if moves else told


def _shown(value: float | None, system: str) -> str:
    return "–" if value is None else rating_text(value, system)
