"""Standings of an open evening, where everyone played a different number of matches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.tournaments.standings import tiebreaks
from tournaments.tournaments.standings.exact import ZERO, exact_sum
from tournaments.tournaments.standings.scoring import ScoringRules, Why
from tournaments.tournaments.standings.table import TiedGroup, rank_groups
from tournaments.tournaments.standings.tally import History, Part, Tally, tally

USUAL_TIE_BREAKS = ("wins", "head_to_head", "game_points", "lot")

_MATCHES = frozenset({Why.PLACE, Why.SHARE, Why.WALK_OVER, Why.NO_SHOW})


class OpenRanking(StrEnum):
    """What an open evening is ranked by, before tie-breaks."""

    TOTAL = "total"
    AVERAGE = "average"
    BEST = "best"


RANKING_DEFINITIONS = {
    OpenRanking.TOTAL: (
        "Points of all matches.",
        "Points de toutes les parties.",
    ),
    OpenRanking.AVERAGE: (
        "Points per match, for those who played the minimum number of matches.",
        "Points par partie, pour qui a joué le nombre minimal de parties.",
    ),
    OpenRanking.BEST: (
        "Points of the best matches, as many as the rules say.",
        "Points des meilleures parties, autant que le règlement le prévoit.",
    ),
}


@dataclass(frozen=True, slots=True)
class OpenRules:
    """How an open evening is ranked; with fewer than `least_matches` one is listed unranked."""

    scoring: ScoringRules = field(default_factory=ScoringRules)
    ranking: OpenRanking = OpenRanking.TOTAL
    least_matches: int = 1
    best: int = 3
    tie_breaks: tuple[str, ...] = USUAL_TIE_BREAKS

    def check(self) -> None:
        self.scoring.check()
        if self.tie_breaks:
            tiebreaks.require_tie_breaks(self.tie_breaks)
        if self.least_matches < 0 or (
            self.ranking is OpenRanking.AVERAGE and self.least_matches < 1
        ):
            raise RuleViolation("bad_least_matches", matches=self.least_matches)
        if self.best < 1:
            raise RuleViolation("bad_best", best=self.best)


class OpenRow(NamedTuple):
    """One line of an open evening. `values` starts with what the evening is ranked by; rank is
    None under the minimum of matches. `left_out` are the matches that do not count."""

    entrant: int
    rank: int | None
    shared: bool
    points: Fraction
    values: tuple[Fraction, ...]
    matches: int
    decided_by: int | None
    counted: tuple[Part, ...]
    left_out: tuple[Part, ...]


def open_standings(history: History, rules: OpenRules) -> tuple[OpenRow, ...]:
    """Rank an open evening; those under the minimum come last, without a rank."""
    rules.check()
    counted = tally(history, rules.scoring)
    matches = {entrant: _matches(counted.parts[entrant]) for entrant in counted.entrants}
    kept = {entrant: _kept(matches[entrant], rules) for entrant in counted.entrants}
    worth = {
        entrant: _worth(counted, entrant, matches[entrant], kept[entrant], rules)
        for entrant in counted.entrants
    }
    ranked = [entrant for entrant in worth if len(matches[entrant]) >= rules.least_matches]
    unranked = [entrant for entrant in worth if len(matches[entrant]) < rules.least_matches]
    groups, values = _ranked_groups(counted, worth, ranked, rules)

    def row(entrant: int, rank: int | None, shared: bool, decided_by: int | None) -> OpenRow:
        counting = {(part.stage, part.round, part.table) for part in kept[entrant]}
        return OpenRow(
            entrant=entrant,
            rank=rank,
            shared=shared,
            points=counted.points[entrant],
            values=tuple(by_entrant.get(entrant, ZERO) for by_entrant in values),
            matches=len(matches[entrant]),
            decided_by=decided_by,
            counted=tuple(kept[entrant]),
            left_out=tuple(
                part
                for part in matches[entrant]
                if (part.stage, part.round, part.table) not in counting
            ),
        )

    rows: list[OpenRow] = []
    for group in groups:
        rank = len(rows) + 1
        for position, entrant in enumerate(group.entrants):
            decided_by = group.decided_by if position == 0 else None
            rows.append(row(entrant, rank, len(group.entrants) > 1, decided_by))
    unranked.sort(key=lambda entrant: (-worth[entrant], entrant))
    rows.extend(row(entrant, None, False, None) for entrant in unranked)
    return tuple(rows)


def _ranked_groups(
    counted: Tally, worth: tiebreaks.Values, ranked: Sequence[int], rules: OpenRules
) -> tuple[list[TiedGroup], list[tiebreaks.Values]]:
    first = tiebreaks.TieBreak(rules.ranking.value, lambda _tally, _group: worth)
    tie_breaks = [first, *(tiebreaks.TIE_BREAKS[code] for code in rules.tie_breaks)]
    start = [TiedGroup(tuple(ranked), None)] if ranked else []
    return rank_groups(counted, tie_breaks, start)


def _matches(parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.table is not None and part.why in _MATCHES]


def _kept(matches: Sequence[Part], rules: OpenRules) -> list[Part]:
    if rules.ranking is not OpenRanking.BEST:
        return list(matches)
    # The sort is stable and the parts are in order of play: of equals the earlier one counts.
    best = sorted(matches, key=lambda part: -part.points)[: rules.best]
    return sorted(best, key=lambda part: (part.stage, part.round, part.table))


def _worth(
    counted: Tally, entrant: int, matches: Sequence[Part], kept: Sequence[Part], rules: OpenRules
) -> Fraction:
    # What came without a match, penalties above all, is added whatever the ranking.
    besides = counted.points[entrant] - exact_sum(part.points for part in matches)
    total = exact_sum(part.points for part in kept) + besides
    if rules.ranking is OpenRanking.AVERAGE and matches:
        return total / len(matches)
    return total
