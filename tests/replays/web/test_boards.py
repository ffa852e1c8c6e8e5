"""The boards of all games, the example's too: their marks, from which one script moves pieces."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer
from games.testing.scale import scaled
from replays.log import Log
from replays.templatetags.game_words import sections
from replays.templatetags.symbols import symbols
from replays.web.bundles import FRAME
from replays.web.frames import Frame, make_frame
from tests.example_game import example_installed
from tests.replays.tables import Table
from tests.replays.web.board_marks import Board, marks_of

LABELS = ["Chloé", "Bastien", "Inès", "Théo", "Yann"]
SEATS = {"sushi_boat": 4, "sushi_express": 4, "sushi_go_party": 4, "liars_dice": 4}
STEPS = scaled(80)

Counts = dict[str, int]


def seated(name: str, counts: list[int]) -> Counts:
    return {f"{name}-{seat}": count for seat, count in enumerate(counts)}


def piles(piles: list[dict[str, Any]]) -> int:
    return sum(pile["count"] for pile in piles)


def bar(board: dict[str, Any]) -> Counts:
    stacks = [stack["shown"] for stack in board["stacks"]]
    return {
        "sushi": len(board["rows"]["sushi"]),
        "bones": len(board["rows"]["bones"]),
        "thrown": len(board["rolled"]),
        "kept": len(board["kept"]),
        **seated("sushi", [len(stack["sushi"]) for stack in stacks]),
        **seated("bones", [len(stack["bones"]) for stack in stacks]),
    }


def boat(board: dict[str, Any]) -> Counts:
    slots = [row[side] for row in board["rows"] for side in ("left", "right")]
    places = board["places"]
    return {
        **{f"belt-{slot['slot']}": bool(slot["plate"]) for slot in slots},
        **seated("tunnel", list(board["tunnel_full"])),
        **seated("stack", [len(place["stack"]) for place in places]),
        **seated("hand", [len(place["hand"]) for place in places]),
        **seated("eaten", [len(place["eaten"]) for place in places]),
        **seated("guess", [len(place["placed"] or ()) for place in places]),
        "trash": len(board["trash"]),
        "drawn": len(board["drawn"]),
        "discard": bool(board["discard"]),
    }


def express(board: dict[str, Any]) -> Counts:
    return {
        "row": len(board["row"]),
        "dice": len(board["dice"]),
        **seated("tile", [len(vans) for vans in board["tiles"]]),
        **{f"box-{box['box']}": len(box["pawns"]) for box in board["boxes"]},
        **seated("customers", [piles(seat["customers"]) for seat in board["seats"]]),
        **seated("hand", [piles(seat["hand"]) for seat in board["seats"]]),
    }


def party(board: dict[str, Any]) -> Counts:
    seats = board["seats"]
    return {
        "drawn": board["drawn"]["size"],
        "discard": sum(count for _, count in board["discard"]),
        "gone": sum(count for _, count in board["gone"]),
        **seated("hand", [seat["hand"]["size"] if seat["hand"] else 0 for seat in seats]),
        **seated("kept", [sum(count for _, count in seat["kept"]) for seat in seats]),
        **seated("table", [sum(n for part in seat["table"] for _, n in part) for seat in seats]),
    }


def roll(board: dict[str, Any]) -> Counts:
    return {
        **seated("tray", [len(tray) for tray in board["trays"]]),
        **seated("tokens", [sum(tokens.values()) for tokens in board["tokens"]]),
        "supply": sum(count or 0 for count in board["supply"].values()),
    }


def liars(board: dict[str, Any]) -> Counts:
    return {"bid": board["count"], **seated("cup", [len(cup) for cup in board["cups"]])}


COUNTED: dict[str, Callable[[dict[str, Any]], Counts]] = {
    "sushi_bar": bar,
    "sushi_boat": boat,
    "sushi_express": express,
    "sushi_go_party": party,
    "sushi_roll": roll,
    "liars_dice": liars,
}
every_game = pytest.mark.parametrize("slug", COUNTED)


@pytest.fixture(scope="module", autouse=True)
def example_game() -> Iterator[None]:
    """The game of the tutorial is there too."""
    with example_installed():
        yield


@lru_cache
def played(slug: str) -> Log:
    """Return a random match of a game, played to its end."""
    table = Table(slug, seats=SEATS.get(slug, 3))
    table.finish()
    return table.log()


def viewers(log: Log) -> list[Viewer]:
    return [PUBLIC, ARBITER, *map(seat_viewer, range(log.setup.seats))]


def rendered(frame: Frame) -> Board:
    return marks_of(render_to_string(frame.board_templates, {"frame": frame}))


def frames(slug: str, language: str = "en") -> Iterator[Frame]:
    """Yield steps of a match, spread over it, as everybody may see them."""
    log = played(slug)
    last = len(log.plies)
    for step in range(STEPS + 1):
        for viewer in viewers(log):
            yield make_frame(log, step * last // STEPS, viewer, LABELS[: log.setup.seats], language)


@every_game
def test_pieces_zones_numbers_and_acting_seats_are_marked_as_they_are(slug: str) -> None:
    for frame in frames(slug):
        board = rendered(frame)
        assert all(piece.name and piece.count >= 0 for piece in board.pieces)
        assert all(piece.zone or piece.seat for piece in board.pieces)
        assert len({*board.zones}) == len(board.zones)
        expected = COUNTED[slug](frame.board)
        counts = board.counts()
        assert {zone: counts[zone] for zone in expected} == expected
        assert board.numbers
        assert all(text.lstrip("−").isdigit() for text in board.numbers.values())
        assert board.seats == [str(panel.seat) for panel in frame.seats]
        assert board.acting == [str(panel.seat) for panel in frame.seats if panel.acts]
        assert not board.attributes & {"id", "style", "onclick"}


@every_game
def test_the_marks_of_a_board_are_the_same_in_both_languages(slug: str) -> None:
    log = played(slug)
    for ply in (0, len(log.plies) // 2, len(log.plies)):
        boards = []
        for language in ("en", "fr"):
            with translation.override(language):
                frame = make_frame(log, ply, PUBLIC, LABELS[: log.setup.seats], language)
                boards.append(rendered(frame))
        assert boards[0] == boards[1]


@pytest.mark.parametrize(
    ("slug", "zone"), [("sushi_express", "hand"), ("sushi_go_party", "hand"), ("liars_dice", "cup")]
)
def test_what_the_public_cannot_see_is_marked_as_hidden(slug: str, zone: str) -> None:
    log = played(slug)
    shown: set[str] = set()
    for ply in range(len(log.plies) // 2, len(log.plies) // 2 + 5):
        frame = make_frame(log, ply, PUBLIC, LABELS[: log.setup.seats], "en")
        held = [piece for piece in rendered(frame).pieces if (piece.zone or "").startswith(zone)]
        shown |= {piece.name for piece in held}
    assert "hidden" in shown


@pytest.mark.parametrize("slug", ["sushi_go_party", "sushi_roll"])
def test_a_nigiri_is_the_same_piece_on_wasabi_as_before(slug: str) -> None:
    names: set[str] = set()
    drawn = ""
    for frame in frames(slug):
        html = render_to_string(frame.board_templates, {"frame": frame})
        names |= {piece.name for piece in marks_of(html).pieces}
        drawn += html
    assert "on wasabi" in drawn
    assert not any("wasabi" in name for name in names - {"wasabi", "copy_wasabi"})


def test_whoever_throws_or_draws_is_seen_to_act() -> None:
    kinds = {"sushi_bar": "throw", "sushi_roll": "draw", "sushi_express": "throw"}
    kinds |= {"sushi_boat": "reveal", "liars_dice": "roll", "sushi_go_party": "deal"}
    for slug, kind in kinds.items():
        log = played(slug)
        plies = range(len(log.plies))
        ply = next(ply for ply in plies if log.rules.needs(log.state_at(ply))[0].kind == kind)
        frame = make_frame(log, ply, PUBLIC, LABELS[: log.setup.seats], "en")
        assert len(rendered(frame).acting) == 1


@every_game
def test_a_board_is_told_in_headings_and_lists(slug: str) -> None:
    log = played(slug)
    text = make_frame(log, len(log.plies) // 2, PUBLIC, LABELS[: log.setup.seats], "en").text
    headings = [heading for heading, lines in sections(text) if lines]
    if slug != "liars_dice":  # which has no sentences of its own
        for label in LABELS[: log.setup.seats]:
            assert any(heading.startswith(label) for heading in headings)
    assert sum(1 + len(lines) for _, lines in sections(text)) == len(text.splitlines())


@every_game
def test_what_a_step_draws_stands_in_the_page_under_names_of_its_game(slug: str) -> None:
    held = re.findall(r'\bid="([^"]+)"', symbols(slug))
    assert all(name.startswith(f"{slug}-") for name in held)
    assert len(held) == len(set(held))
    pages = [render_to_string(FRAME, {"frame": frame}) for frame in frames(slug)]
    used = {
        name for page in [symbols(slug), *pages] for name in re.findall(r'href="#([^"]+)"', page)
    }
    assert used <= set(held)
    assert bool(used) == bool(held)
    assert not any("symbols.svg" in page for page in pages)
