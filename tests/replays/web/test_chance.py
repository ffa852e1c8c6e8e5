"""The recorder where Kaiten deals: what chance did is neither entered nor corrected."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from replays.services.chance import draw_chance
from replays.web.buttons import event_value, events_value
from tests.replays.dealing import before, chance_kinds, other_outcome
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import forms_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

KIND = "sushi_bar.rows_laid"
FIRST = {kind.partition(".")[0]: kind for kind in reversed(chance_kinds()) if not before(kind)[0]}
"""What chance does before anything else, by game."""


def posted(sitting: Sitting, **fields: str) -> dict[str, Any]:
    return {"expected_version": str(sitting.version), "key": "k1"} | fields


@pytest.mark.parametrize("game", FIRST)
@pytest.mark.parametrize("several", [False, True])
def test_an_outcome_of_ones_choice_is_refused(
    house: House, staff: Client, game: str, several: bool
) -> None:
    sitting = house.sitting(game, seats=3, source="online")
    event = before(FIRST[game])[1]
    entry = {"events": events_value([event])} if several else {"event": event_value(event)}
    path = reverse("replays:record", args=[sitting.id])

    answer = staff.post(path, posted(sitting, **entry))
    assert answer.status_code == 422
    assert "Kaiten rolls and draws in this match" in text_of(answer)
    french = staff.post(path, posted(sitting, **entry), headers=FRENCH)
    assert "Dans cette partie, c’est Kaiten" in text_of(french)
    assert sitting.version == 1


@pytest.mark.parametrize("game", FIRST)
def test_the_recorder_offers_the_roll_and_no_form(house: House, staff: Client, game: str) -> None:
    sitting = house.sitting(game, seats=3, source="online")
    page = staff.get(reverse("replays:record", args=[sitting.id]))
    assert "Roll for me" in text_of(page)
    assert all("type" not in form.hidden for form in forms_of(text_of(page)))


def test_what_was_drawn_is_not_corrected(house: House, staff: Client) -> None:
    sitting = house.sitting(seats=3, source="online")
    sitting.do(draw_chance)
    path = reverse("replays:amend", args=[sitting.id, 2])
    entry = posted(sitting, event=event_value(other_outcome(KIND)))

    tried, confirmed = staff.post(path, entry), staff.post(path, entry | {"confirm": "yes"})
    for answer in (staff.get(path), tried, confirmed):
        assert answer.status_code == 422
        assert "Kaiten rolls and draws in this match" in text_of(answer)
        assert all("type" not in form.hidden for form in forms_of(text_of(answer)))
    assert sitting.version == 2
    assert path not in text_of(staff.get(reverse("replays:match", args=[sitting.id])))


def test_at_a_table_the_same_entry_is_corrected(house: House, staff: Client) -> None:
    sitting = house.sitting(seats=3)
    sitting.play(before(KIND)[1])
    path = reverse("replays:amend", args=[sitting.id, 2])
    assert path in text_of(staff.get(reverse("replays:match", args=[sitting.id])))
    assert any("type" in form.hidden for form in forms_of(text_of(staff.get(path))))
