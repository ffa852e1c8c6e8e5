"""The games there are, with all a client needs to set one up and to send its events."""

from typing import Any, Literal, Self

import msgspec

from games.core.contract import AnyRules
from games.core.events import Choice, Event, Sighting, event_types
from games.core.setup import Option, OptionKind
from games.core.words import CORE_WORDS, say
from replays.http.answers import Answer


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
    """A sentence about it in the language of the request."""
    default: Any
    """The value of a match that does not choose."""
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

    @classmethod
    def from_option(cls, rules: AnyRules, option: Option, language: str) -> Self:
        """Return an option with its words."""
        key = f"option.{option.name}"
        return cls.from_object(
            option,
            label=say(rules.words, key, language),
            help=say(rules.words, f"{key}.help", language),
            choices=[
                OptionChoiceAnswer(choice, say(rules.words, f"{key}.{choice}", language))
                for choice in option.choices
            ],
            when=OptionWhenAnswer(*option.when) if option.when else None,
        )


class EventTypeAnswer(Answer, frozen=True):
    """One kind of event that a game has."""

    type: str
    """Its name, such as `sushi_bar.dice_rolled`."""
    schema: int
    """The current version of its payload."""
    kind: Literal["chance", "choice", "sighting"]
    """Whether chance did it, a seat chose it, or the table saw it."""
    label: str
    """Its words in the language of the request."""
    payload: dict[str, Any]
    """JSON Schema of the payload."""


class GameAnswer(Answer, frozen=True):
    """A game: who can play it, what can be chosen, what can happen."""

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
    options: list[OptionAnswer]
    """What can be chosen before a match begins."""
    events: list[EventTypeAnswer]
    """What can happen in a match."""

    @classmethod
    def from_rules(cls, rules: AnyRules, language: str, **more: object) -> Self:
        """Return a game in a language."""
        return cls.from_object(
            rules,
            name=say(rules.words, "game.name", language),
            blurb=say(rules.words, "game.blurb", language),
            rules=rules.version,
            seats=list(rules.seats),
            options=[
                OptionAnswer.from_option(rules, option, language) for option in rules.options()
            ],
            events=[_event_type(rules, type_, language) for type_ in event_types(rules.slug)],
            **more,
        )


class GameDetailAnswer(GameAnswer, frozen=True):
    """A game with all its words, so that a client can show needs and states."""

    words: dict[str, str]
    """Every word of the game in the language asked for."""


class GamesAnswer(Answer, frozen=True):
    """Every game there is."""

    results: list[GameAnswer]
    """The games, in the order of the registry."""


def game_with_words(rules: AnyRules, language: str) -> GameDetailAnswer:
    """Return a game with every word it has."""
    keys = sorted({*CORE_WORDS, *rules.words})
    words = {key: say(rules.words, key, language) for key in keys}
    return GameDetailAnswer.from_rules(rules, language, words=words)


def event_label(rules: AnyRules, type_: str, language: str) -> str:
    """Return how a kind of event is called."""
    return say(rules.words, "event." + type_.partition(".")[2], language)


def _event_type(rules: AnyRules, event: type[Event], language: str) -> EventTypeAnswer:
    label = event_label(rules, event.type, language)
    return EventTypeAnswer(
        event.type, event.schema, _kind(event), label, msgspec.json.schema(event)
    )


def _kind(event: type[Event]) -> Literal["chance", "choice", "sighting"]:
    if issubclass(event, Choice):
        return "choice"
    return "sighting" if issubclass(event, Sighting) else "chance"
