"""Names instead of numbers: who is meant, and what is refused."""

from typing import Any
from uuid import UUID

import pytest

from games.core.errors import RuleViolation
from tournaments.commands import Thing
from tournaments.naming import Named, found, resolved
from tournaments.tournaments.director.commands.catalogue import command_class
from tournaments.tournaments.shell.fields import fields_of_words, in_order

ANA, ANAIS, BO, CHLOE, MARTIN = 1, 2, 3, 4, 5
PEOPLE = [
    Named(ANA, "1 Ana B.", ("Ana Bernard", "Ana B.")),
    Named(ANAIS, "2 Anaïs D.", ("Anaïs Durand", "Anaïs D.")),
    Named(BO, "3 Bo M.", ("Bo Martin", "Bo M.")),
    Named(CHLOE, "4 Chloé", ("Chloé Petit", "Chloé")),
    Named(MARTIN, "5 Martin Z.", ("Martin Zola", "Martin Z.", "42")),
]
ID = UUID("0b3c8f0e-5a52-4f0e-9d0c-2f1f6f4f9a01")


def everybody(_thing: Thing, _fields: Any) -> list[Named]:
    return PEOPLE


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ana Bernard", ANA),
        ("ana", ANA),  # a whole word comes before the beginning of another
        ("anai", ANAIS),
        ("ANAÏS", ANAIS),
        ("chlo", CHLOE),
        ("chloe", CHLOE),
        ("durand", ANAIS),
        ("bo mar", BO),
        ("mart z", MARTIN),
        ("42", MARTIN),
    ],
)
def test_the_beginning_of_a_name_is_enough(text: str, meant: int) -> None:
    assert found(text, PEOPLE) == meant


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ("an", "ambiguous_name", ["1 Ana B.", "2 Anaïs D."]),
        ("martin", "ambiguous_name", ["3 Bo M.", "5 Martin Z."]),
        ("zoé", "unknown_name", ["4 Chloé"]),
        ("", "unknown_name", []),
        ("…", "unknown_name", []),
    ],
)
def test_what_fits_several_or_nobody_is_refused_with_who_there_is(
    text: str, code: str, named: list[str]
) -> None:
    with pytest.raises(RuleViolation) as refusal:
        found(text, PEOPLE)
    assert refusal.value.code == code
    assert all(one in str(refusal.value.params["candidates"]) for one in named)


def test_an_id_can_be_begun_too_and_one_of_several_can_be_preferred() -> None:
    other = UUID(int=ID.int + 1)
    rows = [Named(ID, "Friday", ("Friday",)), Named(other, "Friday", ("Friday",))]
    assert found("0b3c8f0e-5a52", rows[:1]) == ID
    with pytest.raises(RuleViolation):
        found("friday", rows)
    assert found("friday", rows, preferred={other}) == other


@pytest.mark.parametrize(
    ("name", "words", "fields"),
    [
        ("drop", ["chlo"], {"entrant": CHLOE}),
        ("drop", ["entrant=chlo"], {"entrant": CHLOE}),
        ("drop", ["4"], {"entrant": 4}),
        # Numbers are numbers, unless they stand in quotation marks.
        ("drop", ['"42"'], {"entrant": MARTIN}),
        ("drop", ["42"], {"entrant": 42}),
        ("swap", ["ana", "bo"], {"one": ANA, "other": BO}),
        ("move", ["bo", "table=2"], {"entrant": BO, "table": 2}),
        ("check_in", ["ana", "bo,chlo", "late=1/2"], {"entrants": [1, 3, 4], "late": "1/2"}),
        ("keep_apart", ["ana,bo", "chlo,anai"], {"groups": [[1, 3], [4, 2]]}),
        ("keep_apart", ["groups=[[ana,bo],[chlo,anai]]"], {"groups": [[1, 3], [4, 2]]}),
        ("fix_tables", ["bo", "1", "2"], {"entrant": BO, "tables": [1, 2]}),
        ("substitute", ["ana", "by=bo"], {"entrant": ANA, "by": BO}),
        (
            "reseat",
            ["1:ana,bo m", "2:chlo,anai"],
            {"tables": [{"table": 1, "entrants": [1, 3]}, {"table": 2, "entrants": [4, 2]}]},
        ),
        ("edit", ["tables=[{table: 1, entrants: [ana, bo]}]", "byes=chlo"], None),
        ("rule", ["1", "penalty", "penalties=ana:1,bo:1/2"], None),
        ("record", ["1", "40", "-", "30"], {"table": 1, "scores": [40, None, 30]}),
        ("rename", ["2026"], {"title": "2026"}),
        ("affiliate", ["bo", "7"], {"entrant": BO, "club": "7"}),
    ],
)
def test_fields_are_typed_as_people_type_them(
    name: str, words: list[str], fields: dict[str, Any] | None
) -> None:
    command = command_class(name)
    told = resolved(command, fields_of_words(command, words), everybody)
    if name == "edit":
        fields = {"tables": [{"table": 1, "entrants": [1, 3]}], "byes": [4]}
    if name == "rule":
        fields = {"table": 1, "ruling": "penalty", "penalties": [[1, "1"], [3, "1/2"]]}
    assert told == fields


def test_players_are_ids_however_their_names_look() -> None:
    enter = command_class("enter")
    assert in_order(enter) == ["players"]
    told = fields_of_words(enter, ["ana", "42", str(ID)])
    assert told == {"players": ["ana", "42", str(ID)]}


@pytest.mark.parametrize("text", ["[ana,", "{table:", '"ana', "]", "[[", ",", "{", "a]b", "1:["])
def test_what_is_broken_off_is_no_reason_to_stop_or_to_hang(text: str) -> None:
    for name, field in (("keep_apart", "groups"), ("reseat", "tables"), ("enter", "players")):
        fields_of_words(command_class(name), [f"{field}={text}"])
