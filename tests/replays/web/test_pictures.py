"""A step as a picture: what it shows of every game, to whom, and for how long."""

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games.core.viewer import PUBLIC
from games.registry import games
from replays.services import life
from replays.web.pictures.canvas import HEIGHT, WIDTH
from replays.web.pictures.drawings import SVG
from replays.web.pictures.pieces import marked_on
from tests.factories import make_club, make_player
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.test_secrecy import HANDS, OTHER_HANDS, dealt

pytestmark = pytest.mark.django_db

BOARDS = ("sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll")


def address(sitting: Sitting, form: str = "svg") -> str:
    return reverse(f"replays:picture_{form}", args=[sitting.id])


def drawn(client: Client, sitting: Sitting, **parameters: str | int) -> ElementTree.Element:
    answer = client.get(address(sitting), parameters)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    return ElementTree.fromstring(answer.text)  # noqa: S314  (our own picture)


def texts(picture: ElementTree.Element) -> list[str]:
    return [known(text.text) for text in picture.iter(f"{{{SVG}}}text") if text.text]


@pytest.mark.parametrize("game", BOARDS)
def test_a_picture_tells_the_step_and_shows_the_pieces_of_the_board(
    house: House, client: Client, game: str
) -> None:
    sitting = house.sitting(game, seats=3)
    sitting.play_on(40)
    page = client.get(reverse("replays:match", args=[sitting.id]), {"ply": 30})
    picture = drawn(client, sitting, ply=30)

    told = texts(picture)
    assert {"Chloé M.", "Bastien L.", "Inès D.", f"30 / {len(sitting.log().plies)}"} <= set(told)
    sentence = known(re.search(r'data-told="([^"]+)"', page.text))[1]
    assert " ".join(told).replace("…", "").count(sentence[:40]) == 1
    # Everything that is used is there, and nothing is outside of the picture.
    ids = {symbol.get("id") for symbol in picture.iter(f"{{{SVG}}}symbol")}
    used = {known(use.get("href"))[1:] for use in picture.iter(f"{{{SVG}}}use")}
    assert used
    assert used <= ids
    pieces = marked_on(page.text).pieces
    assert sum(bool(piece.symbols) for piece in pieces) <= len(list(picture.iter(f"{{{SVG}}}use")))
    for box in picture.iter(f"{{{SVG}}}rect"):
        place = [float(box.get(name, 0)) for name in ("x", "y", "width", "height")]
        assert place[0] + place[2] <= WIDTH
        assert place[1] + place[3] <= HEIGHT
    assert "http" not in ElementTree.tostring(picture, encoding="unicode").replace(SVG, "")


def test_the_largest_table_fits_into_a_picture(client: Client) -> None:
    club = make_club("Les Baguettes")
    players = [make_player(club, f"A Rather Long Name {number}").id for number in range(8)]
    sitting = Sitting("sushi_go_party", seats=8, club_id=club.id, players=players)
    sitting.play_on(150)
    picture = drawn(client, sitting)
    assert not [text for text in texts(picture) if text.startswith("+")]
    bottoms = [float(text.get("y", 0)) for text in picture.iter(f"{{{SVG}}}text")]
    assert max(bottoms) <= HEIGHT


def test_dots_are_made_of_the_same_picture(house: House, client: Client) -> None:
    sitting = house.sitting().finish()
    answer = client.get(address(sitting, "png"), {"ply": 20}, headers=FRENCH)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    size = [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)]
    assert size == [WIDTH, HEIGHT]
    assert answer.content != client.get(address(sitting, "png"), {"ply": 20}).content  # in English


def test_a_game_that_draws_nothing_is_told_in_lines(house: House, client: Client) -> None:
    sitting = dealt(house, *HANDS)
    told = texts(drawn(client, sitting))
    assert "Chloé M." in told
    log = sitting.log()
    seen = log.rules.view(log.state_at(len(log.plies)), PUBLIC)
    board = log.rules.text_board(seen, ["Chloé M.", "Bastien L."], "en")
    lines = [line.strip() for line in board.splitlines() if line.strip()]
    assert lines == [text for text in told if text in lines]


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_picture_is_the_same_whatever_is_hidden(house: House, form: str, client: Client) -> None:
    worlds = [dealt(house, *HANDS), dealt(house, *OTHER_HANDS)]
    for seed in (1, 2):
        sitting = house.sitting("sushi_go_party", seed=seed)
        sitting.play_on(3)  # both hands, and a card face down
        worlds.append(sitting)
    first, second, third, fourth = (client.get(address(one, form)).content for one in worlds)
    assert first == second
    assert third == fourth
    assert client.get(address(worlds[2], form), {"seat": "0"}).content == third


def test_a_seat_sees_its_own_hand_in_its_picture(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    sitting.play_on(3)
    assert drawn(staff, sitting, seat="arbiter") is not None
    seen = [staff.get(address(sitting), {"seat": seat}).text for seat in ("public", "arbiter")]
    assert seen[0] != seen[1]


def test_a_step_that_never_changes_is_kept_for_good(house: House, client: Client) -> None:
    sitting = house.sitting()
    sitting.play_on(9)
    exact: dict[str, str | int] = {"ply": 5, "v": sitting.version, "seat": "public"}
    kept = client.get(address(sitting), exact)
    assert kept.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert {"Cookie", "Accept-Language"} <= set(kept.headers["Vary"].split(", "))
    sitting.play_on(9)
    assert client.get(address(sitting), exact).content == kept.content
    etag = {"If-None-Match": kept.headers["ETag"]}
    assert client.get(address(sitting), exact, headers=etag).status_code == 304
    newest: dict[str, str | int] = {"ply": 5}
    for loose in (newest, exact | {"seat": "arbiter"}):  # the last is refused
        assert "no-cache" in client.get(address(sitting), loose).headers["Cache-Control"]
    assert client.get(address(sitting), exact | {"v": 999}).status_code == 404


def test_a_reported_match_is_its_scores(house: House, client: Client) -> None:
    sitting = house.sitting()
    sitting.do(life.report_result, scores=[12, -2])
    told = texts(drawn(client, sitting))
    assert {"12", "−2", "The result as it was reported"} <= set(told)
    assert not list(drawn(client, sitting).iter(f"{{{SVG}}}use"))


def test_a_link_to_a_match_is_shown_as_a_card(house: House, client: Client) -> None:
    sitting = house.sitting("sushi_go_party").finish()
    page = client.get(reverse("replays:match", args=[sitting.id]), {"ply": "7", "seat": "1"}).text
    card = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', page))
    assert card["og:title"] == "Sushi Go Party!"
    assert card["og:description"].startswith("Chloé M., Bastien L. · ")
    assert card["twitter:card"] == "summary_large_image"
    image = card["og:image"].replace("&amp;", "&")
    assert image.startswith("http://testserver/matches/")
    assert "ply=7" in image
    assert "seat=1" in image
    assert client.get(image).content[:4] == b"\x89PNG"


def test_every_game_has_a_picture_of_its_start(house: House, client: Client) -> None:
    for rules in games():
        sitting = house.sitting(rules.slug, seats=rules.seats[0])
        assert "Chloé M." in texts(drawn(client, sitting, ply=0))
