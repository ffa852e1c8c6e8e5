"""What those at a table say of it, and who agrees with whom."""

from dataclasses import dataclass

from tournaments.tournaments.director.parts import Numbers, Reported
from tournaments.tournaments.director.state import Table


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
