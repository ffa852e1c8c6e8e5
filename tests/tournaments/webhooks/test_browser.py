"""An owner makes a webhook on a narrow phone, tests it, and looks at what was sent."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_member
from tests.services.receiver import Receiver, Say
from tests.tournaments.tournaments.play import Friday, swiss
from tests.tournaments.webhooks.hooks import deliver, is_signed, now_due
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook
from tournaments.webhooks.services.sending import send_due

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.plugins.databases import FreshDatabase

pytestmark = [pytest.mark.browser, pytest.mark.services]


def test_a_webhook_is_made_tested_and_looked_at(
    fresh_database: "FreshDatabase",
    browser_page: "Page",
    live_server_url: str,
    receiver: Receiver,
) -> None:
    from playwright.sync_api import expect

    friday = Friday(8, swiss())
    friday.announce()
    page = browser_page
    page.set_viewport_size({"width": 320, "height": 640})
    let_in(page, live_server_url, make_member(friday.club, "owner"))
    page.goto(f"/clubs/{friday.club.id}/settings/")
    page.get_by_role("link", name="Webhooks of the club").click()
    require_accessible_in_both_schemes(page)
    page.get_by_label("Address").fill(receiver.address("/" + "a" * 60))
    page.get_by_label("matches: every entry").press("Space")
    page.get_by_role("button", name="Make the webhook").press("Enter")
    secret = page.get_by_role("status").locator("code").inner_text()
    hook = Webhook.objects.get()
    assert (hook.secret, hook.kinds) == (secret, ["entries", "rounds", "results"])
    require_accessible_in_both_schemes(page)

    receiver.answer(Say(500, b"x" * 300))
    page.get_by_role("button", name="Send a test").press("Enter")
    expect(page.get_by_role("heading", name="What came back of the test")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("answer 500")
    assert is_signed(receiver.next(), secret)

    friday.record(1, scores=[40, 30, 20, 10])
    receiver.answer(Say(500, b"not now"))
    deliver(hook)
    page.goto(f"/clubs/{friday.club.id}/webhooks/{hook.id}/")
    expect(page.get_by_text("The receiver has taken nothing since")).to_be_visible()
    expect(page.get_by_text("Next try").first).to_be_visible()
    failed = Delivery.objects.get(tries=1, state=DeliveryState.WAITING)
    Delivery.objects.filter(pk=failed.pk).update(state=DeliveryState.GIVEN_UP)
    page.reload()
    require_accessible_in_both_schemes(page)
    page.get_by_role("button", name=f"Send {failed.type}").press("Enter")
    expect(page.get_by_text("The changes are saved.")).to_be_visible()
    now_due(failed)
    send_due(webhook_id=hook.id)
    page.reload()
    expect(page.locator(".badge", has_text="received").first).to_be_visible()
    page.get_by_text("Renew the secret, or remove").press("Enter")
    page.get_by_role("button", name="Remove it for good").press("Enter")
    expect(page.get_by_text("The webhook is removed.")).to_be_visible()
