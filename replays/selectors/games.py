"""The games there are, in words: what is in the box, what can be chosen, how open points go.

Made from the games' own tables; API, rules page and shell show the same.
"""

from collections.abc import Sequence
from typing import Any, Literal, Self

from django.utils.translation import gettext as _

from games.core.box import Ruling, Table, told
from games.core.contract import AnyRules
from games.core.setup import Option, OptionKind, OptionValue, Placeholder
from games.core.words import help_of, languages_of, say
from replays.http.answers import Answer

Way = Literal["record", "report", "rounds", "count"]


class OptionChoiceAnswer(Answer, frozen=True):
    """One value that an option can have."""

    value: str
    """What is sent."""
    label: str
    """Its words in the language of the request."""


class OptionWhenAnswer(Answer, frozen=True):
    """With which value of another option alone an option matters."""

    option: str
    """The name of the other option."""
    value: str
    """The value it must have."""


class OptionAnswer(Answer, frozen=True):
    """One thing that can be chosen before a match of a game begins."""

    name: str
    """The key in the `options` of a new match."""
    kind: OptionKind
    """What the value is: true or false (`flag`), one of `choices` (`choice`), a list of some of
    them (`set`), a whole number from `least` to `most` (`integer`), a list of whole numbers
    (`table`), a text (`text`)."""
    label: str
    """Its words in the language of the request."""
    help: str
    """What there is to say about it in the language of the request; a placeholder says so."""
    default: Any
    """The value of a match that does not choose, unless the club's box says otherwise."""
    default_label: str
    """The same in words, in the language of the request."""
    choices: list[OptionChoiceAnswer]
    """The values of a `choice` or a `set`, otherwise empty."""
    least: int
    """The smallest `integer`, or how short a `text` may be."""
    most: int
    """The largest `integer`, or how long a `text` may be; 0 for the usual length."""
    seats: list[int] | None
    """The least and the most seats the option is for; null for any."""
    when: OptionWhenAnswer | None
    """Another option and its value with which alone this one matters; null for any."""
    placeholder: Placeholder | None
    """Why the default may not be what is in the box: it is made up (`made_up`) where no source
    says, or it comes from a single source (`one_source`); null if it is neither."""
    box: bool
    """Whether it describes the box: a club can say once what is in its own."""
    rulings: list[str]
    """The ids of the rulings that the option decides otherwise."""

    @classmethod
    def from_option(cls, rules: AnyRules, option: Option, language: str) -> Self:
        """Return an option with its words."""
        key = f"option.{option.name}"
        return cls.from_object(
            option,
            label=say(rules.words, key, language),
            help=help_of(rules.words, option, language),
            default_label=spoken(rules, option, option.default, language),
            choices=[
                OptionChoiceAnswer(choice, say(rules.words, f"{key}.{choice}", language))
                for choice in option.choices
            ],
            when=OptionWhenAnswer(*option.when) if option.when else None,
            box=option.of_box,
            rulings=[ruling.id for ruling in rules.rulings() if ruling.option == option.name],
        )


class ComponentAnswer(Answer, frozen=True):
    """Components that are alike."""

    value: int | str
    """What events call them."""
    label: str
    """Their words in the language of the request."""
    number: int
    """How many there are in the box."""
    detail: int | None
    """A second number, which the `detail` of the table explains; null for none."""


class ComponentTableAnswer(Answer, frozen=True):
    """One kind of components, with the numbers that the rules play by."""

    name: str
    """Its name in addresses: `#box-<name>` on the rules page."""
    title: str
    """Its title in the language of the request."""
    source: str
    """Where the numbers come from, in the language of the request."""
    placeholder: Placeholder | None
    """Why the numbers may not be those of the box: they were `made_up`, or come from `one_source`;
    null for numbers that are known."""
    option: str | None
    """The name of the option that corrects them; null for none."""
    detail: str
    """What the second number of a row counts, in the language of the request; often empty."""
    total: int | None
    """How many components these are; null for facts of a board that do not add up."""
    rows: list[ComponentAnswer]
    """The components, in the order of the box."""

    @classmethod
    def from_table(cls, rules: AnyRules, table: Table, language: str) -> Self:
        """Return a table with its words."""
        corrects = [option for option in rules.options() if option.name == table.option]
        return cls(
            name=table.name,
            title=told(table.title, language),
            source=told(table.source, language),
            placeholder=corrects[0].placeholder if corrects else None,
            option=table.option or None,
            detail=told(table.detail, language),
            total=sum(row.number for row in table.rows) if table.pieces else None,
            rows=[
                ComponentAnswer(
                    row.item, item_label(rules, row.item, language), row.number, row.detail
                )
                for row in table.rows
            ],
        )


