"""Open evenings: who of those who are free could play what, now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.problem import Candidate, Figures, PairingRules, Reason, Split
from tournaments.tournaments.pairing.proposing import propose
from tournaments.tournaments.pairing.sizes import check_sizes, size_price


@dataclass(frozen=True, slots=True)
class GameAtHand:
    """A game that could be started: how many it seats and how many boxes are free."""

    key: str
    seats: tuple[int, ...]
    boxes: int


@dataclass(frozen=True, slots=True)
class SuggestedTable:
    """Who could sit down at which game, in seat order."""

    game: str
    entrants: tuple[int, ...]
    figures: Figures
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Tables to take or ignore, and who would have to wait."""

    tables: tuple[SuggestedTable, ...]
    waiting: tuple[int, ...]
    figures: Figures


def suggest_tables(
    free: Sequence[Candidate], games: Sequence[GameAtHand], rules: PairingRules
) -> Suggestion:
    """Seat as many of the free as the games at hand allow, by the aims of the rules.

    As few as possible wait (a candidate's `byes` count how often they have waited), then
    the sizes are as near to the preferred one as can be. Nothing is ever refused for
    want of entrants or boxes: then everybody waits.
    """
    check_sizes(rules)
    _check_games(games)
    chosen = _games_and_sizes(len(free), games, rules)
    if not chosen:
        everybody = figures_of((), [candidate.id for candidate in free], free, rules)
        return Suggestion((), everybody.byes, everybody.figures)
    sizes = tuple(sorted((size for size, _ in chosen), reverse=True))
    waiting = len(free) - sum(sizes)
    proposal = propose(free, replace(rules, byes=True), split=Split(sizes, waiting))
    left = sorted(chosen, key=lambda choice: choice[1])
    tables = []
    for table in proposal.tables:
        choice = next(choice for choice in left if choice[0] == len(table.entrants))
        left.remove(choice)
        game = games[choice[1]].key
        tables.append(SuggestedTable(game, table.entrants, table.figures, table.reasons))
    return Suggestion(tuple(tables), proposal.byes, proposal.figures)


_Tables = tuple[int, tuple[tuple[int, int], ...]]
"""What some tables cost, and the size and the game of each."""
_NEVER: _Tables = (2**60, ())


def _check_games(games: Sequence[GameAtHand]) -> None:
    keys = [game.key for game in games]
    for key in keys:
        if keys.count(key) > 1:
            raise RuleViolation("game_twice", game=key)


def _games_and_sizes(
    count: int, games: Sequence[GameAtHand], rules: PairingRules
) -> list[tuple[int, int]]:
    """Return (size, place of the game in the list) of every table to be opened."""
    most = count if rules.most_tables is None else rules.most_tables
    best: dict[tuple[int, int], _Tables] = {(0, 0): (0, ())}
    for place, game in enumerate(games):
        prices = {size: size_price(size, rules) for size in set(game.seats) & set(rules.sizes)}
        # What another box adds to what no box has changed since, the boxes before it have added.
        changed = dict(best)
        for _ in range(min(game.boxes, count // 2)):
            reached: dict[tuple[int, int], _Tables] = {}
            for (seated, tables), (price, choices) in changed.items():
                for size, more in prices.items():
                    key = (seated + size, tables + 1)
                    option = (price + more, (*choices, (size, place)))
                    if key[0] <= count and key[1] <= most and option < reached.get(key, _NEVER):
                        reached[key] = option
            changed = {key: one for key, one in reached.items() if one < best.get(key, _NEVER)}
            best |= changed
    seated, tables = min(best, key=lambda key: (-key[0], best[key][0], key[1]))
    return list(best[seated, tables][1])
