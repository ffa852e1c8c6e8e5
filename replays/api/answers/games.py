"""The games there are, with all a client needs to set one up and to send its events."""

from typing import Any, Literal

import msgspec

from games.core.contract import AnyRules
from games.core.events import Choice, Event, Sighting, event_types
from games.core.words import CORE_WORDS, say
from games.registry import games
from replays.http.answers import Answer
from replays.selectors.games import GameHeadAnswer, GameSheetAnswer, OptionAnswer, options_of


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


class GameAnswer(GameHeadAnswer, frozen=True):
    """A game: who can play it, what can be chosen, what can happen."""

    options: list[OptionAnswer]
    """What can be chosen before a match begins."""
    events: list[EventTypeAnswer]
    """What can happen in a match."""


class GameDetailAnswer(GameSheetAnswer, frozen=True):
    """A game with all its words, so that a client can show needs and states."""

    events: list[EventTypeAnswer]
    """What can happen in a match."""
    words: dict[str, str]
    """Every word of the game in the language asked for."""


class GamesAnswer(Answer, frozen=True):
    """Every game there is."""

    results: list[GameAnswer]
    """The games, in the order of the registry."""


def games_answer(language: str) -> GamesAnswer:
    """Return every game in a language."""
    return GamesAnswer(
        [
            GameAnswer.from_rules(
                rules,
                language,
                options=options_of(rules, language),
                events=_event_types(rules, language),
            )
            for rules in games()
        ]
    )


def game_with_words(rules: AnyRules, language: str) -> GameDetailAnswer:
    """Return a game with its box, its rulings and every word it has."""
    keys = sorted({*CORE_WORDS, *rules.words})
    words = {key: say(rules.words, key, language) for key in keys}
    events = _event_types(rules, language)
    return GameDetailAnswer.from_rules(rules, language, events=events, words=words)


def event_label(rules: AnyRules, type_: str, language: str) -> str:
    """Return how a kind of event is called."""
    return say(rules.words, "event." + type_.partition(".")[2], language)


def _event_types(rules: AnyRules, language: str) -> list[EventTypeAnswer]:
    return [
        EventTypeAnswer(
            event.type,
            event.schema,
            _kind(event),
            event_label(rules, event.type, language),
            msgspec.json.schema(event),
        )
        for event in event_types(rules.slug)
    ]


def _kind(event: type[Event]) -> Literal["chance", "choice", "sighting"]:
    if issubclass(event, Choice):
        return "choice"
    return "sighting" if issubclass(event, Sighting) else "chance"
