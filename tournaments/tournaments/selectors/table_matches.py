"""Which match a table will have once a command is written: its own, a new one, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from replays.errors import KaitenError
from replays.installed import installed_rules
from replays.models import Match, MatchSeat
from tournaments.people.selectors.players import roots_of
from tournaments.tournaments.director.events import (
    Entered,
    ResultRecorded,
    TableReseated,
    TableStarted,
    TournamentEvent,
)
from tournaments.tournaments.director.slips import UNPLAYED
from tournaments.tournaments.director.state import State, Table

LEAST_SEATS = 2


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """The match that an event about a table is written into."""

    id: UUID
    match: Match | None
    """The one that the table has so far."""
    reseated: TableReseated | None = None
    """What gives the table another, since the one it has is of other people."""
    begins: bool = False
    """Whether one has to be made."""


def planned_match(
    state: State, table: Table, event: ResultRecorded | TableStarted, version: int | None = None
) -> PlannedMatch:
    """Return the match that a result or a start is written into; raises RulesMissing.

    `version` is the one that the command was judged at, by default that of the state.
    """
    match = Match.objects.filter(pk=table.match).first()
    seated = seated_for(table, event)
    played = isinstance(event, TableStarted) or event.report.kind not in UNPLAYED
    again = match is not None and played and _of_others(state, table, match, seated)
    begins = played and (again or match is None) and len(seated) >= LEAST_SEATS
    if begins:
        installed_rules(state.stages[event.stage].rules.games[table.game].game)
    if not again:
        return PlannedMatch(table.match, match, begins=begins)
    new = uuid5(table.match, f"again/{state.version if version is None else version}")
    place = (event.stage, event.round, event.table)
    return PlannedMatch(new, match, TableReseated(*place, table.entrants, new), begins)


def seated_for(table: Table, event: ResultRecorded | TableStarted) -> list[int]:
    """Return who sits in the match of a table: whoever was absent is not in it."""
    absent: Sequence[int] = () if isinstance(event, TableStarted) else event.report.absent
    return [number for number in table.entrants if number not in absent]


def _of_others(state: State, table: Table, match: Match, seated: Sequence[int]) -> bool:
    if match.seats == len(seated) == len(table.entrants):
        return False
    seats = MatchSeat.objects.filter(match=match).order_by("seat")
    players = [state.entrants[number].player for number in seated]
    return list(seats.values_list("player_id", flat=True)) != players


def require_players(state: State, events: Sequence[TournamentEvent]) -> None:
    """Raise `unknown_player` or `entered_twice` for who is nobody of the club, or there already.

    The director knows ids alone: two of them can be one person.
    """
    entering = {
        entry.player for event in events if isinstance(event, Entered) for entry in event.entries
    }
    if not entering:
        return
    entered = {entrant.player for entrant in state.entrants.values()}
    roots = roots_of(entering | entered)
    of_club = {player for player, root in roots.items() if root.club_id == state.club}
    if strangers := entering - of_club:
        raise KaitenError("unknown_player", 422, player=str(min(strangers)))
    taken = {roots[player].id for player in entered & roots.keys()}
    for player in sorted(entering):
        if roots[player].id in taken:
            raise KaitenError("entered_twice", 409, player=str(player))
        taken.add(roots[player].id)
