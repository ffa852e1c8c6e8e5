"""The page of a player: the rating and why it moved, the record, the form."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from replays.envelope import Envelope
from replays.services import life
from tests.answers import Answer
from tests.factories import NOW, make_player
from tests.tight import tight
from tests.tournaments.ladders.nights import GAME, acting, at, played, work
from tournaments.ladders.commands import NewLadder, StartList
from tournaments.ladders.services.ladders import create_ladder, lead
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players

pytestmark = pytest.mark.django_db

DAY = 24 * 60


def text_of(response: Answer) -> str:
    """Return what stands on a page, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.text)).split())


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_somebody_without_a_rated_match_has_a_page_without_a_rating(
    client: Client, people: list[Player]
) -> None:
    page = client.get(f"/players/{people[0].id}/")
    assert page.status_code == 200
    assert 'id="rating"' not in page.text


def test_the_rating_is_shown_with_rank_peak_and_mark(
    client: Client, club: Club, people: list[Player]
) -> None:
    played(club, people, [40, 30, 20, 10], minutes=-9 * DAY)
    played(club, people[:2], [1, 9], minutes=-8 * DAY)
    work()
    page = text_of(client.get(f"/players/{people[0].id}/"))
    assert "Rank 2 of 4" in page
    assert "Highest 1524 Nov. 7, 2026" in page
    assert "2, 1 won" in page
    assert "provisional" in page


def test_the_dots_of_the_graph_lead_to_their_matches_and_say_what_happened(
    client: Client, club: Club, people: list[Player]
) -> None:
    one = played(club, people, [40, 30, 20, 10], minutes=-9 * DAY)
    two = played(club, people[:2], [1, 9], minutes=-8 * DAY)
    work()
    page = client.get(f"/players/{people[0].id}/").text
    assert (
        f'<a href="/matches/{one}/" tabindex="-1"><title>7 Nov. 2026, Sushi Bar: 1524 (+24)' in page
    )
    assert re.search(
        rf'<a href="/matches/{two}/"[^>]*><title>8 Nov. 2026, Sushi Bar: 1499 \(−25', page
    )
    assert page.count("<circle") == 2


def test_every_change_is_explained_and_the_table_is_turned_page_by_page(
    client: Client, club: Club, people: list[Player]
) -> None:
    for number in range(12):
        played(club, people[:3], [3, 2, 1], minutes=number)
    work()
    address = f"/players/{people[0].id}/"
    page = text_of(client.get(address))
    assert page.count("beat Bo B. (+") == 10
    assert re.search(r"\+\d+: beat Bo B\. \(\+\d+\) and Chloé C\. \(\+\d+\)", page)
    older = text_of(client.get(f"{address}?changes=2"))
    assert older.count("beat Bo B. (+") == 2
    assert "+24: beat Bo B. (+12) and Chloé C. (+12)" in older
    assert client.get(f"{address}?changes=x").status_code == 200


def test_the_overall_ladder_is_the_usual_one_and_any_other_can_be_chosen(
    client: Client, club: Club, people: list[Player]
) -> None:
    own = create_ladder(
        club=club,
        wanted=NewLadder(title="Own", rules={"system": "openskill"}),
        envelope=Envelope("cli", NOW),
    ).stream_id
    played(club, people, [40, 30, 20, 10])
    work()
    address = f"/players/{people[0].id}/"
    usual, chosen = (tight(client.get(path).text) for path in (address, f"{address}?ladder={own}"))
    assert f'href="?ladder={usual_id(club.id)}#rating" aria-current="true"' in usual
    assert f'href="?ladder={own}#rating" aria-current="true"' in chosen
    assert "±" in chosen
    assert "±" not in usual
    for odd in ("x", str(people[0].id)):
        page = client.get(f"{address}?ladder={odd}").text.partition("<main")[2]
        assert page.count('aria-current="true"') == 1


def test_without_an_overall_ladder_the_one_with_most_matches_is_shown(
    client: Client, club: Club, people: list[Player]
) -> None:
    for name, game in (("None", "sushi_go_party"), ("Much", GAME)):
        create_ladder(
            club=club,
            wanted=NewLadder(title=name, rules={"games": [game]}),
            envelope=Envelope("cli", NOW),
        )
    match: dict[str, Any] = {"rated": None, "source": "online"}
    for ladder in ("A", "B"):
        rules = {"sources": ["online"], "games": [] if ladder == "B" else ["sushi_go_party"]}
        create_ladder(
            club=club, wanted=NewLadder(title=ladder, rules=rules), envelope=Envelope("cli", NOW)
        )
    played(club, people, [4, 3, 2, 1], **match)
    played(club, people, [4, 3, 2, 1], minutes=9, game="sushi_go_party", **match)
    work()
    page = tight(client.get(f"/players/{people[0].id}/").text)
    assert re.search(r'aria-current="true">B<', page)


