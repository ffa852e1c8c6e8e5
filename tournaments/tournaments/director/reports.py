"""What those at a table say of it, and who agrees with whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tournaments.tournaments.director.parts import Numbers, Reported
from tournaments.tournaments.director.state import State, Table


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one at the table says, and which of the others say so too."""

    entrant: int
    report: Reported
    at: str
    """When it was said last."""
    agreeing: Numbers
    differing: Numbers


def opinions_of(table: Table) -> list[Opinion]:
    """Return what was reported of a table, in the order it was first said."""
    opinions = []
    for entrant, report in table.reports.items():
        others = {number: said for number, said in table.reports.items() if number != entrant}
        opinions.append(
            Opinion(
                entrant,
                report,
                table.reported_at[entrant],
                tuple(number for number, said in others.items() if said == report),
                tuple(number for number, said in others.items() if said != report),
            )
        )
    return opinions


def speakers(state: State, command: str, fields: Mapping[str, Any]) -> set[UUID]:
    """Return the players in whose name a command is sent from their table, by what it says.

    A report is one entrant's; the arbiter is called by anybody who sits there. Nobody, if the
    fields name no table or somebody who does not sit at it.
    """
    stage, round_, number, entrant = (
        _number(fields.get(name)) for name in ("stage", "round", "table", "entrant")
    )
    table = state.table(stage, round_, number)
    seated = table.entrants if table is not None else ()
    speaking = [one for one in seated if command != "report" or one == entrant]
    return {state.entrants[one].player for one in speaking}


def _number(value: Any) -> int:
    """Return a number that may have come as a text, 0 for anything else."""
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else 0
    return value if isinstance(value, int) else 0
