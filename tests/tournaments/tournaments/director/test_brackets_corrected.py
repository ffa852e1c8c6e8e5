"""Brackets of 5 to 24 corrected at any round: they fold, and the right people sit everywhere."""

from random import Random
from typing import Any

import pytest

from games.testing.scale import scaled
from tests.known import known
from tests.tournaments.tournaments.director.play import Play, rules
from tournaments.tournaments.director.brackets import bracket_of, tie_rules
from tournaments.tournaments.director.rankings import former_ranks, stage_ranking
from tournaments.tournaments.formats.progress import TableState, advance
from tournaments.tournaments.formats.table_result import TableResult

BRACKETS: tuple[dict[str, Any], ...] = (
    {"format_": "elimination", "sizes": [2], "preferred": 2},
    {"format_": "elimination", "sizes": [2, 3], "preferred": 3},
    {"format_": "elimination", "sizes": [2, 3, 4], "preferred": 4, "advance": 2},
    {"format_": "elimination", "sizes": [2, 3, 4, 5], "preferred": 5, "advance": 3},
    {"format_": "double_elimination"},
    {"format_": "double_elimination", "double": True},
)
Key = tuple[int, int]


def announce_and_play(play: Play, luck: Random) -> bool:
    """Announce what can be announced and play it; return whether there was anything."""
    if code := play.tried("propose", stage=1):
        assert code == "stage_complete"
        return False
    play.do("publish", stage=1)
    record_open(play, luck)
    return True


def record_open(play: Play, luck: Random) -> None:
    for row in list(play.stage().rounds.values()):
        for number, table in list(row.tables.items()):
            if table.is_open:
                scores = luck.sample(range(10, 90), len(table.entrants))
                play.record(number, round=row.number, scores=scores)


def results(play: Play) -> dict[frozenset[int], TableResult]:
    """Return every result by who sat there and in which round they did."""
    found = {}
    for row in play.stage().rounds.values():
        for table in row.tables.values():
            if table.result is not None and table.result.places is not None:
                pairs = tuple(zip(table.entrants, table.result.places, strict=True))
                found[frozenset({-row.number, *table.entrants})] = TableResult(pairs)
    return found


def bracket_by_definition(play: Play) -> dict[Key, TableState]:
    """Return every table of the plan, filled round by round with the results that fit it."""
    bracket, said = bracket_of(play.stage()), results(play)
    ties = tie_rules(play.stage().rules, former_ranks(play.state, play.stage()))
    fitting: dict[Key, TableResult] = {}
    for number, _ in enumerate(bracket.rounds, 1):
        for one in advance(bracket, fitting, rules=ties).rounds[number - 1]:
            there = frozenset({-number, *one.entrants})
            if there in said:
                fitting[number, one.table.number] = said[there]
    states = advance(bracket, fitting, rules=ties)
    return {one.table.key: one for row in states.rounds for one in row}


def require_right_people(play: Play) -> None:
    planned = bracket_by_definition(play)
    for row in play.stage().rounds.values():
        seated = [{*one.entrants} for (round_, _), one in planned.items() if round_ == row.number]
        for table in row.tables.values():
            assert {*table.entrants} in seated, (row.number, table.number)
    stage_ranking(play.state, 1)
    assert play.state == play.fresh()


def announced(play: Play) -> list[tuple[int, int, frozenset[int], bool]]:
    return [
        (row.number, table.number, frozenset(table.entrants), table.begun)
        for row in play.stage().rounds.values()
        for table in row.tables.values()
    ]


def misplaced(play: Play, at: dict[str, int], scores: list[int]) -> list[tuple[int, int, bool]]:
    """Return which announced tables others would have come to, and whether they have begun."""
    twin = Play()
    twin.state = play.fresh()
    table = play.table(at["table"], at["round"])
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    other = twin.stage().rounds[at["round"]].tables[at["table"]]
    other.result = type(known(table.result))(places=places, scores=tuple(scores))
    planned = bracket_by_definition(twin)
    rounds: dict[int, list[set[int]]] = {}
    for (number, _), one in planned.items():
        whole = all(isinstance(occupant, int) for occupant in one.occupants)
        rounds.setdefault(number, []).append({*one.entrants} if whole else set())
    return [
        (number, name, has_begun)
        for number, name, people, has_begun in announced(play)
        if {*people} not in rounds[number]
    ]


@pytest.mark.parametrize("fields", BRACKETS, ids=lambda one: "-".join(map(str, one.values())))
@pytest.mark.parametrize("entrants", range(5, 25))
def test_a_bracket_corrected_at_any_round_has_the_right_people_or_refuses(
    entrants: int, fields: dict[str, Any]
) -> None:
    for seed in range(scaled(10)):
        luck = Random(seed * 100 + entrants)
        play = Play(entrants, rules(**fields), start=False)
        if code := play.tried("start_stage", stage=1):
            assert code in ("size_not_playable", "impossible_size")
            return
        for _ in range(luck.randint(1, 4)):
            announce_and_play(play, luck)
        if luck.random() < 0.6:
            assert play.tried("propose", stage=1) in ("", "stage_complete")
            assert play.tried("publish", stage=1) in ("", "no_proposal")
        for _ in range(3):
            correct_something(play, luck)
        record_open(play, luck)
        while announce_and_play(play, luck):
            require_right_people(play)
        assert [row.place for row in stage_ranking(play.state, 1)].count(1) == 1


def correct_something(play: Play, luck: Random) -> None:
    played = [
        (row.number, table)
        for row in play.stage().rounds.values()
        for table in row.tables.values()
        if table.result is not None
    ]
    if not played:
        return
    number, table = luck.choice(played)
    at = {"stage": 1, "round": number, "table": table.number}
    scores = luck.sample(range(10, 90), len(table.entrants))
    then = luck.choice(["keep", "repair", "void"])
    wrong = misplaced(play, at, scores)
    before = {(n, name): people for n, name, people, _ in announced(play)}
    if code := play.tried("correct", **at, scores=scores, then=then):
        has_begun = any(one[2] for one in wrong)
        assert code == ("later_table_begun" if has_begun else "others_at_later_table")
        assert then == "keep" or (has_begun and then == "repair")
        return
    require_right_people(play)
    now = {(n, name): people for n, name, people, _ in announced(play)}
    gone = {(n, name) for n, name, _ in wrong}
    assert {*before} - {*now} == gone, "exactly what others would have come to is taken back"
    assert not gone or then != "keep"
