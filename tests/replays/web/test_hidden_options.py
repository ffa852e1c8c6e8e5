"""Options that are only asked for with another choice, without scripts: hidden means default."""

import re

import pytest
from django.test import Client

from games.registry import rules_of
from games.sushi_boat.components import BELT_TEXT, GREENS, PLATE_COUNTS
from replays.models import Match
from replays.selectors.logs import load_log
from replays.web.forms import OptionForm
from tests.replays.web.conftest import House
from tests.replays.web.markup import forms_of, text_of

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"
RULES = rules_of("sushi_boat")
DEFAULTS = {option.name: option.default for option in RULES.options()}
SENT = {
    "source": "table",
    "option_layout": "placeholder",
    "option_plates": " ".join(map(str, PLATE_COUNTS)),
    "option_greens": " ".join(map(str, GREENS)),
    "option_guess_white": "on",
    "option_memory": "perfect",
}
TOO_LONG = "1 " * 300
OTHER = {"belt": TOO_LONG, "spaces": "L1=1", "four_plus": "", "staff_places": "R1"}


def sent(client: Client, **changed: str) -> dict[str, str]:
    """Return the form of a new match as it is sent, with some inputs changed."""
    page = text_of(client.get(NEW, {"game": "sushi_boat", "seats": "3"}))
    hidden = next(form.hidden for form in forms_of(page) if "key" in form.hidden)
    return hidden | SENT | {f"option_{name}": text for name, text in changed.items()}


def alert(page: str) -> str:
    """Return what is wrong, as it stands at the top of the form."""
    (found,) = re.findall(r'role="alert" tabindex="-1" autofocus>(.*?)</div>', page, re.DOTALL)
    return found


@pytest.mark.parametrize("typed", [{}, OTHER], ids=["not sent", "sent all the same"])
def test_an_option_that_is_not_asked_for_takes_its_default(
    house: House, staff: Client, typed: dict[str, str]
) -> None:
    answer = staff.post(NEW, sent(staff, **typed))

    assert answer.status_code == 302
    assert load_log(Match.objects.get().pk).setup.options == DEFAULTS


def test_a_set_that_is_not_asked_for_takes_its_default(house: House, staff: Client) -> None:
    page = text_of(staff.get(NEW, {"game": "sushi_go_party", "seats": "3"}))
    hidden = next(form.hidden for form in forms_of(page) if "key" in form.hidden)
    chosen = {"uramaki": "fr", "copied_bonus_returns": "copy", "packed_desserts": "leave"}
    chosen |= {"menu": "master_menu", "cards": "pizza"}

    staff.post(
        NEW,
        hidden | {"source": "table"} | {f"option_{name}": text for name, text in chosen.items()},
    )

    options = load_log(Match.objects.get().pk).setup.options
    assert (options["menu"], options["cards"]) == ("master_menu", [])


def test_an_option_that_is_asked_for_is_checked_and_told_at_the_top(
    house: House, staff: Client
) -> None:
    page = staff.post(NEW, sent(staff, layout="own", **OTHER))

    assert page.status_code == 422
    assert "at most 400 characters" in alert(text_of(page))
    assert '<a href="#id_option_belt">' in alert(text_of(page))
    assert not Match.objects.exists()


def test_what_was_typed_stays_and_what_was_not_sent_shows_its_default(
    house: House, staff: Client
) -> None:
    wrong = staff.post(NEW, sent(staff, greens="1 2", spaces="L1=1"))

    page = text_of(wrong)
    assert wrong.status_code == 422
    assert "needs 7 numbers" in alert(page)
    (belt,) = re.findall(r'<input[^>]*name="option_belt"[^>]*>', page)
    (spaces,) = re.findall(r'<input[^>]*name="option_spaces"[^>]*>', page)
    assert f'value="{BELT_TEXT}"' in belt
    assert 'value="L1=1"' in spaces
    assert "disabled" not in spaces


@pytest.mark.parametrize(("layout", "place"), [("own", "option_belt"), ("placeholder", "__all__")])
def test_a_refusal_is_never_put_where_it_is_not_seen(layout: str, place: str) -> None:
    form = OptionForm({"option_layout": layout})
    form.rules, form.seats = RULES, 3
    form.add_options()
    form.is_valid()

    form.refuse("belt", "There is no such belt.")

    assert "There is no such belt." in form.errors[place]
