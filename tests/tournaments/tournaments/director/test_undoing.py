"""The last command is undone in one step, back to the beginning, and done again."""

from copy import deepcopy
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from games.core.errors import RuleViolation
from games.testing.scale import scaled
from tests.tournaments.tournaments.director.play import Play, player, rules
from tests.tournaments.tournaments.director.random_commands import PLANS, next_command
from tournaments.tournaments.director.events import TournamentRenamed, TournamentRewound
from tournaments.tournaments.director.fold import fold
from tournaments.tournaments.director.rewinding import Written, last_command
from tournaments.tournaments.director.state import State

COMMANDS = 40


def told(state: State) -> State:
    """Return all that a state says but how long its log is, and how many ever entered."""
    return replace(state, version=0, next_entrant=0)


def played(seed: int) -> tuple[Play, list[State]]:
    """Return a tournament directed at random, and what it was before each of its commands."""
    luck, numbers = Random(seed), count(100)
    play = Play(luck.randint(4, 11), *PLANS[seed % len(PLANS)], start=False)
    before: list[State] = []
    while len(before) < COMMANDS:
        name, data = next_command(play.state, luck, lambda: str(player(next(numbers))))
        if name in ("undo", "redo"):
            continue
        was = deepcopy(play.state)
        try:
            if play.do(name, **data):
                before.append(was)
        except RuleViolation:
            continue
    return play, before


@pytest.mark.parametrize("seed", range(scaled(60)))
def test_every_command_is_undone_one_by_one_back_to_the_beginning_and_done_again(seed: int) -> None:
    play, before = played(seed)
    after = [*before[1:], deepcopy(play.state)]
    for was in reversed(before):
        play.do("undo")
        assert told(play.state) == told(was)
    while play.state.entrants or play.state.stages:
        play.do("undo")
    assert play.refused("undo") == "nothing_to_undo"
    while told(play.state) != told(before[0]):
        play.do("redo")
    for then in after:
        play.do("redo")
        assert told(play.state) == told(then)
    assert play.refused("redo") == "nothing_to_redo"
    assert play.state == play.fresh()
    assert play.state.version == len(play.log)


def test_only_what_the_last_command_wrote_is_undone_all_of_it() -> None:
    play = Play(8, rules(), start=False)
    assert [event.type for event, _ in play.log[-2:]] == [
        "tournament.entered",
        "tournament.present",
    ]
    play.do("undo")
    assert not play.state.entrants
    assert set(play.state.stages) == {1}


def test_what_happens_after_an_undo_cannot_be_mixed_with_what_was_undone() -> None:
    play = Play(8, rules())
    play.do("rename", title="Saturday")
    play.do("rename", title="Sunday")
    play.do("undo")
    assert play.state.title == "Saturday"
    play.do("rename", title="Monday")
    assert play.refused("redo") == "nothing_to_redo"
    play.do("undo")
    assert play.state.title == "Saturday"
    play.do("undo")
    assert play.state.title == "Friday"
    for title in ("Saturday", "Monday"):
        play.do("redo")
        assert play.state.title == title
    assert play.refused("redo") == "nothing_to_redo"


def test_the_number_of_an_entrant_who_is_no_more_is_never_given_to_somebody_else() -> None:
    play = Play(4, rules(), start=False)
    play.do("enter", players=[str(player(50))])
    play.do("undo")
    play.do("enter", players=[str(player(60))])
    assert list(play.state.entrants) == [1, 2, 3, 4, 6]
    assert play.state == play.fresh()


def test_a_page_that_is_out_of_date_undoes_nobody_elses_command() -> None:
    play = Play(8, rules())
    seen = play.state.version
    play.do("rename", title="Saturday")
    assert play.refused("undo", version=seen) == "not_the_last_command"
    play.do("undo", version=seen + 1)
    play.do("undo", version=seen)
    assert play.stage().status == "planned"


def test_a_tournament_and_the_stages_it_was_made_with_are_never_undone() -> None:
    play = Play(0, rules())
    assert last_command(play.state.log, former_append=0) is None
    assert last_command(play.state.log, former_append=1) == Written(first=2, last=2, before=1)


def test_a_log_that_came_as_a_file_is_undone_by_the_moments_of_its_commands() -> None:
    play = Play(8, rules())
    moments = ["19:30", "19:31", "19:32", "19:32", "19:33"]
    log = [(event, moment) for (event, _), moment in zip(play.log, moments, strict=True)]
    assert last_command(log, former_append=0) == Written(first=5, last=5, before=4)
    undone = (TournamentRewound(4), "19:33")
    assert last_command([*log, undone], former_append=0) == Written(first=3, last=4, before=2)
    renamed = (TournamentRenamed("Saturday"), "19:33")
    assert last_command([*log, undone, renamed], former_append=0) == Written(7, 7, before=4)


@pytest.mark.parametrize("to", [0, -1, 4, 99])
def test_a_log_that_rewinds_to_what_is_not_there_is_refused(to: int) -> None:
    play = Play(0, rules(), rules())
    with pytest.raises(RuleViolation, match="not_expected"):
        fold([*play.log, (TournamentRewound(to), play.moment)])


def test_a_copy_of_a_state_keeps_its_own_log() -> None:
    play = Play(8, rules())
    copy = deepcopy(play.state)
    play.do("rename", title="Saturday")
    assert len(copy.log) == copy.version == play.state.version - 1
    assert copy.log[-1] is play.state.log[-2]


def test_the_reason_of_an_undo_is_kept_by_its_digest() -> None:
    play = Play(8, rules())
    [event] = play.do("undo", note="the digest")
    assert (event.to, event.note) == (4, "the digest")
