"""Joined style sheets and scripts: each is there, whole, and modules do what they did alone."""

import re
from typing import TYPE_CHECKING

import pytest
from django.contrib.staticfiles import finders
from django.test import override_settings

from config import joined
from config.modules import join_modules
from config.static_files import find, hashed_name
from config.templatetags.joined import joined as element
from tests.services.processes import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCES = {
    "a/main.js": """
        import "./alone.js";
        import { add as plus, ONE } from "./sums.js";
        import {
            greet,
        } from '../b/words.js';
        const told = [];
        window.joined.push(greet(plus(ONE, 2)));
    """,
    "a/alone.js": "const told = 'alone';\nwindow.joined = [told];",
    "a/sums.js": """
        import { greet } from "../b/words.js";
        export const ONE = 1;
        export function add(a, b) { return a + b; }
        window.joined.push(greet("sums"));
    """,
    "b/words.js": "const mark = '!';\nexport async function later() {}\n"
    "export function greet(who) { return mark + who; }",
    "b/last.js": "import { greet } from './words.js';\nwindow.joined.push(greet('last'));",
}


def read(name: str) -> bytes:
    return re.sub(r"^        ", "", SOURCES[name], flags=re.M).encode()


@pytest.mark.browser
@pytest.mark.services
def test_joined_modules_run_once_each_in_the_order_of_their_imports(browser_page: "Page") -> None:
    text = join_modules(["a/main.js", "b/last.js"], read).decode()
    page = browser_page
    page.goto("about:blank")
    page.add_script_tag(content=text, type="module")
    page.wait_for_function("window.joined?.length === 4")
    assert page.evaluate("window.joined") == ["alone", "!sums", "!3", "!last"]


@pytest.mark.browser
@pytest.mark.services
def test_every_joined_script_is_one_that_a_browser_can_read(browser_page: "Page") -> None:
    page = browser_page
    session = page.context.new_cdp_session(page)
    session.send("Runtime.enable")
    for file in joined.FILES:
        if not file.endswith(".css"):
            source = find(joined.name_of(file)).content.decode()
            told = session.send(
                "Runtime.compileScript",
                {"expression": source, "sourceURL": file, "persistScript": False},
            )
            assert "exceptionDetails" not in told, (file, told)


@pytest.mark.parametrize(
    "text",
    [
        "import main from './sums.js';",
        "import * as sums from './sums.js';",
        "export default 1;",
        "export { one };",
        "export let one = 1;",
        "const sums = import('./sums.js');",
        "const here = import.meta.url;",
        "import { one } from 'elsewhere';",
    ],
)
def test_what_the_joiner_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"one\.js"):
        join_modules(["one.js"], {"one.js": text.encode()}.__getitem__)


def test_modules_that_need_each_other_first_are_refused() -> None:
    circle = {"a.js": b"import './b.js';", "b.js": b"import './a.js';"}
    with pytest.raises(ValueError, match=r"a\.js imports itself through b\.js"):
        join_modules(["a.js"], circle.__getitem__)


@pytest.mark.parametrize("file", joined.FILES)
def test_every_joined_file_holds_all_of_its_sources(file: str) -> None:
    game = "games/sushi_bar/board.css" if joined.OF_THE_GAME in joined.FILES[file] else ""
    text = find(joined.name_of(file, game)).content.decode()
    places = []
    for source in joined.sources_of(file, game):
        assert finders.find(source), source
        places.append(text.index(source))
    assert places == sorted(places)
    with override_settings(DEBUG=True):
        assert element(file, game).count("/static/") == len(places)


def test_every_joined_file_is_one_that_some_page_asks_for() -> None:
    asked = {
        name
        for folder in ("config", "replays", "tournaments")
        for path in (ROOT / folder / "templates").rglob("*.html")
        for name in re.findall(r'{% joined "([^"]+)"', path.read_text())
    }
    assert asked == set(joined.FILES)


def test_a_name_follows_the_content_and_is_the_same_in_every_process() -> None:
    name = hashed_name("kaiten/css/tokens.css")
    assert re.fullmatch(r"kaiten/css/tokens\.[0-9a-f]{12}\.css", name)
    assert hashed_name("kaiten/css/none.css") == "kaiten/css/none.css"
    assert find("kaiten/css/tokens.css").digest in name
