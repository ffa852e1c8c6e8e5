"""A struct is described by its own types and texts, and written as it is described."""

import json
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
import pytest
from django.utils.translation import gettext_lazy
from msgspec import UNSET, Meta, UnsetType
from rest_framework.renderers import JSONRenderer

from games.core.canonical import LARGEST_INTEGER
from replays.http.answers import Answer, AnswerRenderer
from replays.http.structs import answer_schema, body_schema, field_words

Points = Annotated[Fraction, Meta(description="Exact: 7 or 7/2.")]


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Inner(Answer, frozen=True):
    """What lies inside.

    On two lines.
    """

    points: Points


class Outer(Answer, frozen=True):
    """All that an answer can hold."""

    id: UUID
    """Which one."""
    at: datetime | None
    colour: Colour | None
    """Its colour."""
    kind: Literal["zebra", "ant"]
    inner: Inner | None
    """What it
    holds."""
    many: list[Inner]
    table: dict[str, int]
    plain: dict[str, Any]
    anything: Any
    own: Points
    """Its own words."""
    secret: str | UnsetType = UNSET


class Longer(Outer, frozen=True):
    """With one thing more."""

    more: float = 0.5
    """One thing more."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is sent."""

    title: Annotated[str, Meta(max_length=5, description="A title.")]
    pair: tuple[int, int] = (1, 2)
    either: int | str | None = None
    share: Annotated[int, Meta(ge=1, le=3)] = 1


def made(**more: Any) -> dict[str, Any]:
    moment = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
    given = {
        "id": UUID(int=7),
        "at": moment,
        "colour": Colour.RED,
        "kind": "ant",
        "inner": Inner(Fraction(7, 2)),
        "many": [Inner(Fraction(3))],
        "table": {"b": 2, "a": 1},
        "plain": {"é": [None, True]},
        "anything": [1, "two"],
        "own": Fraction(1, 3),
    }
    return given | more


def named(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{struct.__name__}"}


def test_an_answer_is_described_by_its_types_and_the_texts_below_its_fields() -> None:
    found = answer_schema(Outer, named)
    fields = found["properties"]
    assert found["description"] == "All that an answer can hold."
    assert fields["id"] == {"type": "string", "format": "uuid", "description": "Which one."}
    assert fields["at"] == {"type": "string", "format": "date-time", "nullable": True}
    # Choices stand in the order they were written in, and null is one of them.
    assert fields["colour"] == {
        "type": "string",
        "enum": ["red", "blue", None],
        "nullable": True,
        "description": "Its colour.",
    }
    assert fields["kind"] == {"type": "string", "enum": ["zebra", "ant"]}
    assert fields["many"] == {"type": "array", "items": named(Inner)}
    assert fields["table"] == {"type": "object", "additionalProperties": {"type": "integer"}}
    assert fields["plain"] == {"type": "object", "additionalProperties": {}}
    assert fields["anything"] == {}


def test_nothing_stands_beside_a_reference() -> None:
    inner = answer_schema(Outer, named)["properties"]["inner"]
    assert inner == {"allOf": [named(Inner)], "nullable": True, "description": "What it\nholds."}


def test_a_type_brings_its_words_unless_the_field_has_its_own() -> None:
    fields = answer_schema(Outer)["properties"]
    assert answer_schema(Inner)["properties"]["points"]["description"] == "Exact: 7 or 7/2."
    assert fields["own"] == {"type": "string", "description": "Its own words."}


def test_only_what_may_be_unset_may_be_missing_from_an_answer() -> None:
    assert "secret" not in answer_schema(Outer)["required"]
    assert {"at", "kind", "own"} <= set(answer_schema(Outer)["required"])
    # A default is what the code may leave out; the answer has it all the same.
    assert "more" in answer_schema(Longer)["required"]


def test_a_longer_answer_keeps_the_fields_and_words_of_the_shorter_one() -> None:
    assert field_words(Longer) == field_words(Outer) | {"more": "One thing more."}
    shorter = answer_schema(Outer)["properties"]
    longer = answer_schema(Longer)["properties"]
    assert list(longer) == [*shorter, "more"]
    assert shorter.items() <= longer.items()


def test_a_body_says_what_may_be_left_out_and_how_large_numbers_may_be() -> None:
    found = body_schema(Body)
    whole = {"type": "integer", "minimum": -LARGEST_INTEGER, "maximum": LARGEST_INTEGER}
    assert found["required"] == ["title"]
    assert found["additionalProperties"] is False
    assert found["properties"] == {
        "title": {"type": "string", "maxLength": 5, "description": "A title."},
        "pair": {"type": "array", "minItems": 2, "maxItems": 2, "items": whole, "default": [1, 2]},
        "either": {"anyOf": [whole, {"type": "string"}], "nullable": True, "default": None},
        "share": {"type": "integer", "minimum": 1, "maximum": 3, "default": 1},
    }


def test_an_answer_is_written_field_by_field_and_exactly() -> None:
    assert json.loads(AnswerRenderer().render(Outer(**made()))) == {
        "id": "00000000-0000-0000-0000-000000000007",
        "at": "2026-11-16T19:30:00Z",
        "colour": "red",
        "kind": "ant",
        "inner": {"points": "7/2"},
        "many": [{"points": "3"}],
        "table": {"b": 2, "a": 1},
        "plain": {"é": [None, True]},
        "anything": [1, "two"],
        "own": "1/3",
    }
    longer = json.loads(AnswerRenderer().render(Longer(**made(), secret="told")))
    assert list(longer)[-2:] == ["secret", "more"]


@pytest.mark.parametrize(
    "value",
    [
        datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        datetime(2026, 1, 2, 3, 4, 5, 60, tzinfo=UTC),
        datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=2))),
        '/ \x7f \x01 \t " \\ é \u2028 \u2029',
        gettext_lazy("Seat %(number)s"),
        {"b": 1, "a": [1500.0, 0.1, None]},
    ],
    ids=["utc", "microseconds", "elsewhere", "text", "lazy", "plain"],
)
def test_values_are_written_as_the_framework_writes_them(value: Any) -> None:
    """Bytes that were answered before answers were structs."""
    answer = Outer(**made(anything=value))
    plain = JSONRenderer().render({"anything": value}).removeprefix(b"{").removesuffix(b"}")
    assert plain in AnswerRenderer().render(answer)


def test_what_json_cannot_carry_is_not_written() -> None:
    with pytest.raises(NotImplementedError):
        AnswerRenderer().render(Outer(**made(anything=object())))


def test_an_answer_takes_the_fields_of_what_it_is_made_from_and_checks_them() -> None:
    class Source:
        points = Fraction(1, 2)

    assert Inner.from_object(Source()) == Inner(Fraction(1, 2))
    assert Inner.from_object(Source(), points=Fraction(2)) == Inner(Fraction(2))
    with pytest.raises(msgspec.ValidationError):
        Inner.from_object(Source(), points=0.5)
    with pytest.raises(msgspec.ValidationError):
        Inner.from_object(object())
