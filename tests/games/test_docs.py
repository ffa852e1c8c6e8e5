"""The page of each game in `docs/games` names its options, and repeats nothing that is data."""

import re
from pathlib import Path

import pytest

from games.registry import rules_of

DOCS = Path(__file__).parents[2] / "docs" / "games"
PAGES = sorted(DOCS.glob("*.md"))
OPTION = re.compile(r"^\| `(\w+)` \| (\w+)", re.M)

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


@every_page
def test_the_options_of_a_game_are_listed_in_their_order(page: Path) -> None:
    section = page.read_text().partition("\n## Options\n")[2].partition("\n## ")[0]
    options = [(option.name, option.kind) for option in rules_of(page.stem).options()]
    assert OPTION.findall(section) == options


@every_page
def test_components_and_rulings_are_linked_not_repeated(page: Path) -> None:
    text = page.read_text()
    links = re.findall(r"\]\((\.\./\.\./games/[\w./]+)\)", text)
    assert f"../../games/{page.stem}/rulings.py" in links
    assert all((DOCS / link).resolve().exists() for link in links)
    assert not re.search(r"^\| (A\d+|Die|Group)\b", text, re.M)
    assert f"/games/{page.stem}/" in text
