"""Commands as plain data: fields, words, example and decision of each in one struct."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin

import msgspec

from games.core.errors import RuleViolation

State = TypeVar("State")
Context = TypeVar("Context")
Event = TypeVar("Event")

Thing = Literal[
    "entrant", "player", "tournament", "stage", "round", "table", "proposed_table", "game_at_hand"
]
"""What a number or an id in a command can stand for."""
LONGEST_TITLE = 120
Title = Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": LONGEST_TITLE})]
"""The schema says how long it may be; that it is longer is refused by `clean_title`."""


def names(thing: Thing, description: str | None = None, *, ordered: bool = False) -> msgspec.Meta:
    """Say of a type of numbers or ids what they stand for: people then choose it by its name.

    Of several that are `ordered`, the order says something too.
    """
    return msgspec.Meta(description=description, extra={"names": thing, "ordered": ordered})


def named_thing(hint: Any) -> Thing | None:
    """Return what the numbers or ids of a type stand for, as its `names` says; None: themselves."""
    thing: Thing | None = _said_of(hint).get("names")
    return thing


def is_ordered(hint: Any) -> bool:
    """Say whether the order of several such numbers or ids says something too."""
    return bool(_said_of(hint).get("ordered"))


def _said_of(hint: Any) -> Mapping[str, Any]:
    if get_origin(hint) is not Annotated:
        return {}
    inner, *metas = get_args(hint)
    for meta in metas:
        if isinstance(meta, msgspec.Meta) and "names" in (meta.extra or {}):
            return meta.extra or {}
    return _said_of(inner)


class Command(
    msgspec.Struct,
    Generic[State, Context, Event],
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
):
    """Something somebody wants of a stream; `decide` judges it and returns what follows.

    What its docstring and the text below each field say is what people read of it, in the API's
    description as in the shell.
    """

    name: ClassVar[str] = ""
    """The class's name in small letters: `AddEvening` is `add_evening`."""
    example: ClassVar[Mapping[str, Any]] = {}
    """The fields of one such command, as plain data."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    def summary(cls) -> str:
        """Return the first sentence about the command, without what follows a semicolon."""
        return re.split("[.;]", cls.__doc__ or cls.name, maxsplit=1)[0]

    def decide(self, state: State, context: Context) -> list[Event]:
        """Return the events that follow, none if everything is so already; or raise."""
        raise NotImplementedError


AnyCommand = TypeVar("AnyCommand", bound=Command[Any, Any, Any])


class Section(msgspec.Struct, Generic[AnyCommand], frozen=True):
    """Commands that people use in the same phase of a stream's life."""

    title: str
    """What the phase is called, in English; doors show it through gettext."""
    words: str
    """What is done in it, in a sentence."""
    commands: tuple[type[AnyCommand], ...]
    """Its commands, in order."""

    def names(self) -> tuple[str, ...]:
        return tuple(command.name for command in self.commands)


class Catalogue(Generic[AnyCommand]):
    """The commands of one kind of stream, by name and in the order of its life."""

    def __init__(self, *sections: Section[AnyCommand]) -> None:
        self.sections = sections
        self._commands = {
            command.name: command for section in sections for command in section.commands
        }

    def names(self) -> tuple[str, ...]:
        return tuple(self._commands)

    def named(self, name: str) -> type[AnyCommand]:
        """Return the class of a command, or raise `unknown_command`."""
        if name not in self._commands:
            raise RuleViolation("unknown_command", command=name[:40], known=list(self._commands))
        return self._commands[name]

    def read(self, name: str, data: Mapping[str, Any]) -> AnyCommand:
        """Return the command that plain data describes; raises `malformed_command` with why."""
        try:
            command: AnyCommand = msgspec.convert(dict(data), self.named(name))
        except msgspec.ValidationError as error:
            raise RuleViolation("malformed_command", command=name, detail=str(error)) from None
        return command


def gettext_noop(text: str) -> str:
    """Mark words to be translated where they are shown; what is pure cannot ask Django to."""
    return text


def clean_title(text: str) -> str:
    """Return a title without surplus spaces; raises `title_missing` or `title_too_long`."""
    title = " ".join(text.split())
    if not title:
        raise RuleViolation("title_missing")
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise RuleViolation("title_too_long", limit=LONGEST_TITLE)
    return title


def clean_day(text: str) -> str:
    """Return a day as it is stored, such as 2026-01-31, or nothing; raises `bad_date`."""
    if not text:
        return ""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat()  # noqa: DTZ007  (a day only)
    except ValueError:
        raise RuleViolation("bad_date", text=text[:40]) from None
