"""The recorder: every game from its needs alone, undo, conflicts, and nothing lost."""

import json
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.core.canonical import canonical_json
from games.registry import rules_of
from replays.models import Match
from replays.selectors.logs import load_log
from replays.services.undo import rewind
from tests.answers import Answer
from tests.games.hidden_game.events import Dealt
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, HTMX, House
from tests.replays.web.markup import SentForm, forms_of, text_of

pytestmark = pytest.mark.django_db


def address(sitting: Sitting, name: str = "record") -> str:
    return reverse(f"replays:{name}", args=[sitting.id])


def form_named(page: Answer, button: str) -> SentForm:
    return next(
        form
        for form in forms_of(text_of(page))
        if any(button in found.text for found in form.buttons)
    )


def filled(form: SentForm, sitting: Sitting) -> dict[str, Any]:
    """Return what a scorekeeper sends: a button, or selects filled with what chance did."""
    button = form.buttons[0]
    if button.name in ("event", "events"):
        return form.hidden | {button.name: button.value}
    log = load_log(sitting.id)
    rules = rules_of(log.setup.game)
    fixed = json.loads(form.hidden["fixed"])
    need = next(
        need
        for need in rules.needs(log.state)
        for option in need.forms
        if option.event == form.hidden["type"] and option.fixed == fixed
    )
    event = msgspec.to_builtins(rules.sample(log.state, need, sitting.luck))
    data: dict[str, Any] = dict(form.hidden)
    for name in set(form.selects):
        kind, _, field = name.partition(".")
        value = event[field]
        data[name] = [canonical_json(item) for item in (value if kind == "many" else [value])]
    return data


@pytest.mark.parametrize(("game", "seats"), [("sushi_bar", 3), ("hidden_game", 2)])
def test_a_whole_match_is_recorded_through_its_forms_without_scripts(
    house: House, staff: Client, game: str, seats: int
) -> None:
    sitting = house.sitting(game, seats=seats)
    path = address(sitting)

    for _ in range(400):
        page = staff.get(path)
        forms = [form for form in forms_of(text_of(page)) if form.action == path]
        if not forms:
            break
        answer = staff.post(path, filled(forms[sitting.luck.below(len(forms))], sitting))
        assert answer.status_code == 302

    assert Match.objects.get(pk=sitting.id).status == "finished"
    assert "The match is over" in text_of(staff.get(path))


def test_every_button_the_recorder_offers_is_legal(house: House, staff: Client) -> None:
    sitting = house.sitting(seats=4, seed=7)
    sitting.play_on(41)
    rules = rules_of("sushi_bar")
    while rules.needs(sitting.log().state)[0].seat is None:
        sitting.play()

    page = staff.get(address(sitting))

    log = sitting.log()
    offered = [
        json.loads(button.value)
        for form in forms_of(text_of(page))
        for button in form.buttons
        if button.name == "event"
    ]
    seat = rules.needs(log.state)[0].seat
    legal = [msgspec.to_builtins(event) for event in rules.choices(log.state, known(seat))]
    assert [event["payload"] for event in offered] == json.loads(json.dumps(legal))


def test_nobody_without_the_right_may_record(house: House, client: Client, member: Client) -> None:
    sitting = house.sitting()
    for name in ("record", "roll", "take_back"):
        path = address(sitting, name)
        assert client.post(path, {}).status_code == 302
        assert "/login" in client.post(path, {})["Location"]
        assert member.post(path, {}).status_code == 403
    assert sitting.version == 1


def test_htmx_gets_the_recorder_alone_after_an_entry(house: House, staff: Client) -> None:
    sitting = house.sitting()
    form = form_named(staff.get(address(sitting)), "Rows laid")

    answer = staff.post(address(sitting), filled(form, sitting), headers=HTMX)

    assert answer.status_code == 200
    assert text_of(answer).lstrip().startswith('<div id="recorder"')
    assert "data-just-saved" in text_of(answer)
    assert sitting.version == 2


def test_what_is_closed_is_left_out_of_an_answer_and_asked_for_later(
    house: House, staff: Client
) -> None:
    sitting = house.sitting()
    form = form_named(staff.get(address(sitting)), "Rows laid")
    closed = HTMX | {"Kaiten-Closed": "board-drawer more-drawer"}
    answer = text_of(staff.post(address(sitting), filled(form, sitting), headers=closed))
    assert '<section id="board-drawer" hx-preserve></section>' in answer
    assert 'class="board' not in answer
    assert "Match page" not in answer
    assert 'id="log-title"' in answer

    board, more = (
        text_of(staff.get(address(sitting), {"drawer": name}, headers=HTMX)).strip()
        for name in ("board", "more")
    )
    assert board.startswith('<div class="board')
    assert board in text_of(staff.get(address(sitting), headers=HTMX))
    assert "Match page" in more
    assert "recorder" not in more
    # A browser without scripts sees all of the page wherever it goes.
    assert 'id="recorder"' in text_of(staff.get(address(sitting), {"drawer": "more"}))


