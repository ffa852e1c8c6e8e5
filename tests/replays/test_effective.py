"""The effective log against a slow model that copies the whole log at every version."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from replays.effective import line_to
from replays.errors import KaitenError
from replays.events import (
    LogAmended,
    LogAnnotated,
    LogOverridden,
    LogRewound,
    SeatTakenOver,
    is_game_event,
    quote,
)
from replays.log import Log
from tests.replays.tables import PLAYERS, Table


def copied_lines(log: Log) -> list[list[tuple[int, object]]]:
    """Return the effective game events of every version, each made from a full copy."""
    lines: list[list[tuple[int, object]]] = [[]]
    for entry in log.entries:
        line = list(lines[-1])
        match entry.event:
            case LogRewound(to=to):
                line = list(lines[to])
            case LogAmended(target=target, replacement=replacement, dropped=dropped):
                line = [
                    (entry.version, replacement.event()) if version == target else (version, event)
                    for version, event in line
                    if version not in dropped
                ]
            case LogOverridden(event=event):
                line.append((entry.version, event.event()))
            case event if is_game_event(event.type):
                line.append((entry.version, event))
        lines.append(line)
    return lines


@given(st.integers(0, 10**9), st.sampled_from(["hidden_game", "sushi_bar"]))
def test_every_version_has_the_line_that_copying_the_log_would_give(seed: int, game: str) -> None:
    table = Table(game, seed=seed)
    table.live(15)
    log = table.log()
    for version, expected in enumerate(copied_lines(log)):
        if version:
            found = [(ply.version, ply.event) for ply in log.at(version).plies]
            assert found == expected


@given(st.integers(0, 10**9))
def test_the_states_of_every_line_come_back_after_any_walk(seed: int) -> None:
    table = Table("hidden_game", seed=seed)
    table.live(12)
    log = table.log()
    tree = log.states()
    for version in range(1, log.version + 1):
        if isinstance(log.entries[version - 1].event, LogAmended):
            tree.keep(log.nodes[version], log.at(version).state)
    for version in table_order(log.version):
        assert tree.at(log.nodes[version]) == log.at(version).state


def table_order(last: int) -> list[int]:
    """Return every version, from both ends inwards."""
    order = []
    low, high = 1, last
    while low <= high:
        order += [low, high] if low < high else [low]
        low, high = low + 1, high - 1
    return order


def test_a_redo_is_a_rewind_to_the_version_before_the_rewind() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(8)
    before = table.log().plies
    table.rewind(3)
    assert len(table.log().plies) == 2
    table.rewind(table.version - 1)
    assert table.log().plies == before


def test_an_amended_ply_carries_the_version_of_its_amendment() -> None:
    table = Table("sushi_bar", seed=2)
    table.play(10)
    assert table.amend()
    amendment = table.events[-1]
    log = table.log()
    assert isinstance(amendment, LogAmended)
    assert amendment.target not in [ply.version for ply in log.plies]
    assert log.plies[log.ply_of(table.version)].event == amendment.replacement.event()


def test_an_amendment_of_an_amendment_replaces_it_in_place() -> None:
    table = Table("hidden_game", seed=5)
    table.play(2)
    first, second = table.log().plies
    table.add(LogAmended(second.version, quote(first.event)))
    table.add(LogAmended(table.version, quote(second.event)))
    assert [ply.event for ply in table.log().plies] == [first.event, second.event]
    assert [ply.version for ply in table.log().plies] == [2, 5]


def test_dropping_an_amended_ply_drops_the_place_it_stood_at() -> None:
    table = Table("hidden_game", seed=5)
    table.play(2)
    first, second = table.log().plies
    table.add(LogAmended(second.version, quote(first.event)))
    table.add(LogAmended(first.version, quote(second.event), (table.version,)))
    assert [ply.version for ply in table.log().plies] == [5]


def test_an_annotation_changes_neither_line_nor_state() -> None:
    table = Table("sushi_bar", seed=3)
    table.play(5)
    before = table.log()
    table.add(LogAnnotated(target=3, note="0" * 64))
    after = table.log()
    assert (after.plies, after.state) == (before.plies, before.state)


def test_life_events_stand_between_the_plies_where_they_happened() -> None:
    table = Table("sushi_bar", seed=4)
    table.play(3)
    table.add(SeatTakenOver(1, PLAYERS[7]))
    table.play(2)
    line = line_to(table.log().nodes[table.version])
    assert [(step.ply, step.entry.version) for step in line.life] == [(0, 1), (3, 5)]


@pytest.mark.parametrize("to", [0, 5, 6, -1])
def test_a_log_that_rewinds_to_where_it_has_not_been_cannot_be_read(to: int) -> None:
    table = Table("sushi_bar", seed=4)
    table.play(3)
    table.add(LogRewound(to))
    with pytest.raises(RuleViolation) as refusal:
        table.log()
    assert refusal.value.code == "malformed_log"
    assert refusal.value.params == {"version": 5}


def test_a_log_without_a_beginning_cannot_be_read() -> None:
    table = Table("sushi_bar", seed=4)
    table.play(2)
    del table.events[0]
    with pytest.raises(RuleViolation, match="malformed_log"):
        table.log()


def test_a_takeover_of_a_seat_that_is_not_there_cannot_be_read() -> None:
    table = Table("sushi_bar", seed=4)
    table.add(SeatTakenOver(9, PLAYERS[7]))
    with pytest.raises(RuleViolation, match="malformed_log"):
        table.log()


def test_a_version_that_was_never_written_is_named_as_such() -> None:
    log = Table("sushi_bar").log()
    for version in (0, 2):
        with pytest.raises(KaitenError) as refusal:
            log.at(version)
        assert refusal.value.code == "no_such_version"
