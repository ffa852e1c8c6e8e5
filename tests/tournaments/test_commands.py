"""What every catalogue of commands promises: words for people, and an example that can be read."""

from typing import Any

import msgspec
import pytest

from tournaments.commands import Catalogue, Command
from tournaments.ladders.commands import LADDER_COMMANDS, NewLadder, NewPeriod
from tournaments.people.api.commands import body_of
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason

COMMANDS = [
    (catalogue, catalogue.named(name))
    for catalogue in (LADDER_COMMANDS, SEASON_COMMANDS)
    for name in catalogue.names()
]
NEW = (NewLadder, NewPeriod, NewSeason)


@pytest.mark.parametrize(("catalogue", "command"), COMMANDS)
def test_the_example_of_a_command_is_one(
    catalogue: Catalogue[Any], command: type[Command[Any, Any, Any]]
) -> None:
    read = catalogue.read(command.name, command.example)
    assert msgspec.to_builtins(read).items() >= command.example.items()
    assert command.example or not msgspec.structs.fields(command)


@pytest.mark.parametrize("new", NEW)
def test_the_example_of_something_new_is_one(new: type[Any]) -> None:
    assert msgspec.convert(new.example, new) == new(**new.example)


@pytest.mark.parametrize("struct", [*NEW, *(command for _, command in COMMANDS)])
def test_every_field_says_what_it_is(struct: type[Any]) -> None:
    described = body_of(struct)().fields
    assert [name for name, field in described.items() if not field.help_text] == []
    assert list(described) == [field.name for field in msgspec.structs.fields(struct)]
