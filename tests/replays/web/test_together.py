"""Recording what several seats choose at once, and what nobody saw."""

import json
import re
from html import unescape
from typing import Any, cast

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup
from games.core.needs import Field, Form, Need
from games.core.rng import SeededRng
from games.core.unseen import unseen_event
from games.registry import rules_of
from games.sushi_bar.events import RowsLaid
from games.sushi_go_party.events import CardChosen, Dealt
from games.sushi_go_party.state import State
from games.sushi_roll.events import BeltsDealt
from replays.web import buttons
from replays.web.entries import posted_events
from replays.web.layout import arranged
from replays.web.prompts import choosing_together, make_prompts
from replays.web.together import answered_seats
from replays.web.unseen import MOST_EVENTS, unseen_events, unseen_label
from tests.answers import Answer
from tests.games.hidden_game.events import Dealt as Lanterns
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event
from tests.replays.web.conftest import FRENCH, HTMX, House
from tests.replays.web.markup import SentForm, forms_of, text_of

pytestmark = pytest.mark.django_db

LABELS = ["Ada", "Bo", "Cy", "Di"]


def address(sitting: Sitting) -> str:
    return reverse("replays:record", args=[sitting.id])


def start(game: str, seats: int, **options: str) -> tuple[AnyRules, Any]:
    rules = rules_of(game)
    return rules, rules.start(make_setup(rules, seats=seats, options=options))


def unseen_form(page: Answer) -> SentForm:
    return next(
        form
        for form in forms_of(text_of(page))
        if any(button.name == "events" for button in form.buttons)
    )


def table_of(seats: int, **options: str) -> tuple[AnyRules, State]:
    """Return a game whose hands nobody saw, ready to choose."""
    rules, state = start("sushi_go_party", seats, **options)
    for event in unseen_events(rules, state):
        rules.apply(state, event)
    return rules, state


def test_every_hand_in_a_row_may_stay_unseen_and_what_a_seat_does_is_no_chance() -> None:
    rules, state = start("sushi_go_party", 4)

    events = unseen_events(rules, state)

    assert [cast(Dealt, event).seat for event in events] == [0, 1, 2, 3]
    assert all(isinstance(event, Dealt) and set(event.cards) == {None} for event in events)
    assert rules.needs(state)[0].kind == "deal"  # nothing happened yet
    for event in events:
        rules.apply(state, event)
    assert unseen_events(rules, state) == ()


def test_dice_that_everybody_sees_cannot_stay_unseen() -> None:
    rules, state = start("sushi_bar", 2)
    assert unseen_events(rules, state) == ()
    rules.apply(state, RowsLaid(state.sushi_values, state.bone_values))
    assert unseen_events(rules, state) == ()


