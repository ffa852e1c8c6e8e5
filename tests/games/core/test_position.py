"""Clones that are written from the types of the fields."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec
import pytest

from games.core.position import Position
from games.core.unknown import Hand
from games.testing.play_laws import mutable_ids


class Fixed(msgspec.Struct, frozen=True):
    number: int


class Sheet(NamedTuple):
    points: tuple[int, ...]


@dataclass(slots=True)
class Table(Position):
    phase: Literal["deal", "over"]
    fixed: Fixed | None
    box: "MappingProxyType[str, int]"
    sheets: list[Sheet]
    row: list[str | None]
    stacks: list[list[int]]
    deep: list[list[list[int]]]
    bag: dict[str, int]
    piles: dict[str, list[int]]
    hands: list[Hand]
    seen: set[int]


class Struct(msgspec.Struct, Position):
    hands: list[Hand]
    row: list[int]
    turn: int = 0


def table() -> Table:
    return Table(
        phase="deal",
        fixed=Fixed(1),
        box=MappingProxyType({"a": 1}),
        sheets=[Sheet((1,))],
        row=["a", None],
        stacks=[[1], []],
        deep=[[[1, 2]], [[]]],
        bag={"a": 1},
        piles={"a": [1]},
        hands=[Hand(["a"])],
        seen={1},
    )


def test_a_clone_is_equal_and_shares_nothing_mutable() -> None:
    one = table()
    for twin in (one.clone(), one.clone()):
        assert twin == one
        assert twin is not one
        assert not mutable_ids(twin) & mutable_ids(one)
        assert twin.seen is not one.seen
    one.deep[0][0].append(3)
    assert one.clone() != twin


def test_structs_are_cloned_by_their_fields_too() -> None:
    one = Struct([Hand(["a"])], [1], turn=4)
    twin = one.clone()
    assert twin == one
    assert not mutable_ids(twin) & mutable_ids(one)


def test_a_field_that_nobody_knows_how_to_copy_is_refused() -> None:
    @dataclass
    class Odd(Position):
        thing: bytearray

    with pytest.raises(TypeError, match="bytearray"):
        Odd(bytearray()).clone()
