"""Repairs of a published round: as few entrants as possible change tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.field import Field, make_field, seat_growth
from tournaments.tournaments.pairing.figures import bye_figures, figures_of, judge_table
from tournaments.tournaments.pairing.problem import (
    Candidate,
    Figures,
    PairingRules,
    Proposal,
    ProposedTable,
)
from tournaments.tournaments.pairing.seats import best_seat_order

_MOST_MOVES = 6
_MORE_MOVES = 2
"""How many moves more are tried where the fewest would break a constraint."""
_TABLES_TRIED = {0: 400, 1: 120, 2: 20, 3: 10}
_TABLES_TRIED_BEYOND = 6
_BYES = 0
"""Stands for sitting out among the table numbers, which start at 1."""

Key = tuple[Fraction, ...]
Round = dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Repair:
    """The round after the repair, and who has to go elsewhere."""

    proposal: Proposal
    moved: tuple[int, ...]
    """Entrants who had a table or a bye and now have another place."""


def smallest_repair(  # noqa: PLR0913  (the round, who plays, the rules, what changes)
    tables: Sequence[ProposedTable],
    byes: Sequence[int],
    candidates: Sequence[Candidate],
    rules: PairingRules,
    *,
    removed: Sequence[int] = (),
    frozen: Sequence[int] = (),
) -> Repair:
    """Return the round without `removed` and with every candidate, moving as few as possible.

    Candidates who are nowhere in the round are late entrants. Tables whose numbers are in
    `frozen` stay as they are. No new broken constraint comes first, then the fewest moves,
    the fewest byes and the aims. Raises `table_frozen` or `no_repair`.
    """
    gone = set(removed)
    present = [candidate for candidate in candidates if candidate.id not in gone]
    for table in tables:
        for entrant in table.entrants:
            if entrant in gone and table.number in frozen:
                raise RuleViolation("table_frozen", table=table.number, entrant=entrant)
    before: Round = {
        table.number: tuple(entrant for entrant in table.entrants if entrant not in gone)
        for table in tables
    }
    before[_BYES] = tuple(sorted(entrant for entrant in byes if entrant not in gone))
    placed = {entrant for members in before.values() for entrant in members}
    late = sorted(candidate.id for candidate in present if candidate.id not in placed)
    return _Search(before, late, present, rules, frozenset(frozen)).best()


class _Search:
    """Tries every way to move no entrant, one, two … until the round is legal again."""

    def __init__(
        self,
        before: Round,
        late: list[int],
        present: list[Candidate],
        rules: PairingRules,
        frozen: frozenset[int],
    ) -> None:
        self.before = before
        self.late = late
        self.present = present
        self.rules = rules
        self.frozen = frozen
        self.by_id = {candidate.id: candidate for candidate in present}
        self.field: Field = make_field(present, rules)
        self.growth = seat_growth(self.field)
        self.place = {c.id: place for place, c in enumerate(self.field.candidates)}
        self.judged: dict[tuple[int, tuple[int, ...]], Figures] = {}
        numbers = [number for number in before if number != _BYES]
        self.open = sorted(number for number in numbers if number not in frozen)
        if rules.most_tables is None or len(numbers) < rules.most_tables:
            new = next(n for n in range(1, len(numbers) + 2) if n not in numbers)
            self.before = {**before, new: ()}
            self.open.append(new)
        self.figures = Figures()
        for number in numbers:
            self.figures += self._figures(number, before[number])
        self.already = self.figures.broken + self._bye_figures(before[_BYES]).broken

    def best(self) -> Repair:
        """Return the best round with the fewest moves that break nothing new."""
        best: tuple[Key, int, Round] | None = None
        for moves in range(_MOST_MOVES + 1):
            for changed in self._rounds(moves, self._tables_to_try(moves)):
                key = self._key(changed)
                if best is None or (key[0], moves, key) < (best[0][0], best[1], best[0]):
                    best = key, moves, changed
            if best is not None and (best[0][0] == 0 or moves >= best[1] + _MORE_MOVES):
                break
        if best is None:
            raise RuleViolation("no_repair", entrants=len(self.present))
        return self._repair(best[2])

    def _tables_to_try(self, moves: int) -> list[int]:
        """Return the tables that may change: those that must, then those nearest in score."""
        most = _TABLES_TRIED.get(moves, _TABLES_TRIED_BEYOND)
        concerned = [e for n in self.open if not self._fits(n, 0) for e in self.before[n]]
        centre = self._average([*concerned, *self.late])

        def distance(number: int) -> tuple[bool, Fraction, int]:
            members = self.before[number]
            away = abs(self._average(members) - centre) if members else Fraction(0)
            return (self._fits(number, 0), away, number)

        return sorted(sorted(self.open, key=distance)[:most])

    def _average(self, entrants: Sequence[int]) -> Fraction:
        total = sum((self.by_id[entrant].score for entrant in entrants), Fraction(0))
        return total / max(1, len(entrants))

    def _fits(self, number: int, change: int) -> bool:
        size = len(self.before[number]) + change
        return size == 0 or size in self.rules.sizes

    def _rounds(self, moves: int, numbers: list[int]) -> Iterator[Round]:
        """Yield every legal round in which exactly `moves` entrants change places."""
        if any(not self._fits(number, 0) for number in self.open if number not in numbers):
            return
        for leaving in combinations_with_replacement([_BYES, *numbers], moves):
            leavers = {number: leaving.count(number) for number in numbers}
            if any(leavers[n] > len(self.before[n]) for n in numbers):
                continue
            if leaving.count(_BYES) > len(self.before[_BYES]):
                continue
            for arriving in self._arrivals(numbers, leavers, moves + len(self.late)):
                yield from self._filled(leaving, arriving)

    def _arrivals(
        self, numbers: Sequence[int], leavers: dict[int, int], count: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield where `count` entrants can arrive so that every table has a legal size."""
        if not numbers:
            if count == 0 or self.rules.byes:
                yield (_BYES,) * count
            return
        first, rest = numbers[0], numbers[1:]
        for arrivals in range(min(count, max(self.rules.sizes)) + 1):
            if self._fits(first, arrivals - leavers[first]):
                for others in self._arrivals(rest, leavers, count - arrivals):
                    yield (first,) * arrivals + others

    def _filled(self, leaving: tuple[int, ...], arriving: tuple[int, ...]) -> Iterator[Round]:
        """Yield the changed tables when these places are left and those are taken."""
        sources = sorted(set(leaving))
        choices = [combinations(self.before[n], leaving.count(n)) for n in sources]
        for chosen in product(*choices):
            movers = [(e, n) for n, group in zip(sources, chosen, strict=True) for e in group]
            everyone = [*movers, *((entrant, -1) for entrant in self.late)]
            gone = {entrant for entrant, _ in movers}
            for order in _orders(arriving):
                if any(old == new for (_, old), new in zip(everyone, order, strict=True)):
                    continue
                after = {
                    number: [e for e in self.before[number] if e not in gone]
                    for number in sorted({*sources, *arriving})
                }
                for (entrant, _), number in zip(everyone, order, strict=True):
                    after[number].append(entrant)
                yield {number: tuple(sorted(members)) for number, members in after.items()}

    def _key(self, changed: Round) -> Key:
        """Return what a round is judged by: new breaches, byes, then the figures in order."""
        figures = self.figures
        for number, members in changed.items():
            if number != _BYES:
                figures += self._figures(number, members)
                figures -= self._figures(number, self.before[number])
        byes = changed.get(_BYES, self.before[_BYES])
        figures += self._bye_figures(byes)
        broken = max(0, figures.broken - self.already)
        return (Fraction(broken), Fraction(len(byes)), *figures.in_order(self.rules.aims))

    def _bye_figures(self, byes: Sequence[int]) -> Figures:
        frozen = {e for number in self.frozen for e in self.before.get(number, ())}
        free = [candidate for candidate in self.present if candidate.id not in frozen]
        return bye_figures([self.by_id[entrant] for entrant in byes], free)

    def _figures(self, number: int, members: tuple[int, ...]) -> Figures:
        if (number, members) not in self.judged:
            table = ProposedTable(number, self._seated(number, members))
            self.judged[number, members] = judge_table(table, self.by_id, self.rules)[0].figures
        return self.judged[number, members]

    def _seated(self, number: int, members: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seat order: as it was where nobody came or went, else the best one."""
        if members == self.before[number]:
            return members
        places = [self.place[entrant] for entrant in members]
        order = best_seat_order(self.field, self.growth, places)
        return tuple(self.field.candidates[place].id for place in order)

    def _repair(self, changed: Round) -> Repair:
        after = {**self.before, **changed}
        tables = [
            ProposedTable(number, self._seated(number, members), locked=number in self.frozen)
            for number, members in sorted(after.items())
            if number != _BYES and members
        ]
        old = {e: number for number, members in self.before.items() for e in members}
        new = {e: number for number, members in after.items() for e in members}
        moved = tuple(sorted(entrant for entrant in old if old[entrant] != new[entrant]))
        return Repair(figures_of(tables, after[_BYES], self.present, self.rules), moved)


def _orders(items: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every different order of the items."""
    if not items:
        yield ()
    for position, first in enumerate(items):
        if first not in items[:position]:
            for rest in _orders((*items[:position], *items[position + 1 :])):
                yield (first, *rest)