def test_one_tap_says_that_nobody_saw_any_hand(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", seats=4)
    form = unseen_form(staff.get(address(sitting)))

    data = form.hidden | {"events": form.buttons[0].value}
    first, second = (staff.post(address(sitting), data) for _ in range(2))

    assert (first.status_code, second.status_code) == (302, 302)
    assert [cast(Dealt, event).cards for event in sitting.log().events] == [(None,) * 9] * 4
    assert sitting.version == 5


def test_that_tap_says_so_in_french_and_without_words_for_lanterns(
    house: House, staff: Client
) -> None:
    sitting = house.sitting("hidden_game")
    page = staff.get(address(sitting), headers=FRENCH)
    form = unseen_form(page)

    assert "Personne ne l'a vu" in unescape(text_of(page))
    staff.post(address(sitting), form.hidden | {"events": form.buttons[0].value}, headers=HTMX)

    assert sitting.log().events == [Lanterns(seat, (None,) * 3) for seat in range(2)]


def test_that_tap_speaks_of_dice_where_dice_are_drawn_and_rolled(
    house: House, staff: Client
) -> None:
    sitting = house.sitting("sushi_roll")
    sitting.play(BeltsDealt(0))
    english, french = (
        unescape(text_of(staff.get(address(sitting), headers=headers))) for headers in ({}, FRENCH)
    )

    assert "Nobody noted the dice" in english
    assert "Personne n'a noté les dés" in french
    assert "Nobody saw the cards" not in english


@pytest.mark.parametrize("game", ["sushi_go_party", "sushi_roll", "sushi_express"])
def test_whatever_may_stay_unseen_is_named_by_its_game(game: str) -> None:
    rules, state = start(game, 3)
    luck, labels = SeededRng(game), set()
    while (event := next_event(state, rules, luck)) is not None:
        (need, *_) = rules.needs(state)
        if unseen_event(need) is not None:
            assert f"unseen.{need.kind}" in rules.words
            labels |= {unseen_label(rules, state, language) for language in ("en", "fr")}
        rules.apply(state, event)
    assert len(labels) == 2
    assert all(("dice" in label or "dés" in label) == (game == "sushi_roll") for label in labels)


def test_where_kaiten_deals_there_is_nothing_unseen(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", source="online")

    assert 'name="events"' not in text_of(staff.get(address(sitting)))


def test_a_correction_is_one_entry_so_it_offers_no_such_tap(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    sitting.play_on(2)

    page = text_of(staff.get(reverse("replays:amend", args=[sitting.id, 2])))

    assert 'name="events"' not in page


def test_hands_that_somebody_else_recorded_meanwhile_are_not_recorded_again(
    house: House, staff: Client
) -> None:
    sitting = house.sitting("sushi_go_party")
    form = unseen_form(staff.get(address(sitting)))
    sitting.play()

    answer = staff.post(address(sitting), form.hidden | {"events": form.buttons[0].value})

    assert answer.status_code == 409
    assert sitting.version == 2
    assert unseen_form(answer) is not None


@pytest.mark.parametrize("sent", ["", "{", "{}", "[]", "7", "[7]", '["x"]', '[{"type": 1}]'])
def test_nonsense_instead_of_events_is_refused(house: House, staff: Client, sent: str) -> None:
    sitting = house.sitting("sushi_go_party")

    answer = staff.post(address(sitting), {"events": sent, "expected_version": "1"})

    assert answer.status_code == 422
    assert sitting.version == 1


def test_more_events_than_any_deal_has_are_refused() -> None:
    event = {"type": "sushi_go_party.dealt", "payload": {"seat": 0, "round": 1, "cards": []}}
    data = QueryDict(mutable=True)
    data["events"] = json.dumps([event] * (MOST_EVENTS + 1))

    with pytest.raises(RuleViolation, match="malformed_event"):
        posted_events(data)


def test_all_events_of_a_tap_are_recorded_or_none(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    events = json.loads(unseen_form(staff.get(address(sitting))).buttons[0].value)
    events[1]["payload"]["seat"] = 0

    answer = staff.post(
        address(sitting), {"events": json.dumps(events), "expected_version": sitting.version}
    )

    assert answer.status_code == 422
    assert sitting.version == 1


def test_seats_that_choose_at_once_are_one_below_the_other_and_the_first_is_open() -> None:
    rules, state = table_of(4)
    prompts = make_prompts(rules, state, LABELS, "en")

    together = choosing_together(prompts, (), LABELS)

    assert [chooser.label for chooser in together.waiting] == LABELS
    assert [chooser.open for chooser in together.waiting] == [True, False, False, False]
    assert choosing_together(prompts, (), LABELS, current=2).waiting[2].open


def test_a_seat_that_chooses_alone_is_no_list_of_seats() -> None:
    rules, state = table_of(2)
    prompts = make_prompts(rules, state, LABELS, "en")

    assert choosing_together(prompts[:1], (), LABELS).seats == ()
    assert choosing_together(prompts[:1], [1], LABELS).answered[0].label == "Bo"


def test_an_unknown_hand_offers_every_card_of_the_menu_as_a_button() -> None:
    rules, state = table_of(2)

    for prompt in make_prompts(rules, state, LABELS, "en"):
        offered = [choice.pieces[0].raw for group in prompt.groups for choice in group.choices]
        assert offered == list(state.kit.faces)
        assert prompt.forms == ()


def test_those_who_have_chosen_are_told_until_the_last_has(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", seats=4)
    sitting.play_on(4)
    assert answered_seats(sitting.log()) == []
    for seat in (2, 0, 3):
        state = sitting.log().state
        sitting.play(CardChosen(seat, state.turn, state.held(seat).known[0]))

    assert sorted(answered_seats(sitting.log())) == [0, 2, 3]
    page = text_of(staff.get(address(sitting)))
    assert "3 have chosen" in page
    assert page.count('class="chooser"') == 1
    assert "Bastien L.: Choose a card" in page

    sitting.play()
    assert answered_seats(sitting.log()) == []


def test_who_takes_turns_has_not_chosen_at_the_same_time(house: House) -> None:
    sitting = house.sitting(seed=5)
    for _ in range(60):
        sitting.play()
        assert answered_seats(sitting.log()) == []


def one_thing_and_more() -> Need:
    fields = (
        Field("card", ("egg", "squid", "tofu")),
        Field("uses", ("chopsticks1",), many=True, least=0),
        Field("extras", ("egg", "squid"), many=True, least=0),
        Field("order", (), least=0),
    )
    fixed = {"seat": 0, "turn": 1}
    return Need("choose", "seat", 0, (Form(CardChosen.type, fields, fixed, ("seat",)),))


def test_where_combinations_are_too_many_the_plain_ones_stay_buttons_beside_the_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, state = table_of(2, menu="sushi_go")
    monkeypatch.setattr(buttons, "MOST_CHOICES", 20)
    # Chopsticks before each seat: every pair of cards may be chosen now.
    for card in ("chopsticks1", "chopsticks2"):
        seat = int(card[-1]) - 1
        rules.apply(state, CardChosen(seat, state.turn, card))

    prompt = make_prompts(rules, state, LABELS, "en")[0]

    (group,) = prompt.groups
    assert [len(choice.pieces) for choice in group.choices] == [1] * len(group.choices)
    assert len(group.choices) > 5
    (form,) = prompt.forms
    assert form.extras == ["Chopsticks or spoon used", "Second card"]
    assert [field.name for field in form.fields if field.is_void] == ["order"]


def test_choices_that_fill_in_the_same_fields_stand_together() -> None:
    rules, state = table_of(2)
    choices = [
        CardChosen(0, 1, "egg"),
        CardChosen(0, 1, "squid", ("chopsticks1",), ("egg",)),
        CardChosen(0, 1, "tofu"),
    ]

    def describe(event: Event) -> str:
        return rules.describe(state, event, LABELS, "en")

    kinds = arranged(one_thing_and_more(), choices)
    groups = buttons.grouped(rules, kinds, describe, "en")

    assert [group.title for group in groups] == [
        "Card chosen",
        "Card chosen · Chopsticks or spoon used, Second card",
    ]
    assert [len(group.choices) for group in groups] == [2, 1]
    assert [piece.raw for piece in groups[1].choices[0].pieces] == ["squid", "chopsticks1", "egg"]


def test_a_field_without_items_is_sent_empty_and_not_shown(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", options={"menu": "sushi_go"}, seed=2)
    page = staff.get(address(sitting))
    for _ in range(200):
        if 'class="more-fields"' in text_of(page):
            break
        for form in forms_of(text_of(page)):
            button = form.buttons[0] if form.buttons else None
            if button is not None and button.name in ("event", "events"):
                usable = [one for one in form.buttons if "chopsticks" in one.value]
                sent = (usable or form.buttons)[-1]
                staff.post(address(sitting), form.hidden | {sent.name: sent.value})
                break
        page = staff.get(address(sitting))
    (form,) = [form for form in forms_of(text_of(page)) if "type" in form.hidden][:1]
    assert form.hidden["one.order"] == ""
    chopsticks = json.loads(next(iter(_values(page, "many.uses"))))

    answer = staff.post(
        address(sitting),
        form.hidden
        | {"one.card": '"egg"', "many.uses": json.dumps(chopsticks), "many.extras": '"salmon"'},
    )

    assert answer.status_code == 302
    event = sitting.log().events[-1]
    assert isinstance(event, CardChosen)
    assert (event.card, event.uses, event.extras) == ("egg", (chopsticks,), ("salmon",))
    assert event.order is None


def _values(page: Answer, name: str) -> list[str]:
    """Return what the first select of a field offers."""
    select = text_of(page).partition(f'<select name="{name}">')[2].partition("</select>")[0]
    return [unescape(value) for value in re.findall(r'value="([^"]+)"', select)]
