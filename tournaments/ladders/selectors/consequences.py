"""What a change of results in a tournament would do to ladders. Nothing is written."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ladders.models import Ladder, LadderStatus
from tournaments.ladders.ratings.eligibility import MatchFacts, SeatFacts
from tournaments.ladders.selectors.folds import LadderReading, position_of
from tournaments.ladders.selectors.ladders import ladder_list
from tournaments.ladders.selectors.rated_matches import facts_of
from tournaments.ladders.words import ladder_title, listed, rating_text
from tournaments.people.selectors.players import labels_of
from tournaments.tournaments.director.consequences import LadderChange, RatingMove
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.rankings import scoring_of
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.director.state import State, Table
from tournaments.tournaments.standings.results import ResultKind

MOST_NAMED = 6
MOST_REFOLDED = 2_000
"""More matches than this are counted and not worked out: nobody waits for a page that long."""


def changed_ladders(before: State, after: State) -> list[LadderChange]:
    """Return the open ladders whose ratings would be others if a tournament stood as `after`."""
    tables = dict(_changed_tables(before, after))
    stored = facts_of(list(tables))
    supposed = {match_id: _supposed(facts, *tables[match_id]) for match_id, facts in stored.items()}
    if not supposed:
        return []
    ladders = ladder_list(club_id=before.club, status=LadderStatus.OPEN)
    changes = [_change(ladder, supposed) for ladder in ladders]
    return [change for change in changes if change is not None]


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


def _supposed(facts: MatchFacts, rules: StageRules, table: Table) -> MatchFacts:
    """Return the facts of a match as they would be with the result of its table."""
    result = table.result
    if result is None or result.places is None:
        return facts._replace(status="voided")
    rated = scoring_of(rules).kind(ResultKind(result.kind)).rated
    return facts._replace(status="reported", counts_there=rated, seats=_seats(facts, table, result))


def _seats(facts: MatchFacts, table: Table, result: Reported) -> tuple[SeatFacts, ...]:
    places, scores = result.places or (), result.scores
    present = [number for number in table.entrants if number not in result.absent]
    # A match has a seat for everybody at the table, or for those who came.
    seated = table.entrants if len(facts.seats) == len(table.entrants) else tuple(present)
    at = {number: seat for seat, number in enumerate(table.entrants)}
    return tuple(
        seat._replace(
            place=places[at[number]], score=scores[at[number]] if scores is not None else None
        )
        for seat, number in zip(facts.seats, seated, strict=False)
    )


def _change(ladder: Ladder, supposed: Mapping[UUID, MatchFacts]) -> LadderChange | None:
    reading = LadderReading(ladder)
    rows = reading.rated.filter(match_id__in=list(supposed))
    places = [position_of(row) for row in rows]
    if not places:
        return None
    since = min(places)
    matches = reading.rated_from(since).count()
    if matches > MOST_REFOLDED:
        return _ladder_change(ladder, matches, ())
    now = reading.standings()
    folding = reading.refold(since, reading.standings_before(since, now))
    for _step in folding.matches(supposed):
        pass
    moves = reading.moves(now, folding.standings())
    if not moves:
        return None
    labels = labels_of(list(moves))
    rated = [
        RatingMove(player, labels.get(player, ""), was, then)
        for player, (was, then) in moves.items()
    ]
    rated.sort(key=lambda move: (-abs((move.after or 0.0) - (move.before or 0.0)), move.player))
    return _ladder_change(ladder, matches, tuple(rated))


def _ladder_change(ladder: Ladder, matches: int, moves: tuple[RatingMove, ...]) -> LadderChange:
    title = ladder_title(ladder)
    sentence = ngettext(
        "Ladder %(ladder)s: %(count)d match would be recalculated.",
        "Ladder %(ladder)s: %(count)d matches would be recalculated.",
        matches,
    ) % {"ladder": title, "count": matches}
    if moves:
        words = [
            _("%(player)s from %(before)s to %(after)s")
            % {
                "player": move.label,
                "before": rating_text(move.before, ladder.system, "–"),
                "after": rating_text(move.after, ladder.system, "–"),
            }
            for move in moves[:MOST_NAMED]
        ]
        sentence = f"{sentence} {listed(words)}."
    return LadderChange(ladder.id, title, ladder.system, matches, moves, sentence)
