"""The strict content policy and the pages that come from elsewhere."""

import pytest
from playwright.sync_api import Page

from tests.plugins.databases import FreshDatabase

pytestmark = [pytest.mark.browser, pytest.mark.services]


def test_the_api_documentation_works_under_the_content_policy(browser_page: Page) -> None:
    browser_page.goto("/api/v1/docs")
    browser_page.locator(".swagger-ui .info .title").wait_for()
    assert "Kaiten" in browser_page.locator(".swagger-ui .info .title").inner_text()


def test_the_admin_login_works_under_the_content_policy(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    from tournaments.people.models import User

    User.objects.create_superuser(username="ada", password="a long enough secret")
    browser_page.goto("/admin/")
    browser_page.get_by_label("Username").fill("ada")
    browser_page.get_by_label("Password").fill("a long enough secret")
    browser_page.get_by_role("button", name="Log in").click()
    browser_page.locator("#user-tools").wait_for()
    assert browser_page.locator("#user-tools strong").inner_text().lower() == "ada"
