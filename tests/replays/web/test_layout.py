"""Which answers are buttons and which are put together: together they are what the rules allow."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.core.contract import AnyRules
from games.core.events import Choice, Event, decode_event, event_type
from games.core.matches import make_setup
from games.core.needs import Field, Need, seat_form
from games.core.rng import SeededRng
from games.core.unseen import unseen_event
from games.registry import rules_of
from games.testing.scale import scaled
from replays.web.labels import labels_beside, short_labels
from replays.web.layout import FEW, MOST_SUBSETS, arranged
from replays.web.prompts import FormPanel, Prompt, make_prompts
from tests.games.nim import Nim
from tests.games.nim import State as NimState
from tests.replays.tables import next_event

LABELS = ["Ada", "Bo", "Cy", "Di"]
GAMES: dict[str, dict[str, str]] = {
    "sushi_bar": {},
    "sushi_boat": {},
    "sushi_express": {},
    "sushi_go_party": {"menu": "sushi_go"},
    "sushi_roll": {},
}
PARTY = ("sushi_go_party",)


def answers_of(prompt: Prompt, forms: Sequence[FormPanel]) -> Iterator[Event]:
    """Yield what a prompt lets be recorded: each button, each row of a form."""
    for group in prompt.groups:
        for choice in group.choices:
            sent = json.loads(choice.value)
            yield decode_event(sent["type"], sent["payload"])
    for form in forms:
        for row in json.loads(form.legal):
            payload = json.loads(form.fixed)
            for field, places in zip(form.fields, row, strict=True):
                items = [field.items[place].raw for place in places]
                payload[field.name] = items if field.many else (items or [None])[0]
            yield decode_event(form.event, payload)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
def test_what_is_offered_is_what_the_rules_allow(slug: str, seen: bool) -> None:
    rules, luck = rules_of(slug), SeededRng(slug)
    composed = 0
    for _ in range(scaled(32)):
        state = rules.start(make_setup(rules, seats=3, options=dict(GAMES[slug])))
        while (event := next_event(state, rules, luck)) is not None:
            needs = rules.needs(state)
            prompts = make_prompts(rules, state, LABELS[:3], "en")
            for need, prompt in zip(needs, prompts, strict=True):
                if need.seat is None or any(not form.legal for form in prompt.forms):
                    continue
                offered = [encoded(one) for one in answers_of(prompt, prompt.forms)]
                legal = [encoded(one) for one in rules.choices(state, need.seat)]
                assert sorted(offered) == sorted(legal)
                composed += len(prompt.forms)
            unseen = None if seen else unseen_event(needs[0])
            rules.apply(state, unseen or event)
    # Dice that nobody noted may be others than those that are listed.
    assert composed or slug not in (("sushi_go_party", "sushi_roll") if seen else PARTY)


def encoded(event: Event) -> str:
    return f"{event.type} {event}"


@event_type("layout.taken")
class Taken(Choice, frozen=True):
    heap: int
    stones: tuple[str, ...]


class Piles(Nim):
    """A game in which one takes some stones off a heap; two lists share the stones of a bag."""

    slug = "layout"

    def __init__(self, heaps: int, stones: int) -> None:
        self.heaps, self.stones = heaps, tuple(f"stone{number}" for number in range(stones))

    def needs(self, _state: NimState) -> tuple[Need, ...]:
        heap = Field("heap", tuple(range(self.heaps)))
        stones = Field("stones", self.stones, many=True, least=1, most=len(self.stones))
        return (Need("take", "seat", 0, (seat_form(Taken, 0, heap, stones),)),)


def kinds_of(heaps: int, stones: int) -> list[bool]:
    game = Piles(heaps, stones)
    taken = [
        Taken(0, heap, tuple(s for place, s in enumerate(game.stones) if ways >> place & 1))
        for heap in range(heaps)
        for ways in range(1, 2**stones)
    ]
    return [kind.are_buttons for kind in arranged(game.needs(NimState(2))[0], taken)]


@pytest.mark.parametrize(
    ("heaps", "stones", "are_buttons"),
    [(FEW, 1, True), (60, 1, True), (61, 1, False), (1, 4, True), (1, 5, False), (3, 2, False)],
)
def test_few_answers_and_those_that_differ_in_one_thing_are_buttons(
    heaps: int, stones: int, are_buttons: bool
) -> None:
    assert kinds_of(heaps, stones) == [are_buttons]
    assert 2**4 - 1 <= MOST_SUBSETS < 2**5 - 1


def test_fields_that_take_from_one_supply_share_it() -> None:
    rules: AnyRules = rules_of("sushi_boat")
    state: Any = rules.start(make_setup(rules, seats=3, options={}))
    luck = SeededRng("belt")
    while rules.needs(state)[0].kind != "belt":
        event = next_event(state, rules, luck)
        assert event is not None
        rules.apply(state, event)

    (form,) = make_prompts(rules, state, LABELS[:3], "en")[0].forms

    assert [(field.name, field.pool) for field in form.fields] == [
        ("belt", "belt"),
        ("trash", "belt"),
    ]


def test_a_button_says_what_tells_it_apart() -> None:
    bets = [f"Ada M. bets on {number} tonight" for number in (3, 11)]
    assert short_labels(bets) == ["3", "11"]
    assert short_labels(["Ada passes"]) == ["Ada passes"]
    assert short_labels(["Ada M.", "Bo N."]) == ["Ada M.", "Bo N."]
    takes = ["Ada pays and takes a die", "Ada pays and takes a die twice"]
    assert short_labels(takes) == ["takes a die", "takes a die twice"]


def test_beside_a_piece_a_button_says_only_what_the_piece_does_not() -> None:
    assert labels_beside(["an eel", "tofu. Ada scores 2"], [["eel"], ["tofu"]]) == ["", ""]
    assert labels_beside(["the 1st sushi (+3)", "bone"], [["sushi"], ["bone"]]) == [
        "the 1st sushi (+3)",
        "",
    ]
    spaces = ["Left 1, before eel on red", "Left 2, before tuna on red"]
    assert labels_beside(spaces, [["Left 1"], ["Left 2"]]) == ["eel", "tuna"]
