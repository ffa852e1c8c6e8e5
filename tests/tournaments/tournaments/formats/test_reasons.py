"""Why level entrants stand in the order they do, against the definition."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.tournaments.formats.playing import result
from tournaments.tournaments.formats.bracket import BracketTable, Side
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.places import bracket_places, overall_ranking
from tournaments.tournaments.formats.progress import advance
from tournaments.tournaments.formats.schedule import Placing, Reason
from tournaments.tournaments.formats.table_result import (
    FinalTie,
    Finish,
    LineTie,
    TableResult,
    TieRules,
    finish_of,
)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Somebody's result with ties, play-offs, former ranks, and those who did not come."""
    size = draw(st.integers(2, 6))
    seated = draw(st.permutations(range(1, size + 1)))
    scores = draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))
    absent = draw(st.sets(st.sampled_from(seated), max_size=size - 1))
    there = [(n, score) for n, score in zip(seated, scores, strict=True) if n not in absent]
    places = tuple((n, 1 + sum(other > score for _, other in there)) for n, score in there)
    former = {n: draw(st.integers(1, 3)) for n in seated} if draw(st.booleans()) else {}
    play_off = draw(st.permutations([n for n, _ in there])) if draw(st.booleans()) else []
    final = draw(st.booleans())
    return {
        "seated": seated,
        "result": TableResult(places, tuple(play_off[: draw(st.integers(0, len(play_off)))])),
        "table": BracketTable(
            round=1,
            number=1,
            slots=(),
            through=1 if final else draw(st.integers(1, size - 1)),
            is_final=final,
            side=Side.MAIN,
            side_round=1,
            level=1,
        ),
        "rules": TieRules(draw(st.sampled_from(LineTie)), draw(st.sampled_from(FinalTie)), former),
    }


def explained(case: dict[str, Any], finish: Finish, entrant: int, ahead: int) -> Reason | None:
    """Return what the words of the rules say about two at a table, the second one ahead."""
    places, off = dict(case["result"].places), case["result"].play_off
    if places[entrant] != places[ahead]:
        return None
    if ahead in off:
        return Reason.PLAY_OFF
    rules, final = case["rules"], case["table"].is_final
    if final and rules.final is not FinalTie.FORMER_RANK:
        return Reason.SHARED
    if rules.former_ranks and rules.former_ranks[entrant] != rules.former_ranks[ahead]:
        return Reason.FORMER_STAGE
    if rules.former_ranks and final:
        return Reason.SHARED
    return Reason.SEED


@given(tables())
def test_a_reason_is_what_the_rules_say_and_stands_where_somebody_was_level(
    case: dict[str, Any],
) -> None:
    seeds = {entrant: entrant for entrant in case["seated"]}
    finish = finish_of(case["result"], case["seated"], case["table"], case["rules"], seeds)
    assert len(finish.reasons) == len(finish.order)
    if not finish.is_settled:
        assert {*finish.reasons} == {None}
        return
    table = case["table"]
    for position, entrant in enumerate(finish.order):
        expected = None
        if position < finish.listed and position >= (1 if table.is_final else table.through):
            ahead = finish.order[position - 1 if table.is_final else table.through - 1]
            expected = explained(case, finish, entrant, ahead)
        assert finish.reasons[position] is expected
        if expected is Reason.SHARED:
            assert finish.places[position] == finish.places[position - 1]
        elif table.is_final and position:
            assert finish.places[position] == position + 1 or position >= finish.listed


def test_a_reason_goes_along_into_the_ranking_of_the_whole_tournament() -> None:
    swiss = tuple(Placing(number, number) for number in range(1, 5))
    final = (Placing(2, 1), Placing(1, 2, Reason.FORMER_STAGE))
    assert overall_ranking([swiss, final]) == (*final, Placing(3, 3), Placing(4, 4))


def test_losers_of_one_round_share_a_place_for_no_reason() -> None:
    bracket = single_elimination([1, 2, 3, 4])
    results = {(1, 1): TableResult(((1, 1), (4, 1))), (1, 2): result(2, 3), (2, 1): result(1, 2)}
    progress = advance(bracket, results)
    assert {row.reason for row in bracket_places(bracket, progress)} == {None}
    # That a seed decided who plays the final is said at the table.
    assert progress.state((1, 1)).finish.reasons == (None, Reason.SEED)


def test_a_grand_final_that_is_level_and_not_played_again_leaves_the_place_shared() -> None:
    bracket = double_elimination([1, 2])
    results = {(1, 1): result(1, 2), (2, 1): TableResult(((1, 1), (2, 1)))}
    placed = bracket_places(bracket, advance(bracket, results))
    assert placed == (Placing(1, 1, Reason.SHARED), Placing(2, 1, Reason.SHARED))
