"""What every story in a browser does: log in, tap, look at a page as everybody may see it."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client

from games.testing.scale import sampled, soaking

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tournaments.people.models import User

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


def log_in(page: "Page", username: str) -> None:
    """Log in by the form, with the password of `tests.factories.make_user`."""
    page.goto("/login/?next=/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill("secret")
    page.locator("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: "/login/" not in url)


def let_in(page: "Page", url: str, user: "User", language: str = "en") -> None:
    """Give the browser the session of somebody who has logged in before, and their language."""
    client = Client()
    client.force_login(user)
    cookies = {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        settings.LANGUAGE_COOKIE_NAME: language,
    }
    page.context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
    )


@contextmanager
def another_page(page: "Page", url: str, **options: Any) -> Iterator["Page"]:
    """Lend a page of somebody else in the same browser: cookies, size and touch of their own."""
    browser = page.context.browser
    assert browser is not None
    usual: dict[str, Any] = {"base_url": url, "locale": "en-GB", "reduced_motion": "reduce"}
    context = browser.new_context(**usual | options)
    errors: list[str] = []
    try:
        other = context.new_page()
        other.on("pageerror", lambda error: errors.append(error.stack or str(error)))
        yield other
    finally:
        context.close()
    assert not errors, f"the page reported errors: {errors}"


def pick(page: "Page", field: str, *words: str) -> None:
    """Tap pieces of one field of the recorder, in order."""
    picker = page.locator("[data-picker]", has_text=field)
    for word in words:
        picker.locator(".pick", has_text=word).click()


def last_entry(page: "Page") -> "Locator":
    """Return where the recorder tells what was entered last."""
    return page.get_by_role("region", name="Last entry")


def require_accessible(page: "Page", rules: "dict[str, Any] | None" = None) -> None:
    """Axe finds nothing wrong, and nothing sticks out sideways."""
    wrong = problems(page, rules)
    assert not wrong, f"{page.url}: {'; '.join(wrong)}"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url


def problems(page: "Page", rules: "dict[str, Any] | None" = None) -> list[str]:
    """Return what axe finds wrong."""
    options = {"resultTypes": ["violations"]} | (rules or {})
    return [
        f"{violation['id']}: {node['html'][:160]} ({node.get('failureSummary', '')[:200]})"
        for violation in _violations(page, options)
        for node in violation["nodes"][:3]
    ]


def _violations(page: "Page", options: "dict[str, Any]") -> "list[dict[str, Any]]":
    """Let axe, which a page gets once, look at it; what is right stays in the browser."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(options).then(found => found.violations)", options
    )
    return found


def require_all_accessible(page: "Page", width: int, addresses: Sequence[str]) -> None:
    """The same of many pages, on a phone (390) and on a desk (1280).

    An ordinary run looks at each page at one of the two widths, a soak run at both.
    """
    page.set_viewport_size({"width": width, "height": 844})
    for address in addresses if soaking() else addresses[width > 390 :: 2]:
        page.goto(address)
        require_accessible_in_both_schemes(page)


def require_accessible_in_both_schemes(page: "Page") -> None:
    """The same in the light and in the dark, where only the contrast can be another.

    An ordinary run looks at each address in one of the two, a soak run in both.
    """
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    address = _ID.sub("", urlsplit(page.url).path)
    for number, scheme in enumerate(sampled(schemes, 2, crc32(address.encode()))):
        page.emulate_media(color_scheme=scheme)
        require_accessible(page, CONTRAST if number else None)
