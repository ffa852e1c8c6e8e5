"""An organiser's own work, counted in the page: what is clicked, and what is typed."""

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

_LISTEN = """
for (const kind of ["click", "auxclick"]) {
  // Enter in a field presses a button too: that is the key, and has no click to count.
  addEventListener(kind, (event) => {
    if (event.isTrusted && event.detail > 0) tallyClick(event.target.innerText ?? "");
  }, true);
}
addEventListener("keydown", (event) => {
  if (event.isTrusted) tallyKey(event.key, event.target.name ?? "");
}, true);
"""


class Tally:
    """Counts every click of a pointer and every key that goes down, on all pages of a browser."""

    def __init__(self, context: "BrowserContext") -> None:
        self.clicked: list[str] = []
        self.keys: dict[str, Counter[str]] = {}
        context.expose_function("tallyClick", lambda words: self.clicked.append(words.strip()[:60]))
        context.expose_function("tallyKey", self._pressed)
        context.add_init_script(_LISTEN)

    def _pressed(self, key: str, field: str) -> None:
        self.keys.setdefault(field, Counter())[key] += 1

    @property
    def clicks(self) -> int:
        return len(self.clicked)


def open_beside(link: "Locator") -> "Page":
    """Open a link in a tab of its own, with the middle button."""
    with link.page.context.expect_page() as opened:
        link.click(button="middle")
    page = opened.value
    page.wait_for_load_state()
    return page
