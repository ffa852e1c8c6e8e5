"""What is sent around of a club: previews of links, and results as pictures."""

import re
from datetime import date
from html import unescape
from uuid import UUID
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from replays.envelope import Envelope
from replays.web.pictures.canvas import HEIGHT, WIDTH
from replays.web.pictures.cards import MOST
from replays.web.pictures.drawings import SVG
from tests.factories import NOW, make_club, make_player
from tests.replays.web.conftest import FRENCH
from tests.tournaments.ladders.nights import begun, work
from tests.tournaments.seasons.played import make_season
from tests.tournaments.tournaments.play import Friday, swiss
from tournaments.people.models import Club, Display, Player
from tournaments.people.services.visibility import set_visibility
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

KINDS = ("tournament", "ladder", "season", "player")


class Night:
    """A tournament that is over, in a season; its matches are on a ladder."""

    def __init__(self) -> None:
        self.friday = Friday(8, swiss(rounds=1))
        self.club: Club = self.friday.club
        self.ladder = begun(self.club, "Open")
        row = self.friday.announce()
        for number, table in row.tables.items():
            self.friday.record(number, scores=[40, 30, 20, 10][: len(table.entrants)])
        self.friday.do("close_stage", stage=1)
        self.friday.do("finish")
        Tournament.objects.filter(pk=self.friday.id).update(day=date(2026, 11, 13))
        work()
        self.season = make_season(self.club, evenings=[self.friday.id])
        table = self.friday.table(1)
        self.match = table.match
        self.winner = Player.objects.get(pk=self.friday.state.entrants[table.entrants[0]].player)

    def id_of(self, kind: str) -> UUID:
        return {
            "tournament": self.friday.id,
            "ladder": self.ladder,
            "season": self.season,
            "player": self.winner.id,
        }[kind]

    def address(self, kind: str, form: str = "svg") -> str:
        return reverse(f"tournaments:{kind}-card-{form}", args=[self.id_of(kind)])


@pytest.fixture
def night() -> Night:
    return Night()


def told(client: Client, address: str, **headers: str) -> list[str]:
    """Return the texts of a card."""
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, address
    assert answer["Content-Type"] == "image/svg+xml"
    picture = ElementTree.fromstring(answer.text)  # noqa: S314  (our own picture)
    return [text.text or "" for text in picture.iter(f"{{{SVG}}}text")]


def preview(client: Client, address: str) -> dict[str, str]:
    page = client.get(address)
    assert page.status_code == 200
    found = re.findall(r'<meta\s+(?:property|name)="([\w:]+)"\s+content="([^"]*)"', page.text)
    return {name: unescape(text) for name, text in found}


def test_a_card_tells_who_and_how_in_both_languages(client: Client, night: Night) -> None:
    ended = told(client, night.address("tournament"))
    assert {"Friday", f"{night.club.name} · Nov. 13, 2026", "Final ranking", "1="} <= set(ended)
    assert "Classement final" in told(client, night.address("tournament"), **FRENCH)
    ranked = told(client, night.address("ladder"))
    assert {"Open", f"{night.club.name} · 8 players", "Ladder"} <= set(ranked)
    standing = told(client, night.address("season"))
    assert {"Winter", f"{night.club.name} · 1 evening", "Standings"} <= set(standing)
    own = told(client, night.address("player"))
    assert {"Rating (All games)", "match", "won", "title"} <= set(own)
    assert {"partie", "gagnée", "titre"} <= set(told(client, night.address("player"), **FRENCH))
    for card in (ended, ranked, standing, own):
        assert night.winner.first_name in card
    result = told(client, reverse("replays:match-card-svg", args=[night.match]))
    assert result[3:6] == ["1", night.winner.first_name, "40"]
    assert len(result) == 3 + 3 * len(night.friday.table(1).entrants) + 1


def test_a_card_says_who_leads_and_before_that_who_is_expected(client: Client) -> None:
    friday = Friday(8, swiss(rounds=2), start=False)
    address = reverse("tournaments:tournament-card-svg", args=[friday.id])
    assert told(client, address)[3] == "8 entrants"
    friday.do("start_stage", stage=1)
    friday.announce()
    assert told(client, address)[3] == "8 entrants"
    friday.record(1, scores=[40, 30, 20, 10])
    told_now = told(client, address)
    assert told_now[2] == "Swiss · Standings"
    assert len(told_now) == 3 + 3 * MOST + 1


