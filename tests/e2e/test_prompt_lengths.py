"""How long what the recorder asks is on a phone: measured over random matches of every game."""

from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from django.template.loader import render_to_string

from games.core.contract import AnyRules
from games.core.matches import make_setup
from games.core.rng import SeededRng
from games.core.unseen import unseen_event
from games.registry import rules_of
from games.testing.scale import soaking
from replays.web.prompts import choosing_together, make_prompts
from replays.web.unseen import unseen_label
from tests.e2e.pages import let_in
from tests.e2e.taps import PHONE, phone
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services, pytest.mark.soak]

MATCHES = 200
NAMES = ("Chloé M.", "Bastien L.", "Inès D.", "Théo G.", "Maxime V.", "Yann R.", "Zoé P.", "Ana B.")
SEATS = {"sushi_bar": (2, 5), "sushi_boat": (2, 5), "sushi_express": (3, 6)} | {
    "sushi_go_party": (2, 8),
    "sushi_roll": (2, 5),
}
MEASURE = """html => {
  const entry = document.querySelector('.recorder-entry');
  entry.innerHTML = html;
  document.dispatchEvent(new CustomEvent('htmx:afterSwap'));
  const card = entry.firstElementChild.getBoundingClientRect();
  return Math.ceil(document.querySelector('.strip').offsetHeight + card.height
    + document.querySelector('.drawer-bar').offsetHeight
    + 2 * parseFloat(getComputedStyle(document.querySelector('.recorder')).rowGap));
}"""


def positions(rules: AnyRules, number: int, luck: SeededRng) -> Iterator[Any]:
    """Yield some positions of a random match; in every other one nobody saw what was hidden."""
    least, most = SEATS[rules.slug]
    seats = least + number % (most - least + 1)
    options = {"menu": PARTY[number % len(PARTY)]} if rules.slug == "sushi_go_party" else {}
    state = rules.start(make_setup(rules, seats=seats, options=fitting(rules, seats, options)))
    while (event := next_event(state, rules, luck)) is not None:
        if luck.below(40 if soaking() else 15) == 0:
            yield state
        unseen = unseen_event(rules.needs(state)[0]) if number % 2 else None
        rules.apply(state, unseen or event)


PARTY = ("my_first_meal", "sushi_go", "party_sampler", "master_menu", "points_platter")


def fitting(rules: AnyRules, seats: int, options: dict[str, str]) -> dict[str, str]:
    return options if rules.slug != "sushi_go_party" or 2 < seats < 7 else {"menu": "sushi_go"}


def drawn(page_frame: dict[str, Any], rules: AnyRules, state: Any, language: str) -> str:
    """Return what the recorder asks at a position, as its page draws it."""
    labels = list(NAMES[: len(rules.outcome(state).scores)])
    prompts = make_prompts(rules, state, labels, language)
    together = choosing_together(prompts, (), labels)
    unseen = unseen_event(rules.needs(state)[0]) is not None
    context = {
        "frame": page_frame,
        "recorder": {
            "key": "k",
            "version": 1,
            "unseen": "[]" if unseen else "",
            "unseen_label": unseen_label(rules, state, language),
        },
        "action": "/",
        "together": together,
    }
    if together.seats:
        return render_to_string("replays/partials/_together.html", context)
    return render_to_string("replays/partials/_prompt.html", context | {"prompt": prompts[0]})


@pytest.mark.parametrize("slug", SEATS)
def test_what_is_asked_fits_the_screen_of_a_phone(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, slug: str
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in NAMES[:3]]
    sitting = Sitting(slug, seats=3, club_id=club.id, players=players)
    rules, luck = rules_of(slug), SeededRng(slug)
    frame = {"slug": slug, "words": rules.words, "draws_pieces": True}
    let_in(browser_page, live_server_url, make_user(staff=True))
    heights: list[int] = []
    with phone(browser_page, live_server_url) as page:
        page.goto(f"/matches/{sitting.id}/record/")
        for number in range(MATCHES if soaking() else 4):
            for state in positions(rules, number, luck):
                heights.append(page.evaluate(MEASURE, drawn(frame, rules, state, "en")))
    screen = PHONE["height"]
    print(slug, len(heights), "prompts, median", median(heights), "longest", max(heights))  # noqa: T201
    assert median(heights) <= screen
    assert max(heights) <= 2 * screen
