"""The search behind crossed seeds: labels for positions, as few equal ones near as can be."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_NONE = -1
"""No label, or no cell."""


@dataclass(frozen=True, slots=True)
class Level:
    """Which positions are near one another."""

    near: tuple[frozenset[int], ...]
    """For each position those that are near it."""
    cells: tuple[frozenset[int], ...]
    """Sets of positions that are all near one another, no position in two of them."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Positions that want a label each, tier after tier."""

    tiers: tuple[tuple[int, ...], ...]
    """The labels of each tier, in the order in which they are liked."""
    levels: tuple[Level, ...]
    """What is near on one level is near on the next."""
    most_steps: int


def solve(puzzle: Puzzle) -> tuple[int, ...]:
    """Return labels with the fewest equal pairs near one another: on the first level, then on the
    second, and so on; of all such labels those that are liked best, the first position first."""
    board = _Board(puzzle)
    found = board.filled([]) or ()
    limits: list[int] = []
    for level in puzzle.levels:
        # Every level is brought down to the least that the levels before leave possible.
        while better := board.filled([*limits, _pairs(found, level) - 1]):
            found = better
        limits.append(_pairs(found, level))
    board.steps = 0
    for position in range(len(found)):
        for label in board.liked(position):
            board.put(position, label)
            same = found if found[position] == label else board.filled(limits)
            if same is not None:
                found = same
                break
            board.take(position)
    return found


def _pairs(labels: Sequence[int], level: Level) -> int:
    """Return how many equal labels are near one another."""
    near = enumerate(level.near)
    return sum(labels[one] == labels[other] for one, others in near for other in others) // 2


