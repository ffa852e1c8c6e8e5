"""What every catalogue of commands promises: words for people, and an example that can be read."""

from typing import get_args

import msgspec
import pytest

from tournaments.ladders.commands import LADDER_COMMANDS, NewLadder, NewPeriod
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason

COMMANDS = [
    (catalogue, catalogue.named(name))
    for catalogue in (LADDER_COMMANDS, SEASON_COMMANDS)
    for name in catalogue.names()
]
NEW = (NewLadder, NewPeriod, NewSeason)


@pytest.mark.parametrize(("catalogue", "command"), COMMANDS)
def test_the_example_of_a_command_is_one(catalogue, command):
    read = catalogue.read(command.name, command.example)
    assert msgspec.to_builtins(read).items() >= command.example.items()
    assert command.example or not msgspec.structs.fields(command)


@pytest.mark.parametrize("new", NEW)
def test_the_example_of_something_new_is_one(new):
    assert msgspec.convert(new.example, new) == new(**new.example)


@pytest.mark.parametrize("struct", [*NEW, *(command for _, command in COMMANDS)])
def test_every_field_but_a_title_says_what_it_is(struct):
    for field in msgspec.structs.fields(struct):
        said = [one for one in _metas(field.type) if getattr(one, "description", None)]
        assert said or field.name == "title", field.name


def _metas(hint):
    for one in (*get_args(hint), *getattr(hint, "__metadata__", ())):
        yield one
        yield from _metas(one)
