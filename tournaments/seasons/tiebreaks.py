"""The tie-breaks of a season: each gives a player a key among those who are tied, higher first."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.seasons.evenings import EveningEntry, SeasonPlayer
from tournaments.tournaments.standings.definitions import SEASON_DEFINITIONS
from tournaments.tournaments.standings.exact import exact_sum

Key = tuple[Fraction, ...]
"""Compared from the left."""


Keys = Callable[[Sequence[SeasonPlayer]], Mapping[str, Key]]
"""Gives the keys of players who are tied, by player."""


def evenings_won(player: SeasonPlayer) -> Key:
    """Return how many evenings the player won, alone or tied."""
    return (Fraction(sum(entry.place == 1 for entry in player.entries.values())),)


def match_wins(player: SeasonPlayer) -> Key:
    return (exact_sum(entry.wins for entry in player.entries.values()),)


def best_evenings(player: SeasonPlayer) -> Key:
    """Return the points of the best evening, the second best and so on."""
    return tuple(sorted((mark.points for mark in player.marks), reverse=True))


def last_evenings(player: SeasonPlayer) -> Key:
    """Return the points of the last evening, the one before and so on."""
    return tuple(mark.points for mark in reversed(player.marks))


def attended(player: SeasonPlayer) -> Key:
    return (Fraction(player.attended),)


def head_to_head(tied: Sequence[SeasonPlayer]) -> Mapping[str, Key]:
    """Return on common evenings how often each was ahead of those tied, less behind."""
    balances = dict.fromkeys((player.key for player in tied), 0)
    for number in dict.fromkeys(number for player in tied for number in player.entries):
        there = {
            player.key: _standing(player.entries[number])
            for player in tied
            if number in player.entries
        }
        order = sorted(there.values())
        for key, standing in there.items():
            behind, ahead = bisect_left(order, standing), bisect_right(order, standing)
            balances[key] += len(order) - ahead - behind
    return {key: (Fraction(balance),) for key, balance in balances.items()}


def _standing(entry: EveningEntry) -> tuple[bool, int]:
    """Return what orders an evening, the best first; unranked is last."""
    return (entry.place is None, entry.place or 0)


def _each(key: Callable[[SeasonPlayer], Key]) -> Keys:
    """Return a tie-break for which it does not matter who else is tied."""
    return lambda tied: {player.key: key(player) for player in tied}


@dataclass(frozen=True, slots=True)
class SeasonTieBreak:
    """A tie-break of a season with its code and its definition in English and French."""

    code: str
    keys: Keys
    english: str
    french: str


SEASON_TIE_BREAKS: Mapping[str, SeasonTieBreak] = {
    code: SeasonTieBreak(code, keys, *SEASON_DEFINITIONS[code])
    for code, keys in (
        ("evenings_won", _each(evenings_won)),
        ("match_wins", _each(match_wins)),
        ("best_evenings", _each(best_evenings)),
        ("last_evenings", _each(last_evenings)),
        ("head_to_head", head_to_head),
        ("attended", _each(attended)),
    )
}
