from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from games.core.contract import AnyRules
from games.core.setup import Option, OptionValue
from games.registry import games
from replays.errors import KaitenError
from tournaments.people.models import Box


@dataclass(frozen=True, slots=True)
class BoxView:
    """A club's box of a game as its matches take it."""

    rules: AnyRules
    own: dict[str, OptionValue] = field(default_factory=dict)
    """What differs from what the game has."""
    changed_at: datetime | None = None

    @property
    def values(self) -> Iterator[tuple[Option, OptionValue]]:
        """Every option that describes the box, with its value."""
        for option in self.rules.options():
            if option.of_box:
                yield option, self.own.get(option.name, option.default)


def box_of(club_id: UUID, game: str) -> dict[str, OptionValue]:
    """Return what differs in a club's box from what the game has; nothing unless it was said."""
    known = Box.objects.filter(club_id=club_id, game=game).values_list("options", flat=True).first()
    return known or {}


def boxes_of(club_id: UUID) -> list[BoxView]:
    """Return the club's box of every game whose box can be described."""
    said = {row.game: (row.options, row.changed_at) for row in Box.objects.filter(club_id=club_id)}
    boxed = [rules for rules in games() if any(option.of_box for option in rules.options())]
    return [BoxView(rules, *said.get(rules.slug, ())) for rules in boxed]


def box_view(club_id: UUID, game: str) -> BoxView:
    """Return the club's box of one game, or raise `unknown_box`."""
    view = next((view for view in boxes_of(club_id) if view.rules.slug == game), None)
    if view is None:
        raise KaitenError("unknown_box", 404, game=game[:80])
    return view
