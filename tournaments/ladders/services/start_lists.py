"""A club's old rating list, matched with its players."""

from collections.abc import Sequence
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.ladders.events import Start
from tournaments.ladders.ratings.start_list import StartLine
from tournaments.people.models import Kind
from tournaments.people.names import name_of
from tournaments.people.selectors.players import matching, name_index, roots_of


def starts_of(club_id: UUID, lines: Sequence[StartLine]) -> tuple[Start, ...]:
    """Return where players begin, each under who they are today.

    Raises `start_unknown_player`, `start_ambiguous_player` or `player_listed_twice` with the line.
    """
    index = name_index(club_id)
    roots = roots_of([UUID(line.player) for line in lines if line.player])
    found: dict[UUID, Start] = {}
    for line in lines:
        if line.player:
            root = roots.get(UUID(line.player))
            known = root is not None and (root.club_id, root.kind) == (club_id, Kind.PERSON)
            same = [root.id] if root is not None and known else []
        else:
            candidates = matching(index, name_of(line.name), most=50)
            same = [player for player, is_same in candidates.items() if is_same]
        if not same:
            name = line.name or line.player
            raise RuleViolation("start_unknown_player", line=line.line, name=name)
        if len(same) > 1:
            raise RuleViolation("start_ambiguous_player", line=line.line, name=line.name)
        if same[0] in found:
            raise RuleViolation("player_listed_twice", line=line.line, name=line.name)
        found[same[0]] = Start(same[0], repr(line.rating), "", line.matches)
    return tuple(found.values())
