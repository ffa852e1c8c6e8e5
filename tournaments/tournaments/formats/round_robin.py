"""Everybody meets everybody, one against one, in the order of the Berger tables."""

from collections.abc import Sequence

from tournaments.tournaments.formats.schedule import Round, Schedule, require_field


def round_robin(entrants: Sequence[int], *, double: bool = False) -> Schedule:
    """Return the rounds in which every pair meets once, or twice with the seats swapped.

    An odd field has a bye in every round. Starts are balanced: of n - 1 matches nobody starts
    more than one more, or one fewer, than half; of double rounds everybody starts exactly half.
    Raises too_few_entrants and seeding_twice.
    """
    field = require_field(entrants)
    rounds = [_berger_round(field, number) for number in range(1, _round_count(field) + 1)]
    if double:
        rounds += [_with_seats_swapped(round_) for round_ in rounds]
    return Schedule(tuple(rounds))


def _round_count(field: tuple[int, ...]) -> int:
    return len(field) if len(field) % 2 else len(field) - 1


def _berger_round(field: tuple[int, ...], number: int) -> Round:
    """One round of the Berger tables (FIDE Handbook C.05, annex 1).

    All but the last of an even field stand on a circle of odd length. One of them meets the last,
    or sits out; the neighbours on both sides of that one meet, then the next two, and so on. The
    one who stands further round starts: everybody on the circle starts half of these matches.
    """
    circle = _round_count(field)
    # Twice this number is the round's number plus one, round the circle.
    pivot = (number + 1) // 2 if number % 2 else (number + 1 + circle) // 2
    around = [field[(pivot - 1 + step) % circle] for step in range(circle)]
    tables = [(around[step], around[-step]) for step in range(1, (circle + 1) // 2)]
    if len(field) % 2:
        return Round(tuple(tables), (around[0],))
    against_last = (around[0], field[-1])
    return Round((against_last if number % 2 else against_last[::-1], *tables))


def _with_seats_swapped(round_: Round) -> Round:
    return Round(tuple(table[::-1] for table in round_.tables), round_.byes)
