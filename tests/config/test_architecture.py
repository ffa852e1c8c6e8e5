"""The map of the packages names what is there."""

import re
from pathlib import Path

import pytest

PAGES = (
    "architecture.md",
    "tournaments.md",
    "seasons.md",
    "ladders.md",
    "people.md",
    "pairing.md",
    "standings.md",
)
NAMED = re.compile(r"`((?:config|games|replays|tournaments|tests)/[\w/.]*)`")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_folder_that_a_page_names_exists(page: str) -> None:
    named = NAMED.findall((Path("docs") / page).read_text())
    assert named
    assert [path for path in named if not Path(path).exists()] == []


def test_the_ways_through_the_house_are_hops_between_files_that_exist() -> None:
    ways = (Path("docs") / "architecture.md").read_text().split("## The way of ")[1:]
    assert len(ways) == 3
    for way in ways:
        hops = [line for line in way.splitlines() if re.match(r"\d+\. ", line)]
        assert len(hops) >= 6
