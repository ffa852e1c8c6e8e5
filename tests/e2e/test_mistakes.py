"""On a phone: type with suggestions, meet a refusal, correct what was wrong, or override it."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.pages import last_entry, let_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

FOUR_EGGS = "Chloé egg | Bastien egg\nchloé tempura | bastien egg\nchloé egg | bastien tempura"


def test_what_is_typed_whole_is_recorded_by_a_tap_though_it_could_go_on(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre", "Zoé P")]
    sitting = Sitting(
        "sushi_express", seats=3, club_id=club.id, players=players, seed="hand sushi_express"
    )
    sitting.play_on(6)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 660})
    let_in(page, live_server_url, make_user(staff=True), "fr")
    page.goto(f"/matches/{sitting.id}/type/")
    field, record = page.locator("#typing-text"), page.locator(".typing-form .btn-primary")
    offers = page.get_by_role("listbox").get_by_role("option")
    field.fill("Bastien drives")
    expect(offers.filter(has_text="Bastien drives 9+1")).to_be_visible()
    field.fill("Bastien drives 9")
    expect(page.locator(".typed-entries li")).to_have_count(1)
    expect(offers.first).to_be_hidden()
    record.click(timeout=5_000)
    expect(page.locator(".last-entry-words .badge")).to_have_text("7")
    assert sitting.version == 8


def test_a_phone_types_corrects_and_overrides(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    sitting = Sitting("sushi_go_party", club_id=club.id, players=players)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 844})
    let_in(page, live_server_url, make_user(staff=True))
    page.goto(f"/matches/{sitting.id}/record/")

    # By keyboard: suggestions, one of them chosen, Enter records.
    page.get_by_role("button", name="Type", exact=True).click()
    field = page.get_by_label("What happened, in the notation of the game")
    expect(field).to_be_focused()
    offers = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    expect(offers.first).to_be_visible()
    field.press_sequentially("chlo")
    expect(offers.first).to_have_text(re.compile("^Chloé gets "))
    field.fill("Chloé gets ? | bastien gets ")
    expect(offers.filter(has_text="Bastien gets egg")).to_be_visible()
    field.press("ArrowUp")
    field.press("ArrowDown")
    field.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_count(1)
    field.press("Escape")
    expect(offers.first).to_be_hidden()
    field.fill("Chloé gets ? | bastien gets ?")
    expect(page.get_by_label("What this says").get_by_role("listitem")).to_have_count(2)
    field.press("Enter")
    expect(page).to_have_url(re.compile("typing=1"))
    assert sitting.version == 3

    # A wrong word is marked, nothing is written; several lines are recorded at once.
    field.fill(f"{FOUR_EGGS}\nChloé eggg")
    field.press("Enter")
    page.wait_for_url(re.compile("/type/$"))
    expect(page.locator("mark")).to_have_text("eggg")
    expect(field).to_be_focused()
    assert sitting.version == 3
    field.fill(FOUR_EGGS)
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_url(re.compile("typing=1"))
    expect(last_entry(page)).to_contain_text("Bastien L. lays tempura")
    assert sitting.version == 9

    # By touch: a suggestion is tapped.
    field.fill("chloé pud")
    offers.filter(has_text="Chloé pudding").click()
    expect(field).to_have_value("Chloé pudding")
    field.fill("Chloé egg")
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_url(re.compile("/type/$"))

    # A fifth egg: the four before it are named, the latest first, and one is corrected.
    expect(page.get_by_role("heading", name="Is an earlier entry wrong?")).to_be_visible()
    require_accessible_in_both_schemes(page)
    suspects = page.locator(".suspect")
    expect(suspects).to_have_count(4)
    expect(suspects.first).to_contain_text("Chloé M. lays egg nigiri")
    suspects.first.click()
    page.get_by_role("button", name="Chloé M. lays salmon nigiri", exact=True).click()
    page.get_by_role("button", name="Yes, correct it").click()
    page.wait_for_url(re.compile("/record/"))

    # What the rules still refuse really happened.
    for text in ("chloé egg", "bastien egg"):
        page.get_by_role("button", name="Type", exact=True).click()
        page.get_by_role("link", name="Something else happened …").click()
        page.get_by_label("Or in the notation of the game").fill(text)
        page.locator("form", has=page.locator("#override-text")).get_by_role("button").click()
        if text.startswith("chloé"):
            page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("The rules say:")).to_be_visible()
    require_accessible_in_both_schemes(page)
    page.get_by_label("Why it counts all the same").fill("An eel from another box")
    page.get_by_role("button", name="It happened: record it, marked").click()
    page.wait_for_url(re.compile("/record/"))
    assert sitting.log().plies[-1].overridden
