"""One tap of undo or redo, whatever happened before: pure, on logs in memory."""

from hypothesis import given
from hypothesis import strategies as st

from games.registry import register
from replays.web.undo import redo_to, undo_to
from tests.games.hidden_game import RULES
from tests.known import known
from tests.replays.tables import Table, reopened

register(RULES)

games = st.sampled_from(["sushi_bar", "hidden_game"])
seeds = st.integers(0, 10_000)


def lived(game: str, seed: int, steps: int) -> Table:
    table = Table(game, seed=seed)
    table.live(steps)
    return table


@given(games, seeds, st.integers(1, 8))
def test_undo_always_changes_the_record_and_redo_takes_it_back(
    game: str, seed: int, steps: int
) -> None:
    table = lived(game, seed, steps)
    before = table.log().events
    to = undo_to(table.log())
    if to is None:
        assert before == []
        return

    table.rewind(to)
    assert table.log().events != before

    table.rewind(known(redo_to(table.log())))
    assert table.log().events == before


@given(games, seeds, st.integers(1, 6))
def test_undo_all_the_way_and_redo_all_the_way_is_where_it_began(
    game: str, seed: int, steps: int
) -> None:
    table = lived(game, seed, steps)
    before = table.log().events
    taken = 0
    while (to := undo_to(table.log())) is not None:
        table.rewind(to)
        taken += 1
    assert table.log().events == []
    for _ in range(taken):
        table.rewind(known(redo_to(table.log())))
    assert table.log().events == before


def test_a_new_entry_forgets_what_could_be_redone() -> None:
    table = Table("sushi_bar")
    table.play(4)
    table.rewind(known(undo_to(table.log())))
    table.play(1)

    assert redo_to(table.log()) is None


def test_nothing_recorded_has_nothing_to_undo_or_redo() -> None:
    log = Table("sushi_bar").log()

    assert (undo_to(log), redo_to(log)) == (None, None)


def test_after_a_reopening_undo_takes_the_last_move_back_not_the_end() -> None:
    table = Table("sushi_bar")
    table.finish()
    plies = table.log().events
    reopened(table)

    table.rewind(known(undo_to(table.log())))

    assert table.log().events == plies[:-1]
    assert table.log().status == "open"
