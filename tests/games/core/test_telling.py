"""What a game need not say to have its events and positions told."""

from collections.abc import Iterator

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event, Sighting, event_type
from games.core.telling import Storyteller, printed
from games.core.words import Words
from tests.games.nim import Nim, State, StonesTaken

LABELS = ("Ana", "Bo")


@event_type("talking_nim.stones_taken")
class Taken(StonesTaken, frozen=True):
    """The same in a game with a voice."""


@event_type("talking_nim.pebbles_shown")
class PebblesShown(Sighting, frozen=True):
    """A seat showed pebbles to another; null is one that nobody saw well."""

    to: int
    pebbles: tuple[str | None, ...]


class Teller(Storyteller[State]):
    seats = ("seat", "to")

    def aftermath(self, event: Event) -> Iterator[str]:
        if isinstance(event, Taken) and not any(self.after(event).heaps):
            yield self.tell("last", seat=self.who(event.seat))


class TalkingNim(Nim):
    slug = "talking_nim"
    storyteller = Teller
    words: Words = {
        **Nim.words,
        "component.red": ("red", "rouge"),
        "component.grey": ("grey", "gris"),
        "list.times": ("{count} {name}", "{name} × {count}"),
        "list.unknown": ("dark", "sombre"),
        "tell.stones_taken": (
            "{seat} takes {count} of {heap}.",
            "{seat} en prend {count} ({heap}).",
        ),
        "tell.last": ("{seat} wins.", "{seat} gagne."),
        "tell.pebbles_shown": ("{seat} shows {to} {pebbles}.", "{seat} montre à {to} : {pebbles}."),
        "tell.pebbles_shown.none": ("{seat} shows {count}.", "{seat} en montre {count}."),
    }


RULES = TalkingNim()


def told(event: Event, language: str = "en") -> str:
    return RULES.describe(State(2, [0, 0, 2]), event, LABELS, language)


def test_an_event_is_told_by_its_fields_with_what_follows_from_it() -> None:
    assert told(Taken(1, 2, 1)) == "Bo takes 1 of 2."
    assert told(Taken(1, 2, 2)) == "Bo takes 2 of 2. Bo wins."


def test_seats_are_told_by_their_labels_and_equal_things_counted() -> None:
    shown = PebblesShown(0, 1, ("red", "grey", "red", None))
    assert told(shown) == "Ana shows Bo 2 red, grey, dark."
    assert told(shown, "fr") == "Ana montre à Bo : rouge × 2, gris, sombre."


def test_what_nobody_saw_may_have_words_of_its_own() -> None:
    assert told(PebblesShown(0, 1, (None, None))) == "Ana shows 2."
    assert told(PebblesShown(0, 1, ())) == "Ana shows 0."


def test_a_storyteller_without_words_for_an_event_refuses_it() -> None:
    class Silent(TalkingNim):
        words: Words = Nim.words

    with pytest.raises(RuleViolation, match="not_expected"):
        Silent().describe(State(2, [0, 0, 2]), Taken(1, 2, 1), LABELS, "en")


def test_numbers_are_printed_with_a_minus_not_a_hyphen() -> None:
    assert [printed(-2), printed(3, "+d"), printed(None)] == ["−2", "+3", "?"]