class RulingAnswer(Answer, frozen=True):
    """A point that the rulebook leaves open, and how it is played."""

    id: str
    """Its name in addresses: `#ruling-<id>` on the rules page."""
    text: str
    """What is decided, in the language of the request."""
    option: str | None
    """The name of the option that decides otherwise; null for none."""

    @classmethod
    def from_ruling(cls, ruling: Ruling, language: str) -> Self:
        """Return a ruling in a language."""
        return cls(ruling.id, told(ruling.text, language), ruling.option or None)


class GameHeadAnswer(Answer, frozen=True):
    """A game: who can play it, and how a match of it can be kept."""

    slug: str
    """Its name in addresses and bodies."""
    name: str
    """Its name in the language of the request."""
    blurb: str
    """A sentence about it in the language of the request."""
    rules: int
    """The current version of the rules."""
    seats: list[int]
    """The numbers of seats it can be played with."""
    reported_only: bool
    """True when it cannot be recorded move by move: only its results are kept."""
    ways: list[Way]
    """How a match can be told: move by move (`record`), by its final scores (`report`), by its
    scores round by round (`rounds`), by what lies on the table at the end (`count`)."""
    languages: list[str]
    """The languages in which all its words are given."""

    @classmethod
    def from_rules(cls, rules: AnyRules, language: str, **more: object) -> Self:
        """Return a game in a language."""
        return cls.from_object(
            rules,
            name=say(rules.words, "game.name", language),
            blurb=say(rules.words, "game.blurb", language),
            rules=rules.version,
            seats=list(rules.seats),
            ways=list(ways_of(rules)),
            languages=list(languages_of(rules.words)),
            **more,
        )


class GameSheetAnswer(GameHeadAnswer, frozen=True):
    """A game with its box, its options and its rulings."""

    components: list[ComponentTableAnswer]
    """What is in the box."""
    options: list[OptionAnswer]
    """What can be chosen before a match begins."""
    rulings: list[RulingAnswer]
    """What the rulebook leaves open, and how it is played."""

    @classmethod
    def from_rules(cls, rules: AnyRules, language: str, **more: object) -> Self:
        """Return the whole sheet of a game in a language."""
        return super().from_rules(
            rules,
            language,
            components=[
                ComponentTableAnswer.from_table(rules, table, language)
                for table in rules.components()
            ],
            options=options_of(rules, language),
            rulings=[RulingAnswer.from_ruling(ruling, language) for ruling in rules.rulings()],
            **more,
        )


def options_of(rules: AnyRules, language: str) -> list[OptionAnswer]:
    return [OptionAnswer.from_option(rules, option, language) for option in rules.options()]


def ways_of(rules: AnyRules) -> dict[Way, str]:
    """Return how a match of a game can be told, the usual way first."""
    ways: dict[Way, str] = {} if rules.reported_only else {"record": _("move by move")}
    ways |= {"report": _("just the scores"), "rounds": _("scores round by round")}
    if rules.is_countable and not rules.reported_only:
        ways["count"] = _("count what lies on the table")
    return ways


def item_label(rules: AnyRules, item: int | str, language: str) -> str:
    """Return what a component is called; one that is a number is worth it."""
    if isinstance(item, str):
        return say(rules.words, f"component.{item}", language)
    return f"{item:+d}".replace("-", "−")


def spoken(rules: AnyRules, option: Option, value: OptionValue, language: str) -> str:
    """Return the value of an option as people say it."""
    match option.kind:
        case "flag":
            return _("yes") if value else _("no")
        case "choice":
            return say(rules.words, f"option.{option.name}.{value}", language)
        case "set":
            keys = [f"option.{option.name}.{item}" for item in _items(value)]
            return ", ".join(say(rules.words, key, language) for key in keys) or _("none")
        case "table":
            return " ".join(str(item).replace("-", "−") for item in _items(value))
        case _:
            return str(value) or "–"


def _items(value: OptionValue) -> Sequence[int | str]:
    return value if isinstance(value, list) else ()
