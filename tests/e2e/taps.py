"""Whoever records at a table: what happens there is tapped on a phone, and the taps are counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from games.core.canonical import canonical_json
from games.core.events import Event
from replays.web.buttons import event_value
from tests.known import known
from tests.replays.sittings import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Page

PHONE = {"width": 390, "height": 660}
BUTTON = """wanted => [...document.querySelectorAll('#recorder [name=event]')].find(
  button => button.value === wanted)"""
FORM = """([type, payload]) => {
  const fits = (picker) => {
    const value = payload[picker.querySelector('select').name.split('.')[1]];
    const faces = [...picker.querySelectorAll('.pick')].map((face) => face.dataset.value);
    return value === null || [value].flat().every((one) => faces.includes(JSON.stringify(one)));
  };
  return [...document.querySelectorAll('#recorder .event-form')].find((form) => {
    const fixed = Object.entries(JSON.parse(form.elements.fixed.value));
    return form.elements.type.value === type
      && fixed.every(([name, value]) => payload[name] === value)
      && [...form.querySelectorAll('[data-picker]')].every(fits);
  });
}"""
FOLD = """one => [...document.querySelectorAll('#recorder details:not([open])')].find(
  (fold) => fold.contains(one) && !fold.querySelector('summary').contains(one))"""


@contextmanager
def phone(page: "Page", url: str, **settings: Any) -> Iterator["Page"]:
    """Lend a page on a phone that is tapped, with the cookies of another page."""
    errors: list[str] = []
    context = known(page.context.browser).new_context(
        base_url=url,
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        locale="en-GB",
        reduced_motion="reduce",
        **settings,
    )
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    own = context.new_page()
    own.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    yield own
    context.close()
    assert not errors, errors


class Finger:
    """Enters what happens by taps alone, at whichever recorder the page shows."""

    def __init__(self, page: "Page") -> None:
        self.page, self.taps = page, 0

    def enter(self, event: Event) -> None:
        """Tap one event, wherever it is kept."""
        button = self.found(BUTTON, event_value(event))
        if button is not None:
            self.tap(button)
        else:
            self.fill_in(event)

    def fill_in(self, event: Event) -> None:
        payload = msgspec.to_builtins(event)
        form = known(self.found(FORM, [event.type, payload]))
        sent = form.evaluate("form => form.elements.expected_version.value")
        for select in form.query_selector_all("[data-picker]:not([hidden])"):
            name = known(known(select.query_selector("select")).get_attribute("name"))
            value = payload[name.partition(".")[2]]
            held = select.evaluate("picker => picker.picker.values")
            for item in (value if name.startswith("many") else [value])[len(held) :]:
                if item is None and not select.query_selector("[data-value=null]"):
                    continue
                face = f".pick[data-value='{canonical_json(item)}']"
                self.tap(known(select.query_selector(face)))
        # The last piece has recorded it, unless there could be more.
        record = form.query_selector(".btn-record")
        waits = "form => form.isConnected && !form.closest('[inert]')"
        if record is not None and form.evaluate(waits):
            assert form.evaluate("form => form.elements.expected_version.value") == sent
            self.tap(record)

    def tap(self, element: "ElementHandle") -> None:
        """Tap something, and first whatever hides it."""
        while (fold := element.evaluate_handle(FOLD).as_element()) is not None:
            known(fold.query_selector("summary")).tap()
            self.taps += 1
        element.tap()
        self.taps += 1

    def found(self, script: str, wanted: object) -> "ElementHandle | None":
        return self.page.evaluate_handle(script, wanted).as_element()


class Scorekeeper(Finger):
    """Records a sitting by taps alone."""

    def __init__(self, page: "Page", sitting: Sitting) -> None:
        super().__init__(page)
        self.sitting = sitting
        page.goto(f"/matches/{sitting.id}/record/")

    def record(self, event: Event) -> int:
        """Tap one event; return how many taps it took. The log ends with it then."""
        before, taps = self.sitting.version, self.taps
        self.enter(event)
        self.page.locator(f"#recorder:not([data-version='{before}'])").wait_for(state="attached")
        assert self.sitting.log().events[-1] == event
        return self.taps - taps
