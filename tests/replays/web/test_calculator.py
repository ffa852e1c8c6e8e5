"""Counting a table that belongs to no match."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from replays.models import Match, Stream
from tests.answers import Answer
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import SentForm, forms_of, text_of

pytestmark = pytest.mark.django_db

SUSHI_GO = {"chosen": "yes", "seats": "2", "option_menu": "sushi_go"}


def path_of(slug: str) -> str:
    return reverse("replays:calculator", args=[slug])


def count_form(page: Answer) -> SentForm:
    return next(form for form in forms_of(text_of(page)) if "round" in form.hidden)


def sent(page: Answer, **more: Any) -> dict[str, Any]:
    """Return what the form of a count sends, several values of one name too."""
    html = text_of(page)
    form = html[html.index('id="count"') :]
    names: dict[str, list[str]] = {}
    for part in form.split('<input type="hidden" name="')[1:]:
        name, _, rest = part.partition('" value="')
        names.setdefault(name, []).append(rest.partition('"')[0].replace("&quot;", '"'))
    return {**names, **more}


@pytest.mark.parametrize("slug", ["sushi_bar", "sushi_boat", "sushi_express"])
def test_whoever_comes_counts_a_table_in_one_go_and_nothing_is_stored(
    client: Client, slug: str
) -> None:
    page = client.get(path_of(slug))
    assert page.status_code == 200
    counted = client.post(path_of(slug), sent(page, round="1", **numbers_of(page)))
    assert counted.status_code == 200
    assert "Keep it as a match" not in text_of(counted)
    assert 'id="result-title"' in text_of(counted)
    assert not Stream.objects.exists()


def numbers_of(page: Answer) -> dict[str, str]:
    """Return a nought for every number that is asked for."""
    return {
        name: "0" for form in forms_of(text_of(page)) for name in form.inputs if "seat-" in name
    }


def test_rounds_are_counted_one_after_the_other_with_the_score_so_far(client: Client) -> None:
    path = path_of("sushi_go_party")
    page = client.get(path, SUSHI_GO)
    first = {
        "seat-0.many.round1": ['"squid_on_wasabi"', '"maki3"', '"pudding"'],
        "seat-1.many.round1": ['"egg"', '"tempura"', '"tempura"'],
    }
    page = client.post(path, sent(page, **first))
    assert "Round 2 of 3" in text_of(page)
    assert "<strong>15</strong>" in text_of(page)
    page = client.post(path, sent(page, **{"seat-1.many.round2": ['"squid"']}))
    assert "<strong>15</strong>" in text_of(page)
    page = client.post(path, sent(page))
    assert "<strong>21</strong>" in text_of(page)  # and six for the pudding
    again = client.post(path, sent(page, go="1"))
    assert count_form(again).chosen == first
    assert sent(again)["done"] == ["1", "2", "3"]


def test_what_no_table_can_hold_is_refused_and_kept_in_the_form(client: Client) -> None:
    path = path_of("sushi_go_party")
    squids = {"seat-0.many.round1": ['"squid"'] * 6}
    page = client.post(path, sent(client.get(path, SUSHI_GO), **squids))
    assert page.status_code == 422
    assert count_form(page).chosen == squids
    assert "done" not in sent(page)


@pytest.mark.parametrize(
    "junk",
    [
        {"round": "99"},
        {"done": ["x", "7", "-1"]},
        {"seats": "99", "round": "1"},
        {"go": "4", "seat-0.many.round1": ["{"]},
        {"chosen": "yes", "option_menu": "nonsense", "round": "1"},
    ],
)
def test_junk_is_refused_or_ignored(client: Client, junk: dict[str, Any]) -> None:
    assert client.post(path_of("sushi_go_party"), junk).status_code in (200, 422)
    assert client.get(path_of("sushi_go_party"), junk).status_code in (200, 422)


@pytest.mark.parametrize("slug", ["plain", "nothing"])
def test_a_game_without_things_to_count_has_no_calculator(client: Client, slug: str) -> None:
    assert client.get(path_of(slug)).status_code == 404


def test_the_page_of_a_game_leads_there_in_both_languages(client: Client) -> None:
    page = text_of(client.get(reverse("replays:game", args=["sushi_roll"])))
    assert path_of("sushi_roll") in page
    assert "Rien n’est enregistré" in text_of(client.get(path_of("sushi_roll"), headers=FRENCH))


def test_whoever_may_record_keeps_a_count_as_a_match(
    house: House, staff: Client, member: Client
) -> None:
    path = path_of("sushi_bar")
    count = {"seats": "2", "seat-0.many.sushi": ["3"], "seat-0.many.bones": ["-1"]}
    asked = staff.get(path, {"seats": "2"})
    page = staff.post(path, sent(asked, **count))
    kept = sent(page, **count, keep="yes")
    assert member.post(path, kept).status_code == 403
    answer = staff.post(path, kept)
    assert staff.post(path, kept)["Location"] == answer["Location"]
    sitting = Sitting.at(Match.objects.get().pk)
    assert answer["Location"] == f"{reverse('replays:report', args=[sitting.id])}?by=count"
    assert sitting.row.status == "open"
    assert [one.round for one in sitting.log().life.counted] == [1]
    assert sitting.log().players == (None, None)
