"""What can be told of a match besides its moves, on a phone. It runs in the browser."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from replays.counting import Standing, is_counted_by_round
from replays.legality import MOST_ROUNDS
from replays.log import Log
from replays.web.counts import CountSheet, SeatCount, can_count
from replays.web.results import ResultTable, counted_table
from replays.web.rounds import RoundTable, last_round, round_table, standing_of
from replays.web.sitters import Sitter


@dataclass
class Telling:
    """The ways to tell how a match went, as it stands."""

    log: Log
    labels: Sequence[str]
    language: str

    @property
    def is_possible(self) -> bool:
        return self.log.status in ("open", "reported")

    @property
    def stops(self) -> bool:
        return not self.log.ended

    @property
    def counts(self) -> bool:
        return can_count(self.log)

    @property
    def by_round(self) -> bool:
        return is_counted_by_round(self.log.rules, self.log.setup)

    @property
    def sitters(self) -> list[Sitter]:
        return [Sitter(label, None) for label in self.labels]

    @cached_property
    def known(self) -> Standing:
        return standing_of(self.log)

    @property
    def finishes(self) -> bool:
        """True when every round that can be known is."""
        return bool(self.known.lines) and not self.known.missing

    @property
    def last(self) -> int:
        return last_round(self.log)

    @property
    def next_round(self) -> int:
        """The round to note next."""
        return self._after(MOST_ROUNDS)

    @property
    def next_count(self) -> int:
        """The round to count next; 0 once all are known."""
        return self._after(self.last)

    def _after(self, last: int) -> int:
        given = {line.number for line in self.known.lines}
        return next((at for at in range(1, last + 1) if at not in given), 0)

    @cached_property
    def rounds(self) -> RoundTable:
        """The score so far."""
        return round_table(self.known, self.labels, 1)

    @cached_property
    def counted(self) -> list[SeatCount]:
        """What is asked of each seat for the round to count next, with what the record knows."""
        sheet = CountSheet(self.log.rules, self.log.setup, self.labels, self.language)
        recorded = self.log.rules.recorded_counts(self.log.state)
        return sheet.seats(self.next_count, sheet.as_sent(recorded))

    @cached_property
    def result(self) -> ResultTable | None:
        """What the rules make of the count, before anybody saves it."""
        if self.known.outcome is None:
            return None
        return counted_table(self.log.rules, self.known.outcome, self.labels, self.language)
