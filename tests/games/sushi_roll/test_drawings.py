"""Every die and token that a page may draw has its drawing and its colour."""

import re
from pathlib import Path

from games.sushi_roll.components import FACES, KINDS
from games.sushi_roll.scoring import ON_WASABI
from games.sushi_roll.tally import SORTS
from tests.games.sushi_roll.table import RULES

STATIC = Path(__file__).parents[3] / "games" / "sushi_roll" / "static"
DRAWN = {*FACES, *KINDS, *ON_WASABI.values(), *SORTS, "unknown"}


def test_every_piece_is_drawn_once() -> None:
    text = (STATIC / "symbols.svg").read_text(encoding="utf-8")
    symbols = re.findall(r'<symbol id="(\w+)"', text)
    assert sorted(symbols) == sorted(DRAWN)


def test_every_piece_has_its_look() -> None:
    text = (STATIC / "board.css").read_text(encoding="utf-8")
    for piece in DRAWN:
        assert re.search(rf"\.roll-{piece}\b", text), piece


def test_every_piece_has_a_name_in_both_languages() -> None:
    for piece in DRAWN - {"unknown"}:
        assert all(RULES.words[f"component.{piece}"])
