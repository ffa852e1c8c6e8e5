"""Where the turns and rounds of a match begin, and the parts that its frames are cut into."""

import re
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from replays.log import Log

SHORT_PART, LONG_PART = 24, 32
"""A part ends with its round unless it is short, and with its turn once it is long."""

_ROUNDS = re.compile(r"R(?P<round>\d+)(?: T(?P<turn>\d+))?\b")


class Outline(NamedTuple):
    """Steps at which something begins: each is the board before the first event of it."""

    turns: tuple[int, ...]
    rounds: tuple[int, ...]
    """The second round and those after it: the first begins with the match."""
    parts: tuple[int, ...]
    last: int

    def part_of(self, ply: int) -> int:
        """Return the number of the part that a step is in."""
        return max(number for number, first in enumerate(self.parts) if first <= ply)

    def steps(self, part: int) -> tuple[int, int]:
        """Return the first and the last step of a part."""
        ends = (*self.parts[1:], self.last + 1)
        return self.parts[part], ends[part] - 1


def outline_of(log: Log) -> Outline:
    """Return where the turns, rounds and parts of a match begin, in one fold of its log."""
    rules = log.rules
    state = rules.start(log.setup)
    turns: list[int] = []
    rounds: list[int] = []
    parts = [0]
    heading, round_ = None, ""
    for index, ply in enumerate(log.plies):
        turn = rules.turn(state)
        if turn != heading:
            heading = turn
            turns.append(index)
            now = _round_of(turn) or round_
            is_round = bool(round_) and now != round_
            if is_round:
                rounds.append(index)
            if index - parts[-1] >= (SHORT_PART if is_round else LONG_PART):
                parts.append(index)
            round_ = now
        rules.apply(state, ply.event)
    return Outline(tuple(turns), tuple(rounds), tuple(parts), len(log.plies))


def _round_of(heading: str) -> str:
    parsed = _ROUNDS.match(heading)
    return parsed["round"] if parsed else ""


def title_of(heading: str) -> str:
    """Return a numbered turn in words; other headings are notation, not words."""
    if heading.isdigit():
        return _("Turn %(number)s") % {"number": heading}
    parsed = _ROUNDS.match(heading)
    if parsed is None:
        return ""
    if parsed["turn"] is None:
        return pgettext("match", "Round %(number)s") % {"number": parsed["round"]}
    return _("Round %(round)s, turn %(turn)s") % parsed.groupdict()
