"""The tie-breaks of a season: each gives a player a key among those who are tied, higher first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.seasons.evenings import EveningEntry, SeasonPlayer
from tournaments.tournaments.standings.definitions import SEASON_DEFINITIONS
from tournaments.tournaments.standings.exact import exact_sum

Key = tuple[Fraction, ...]
"""Compared from the left."""


def evenings_won(player: SeasonPlayer, _tied: Sequence[SeasonPlayer]) -> Key:
    """Return how many evenings the player won, alone or tied."""
    return (Fraction(sum(entry.place == 1 for entry in player.entries.values())),)


def match_wins(player: SeasonPlayer, _tied: Sequence[SeasonPlayer]) -> Key:
    return (exact_sum(entry.wins for entry in player.entries.values()),)


def best_evenings(player: SeasonPlayer, _tied: Sequence[SeasonPlayer]) -> Key:
    """Return the points of the best evening, the second best and so on."""
    return tuple(sorted((mark.points for mark in player.marks), reverse=True))


def last_evenings(player: SeasonPlayer, _tied: Sequence[SeasonPlayer]) -> Key:
    """Return the points of the last evening, the one before and so on."""
    return tuple(mark.points for mark in reversed(player.marks))


def head_to_head(player: SeasonPlayer, tied: Sequence[SeasonPlayer]) -> Key:
    """Return on common evenings how often the player was ahead of those tied, less behind."""
    balance = 0
    for number, entry in player.entries.items():
        for other in tied:
            if number in other.entries:
                balance += _ahead(entry, other.entries[number])
    return (Fraction(balance),)


def _ahead(entry: EveningEntry, other: EveningEntry) -> int:
    """Return 1 if the entry was placed ahead of the other, -1 if behind; unranked is last."""
    if entry.place == other.place:
        return 0
    if entry.place is None or other.place is None:
        return -1 if entry.place is None else 1
    return 1 if entry.place < other.place else -1


def attended(player: SeasonPlayer, _tied: Sequence[SeasonPlayer]) -> Key:
    return (Fraction(player.attended),)


@dataclass(frozen=True, slots=True)
class SeasonTieBreak:
    """A tie-break of a season with its code and its definition in English and French."""

    code: str
    key: Callable[[SeasonPlayer, Sequence[SeasonPlayer]], Key]
    english: str
    french: str


SEASON_TIE_BREAKS: Mapping[str, SeasonTieBreak] = {
    code: SeasonTieBreak(code, key, *SEASON_DEFINITIONS[code])
    for code, key in (
        ("evenings_won", evenings_won),
        ("match_wins", match_wins),
        ("best_evenings", best_evenings),
        ("last_evenings", last_evenings),
        ("head_to_head", head_to_head),
        ("attended", attended),
    )
}
