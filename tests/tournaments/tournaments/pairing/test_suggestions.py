"""Open evenings: the free ones are seated at the games at hand."""

from dataclasses import replace

import pytest

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.problem import Candidate, PairingRules
from tournaments.tournaments.pairing.suggesting import GameAtHand, suggest_tables

RULES = PairingRules((2, 3, 4, 5), 4)
PARTY = GameAtHand("party", (2, 3, 4, 5), 2)
BAR = GameAtHand("bar", (2, 3, 4), 1)


def free(count: int) -> list[Candidate]:
    return [Candidate(entrant) for entrant in range(1, count + 1)]


def shape(
    count: int, games: list[GameAtHand], rules: PairingRules = RULES
) -> list[tuple[str, int]]:
    suggestion = suggest_tables(free(count), games, rules)
    seated = [entrant for table in suggestion.tables for entrant in table.entrants]
    assert sorted([*seated, *suggestion.waiting]) == list(range(1, count + 1))
    return sorted((table.game, len(table.entrants)) for table in suggestion.tables)


def test_nine_who_are_free_play_as_five_and_four() -> None:
    assert shape(9, [PARTY]) == [("party", 4), ("party", 5)]


def test_a_game_is_given_only_to_a_table_it_seats() -> None:
    assert shape(9, [BAR, replace(PARTY, boxes=1)]) == [("bar", 4), ("party", 5)]
    assert shape(5, [BAR, replace(PARTY, boxes=1)]) == [("party", 5)]


def test_no_more_tables_than_boxes_or_tables_are_suggested_and_the_rest_waits() -> None:
    assert shape(13, [PARTY]) == [("party", 5), ("party", 5)]
    assert shape(13, [PARTY, BAR]) == [("bar", 4), ("party", 4), ("party", 5)]
    assert shape(13, [PARTY, BAR], replace(RULES, most_tables=1)) == [("party", 5)]


def test_those_who_have_waited_before_do_not_wait_again() -> None:
    waiting_before = [replace(c, byes=1) if c.id > 2 else c for c in free(6)]
    suggestion = suggest_tables(waiting_before, [BAR], RULES)
    assert suggestion.waiting == (1, 2)


def test_those_who_have_met_tonight_are_separated() -> None:
    met = [
        replace(c, meetings={o: 1 for o in range(1, 9) if o != c.id and (o <= 4) == (c.id <= 4)})
        for c in free(8)
    ]
    suggestion = suggest_tables(met, [PARTY], RULES)
    assert suggestion.figures.repeats == 4


@pytest.mark.parametrize("games", [[], [GameAtHand("duo", (6,), 3)], [replace(PARTY, boxes=0)]])
def test_without_a_game_that_fits_everybody_waits(games: list[GameAtHand]) -> None:
    suggestion = suggest_tables(free(4), games, RULES)
    assert suggestion.tables == ()
    assert suggestion.waiting == (1, 2, 3, 4)


def test_one_alone_waits() -> None:
    assert suggest_tables(free(1), [PARTY], RULES).waiting == (1,)
    assert suggest_tables([], [PARTY], RULES).waiting == ()


def test_the_same_game_listed_twice_is_refused() -> None:
    with pytest.raises(RuleViolation) as caught:
        suggest_tables(free(4), [PARTY, PARTY], RULES)
    assert caught.value.code == "game_twice"
