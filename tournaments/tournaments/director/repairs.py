"""The smallest repair of an announced round: who left, who came, and who would have to move."""

from dataclasses import dataclass, replace

from games.core.errors import RuleViolation
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.state import Round, Stage, State
from tournaments.tournaments.pairing import repairing
from tournaments.tournaments.pairing.problem import ProposedTable


@dataclass(frozen=True, slots=True)
class RepairOffer:
    """What is wrong with the newest round, and who would have to go elsewhere."""

    stage: int
    round: int
    gone: tuple[int, ...]
    late: tuple[int, ...]
    moved: tuple[int, ...] = ()
    problem: RuleViolation | None = None
    """Why there is no repair."""


def gone_from(state: State, round_: Round) -> list[int]:
    """Return who sits at a table that has not begun, or has a bye, and is not there any more."""
    listed = [
        number for table in round_.tables.values() if not table.begun for number in table.entrants
    ]
    return [number for number in (*listed, *round_.byes) if not state.entrants[number].present]


def sizes_of(stage: Stage, round_: Round) -> tuple[int, ...]:
    """Return how many may sit at a table of an announced round: it may have sizes of its own."""
    announced = {len(table.entrants) for table in round_.tables.values()}
    return tuple(sorted({*stage.rules.sizes, *announced}))


def find_repair(state: State, stage: Stage, round_: Round) -> repairing.Repair:
    """Return the round with everybody who is there and nobody who is not, moving the fewest.

    Raises `no_repair` where no change of seats makes every table large enough.
    """
    frozen = [table.number for table in round_.tables.values() if table.begun]
    playing_now = {number for table in frozen for number in round_.tables[table].entrants}
    present = {entrant.number for entrant in playing(state, stage)} | playing_now
    repair = repairing.smallest_repair(
        [ProposedTable(table.number, table.entrants) for table in round_.tables.values()],
        [number for number in round_.byes if number in present],
        candidates(
            state,
            stage,
            [state.entrants[number] for number in sorted(present)],
            before=round_.number,
        ),
        replace(pairing_rules(state, stage, round_.number), sizes=sizes_of(stage, round_)),
        removed=gone_from(state, round_),
        frozen=frozen,
    )
    if not repair.proposal.tables:
        raise RuleViolation("no_repair", entrants=len(present))
    return repair


def repair_offer(state: State) -> RepairOffer | None:
    """Return the repair of a Swiss round, or None while everybody is where they should be."""
    stage = state.current
    if stage is None or stage.status != "running" or stage.rules.format != "swiss":
        return None
    round_ = stage.last_round
    if round_ is None or all(table.begun for table in round_.tables.values()):
        return None
    listed = {number for table in round_.tables.values() for number in table.entrants}
    late = tuple(
        entrant.number
        for entrant in playing(state, stage)
        if entrant.number not in listed and entrant.number not in round_.byes
    )
    gone = tuple(gone_from(state, round_))
    if not gone and not late:
        return None
    try:
        moved = tuple(find_repair(state, stage, round_).moved)
    except RuleViolation as violation:
        return RepairOffer(stage.number, round_.number, gone, late, problem=violation)
    return RepairOffer(stage.number, round_.number, gone, late, moved)