def test_undo_and_redo_are_one_tap_each(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(5)
    before = sitting.log().events

    undo = form_named(staff.get(address(sitting)), "Undo")
    staff.post(undo.action, undo.hidden)
    assert sitting.log().events == before[:-1]

    redo = form_named(staff.get(address(sitting)), "Redo")
    staff.post(redo.action, redo.hidden)
    assert sitting.log().events == before


def test_the_same_form_sent_twice_is_recorded_once(house: House, staff: Client) -> None:
    sitting = house.sitting()
    data = filled(form_named(staff.get(address(sitting)), "Rows laid"), sitting)

    first = staff.post(address(sitting), data)
    second = staff.post(address(sitting), data)

    assert (first.status_code, second.status_code) == (302, 302)
    assert sitting.version == 2


def test_an_entry_that_comes_too_late_is_kept_and_offered_again(
    house: House, staff: Client
) -> None:
    sitting = house.sitting()
    sitting.play()
    page = staff.get(address(sitting))
    sitting.play()
    sitting.do(rewind, to=2)
    late = filled(form_named(page, "Dice thrown"), sitting)

    answer = staff.post(address(sitting), late)

    assert answer.status_code == 409
    assert "Your entry was not saved" in text_of(answer)
    version = sitting.version
    again = form_named(answer, "Record it now")
    assert (
        staff.post(again.action, again.hidden | {"event": again.buttons[0].value}).status_code
        == 302
    )
    assert sitting.version == version + 1


def test_an_entry_that_no_longer_fits_is_told_and_not_offered(house: House, staff: Client) -> None:
    sitting = house.sitting()
    page = staff.get(address(sitting))
    late = filled(form_named(page, "Rows laid"), sitting)
    sitting.play()

    answer = staff.post(address(sitting), late)

    assert answer.status_code == 409
    assert "It does not fit any more" in text_of(answer)
    assert sitting.version == 2


def test_a_refused_form_comes_back_as_it_was_filled(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play()
    form = form_named(staff.get(address(sitting)), "Dice thrown")

    answer = staff.post(address(sitting), form.hidden | {"many.dice": ['"sushi"', '"red"']})

    assert answer.status_code == 422
    again = form_named(answer, "Dice thrown")
    assert [value for value in again.chosen["many.dice"] if value] == ['"sushi"', '"red"']
    assert sitting.version == 2


def test_refusals_are_told_in_french(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play()
    form = form_named(staff.get(address(sitting)), "Dice thrown")

    answer = staff.post(address(sitting), form.hidden | {"many.dice": ['"sushi"']}, headers=FRENCH)

    assert "On lance maintenant 5 dés" in text_of(answer)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"event": ""},
        {"event": "{"},
        {"event": "[]"},
        {"event": '{"type": "match.finished", "payload": {}}'},
        {"event": '{"type": "sushi_bar.rows_laid", "payload": {"sushi": [1.5]}}'},
        {"type": "sushi_bar.dice_rolled", "fixed": "7"},
        {"type": "sushi_bar.dice_rolled", "fixed": "{}", "many.dice": r'"\ud800"'},
        {"type": "log.rewound", "fixed": '{"to": 1}'},
        {"event": '{"type": "log.rewound", "payload": {"to": 1}}'},
    ],
)
def test_nonsense_is_refused_and_nothing_is_written(
    house: House, staff: Client, data: dict[str, str]
) -> None:
    sitting = house.sitting()
    sitting.play()

    answer = staff.post(address(sitting), data | {"expected_version": "2"})

    assert answer.status_code in (409, 422)
    assert sitting.version == 2


def test_a_physical_table_rolls_its_own_dice(house: House, staff: Client) -> None:
    sitting = house.sitting()

    page = staff.get(address(sitting))

    assert "Roll for me" not in text_of(page)
    answer = staff.post(address(sitting, "roll"), {"expected_version": "1"})
    assert answer.status_code == 422
    assert sitting.version == 1


def test_a_match_without_a_table_is_rolled_here(house: House, staff: Client) -> None:
    sitting = house.sitting(source="online")

    roll = form_named(staff.get(address(sitting)), "Roll for me")
    assert staff.post(roll.action, roll.hidden).status_code == 302
    assert sitting.log().plies[0].event.type == "sushi_bar.rows_laid"


def test_what_nobody_saw_is_recorded_as_unknown(house: House, staff: Client) -> None:
    sitting = house.sitting("hidden_game")
    form = form_named(staff.get(address(sitting)), "Record")
    assert "nobody saw it" in text_of(staff.get(address(sitting)))

    answer = staff.post(address(sitting), form.hidden | {"many.cards": ["null", '"dusk"', "null"]})

    assert answer.status_code == 302
    dealt = sitting.log().events[0]
    assert isinstance(dealt, Dealt)
    assert dealt.cards == ("dusk", None, None)


def test_a_long_record_asks_the_database_as_often_as_a_short_one(
    house: House, staff: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    short, long = house.sitting(seats=2), house.sitting(seats=2, seed=3)
    short.play_on(3)
    long.play_on(60)
    staff.get(address(short))
    with django_assert_num_queries(9):
        staff.get(address(short))
    with django_assert_num_queries(9):
        staff.get(address(long))
