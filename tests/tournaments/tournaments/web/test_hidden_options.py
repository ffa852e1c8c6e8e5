"""Tournaments, plans and batches without scripts: what is not asked for takes its default."""

from uuid import uuid4

import pytest
from django.test import Client

from games.core.matches import make_setup
from games.registry import rules_of
from games.sushi_boat.components import BELT_TEXT, GREENS, PLATE_COUNTS
from tests.factories import make_club
from tests.tournaments.tournaments.web.fields import FINAL, PODS, Field
from tests.tournaments.tournaments.web.test_pages import new_form
from tests.tournaments.tournaments.web.test_plans import save
from tournaments.batches.models import Batch
from tournaments.people.models import Club
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import reading

pytestmark = pytest.mark.django_db

BOAT = {
    "game": "sushi_boat",
    "option_layout": "placeholder",
    "option_plates": " ".join(map(str, PLATE_COUNTS)),
    "option_greens": " ".join(map(str, GREENS)),
    "option_memory": "perfect",
}
TYPED = [{}, {"option_belt": "1 " * 300, "option_four_plus": "nothing"}]
WRONG = BOAT | {"option_layout": "own", "option_belt": "1 2"}


def batch_form(club: Club, **fields: str) -> dict[str, str]:
    given = {"club": str(club.id), "key": str(uuid4()), "seats": "2", "how_many": "1", "seed": "7"}
    return given | {"bot_0": "greedy", "bot_1": "random"} | fields


@pytest.mark.parametrize("typed", TYPED, ids=["not sent", "sent all the same"])
@pytest.mark.parametrize("preset", ["swiss_pods", "open"])
def test_a_tournament_is_played_on_the_default_board(
    staff: Client, preset: str, typed: dict[str, str]
) -> None:
    answer = staff.post("/tournaments/new/", new_form(make_club(), preset, **BOAT | typed))

    assert answer.status_code == 302
    with reading(Tournament.objects.get().id) as state:
        stages = list(state.stages.values())
    assert stages
    for stage in stages:
        (game,) = stage.rules.games
        options = make_setup(rules_of(game.game), seats=4, options=game.options).options
        assert (options["layout"], options["belt"]) == ("placeholder", BELT_TEXT)


@pytest.mark.parametrize("typed", TYPED, ids=["not sent", "sent all the same"])
def test_a_batch_is_played_on_the_default_board(staff: Client, typed: dict[str, str]) -> None:
    answer = staff.post("/batches/new/", batch_form(make_club(), **BOAT | typed))

    assert answer.status_code == 302
    assert Batch.objects.get().options["belt"] == BELT_TEXT


@pytest.mark.parametrize("address", ["/tournaments/new/", "/batches/new/"])
def test_a_board_that_is_none_is_refused_in_the_words_of_the_game(
    staff: Client, address: str
) -> None:
    club = make_club()
    form = new_form(club, "open", **WRONG) if "tour" in address else batch_form(club, **WRONG)

    page = staff.post(address, form)

    assert page.status_code == 422
    alert = page.text.partition('role="alert"')[2].partition("</div>")[0]
    assert "The belt has no tunnel" in alert


def test_a_plan_looks_only_at_what_its_choices_ask_for(staff: Client) -> None:
    field = Field(8, PODS, FINAL)
    before = field.state.stages[2].rules

    answer = save(staff, field, 2, cut_kind="all", cut_top="x", custom="9" * 300, minutes=12)

    assert answer.status_code == 302
    after = field.state.stages[2].rules
    assert (after.cut.kind, after.minutes) == ("all", 12)
    assert after.scoring == before.scoring
