"""What a change of results in a tournament would do to ladders. Nothing is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ladders.models import Ladder, LadderStatus
from tournaments.ladders.ratings.eligibility import MatchFacts, SeatFacts, lasting_reason
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.selectors.folds import LadderReading, Refolding, position_of
from tournaments.ladders.selectors.ladders import ladder_list
from tournaments.ladders.selectors.owed import START, owed_since
from tournaments.ladders.selectors.rated_matches import count_from, facts_of
from tournaments.ladders.words import ladder_title, listed, rating_text
from tournaments.people.selectors.players import labels_of
from tournaments.tournaments.director.consequences import LadderChange, RatingMove
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.rankings import scoring_of
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.director.state import State, Table
from tournaments.tournaments.standings.results import ResultKind

MOST_NAMED = 6
MOST_REFOLDED = 500
"""More matches than this are counted and not worked out: nobody waits for a page that long."""


def changed_ladders(before: State, after: State) -> list[LadderChange]:
    """Return the open ladders whose ratings would be others if a tournament stood as `after`.

    Both are ratings as they will be once everything up to now is rated: what a worker still owes is
    no consequence of anything.
    """
    tables = dict(_changed_tables(before, after))
    stored = facts_of(list(tables))
    supposed = {
        match_id: _supposed(facts, after, *tables[match_id]) for match_id, facts in stored.items()
    }
    if not supposed:
        return []
    ladders = ladder_list(club_id=before.club, status=LadderStatus.OPEN)
    changes = [_change(ladder, supposed) for ladder in ladders if _might_rate(ladder, supposed)]
    return [change for change in changes if change is not None]


def _might_rate(ladder: Ladder, supposed: Mapping[UUID, MatchFacts]) -> bool:
    """Whether there is a match that the ladder does not leave out whatever becomes of it."""
    rules = rules_from_data(ladder.rules)
    return any(not lasting_reason(rules, facts) for facts in supposed.values())


def _changed_tables(before: State, after: State) -> Iterator[tuple[UUID, tuple[StageRules, Table]]]:
    for number, stage in before.stages.items():
        then = after.stages.get(number)
        for round_ in stage.rounds.values():
            later = then.rounds.get(round_.number) if then is not None else None
            for table in round_.tables.values():
                other = later.tables.get(table.number) if later is not None else None
                if other is None or other.match != table.match:
                    other = replace(table, result=None)  # taken back: its match is void
                if other.result != table.result:
                    yield table.match, (stage.rules, other)


def _supposed(facts: MatchFacts, state: State, rules: StageRules, table: Table) -> MatchFacts:
    """Return the facts of a match as they would be with the result of its table."""
    result = table.result
    if result is None or result.places is None:
        return facts._replace(status="voided")
    rated = scoring_of(rules).kind(ResultKind(result.kind)).rated
    seats = _seats(facts, state, table, result)
    return facts._replace(status="reported", counts_there=rated, seats=seats)


def _seats(
    facts: MatchFacts, state: State, table: Table, result: Reported
) -> tuple[SeatFacts, ...]:
    """Return the seats of those who came, whoever sits there for them."""
    places, scores = result.places or (), result.scores
    everybody = len(facts.seats) == len(table.entrants)
    known = {seat.player: seat for seat in facts.seats}
    seats = []
    for at, number in enumerate(table.entrants):
        if number in result.absent:
            continue
        player = state.entrants[number].player
        seat = facts.seats[at] if everybody else known.get(player)
        seat = seat or SeatFacts(player, None, None, None)
        score = scores[at] if scores is not None else None
        seats.append(seat._replace(place=places[at], score=score))
    return tuple(seats)


def _change(ladder: Ladder, supposed: Mapping[UUID, MatchFacts]) -> LadderChange | None:
    reading = LadderReading(ladder)
    rows = reading.rated.filter(match_id__in=list(supposed))
    places = [facts.position for facts in supposed.values() if facts.ended is not None]
    places += [position_of(row) for row in rows]
    if not places:
        return None
    first = min(places)
    start = min(first, owed_since(reading) or first)
    since = start if start != START else None
    if (later := count_from(ladder.club, reading.rules, since)) > MOST_REFOLDED:
        count = later if since == first else count_from(ladder.club, reading.rules, first)
        return _ladder_change(ladder, count, ())
    stood = reading.standings_before(since, reading.standings()) if since is not None else {}
    folding = reading.refold(since, dict(stood))
    stored = list(folding.stored())
    now, then = _Fold(folding, stored), _Fold(folding.again(stood), stored, supposed)
    moves = reading.moves(now.standings, then.standings)
    if not moves:
        return None
    labels = labels_of(list(moves))
    rated = [
        RatingMove(player, labels.get(player, ""), was, then_)
        for player, (was, then_) in moves.items()
    ]
    rated.sort(key=lambda move: (-abs((move.after or 0.0) - (move.before or 0.0)), move.player))
    matches = sum(position >= first for position in then.positions)
    return _ladder_change(ladder, matches, tuple(rated))


class _Fold:
    """Everything from a position on rated anew, with what is supposed; nothing is written."""

    def __init__(
        self,
        folding: Refolding,
        stored: Sequence[MatchFacts],
        supposed: Mapping[UUID, MatchFacts] | None = None,
    ) -> None:
        matches = folding.matches(supposed, stored=stored)
        self.positions = [match.position for match, _, _ in matches]
        self.standings = folding.standings()


def _ladder_change(ladder: Ladder, matches: int, moves: tuple[RatingMove, ...]) -> LadderChange:
    title = ladder_title(ladder)
    words = (
        ngettext(
            "Ladder %(ladder)s: %(count)d match would be recalculated.",
            "Ladder %(ladder)s: %(count)d matches would be recalculated.",
            matches,
        )
        if matches
        else _("Ladder %(ladder)s: no other match would be recalculated.")
    )
    sentence = words % {"ladder": title, "count": matches}
    if moves:
        moved = [
            _("%(player)s from %(before)s to %(after)s")
            % {
                "player": move.label,
                "before": rating_text(move.before, ladder.system, "–"),
                "after": rating_text(move.after, ladder.system, "–"),
            }
            for move in moves[:MOST_NAMED]
        ]
        sentence = f"{sentence} {listed(moved)}."
    return LadderChange(ladder.id, title, ladder.system, matches, moves, sentence)
