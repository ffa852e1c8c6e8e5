"""Every command of every catalogue has an operation of the API, a word of the shell and a form."""

from argparse import _SubParsersAction
from typing import Any

import pytest
from django.core.management import load_command_class
from django.urls import reverse

from tests.described import api_description
from tournaments.commands import Catalogue
from tournaments.ladders.commands import LADDER_COMMANDS
from tournaments.seasons.commands import SEASON_COMMANDS
from tournaments.tournaments.director.commands.catalogue import TOURNAMENT_COMMANDS

CATALOGUES: dict[str, tuple[Catalogue[Any], str]] = {
    "tournament": (TOURNAMENT_COMMANDS, "tournaments_command_"),
    "season": (SEASON_COMMANDS, "seasons_"),
    "ladder": (LADDER_COMMANDS, "ladders_"),
}


def operations() -> set[str]:
    paths = api_description()["paths"].values()
    return {operation["operationId"] for methods in paths for operation in methods.values()}


def shell_words(noun: str) -> set[str]:
    """Return the words that may stand after `manage.py tournament` and its like."""
    parser = load_command_class("tournaments", noun).create_parser("manage.py", noun)
    [words] = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
    return set(words.choices)


@pytest.mark.parametrize("noun", CATALOGUES)
def test_every_command_has_its_three_doors(noun: str) -> None:
    catalogue, prefix = CATALOGUES[noun]
    names = set(catalogue.names())
    assert names
    assert {prefix + name for name in names} - operations() == set()
    assert names - shell_words(noun) == set()
    row = "00000000-0000-0000-0000-000000000001"
    for name in names:
        assert name in reverse(f"admin:tournaments_{noun}_do", args=[row, name])
