"""Arithmetic in the finite fields of 2, 3, 4, 5, 7, 8, 9, 11, 13, 17 and 19 elements."""

from itertools import zip_longest

_FIELDS = {
    2: (2, ()),
    3: (3, ()),
    5: (5, ()),
    7: (7, ()),
    11: (11, ()),
    13: (13, ()),
    17: (17, ()),
    19: (19, ()),
    4: (2, (1, 1)),  # x² = 1 + x
    8: (2, (1, 1, 0)),  # x³ = 1 + x
    9: (3, (2, 0)),  # x² = 2
}
"""The prime and, for its powers, what the first power of x that is no digit comes to."""


class FiniteField:
    """The field of `order` elements 0, 1, 2 ...; their digits to the prime are coefficients."""

    def __init__(self, order: int) -> None:
        self.order = order
        self._prime, self._reduction = _FIELDS[order]

    def add(self, one: int, two: int) -> int:
        pairs = zip_longest(self._digits(one), self._digits(two), fillvalue=0)
        return self._number([(mine + theirs) % self._prime for mine, theirs in pairs])

    def multiply(self, one: int, two: int) -> int:
        if not self._reduction:
            return one * two % self._prime
        total = 0
        for digit in reversed(self._digits(two)):
            total = self._times_x(total)
            for _ in range(digit):
                total = self.add(total, one)
        return total

    def powers(self, element: int) -> list[int]:
        """Return 1, the element, its square and so on, as long as they are new."""
        powers = [1]
        while (following := self.multiply(powers[-1], element)) != 1:
            powers.append(following)
        return powers

    def generator(self) -> int:
        """Return the smallest element whose powers are all elements but 0."""
        return next(
            element
            for element in range(1, self.order)
            if len(self.powers(element)) == self.order - 1
        )

    def _times_x(self, element: int) -> int:
        degree = len(self._reduction)
        digits = [0, *self._digits(element)]
        digits += [0] * (degree + 1 - len(digits))
        top = digits.pop()
        pairs = zip(digits, self._reduction, strict=True)
        return self._number([(digit + top * part) % self._prime for digit, part in pairs])

    def _digits(self, element: int) -> list[int]:
        digits = []
        while element:
            element, digit = divmod(element, self._prime)
            digits.append(digit)
        return digits

    def _number(self, digits: list[int]) -> int:
        number = 0
        for digit in reversed(digits):
            number = number * self._prime + digit
        return number