def test_somebody_from_a_start_list_is_shown_before_their_first_match(
    client: Client, club: Club, people: list[Player]
) -> None:
    played(club, people[:2], [2, 1])
    work()
    ladder = usual_id(club.id)
    lead(
        ladder_id=ladder,
        command=StartList(text="name,rating\nDan D,1700"),
        envelope=Envelope("cli", NOW),
    )
    work()
    page = text_of(client.get(f"/players/{people[3].id}/"))
    assert "1700" in page
    assert "this is where the start list has them" in page


def test_the_record_counts_games_seats_and_opponents(
    client: Client, club: Club, people: list[Player]
) -> None:
    played(club, people, [40, 30, 20, 10])
    played(club, [people[1], people[0]], [5, 5], minutes=9, game="sushi_go_party")
    gone = played(club, people[:2], [1, 9], minutes=19)
    life.void_match(**acting(gone))
    work()
    page = text_of(client.get(f"/players/{people[0].id}/"))
    assert "2 matches with a result, 2 won" in page
    assert "Sushi Bar 1 1 (100.0 %) 1.0" in page
    assert "Sushi Go Party! 1 1 (100.0 %) 1.0" in page
    assert "Seat 1 1 1 (100.0 %) 1.0 Seat 2 1 1 (100.0 %) 1.0" in page
    assert "Bo B. 2 1 (50.0 %) 1 0" in page
    assert "Chloé C. 1 1 (100.0 %) 0 0" in page


def test_the_last_ten_results_are_marks_with_words(
    client: Client, club: Club, people: list[Player]
) -> None:
    for number in range(12):
        seated = people if number % 2 else people[::-1]
        played(club, seated, [4, 3, 2, 1], minutes=number)
    work()
    page = client.get(f"/players/{people[0].id}/").text
    assert page.count('class="form-mark') == 10
    assert page.count("form-mark is-first") == page.count("form-mark is-last") == 5
    assert "16 Nov. 2026, Sushi Bar: place 1 of 4" in page


def test_merged_entries_are_read_as_one_person(
    client: Client, club: Club, people: list[Player]
) -> None:
    other = make_player(club, "Anna A")
    played(club, [other, people[1]], [9, 1])
    played(club, [people[0], people[1]], [9, 1], minutes=1)
    merge_players(player_id=other.id, into_id=people[0].id, envelope=Envelope("cli", at(2)))
    work()
    for player in (people[0], other):
        page = text_of(client.get(f"/players/{player.id}/"))
        assert "2 matches with a result, 2 won" in page
        assert "Bo B. 2 2 (100.0 %) 0 0" in page
        assert page.count("beat Bo B.") == 2


def test_whoever_met_themselves_at_a_table_counts_that_match_once(
    client: Client, club: Club, people: list[Player]
) -> None:
    played(club, people[:3], [9, 5, 1])
    merge_players(player_id=people[1].id, into_id=people[0].id, envelope=Envelope("cli", at(2)))
    work()
    page = client.get(f"/players/{people[0].id}/")
    assert "1 match with a result, 1 won" in text_of(page)
    assert page.text.count('class="form-mark') == 1
    assert "place 1 of 3" in page.text


def test_thousands_of_matches_take_as_many_queries_as_few_and_few_dots(
    client: Client, club: Club, people: list[Player]
) -> None:
    played(club, people, [4, 3, 2, 1])
    work()
    address = f"/players/{people[0].id}/"
    few = queries(client, address)
    others = [make_player(club, f"Other{number} O") for number in range(15)]
    for number in range(40):
        played(
            club, [people[0], *others[number % 13 : number % 13 + 3]], [4, 3, 2, 1], minutes=number
        )
    work()
    assert queries(client, address) == few <= 22
    assert queries(client, f"{address}?changes=2&page=2") <= few


def test_the_page_is_in_french_too(client: Client, club: Club, people: list[Player]) -> None:
    played(club, people, [4, 3, 2, 1])
    played(club, people, [4, 3, 2, 1], minutes=timezone.now().second)
    work()
    client.cookies["django_language"] = "fr"
    assert client.get(f"/players/{people[0].id}/").status_code == 200
