"""Every board fits its room, from a phone to a projector, and stands still from step to step."""

from typing import TYPE_CHECKING, Any

import pytest
from django.template.loader import render_to_string
from django.templatetags.static import static

from games.core.viewer import ARBITER
from games.registry import rules_of
from replays.web.frames import make_frame
from tests.plugins.databases import FreshDatabase
from tests.replays.tables import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.usefixtures("example_game"),
]

GAMES = ["sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll", "liars_dice"]
LABELS = ["Chloé M.", "Bastien L.", "Maximilienne V.", "Théo G.", "Yann R.", "Zoé P.", "Paul N."]
LABELS += ["Inès D."]
PHONE, DESK, WALL, ZOOMED = (390, 560), (860, 620), (2900, 1900), (640, 250)

STYLES = ["kaiten/css/tokens", "kaiten/css/base", "kaiten/css/components", "replays/css/boards"]

SET_UP = """async (styles) => {
  document.head.innerHTML = document.body.innerHTML = "";
  const loaded = styles.map((href) => new Promise((resolve, reject) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: reject });
    document.head.append(link);
  }));
  const room = document.createElement("div");
  Object.assign(room.style, { container: "board / size", overflow: "auto" });
  document.body.append(room);
  await Promise.all(loaded);
}"""
LOOK = """([html, width, height]) => {
  const room = document.body.firstElementChild;
  Object.assign(room.style, { width: `${width}px`, height: `${height}px` });
  room.innerHTML = html;
  const board = room.querySelector(".board");
  const edge = room.getBoundingClientRect();
  const boxes = [...board.querySelectorAll("[data-zone], [data-seat], [data-piece]")]
    .map((element) => element.getBoundingClientRect());
  return {
    seats: [...board.querySelectorAll("[data-seat]")]
      .map((seat) => seat.getBoundingClientRect()).map(({ x, y }) => [x, y].map(Math.round)),
    right: Math.max(...boxes.map((box) => box.right - edge.left)),
    bottom: Math.max(board.getBoundingClientRect().bottom - edge.top),
    letter: parseFloat(getComputedStyle(board).fontSize),
  };
}"""


def steps_of(slug: str, seats: int) -> list[str]:
    """Return boards of a random match: start, end and some between."""
    table = Table(slug, seats=seats)
    table.finish()
    log = table.log()
    last = len(log.plies)
    frames = [make_frame(log, last * n // 3, ARBITER, LABELS[:seats], "en") for n in range(4)]
    return [render_to_string(frame.board_templates, {"frame": frame}) for frame in frames]


@pytest.mark.parametrize("slug", GAMES)
def test_a_board_fits_every_room_and_nothing_jumps(
    fresh_database: FreshDatabase, browser_page: "Page", slug: str
) -> None:
    page = browser_page
    page.goto("/healthz")
    styles = [static(f"{name}.css") for name in (*STYLES, f"games/{slug}/board")]
    page.evaluate(SET_UP, styles)

    def look(html: str, room: tuple[int, int]) -> Any:
        return page.evaluate(LOOK, [html, *room])

    letters = {}
    few, *_, many = (seats for seats in rules_of(slug).seats if seats <= 5)
    for seats, rooms in ((few, [DESK]), (many, [PHONE, DESK, WALL])):
        boards = steps_of(slug, seats)
        for room in rooms:
            seen = [look(html, room) for html in boards]
            assert max(step["right"] for step in seen) <= room[0] + 1, room
            assert max(step["bottom"] for step in seen) <= room[1] + 1, room
            assert len({str(step["seats"]) for step in seen}) == 1, room
            letters[room] = seen[0]["letter"]
    assert letters[WALL] > letters[DESK] > letters[PHONE] > 10
    assert look(boards[-1], ZOOMED)["right"] <= ZOOMED[0] + 1
