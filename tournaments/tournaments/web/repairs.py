"""An announced round that does not fit any more: who left or came, and the smallest repair."""

from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.repairs import find_repair, gone_from
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.state import State
from tournaments.tournaments.web.words import Labels, names, refusal_words


class RepairOffer(NamedTuple):
    """What is wrong with the newest round, and who would have to go elsewhere."""

    stage: int
    round: int
    gone: str
    late: str
    moved: str
    problem: str
    """Why there is no repair, or nothing."""


def repair_offer(state: State, labels: Labels) -> RepairOffer | None:
    """Return the repair of a Swiss round, or None while everybody is where they should be."""
    stage = state.current
    if stage is None or stage.status != "running" or stage.rules.format != "swiss":
        return None
    row = stage.last_round
    if row is None or all(table.begun for table in row.tables.values()):
        return None
    listed = {number for table in row.tables.values() for number in table.entrants}
    late = [
        entrant.number
        for entrant in playing(state, stage)
        if entrant.number not in listed and entrant.number not in row.byes
    ]
    gone = gone_from(state, row)
    if not gone and not late:
        return None
    moved, problem = "", ""
    try:
        moved = names(find_repair(state, stage, row).moved, labels)
    except RuleViolation as violation:
        problem = refusal_words(violation, labels)
    return RepairOffer(
        stage.number, row.number, names(gone, labels), names(late, labels), moved, problem
    )
