from itertools import pairwise

import pytest

from tests.tournaments.tournaments.formats.playing import field_of
from tournaments.tournaments.formats.bracket import Bracket, FromTable, Side
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.layout import Box, Link, layout

BRACKETS = [
    *(single_elimination(field_of(count)) for count in (2, 3, 5, 8, 13, 64)),
    *(single_elimination(field_of(count), third_place=True) for count in (4, 5, 8, 13, 64)),
    *(
        single_elimination(field_of(count), size=size, advance=advance)
        for count in (3, 9, 27, 64)
        for size, advance in ((3, 1), (3, 2), (4, 2), (5, 1))
    ),
    *(double_elimination(field_of(count)) for count in (2, 3, 6, 8, 21, 64)),
]
every_bracket = pytest.mark.parametrize("bracket", BRACKETS)


@every_bracket
def test_every_table_is_drawn_once_in_the_column_of_its_round(bracket: Bracket) -> None:
    drawn = layout(bracket)
    for column, (boxes, tables) in enumerate(zip(drawn.columns, bracket.rounds, strict=True)):
        assert sorted(box.key for box in boxes) == sorted(table.key for table in tables)
        assert all(box.column == column for box in boxes)
        by_key = {table.key: table for table in tables}
        assert all(box.height == len(by_key[box.key].slots) for box in boxes)
        assert all(box.side is by_key[box.key].side for box in boxes)


@every_bracket
def test_boxes_stand_one_below_the_other_with_room_between(bracket: Bracket) -> None:
    drawn = layout(bracket)
    for boxes in drawn.columns:
        assert boxes[0].row >= 0
        for upper, lower in pairwise(boxes):
            assert upper.row + upper.height < lower.row
    lowest = max(box.row + box.height for boxes in drawn.columns for box in boxes)
    assert drawn.rows == lowest


@every_bracket
def test_links_say_what_feeds_each_slot(bracket: Bracket) -> None:
    by_key = {table.key: table for table in bracket.tables}
    for boxes in layout(bracket).columns:
        for box in boxes:
            assert box.links == tuple(
                Link(slot.key, slot.place, position)
                for position, slot in enumerate(by_key[box.key].slots)
                if isinstance(slot, FromTable)
            )


@pytest.mark.parametrize("count", [2, 4, 8, 16, 32, 64])
def test_a_full_bracket_has_every_table_halfway_between_those_that_feed_it(count: int) -> None:
    drawn = layout(single_elimination(field_of(count)))
    boxes = {box.key: box for column in drawn.columns for box in column}
    for box in boxes.values():
        feeders = [boxes[link.source] for link in box.links]
        if feeders:
            assert 2 * box.middle in range(
                sum(feeder.middle for feeder in feeders) - 2,
                sum(feeder.middle for feeder in feeders) + 3,
            )


def test_lines_of_a_one_against_one_bracket_do_not_cross() -> None:
    for count in range(2, 65):
        drawn = layout(single_elimination(field_of(count)))
        boxes = {box.key: box for column in drawn.columns for box in column}
        for column in drawn.columns[1:]:
            sources = [boxes[link.source].row for box in column for link in box.links]
            assert sources == sorted(sources)


def test_the_losers_part_stands_below_the_winners_part() -> None:
    for count in (4, 7, 16, 33):
        boxes = [
            box for column in layout(double_elimination(field_of(count))).columns for box in column
        ]
        lower = [box for box in boxes if box.side is Side.LOSERS]
        upper = [box for box in boxes if box.side is not Side.LOSERS]
        assert max(box.row + box.height for box in upper) < min(box.row for box in lower)


def test_four_in_a_bracket_are_drawn_like_this() -> None:
    drawn = layout(single_elimination([1, 2, 3, 4]))
    assert drawn.columns == (
        (Box((1, 1), Side.MAIN, 0, 0, 2, ()), Box((1, 2), Side.MAIN, 0, 3, 2, ())),
        (Box((2, 1), Side.MAIN, 1, 1, 2, (Link((1, 1), 1, 0), Link((1, 2), 1, 1))),),
    )
    assert drawn.rows == 5
