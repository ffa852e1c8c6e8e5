"""What every catalogue of commands promises: words for people, and an example that can be read."""

from typing import Any

import msgspec
import pytest
from django.utils.translation import gettext, override

from tournaments.commands import Catalogue, Command, Section
from tournaments.ladders.commands import LADDER_COMMANDS, NewLadder, NewPeriod
from tournaments.people.api.commands import body_of
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
from tournaments.tournaments.director.commands.catalogue import command_names, command_sections

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


@pytest.mark.parametrize(
    ("sections", "names"),
    [
        (LADDER_COMMANDS.sections, LADDER_COMMANDS.names()),
        (SEASON_COMMANDS.sections, SEASON_COMMANDS.names()),
        (command_sections, command_names()),
    ],
)
def test_every_command_stands_in_one_section_that_both_languages_have_words_for(
    sections: tuple[Section[Any], ...], names: tuple[str, ...]
) -> None:
    assert tuple(name for section in sections for name in section.names()) == names
    with override("fr"):
        assert not [one.title for one in sections if gettext(one.words) == one.words]
