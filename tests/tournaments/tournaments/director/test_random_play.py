"""Whatever is tried in whatever order, a tournament stays one that can be read."""

from itertools import count
from random import Random

import pytest

from games.core.errors import RuleViolation
from games.testing.scale import scaled
from tests.tournaments.tournaments.director.play import Play, player
from tests.tournaments.tournaments.director.random_commands import PLANS, next_command
from tournaments.tournaments.director.bracket_tables import announced_places
from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.rankings import evening_standings, overall, stage_standings
from tournaments.tournaments.director.rewinding import counting
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage

STEPS = 150
EXPECTED = {"too_few_entrants", "cut_undecided", "no_table_sizes"}
NONSENSE = {"malformed_command", "unknown_command", "not_expected"}


def require_planned(play: Play, stage: Stage) -> None:
    """Every announced table of a bracket is one of its plan, and no other is the same."""
    if stage.rules.format in CHAINED and stage.status != "planned":
        places = announced_places(play.state, stage)
        announced = {(row.number, number) for row in stage.rounds.values() for number in row.tables}
        assert places.keys() == announced
        assert len({place.planned.table.key for place in places.values()}) == len(places)


def read_everything(play: Play) -> None:
    """Compute what pages show; only what the rules foresee may be refused."""
    for number, stage in play.state.stages.items():
        if stage.status != "planned":
            if stage.rules.is_open:
                evening_standings(play.state, number)
            else:
                stage_standings(play.state, number)
        elif number > 1 and play.state.stages[number - 1].status == "closed":
            try:
                drawn_cut(play.state, stage)
            except RuleViolation as refusal:
                if refusal.code not in EXPECTED:
                    raise
    overall(play.state)
    for stage in play.state.stages.values():
        require_planned(play, stage)
    counted = {
        number: sum(
            number in table.entrants
            for stage in play.state.stages.values()
            for row in stage.rounds.values()
            for table in row.tables.values()
        )
        for number in play.state.entrants
    }
    assert {n: entrant.seated for n, entrant in play.state.entrants.items()} == counted
    for stage in play.state.stages.values():
        for row in stage.rounds.values():
            listed = [n for table in row.tables.values() for n in table.entrants]
            if not stage.rules.is_open:
                listed += [*row.byes, *row.absent, *row.taken_back]
                assert len(listed) == len(set(listed)), "somebody is in a round twice"
            assert set(listed) <= set(stage.seeds)


@pytest.mark.parametrize("seed", range(scaled(250)))
def test_random_commands_never_leave_what_cannot_be_folded_or_ranked(seed: int) -> None:
    luck = Random(seed)
    numbers = count(100)
    stages = PLANS[seed % len(PLANS)]
    play = Play(luck.randint(4, 13), *stages, start=False)
    done = 0
    for _ in range(STEPS):
        name, data = next_command(play.state, luck, lambda: str(player(next(numbers))))
        before = play.state.version
        try:
            play.do(name, **data)
        except RuleViolation as refusal:
            if refusal.code in NONSENSE:
                raise
        else:
            done += play.state.version > before
            read_everything(play)
    assert play.state == play.fresh()
    assert done > 15
    while len(counting(play.log, len(play.log))) > 1:
        assert play.do("undo")
    assert play.refused("undo") == "nothing_to_undo"
    assert play.state == play.fresh()