@pytest.mark.parametrize("kind", KINDS)
def test_dots_are_made_of_a_card_and_are_not_sent_twice(
    client: Client, night: Night, kind: str
) -> None:
    answer = client.get(night.address(kind, "png"))
    assert answer["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    size = [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)]
    assert size == [WIDTH, HEIGHT]
    assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
    known = {"If-None-Match": answer["ETag"]}
    assert client.get(night.address(kind, "png"), headers=known).status_code == 304
    assert client.get(night.address(kind, "png"), headers=known | FRENCH).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_is_shown_with_its_words_and_its_picture(
    client: Client, night: Night, kind: str
) -> None:
    page = reverse(f"tournaments:{kind}", args=[night.id_of(kind)])
    card = preview(client, page)
    title = told(client, night.address(kind))[0]
    assert card["og:title"] == title
    assert card["og:description"] == card["description"]
    assert card["og:description"].startswith(night.club.name)
    assert card["og:url"] == f"http://testserver{page}"
    assert card["twitter:card"] == "summary_large_image"
    assert client.get(card["og:image"]).content[:4] == b"\x89PNG"
    button = re.search(r'<button[^>]*data-shares="([^"]+)"', client.get(page).text)
    assert button
    assert button[1] == f"http://testserver{page}"
    if kind != "player":
        assert night.winner.first_name in card["og:description"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", ["svg", "png"])
def test_what_is_kept_to_the_club_has_no_card(
    client: Client, night: Night, kind: str, form: str
) -> None:
    if kind == "player":
        Club.objects.filter(pk=night.club.id).update(visibility="club")
    else:
        set_visibility(
            club_id=night.club.id,
            kind=kind,
            stream_id=night.id_of(kind),
            visibility="club",
            envelope=Envelope("cli", NOW),
        )
    assert client.get(night.address(kind, form)).status_code == 404


def test_a_result_that_is_kept_to_the_club_has_no_card(client: Client, night: Night) -> None:
    set_visibility(
        club_id=night.club.id,
        kind="tournament",
        stream_id=night.friday.id,
        visibility="club",
        envelope=Envelope("cli", NOW),
    )
    assert client.get(reverse("replays:match-card-svg", args=[night.match])).status_code == 404
    # Nor does it count on the cards of those who played it.
    assert told(client, night.address("player"))[-2:] == ["Rating (All games)", "Kaiten"]


def test_a_match_that_goes_on_has_no_result_to_show(client: Client, friday: Friday) -> None:
    friday.do("start_table", stage=1, round=1, table=1)
    address = reverse("replays:match-card-svg", args=[friday.table(1).match])
    assert client.get(address).status_code == 404


def test_who_hides_their_name_is_a_number_on_every_card(client: Client, night: Night) -> None:
    player = night.winner
    Player.objects.filter(pk=player.id).update(
        first_name="Winifred", last_name="Secret", display=Display.HIDDEN
    )
    addresses = [night.address(kind) for kind in KINDS]
    for address in (*addresses, reverse("replays:match-card-svg", args=[night.match])):
        texts = told(client, address)
        assert f"Player {player.id.hex[:4].upper()}" in texts
        assert "Winifred" not in " ".join(texts)


def test_names_are_text_and_keep_to_their_room(client: Client) -> None:
    club = make_club('<Les> & "Baguettes"')
    player = make_player(club, "<script>alert(1)</script>" + "x" * 35, display=Display.FULL)
    address = reverse("tournaments:player-card-svg", args=[player.id])
    title, facts, _heading, note, _brand = told(client, address)
    assert title.startswith("<script>alert(1)")
    assert title.endswith("…")
    assert len(title) < 60
    assert facts == club.name
    assert note == "No match with a result yet"
    assert client.get(address.replace("svg", "png")).content[:4] == b"\x89PNG"
    card = preview(client, reverse("tournaments:player", args=[player.id]))
    assert "<script>alert" not in client.get(address).text
    assert card["og:description"] == f"{club.name} · {note}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_asks_for_no_more_than_its_page(client: Client, night: Night, kind: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get(night.address(kind))
    assert len(queries) <= 14, [query["sql"][:90] for query in queries]
