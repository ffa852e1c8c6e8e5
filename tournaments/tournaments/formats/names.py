"""What tables and rounds of a bracket are called: how far they are from the end of their side."""

from dataclasses import dataclass
from enum import Enum

from tournaments.tournaments.formats.bracket import Bracket, BracketTable, Side, TableKey


class Half(Enum):
    """The part of a double elimination that a name speaks of."""

    WINNERS = "winners"
    LOSERS = "losers"


@dataclass(frozen=True, slots=True)
class TableName:
    """A name as data: `final` of which half, or with a number `round_of` 16, `round` 2."""

    kind: str
    """final, semi_final, quarter_final, round_of, round, third_place, grand_final or
    second_grand_final."""
    half: Half | None = None
    number: int = 0

    @property
    def code(self) -> str:
        """The stable name, such as `round_of_16` or `losers_semi_final`."""
        words = [self.half.value] if self.half is not None else []
        words += [self.kind, str(self.number)] if self.number else [self.kind]
        return "_".join(words)


_FROM_THE_END = ("final", "semi_final", "quarter_final")
_OF_DOUBLE = {
    Side.FINAL: TableName("grand_final"),
    Side.RESET: TableName("second_grand_final"),
    Side.THIRD: TableName("third_place"),
}


def table_names(bracket: Bracket) -> dict[TableKey, TableName]:
    """Return what every table of a bracket is called."""
    halves = any(table.side is Side.FINAL for table in bracket.tables)
    rounds = {
        side: sorted({table.side_round for table in bracket.tables if table.side is side})
        for side in (Side.MAIN, Side.LOSERS)
    }
    return {
        table.key: _OF_DOUBLE[table.side]
        if table.side in _OF_DOUBLE
        else (_in_half if halves else _in_single)(bracket, table, rounds[table.side])
        for table in bracket.tables
    }


def round_name(bracket: Bracket, number: int) -> TableName | None:
    """Return what a round is called: as all its tables are, a match for third place aside.

    None for a round in which both halves of a double elimination play.
    """
    names = table_names(bracket)
    tables = bracket.rounds[number - 1]
    called = {names[table.key] for table in tables if table.side is not Side.THIRD}
    return called.pop() if len(called) == 1 else None


def _in_single(bracket: Bracket, table: BracketTable, rounds: list[int]) -> TableName:
    """Name a table of single elimination by what is left to play."""
    left = len(rounds) - table.side_round
    if left < len(_FROM_THE_END):
        return TableName(_FROM_THE_END[left])
    duels = bracket.sizes == (2,)
    return TableName("round_of", number=2 ** (left + 1) if duels else _still_in(bracket, table))


def _still_in(bracket: Bracket, table: BracketTable) -> int:
    """Count those who have not gone out when a round of larger tables begins."""
    before = [played for played in bracket.tables if played.round < table.round]
    return len(bracket.entrants) - sum(len(played.slots) - played.through for played in before)


def _in_half(_bracket: Bracket, table: BracketTable, rounds: list[int]) -> TableName:
    """Name a table of double elimination by its half; rounds that byes emptied do not count."""
    half = Half.LOSERS if table.side is Side.LOSERS else Half.WINNERS
    position = rounds.index(table.side_round)
    left = len(rounds) - 1 - position
    # The losers' half has two rounds for each of the other: only its last two are named so.
    named = _FROM_THE_END if half is Half.WINNERS else _FROM_THE_END[:2]
    if left < len(named):
        return TableName(named[left], half)
    return TableName("round", half, position + 1)
