"""Help inside: its words are those of the pages, its keys those of the scripts."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests.clients import SignedIn
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH
from tests.tournaments.tournaments.play import Friday
from tournaments.help.guides import GUIDES, PICTURES, WORDS
from tournaments.help.keys import key_tables
from tournaments.people.models import Club

ROOT = Path(__file__).parents[2]
MOST_BYTES = 600_000
STEPS = [step for guide in GUIDES.values() for step in (*guide.steps, *guide.troubles)]


def said_elsewhere() -> str:
    """Return the source of every page but those of help."""
    files = [
        path
        for app in ("config", "replays", "tournaments")
        for suffix in ("html", "py")
        for path in (ROOT / app).rglob(f"*.{suffix}")
        if "help" not in path.relative_to(ROOT).parts
    ]
    return "\n".join(" ".join(path.read_text(encoding="utf-8").split()) for path in files)


def test_every_button_that_a_guide_names_is_on_a_page() -> None:
    sources = said_elsewhere()
    for name, words in WORDS.items():
        text = re.sub(r"%\((\w+)\)s", r"{{ \1 }}", str(words))
        quoted = any(f"{quote}{text}{quote}" in sources for quote in "\"'")
        assert quoted or any(f"%}}{gap}{text}{gap}{{%" in sources for gap in ("", " ")), name


def test_every_word_for_a_button_is_used_and_every_used_one_is_known() -> None:
    used = {name for step in STEPS for name in re.findall(r"%\((\w+)\)s", str(step.text))}
    assert used == set(WORDS)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_picture_is_there_and_together_they_are_light(language: str) -> None:
    sizes = []
    for picture in PICTURES:
        found = finders.find(picture.path(language))
        assert found, picture.name
        sizes.append(Path(found).stat().st_size)
    assert sum(sizes) < MOST_BYTES / 2


@pytest.mark.parametrize("number", range(len(key_tables())))
def test_the_keys_are_those_that_scripts_listen_to(number: int) -> None:
    table = key_tables()[number]
    listening = "".join(
        (ROOT / app / "static" / script).read_text(encoding="utf-8")
        for script in table.scripts
        for app in ("replays", "tournaments")
        if (ROOT / app / "static" / script).exists()
    )
    if "data-key" in listening or "dataset.key" in listening:
        return  # It reads its keys from the table that this one is made of.
    named = set(re.findall(r'event\.key [!=]== "(\w+)"', listening))
    named |= set(re.findall(r'(Arrow\w+|" "):', listening))
    assert {key.key for key in table.keys} == {name.strip('"') for name in named}


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_reads_well_in_both_languages(client: Client, club: Club, name: str) -> None:
    address = reverse("tournaments:guide", args=[name])
    english, french = (client.get(address, headers=asked).text for asked in ({}, FRENCH))
    for text in (english, french):
        assert "%(" not in text
        assert text.count('class="card help-step"') == len(GUIDES[name].steps)
    assert "<b>Undo: …</b>" in english or "<b>Undo</b>" in english
    assert "Quand quelque chose ne va pas" in french
    assert "/help/en/" in english
    assert "/help/fr/" in french


def test_help_lists_its_guides_and_the_keys_of_the_match_page(client: Client, club: Club) -> None:
    page = unescape(client.get(reverse("tournaments:help")).text)
    for guide in GUIDES.values():
        assert str(guide.title) in page
        assert reverse("tournaments:guide", args=[guide.name]) in page
    assert "Fill the screen, for a projector" in page
    assert client.get(reverse("tournaments:guide", args=["cook"])).status_code == 404


def test_help_is_one_tap_away(client: Client, staff: SignedIn, friday: Friday) -> None:
    organiser, scorekeeper = (reverse("tournaments:guide", args=[name]) for name in GUIDES)
    assert reverse("tournaments:help") in client.get("/").text
    console = reverse("tournaments:tournament", args=[friday.id])
    assert organiser in staff.get(console).text
    assert organiser not in client.get(console).text
    players = list(friday.club.players.values_list("id", flat=True)[:2])
    sitting = Sitting("sushi_bar", club_id=friday.club.id, players=players)
    assert scorekeeper in staff.get(reverse("replays:record", args=[sitting.id])).text
