"""Home, the list of matches, and the pages for what goes wrong."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from replays.services import life
from tests.factories import make_club
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of

pytestmark = pytest.mark.django_db

LIST = "/matches/"


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as seen:
        client.get(path)
    return len(seen)


def test_an_empty_house_says_so_in_both_languages(house: House, client: Client) -> None:
    assert "The first result will appear here." in text_of(client.get("/"))
    assert "Le premier résultat apparaîtra ici." in text_of(client.get("/", headers=FRENCH))
    assert "No match has been recorded yet." in text_of(client.get(LIST))


def test_home_names_the_club_and_shows_what_is_going_on(house: House, client: Client) -> None:
    running, ended = house.sitting(), house.sitting("plain", options={"title": "Azul"})
    ended.do(life.report_result, scores=[61, 74])

    page = text_of(client.get("/"))

    assert "Les Baguettes" in page
    assert reverse("replays:match", args=[running.id]) in page
    assert "Azul" in page
    assert "74" in page


def test_quick_actions_are_for_those_who_may_record(
    house: House, client: Client, staff: Client
) -> None:
    assert reverse("replays:new") in text_of(staff.get("/"))
    assert reverse("replays:new") not in text_of(client.get("/"))


def test_the_list_is_narrowed_by_game_player_and_status(house: House, client: Client) -> None:
    bar = house.sitting()
    azul = house.sitting("plain", options={"title": "Azul"})
    azul.do(life.report_result, scores=[61, 74])
    alone = house.sitting("plain", options={"title": "Catan"}, players=[None, None])

    def shown(**chosen: str) -> list[bool]:
        page = text_of(client.get(LIST, chosen))
        return [
            reverse("replays:match", args=[sitting.id]) in page for sitting in (bar, azul, alone)
        ]

    assert shown() == [True, True, True]
    assert shown(game="plain") == [False, True, True]
    assert shown(status="reported") == [False, True, False]
    assert shown(player=str(house.players[0].id)) == [True, True, False]
    assert shown(game="nonsense", status="nonsense", player="nonsense") == [True, True, True]


def test_a_filter_that_finds_nothing_offers_the_way_back(house: House, client: Client) -> None:
    house.sitting()

    assert "No match fits these filters." in text_of(client.get(LIST, {"status": "voided"}))


def test_a_long_list_has_pages_that_keep_the_filters(house: House, client: Client) -> None:
    for _ in range(52):
        house.sitting()

    first = text_of(client.get(LIST, {"game": "sushi_bar"}))
    second = text_of(client.get(LIST, {"game": "sushi_bar", "page": "2"}))

    assert "52 matches" in first
    assert "?game=sushi_bar&amp;page=2" in first
    assert second.count('class="match-row"') == 2
    assert client.get(LIST, {"page": "nonsense"}).status_code == 200


@pytest.mark.parametrize("path", ["/", LIST])
def test_more_matches_do_not_ask_the_database_more_often(
    house: House, client: Client, path: str
) -> None:
    for _ in range(2):
        house.sitting().do(life.abandon_match)
        house.sitting()
    few = queries(client, path)
    for _ in range(4):
        house.sitting().do(life.abandon_match)
        house.sitting()

    assert queries(client, path) == few


def test_several_clubs_are_listed(house: House, client: Client) -> None:
    another = make_club("Another Club")

    page = text_of(client.get("/"))

    assert "<h1>Clubs</h1>" in page
    assert f'href="/c/{another.slug}/"' in page


@pytest.mark.parametrize(
    ("headers", "words"),
    [({}, "This plate has left the belt"), (FRENCH, "Cette assiette a quitté le tapis")],
    ids=["en", "fr"],
)
def test_a_wrong_address_is_told_kindly(
    house: House, client: Client, headers: dict[str, str], words: str
) -> None:
    answer = client.get("/nowhere/", headers=headers)

    assert answer.status_code == 404
    assert words in text_of(answer)


def test_a_form_without_its_token_is_told_to_be_sent_again(house: House) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(house.staff)

    answer = strict.post(reverse("replays:record", args=[house.sitting().id]), {})

    assert answer.status_code == 403
    assert "Please send it again" in text_of(answer)


def test_the_language_switch_leads_back_to_the_same_page(house: House, client: Client) -> None:
    answer = client.post("/i18n/setlang/", {"language": "fr", "next": "/matches/?game=plain"})

    assert answer["Location"] == "/matches/?game=plain"
    assert '<html lang="fr">' in text_of(client.get(LIST))