class _Board:
    """Labels put so far, how many are left in each tier, and the pairs they make on each level."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._tier = [number for number, tier in enumerate(puzzle.tiers) for _ in tier]
        self._labels = sorted({label for tier in puzzle.tiers for label in tier})
        self._left = [{label: tier.count(label) for label in self._labels} for tier in puzzle.tiers]
        self._profiles = {
            label: tuple(tier.count(label) for tier in puzzle.tiers) for label in self._labels
        }
        self._at = [_NONE] * len(self._tier)
        self._put = dict.fromkeys(self._labels, 0)
        self._costs = [0 for _ in puzzle.levels]
        self._cells = [_cell_of(level) for level in puzzle.levels]
        self._beside: list[list[dict[int, int]]] = [
            [dict.fromkeys(self._labels, 0) for _ in self._tier] for _ in puzzle.levels
        ]
        """By level and position: how many of each label are near."""
        self.steps = 0

    def put(self, position: int, label: int) -> None:
        """Put a label on a position that has none."""
        self._at[position] = label
        self._change(position, label, 1)

    def take(self, position: int) -> None:
        """Take the label of a position away."""
        label, self._at[position] = self._at[position], _NONE
        self._change(position, label, -1)

    def _change(self, position: int, label: int, by: int) -> None:
        self._left[self._tier[position]][label] -= by
        self._put[label] += by
        for number, level in enumerate(self._puzzle.levels):
            beside = self._beside[number]
            self._costs[number] += by * beside[position][label]
            for other in level.near[position]:
                beside[other][label] += by

    def liked(self, position: int) -> Iterator[int]:
        """Yield the labels that are left for a position, the best liked first."""
        tier = self._tier[position]
        waiting = list(self._puzzle.tiers[tier])
        for number, label in zip(self._tier, self._at, strict=True):
            if number == tier and label != _NONE:
                waiting.remove(label)
        return iter(dict.fromkeys(waiting))

    def filled(self, limits: Sequence[int]) -> tuple[int, ...] | None:
        """Return labels for all positions that go on from here within the limits, if there are."""
        self.steps += 1
        if limits and self.steps > self._puzzle.most_steps:
            return None
        if _NONE not in self._at:
            return tuple(self._at)
        outlooks = [self._outlook(number) for number in range(len(limits))]
        if any(one.least > limit for one, limit in zip(outlooks, limits, strict=True)):
            return None
        position, labels = self._narrowest(
            {
                position: self._allowed(position, limits, outlooks)
                for position, label in enumerate(self._at)
                if label == _NONE
            }
        )
        tried = set()
        for label in labels:
            # Labels that were put nowhere and are there equally often are as good as one another.
            alike = (label,) if self._put[label] else (_NONE, *self._profiles[label])
            if alike not in tried:
                tried.add(alike)
                self.put(position, label)
                answer = self.filled(limits)
                self.take(position)
                if answer is not None:
                    return answer
        return None

    def _allowed(
        self, position: int, limits: Sequence[int], outlooks: Sequence["_Outlook"]
    ) -> list[int]:
        """Return the labels for a position that may still keep the limits, the cheapest first."""
        left = self._left[self._tier[position]]
        allowed = []
        for label in self._labels:
            if left[label] and all(
                outlook.with_label(label, cells[position], beside[position][label]) <= limit
                for outlook, cells, beside, limit in zip(
                    outlooks, self._cells, self._beside, limits, strict=False
                )
            ):
                allowed.append(label)
        return sorted(
            allowed, key=lambda label: [beside[position][label] for beside in self._beside]
        )

    def _narrowest(self, choices: Mapping[int, list[int]]) -> tuple[int, list[int]]:
        """Return a position with the fewest labels to choose from, none where a label is stuck."""
        room: Counter[tuple[int, int]] = Counter()
        last: dict[tuple[int, int], int] = {}
        for position, labels in choices.items():
            for label in labels:
                room[self._tier[position], label] += 1
                last[self._tier[position], label] = position
        for tier, left in enumerate(self._left):
            for label, count in left.items():
                if room[tier, label] < count:
                    return 0, []
                if count and room[tier, label] == count:
                    return last[tier, label], [label]
        return min(choices.items(), key=lambda choice: len(choice[1]))

    def _outlook(self, number: int) -> "_Outlook":
        """Return the fewest pairs that any way to go on from here leads to on a level."""
        cells = self._puzzle.levels[number].cells
        counts = [dict.fromkeys(self._labels, 0) for _ in cells]
        room, beside_cells = [0] * len(cells), 0
        for cell, label in zip(self._cells[number], self._at, strict=True):
            if cell == _NONE:
                beside_cells += label == _NONE
            elif label == _NONE:
                room[cell] += 1
            else:
                counts[cell][label] += 1
        left = {label: sum(tier[label] for tier in self._left) for label in self._labels}
        return _Outlook(self._costs[number], left, counts, room, beside_cells)


def _cell_of(level: Level) -> list[int]:
    """Return in which cell each position lies."""
    where = {position: number for number, cell in enumerate(level.cells) for position in cell}
    return [where.get(position, _NONE) for position in range(len(level.near))]


class _Outlook:
    """What a level costs at least: with each cell filled evenly, or each label spread evenly."""

    def __init__(
        self,
        cost: int,
        left: Mapping[int, int],
        counts: Sequence[Mapping[int, int]],
        room: Sequence[int],
        beside_cells: int,
    ) -> None:
        self._cost, self._counts = cost, counts
        going = [label for label, count in left.items() if count]
        needed: Counter[int] = Counter()
        self._by_cell, self._cell_prices = 0, []
        for count, open_ in zip(counts, room, strict=True):
            filled = [count[label] for label in going]
            prices = _spread(filled, open_)
            self._by_cell += sum(prices)
            self._cell_prices.append(prices[-1] if prices else 0)
            for label in going:
                needed[label] += max(0, min(filled) - count[label])
        # Not even: some label is not left as often as filling every cell evenly wants it.
        self._uneven = int(any(needed[label] > left[label] for label in going))
        self._by_label, self._label_prices = 0, {}
        for label in going:
            ladder = sorted(
                count[label] + more
                for count, open_ in zip(counts, room, strict=True)
                for more in range(open_)
            )
            prices = ladder[: max(left[label] - beside_cells, 0)]
            self._by_label += sum(prices)
            self._label_prices[label] = prices[-1] if prices else 0

    @property
    def least(self) -> int:
        """The fewest pairs there can be."""
        return self._cost + max(self._by_cell + self._uneven, self._by_label)

    def with_label(self, label: int, cell: int, beside: int) -> int:
        """Return the fewest there can be with a label put into a cell, near so many equal ones."""
        if cell == _NONE:
            return self.least + beside
        price = self._counts[cell][label]
        dearer = max(self._uneven, price - self._cell_prices[cell])
        by_label = self._by_label + max(0, price - self._label_prices[label])
        return self._cost + beside - price + max(self._by_cell + dearer, by_label)


def _spread(counts: list[int], more: int) -> list[int]:
    """Fill a cell evenly with `more` labels; return how many equal ones each of them met."""
    prices = []
    for _ in range(more):
        least = min(range(len(counts)), key=counts.__getitem__)
        prices.append(counts[least])
        counts[least] += 1
    return prices
