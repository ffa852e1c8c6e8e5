"""The forms of a page, as a browser without scripts would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from tests.answers import Answer


@dataclass
class Button:
    """One button that sends its form."""

    name: str
    value: str
    text: str = ""


@dataclass
class SentForm:
    """One form: where it goes, its hidden values, its selects and its buttons."""

    action: str
    method: str
    hidden: dict[str, str] = field(default_factory=dict)
    selects: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)
    chosen: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[SentForm] = []
        self._form: SentForm | None = None
        self._button: Button | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = SentForm(given.get("action", ""), given.get("method", "get"))
            self.forms.append(self._form)
        if self._form is None:
            return
        if tag == "input" and given.get("type") == "hidden":
            self._form.hidden[given["name"]] = given.get("value", "")
        elif tag == "input" and "name" in given:
            self._form.inputs.append(given["name"])
        elif tag == "select":
            self._select = given["name"]
            self._form.selects.append(given["name"])
        elif tag == "option" and "selected" in given:
            self._form.chosen.setdefault(self._select, []).append(given.get("value", ""))
        elif tag == "button" and given.get("type") != "button":
            self._button = Button(given.get("name", ""), given.get("value", ""))
            self._form.buttons.append(self._button)

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "button":
            if self._button is not None:
                self._button.text = self._button.text.strip()
            self._button = None


def forms_of(html: str) -> list[SentForm]:
    """Return every form of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def text_of(response: Answer) -> str:
    """Return the body of an answer."""
    return response.content.decode()
