"""How deep a match is told, switched in mid-match: choices alone, counts, scores."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.events import Chance
from games.core.matches import make_setup
from games.registry import rules_of
from replays.services import counts
from replays.web.buttons import event_value
from replays.web.rounds import standing_of
from replays.web.unseen import leaves_chance_unseen
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, HTMX, House
from tests.replays.web.markup import SentForm, forms_of, text_of

pytestmark = pytest.mark.django_db


def record(sitting: Sitting) -> str:
    return reverse("replays:record", args=[sitting.id])


def form_with(page: str, button: str) -> SentForm:
    """Return the form whose button begins with these words."""
    return next(
        form
        for form in forms_of(page)
        if any(" ".join(one.text.split()).startswith(button) for one in form.buttons)
    )


@pytest.mark.parametrize(
    ("slug", "offered"),
    [
        ("sushi_bar", False),
        ("sushi_boat", False),
        ("sushi_express", True),
        ("sushi_go_party", True),
        ("sushi_roll", True),
    ],
)
def test_choices_alone_are_offered_where_chance_may_stay_unknown(slug: str, offered: bool) -> None:
    assert leaves_chance_unseen(make_setup(rules_of(slug), seats=3, options={})) is offered


def test_with_choices_only_nobody_is_asked_what_was_dealt(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", options={"menu": "sushi_go"})
    page = text_of(staff.get(record(sitting)))
    switch = form_with(page, "Choices only")
    (button,) = switch.buttons
    answer = staff.post(switch.action, switch.hidden | {"events": button.value})
    deep = f"{record(sitting)}?depth=choices"
    assert answer["Location"] == deep
    while (log := sitting.log()).state.round == 1:
        need = log.rules.needs(log.state)[0]
        assert need.who != "chance"
        event = next(iter(log.rules.choices(log.state, known(need.seat))))
        sent = {"expected_version": str(log.version), "event": event_value(event)}
        assert staff.post(deep, sent)["Location"] == deep
    *before, choice, first, second = sitting.log().plies
    assert [isinstance(ply.event, Chance) for ply in (choice, first, second)] == [0, 1, 1]
    assert choice.recorded_at == second.recorded_at

    page = text_of(staff.get(deep))
    back = form_with(page, "Undo")
    assert back.action.endswith("?depth=choices")
    assert staff.post(back.action, back.hidden)["Location"] == deep
    assert list(sitting.log().plies) == before
    again = form_with(text_of(staff.get(deep)), "Redo")
    staff.post(again.action, again.hidden)
    assert list(sitting.log().plies) == [*before, choice, first, second]


def test_the_depth_stays_when_only_the_recorder_is_swapped(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    deep = f"{record(sitting)}?depth=choices"
    page = text_of(staff.get(deep))
    unseen = next(form for form in forms_of(page) if form.action == deep)
    swapped = staff.post(deep, unseen.hidden | {"events": unseen.buttons[0].value}, headers=HTMX)
    assert swapped.status_code == 200
    assert f'hx-post="{deep}"' in text_of(swapped)
    assert "How deep:" in text_of(swapped)


def test_a_match_that_kaiten_deals_is_told_by_every_event(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", source="online")
    deep = f"{record(sitting)}?depth=choices"
    page = text_of(staff.get(deep))
    assert "Choices only" not in page
    assert not any("depth=choices" in form.action for form in forms_of(page))


def test_a_count_is_the_first_thing_that_undo_takes_back(house: House, staff: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    sitting.do(counts.count_round, round=1, scores=[4, 5])
    back = form_with(text_of(staff.get(record(sitting))), "Undo")
    staff.post(back.action, back.hidden)
    assert sitting.log().life.counted == ()
    assert len(sitting.log().plies) == 3


@pytest.mark.parametrize("slug", ["sushi_go_party", "sushi_roll"])
def test_a_round_that_was_recorded_is_filled_in_when_the_rest_is_counted(
    house: House, staff: Client, slug: str
) -> None:
    sitting = house.sitting(slug)
    while sitting.log().state.round == 1:
        sitting.play_on(1)
    gave = sitting.log().outcome.scores
    path = f"{reverse('replays:report', args=[sitting.id])}?by=count"
    page = text_of(staff.get(path))
    assert "This round was recorded move by move" in page
    assert "steps are recorded move by move and stay as they are" in page

    form = form_with(page, "Save round 1")
    assert staff.post(path, form.hidden | form.chosen).status_code == 302

    told = standing_of(sitting.log())
    assert (told.scores, told.missing) == (gave, (2, 3))
    assert "This round was recorded" not in text_of(staff.get(path))


def test_the_match_page_says_which_rounds_are_known(house: House, client: Client) -> None:
    sitting = house.sitting("sushi_go_party", options={"menu": "sushi_go"})
    tables = [{"round1": ["squid_on_wasabi"]}, {"round1": ["egg"]}]
    sitting.do(counts.count_round, round=1, tables=tables)
    address = reverse("replays:match", args=[sitting.id])
    page = text_of(client.get(address))
    assert "Rounds 2, 3 are not known yet." in page
    assert "<strong>9</strong>" in page
    french = text_of(client.get(address, headers=FRENCH))
    assert "Manche</th>" in french
    assert 'id="frame"' not in page  # no board of what nobody recorded
    sitting.play_on(2)
    page = text_of(client.get(address))
    assert "Rounds 2, 3 are not known yet." in page
    assert 'id="frame"' in page
