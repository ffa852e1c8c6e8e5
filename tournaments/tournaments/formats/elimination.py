"""Single elimination for tables of two to eight with the top k going through.

**Rounds.** Of all ways to bring the field down to one final the plan takes the one with the fewest
rounds, then the fewest byes, then the fewest of them after the first round, then the fullest tables
(least sum of squared empty seats). One against one it is the classic bracket: all byes in the first
round, powers of two from then on. There the losers of two semi-finals may play for the third place
beside the final.

**Seeds.** Each slot carries the seed that would sit there if the better seed always won. In every
round the best lines get the byes and the others are dealt to the tables row by row, as a snake, so
that of the best j x T lines of a round with T tables at most j sit at one table. One against one
this folds the field (1 against last, 2 against last but one) in every round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.errors import RuleViolation
from tournaments.tournaments.formats.bracket import (
    Bracket,
    BracketTable,
    FromSeed,
    FromTable,
    Side,
    Slot,
)
from tournaments.tournaments.formats.dealing import deal_into_tables
from tournaments.tournaments.formats.round_plan import RoundPlan, plan_rounds
from tournaments.tournaments.formats.schedule import require_field, require_size


@dataclass(frozen=True, slots=True)
class Line:
    """An open way through the bracket: the seed expected on it and where it comes from."""

    expected: int
    slot: Slot


def single_elimination(
    entrants: Sequence[int],
    *,
    size: int = 2,
    advance: int = 1,
    smallest: int | None = None,
    third_place: bool = False,
) -> Bracket:
    """Return the bracket for tables of at most `size` of which the top `advance` go through.

    No table is smaller than `smallest`; without it, a table may be as small as leaves somebody
    to send home, and the final may have two. With `third_place` the losers of two semi-finals meet
    once more. Raises too_few_entrants, seeding_twice, impossible_size (also where no plan keeps to
    these sizes), bad_advance and no_third_place for tables larger than two.
    """
    field = require_field(entrants)
    require_size(size)
    if not 1 <= advance < size:
        raise RuleViolation("bad_advance", advance=advance, size=size)
    if third_place and size != 2:
        raise RuleViolation("no_third_place", size=size)
    if smallest is not None and not 2 <= smallest <= size:
        raise RuleViolation("impossible_size", size=smallest, least=2, most=size)
    plans = plan_rounds(len(field), size, advance, smallest or 2)
    lines = [Line(seed, FromSeed(seed)) for seed in range(1, len(field) + 1)]
    rounds = []
    for number, plan in enumerate(plans, 1):
        is_final = number == len(plans)
        tables, lines = _play_on_paper(lines, number, plan, 1 if is_final else advance, is_final)
        rounds.append(tables)
    if third_place and len(rounds) > 1 and len(rounds[-2]) == 2:
        rounds[-1] = _with_third_place(rounds[-1][0], rounds[-2])
    return Bracket(field, tuple(rounds))


def _with_third_place(
    final: BracketTable, semi_finals: Sequence[BracketTable]
) -> tuple[BracketTable, ...]:
    """Return the last round: the final, which is worth more now, and the match beside it."""
    third = replace(
        final,
        number=2,
        slots=tuple(FromTable(*table.key, 2) for table in semi_finals),
        side=Side.THIRD,
        side_round=1,
    )
    return replace(final, level=final.level + 1), third


def _play_on_paper(
    lines: list[Line], number: int, plan: RoundPlan, through: int, is_final: bool
) -> tuple[tuple[BracketTable, ...], list[Line]]:
    """Seat one round; return its tables and the lines of the next round, the best first."""
    resting = _lines_with_bye(lines, number, plan.byes)
    seated = [line for line in lines if line not in resting]
    tables, going_on = [], resting
    for table_number, seats in enumerate(deal_into_tables(seated, plan.tables), 1):
        tables.append(
            BracketTable(
                round=number,
                number=table_number,
                slots=tuple(line.slot for line in seats),
                through=through,
                is_final=is_final,
                side=Side.MAIN,
                side_round=number,
                level=number,
            )
        )
        going_on = going_on + [
            Line(line.expected, FromTable(number, table_number, place))
            for place, line in enumerate(seats[:through], 1)
        ]
    return tuple(tables), sorted(going_on, key=lambda line: line.expected)


def _lines_with_bye(lines: list[Line], number: int, byes: int) -> list[Line]:
    """The best lines; after the first round first those that did not sit out the round before."""

    def urgency(line: Line) -> tuple[bool, int]:
        played = isinstance(line.slot, FromTable) and line.slot.round == number - 1
        return (number > 1 and not played, line.expected)

    return sorted(lines, key=urgency)[:byes]
