"""The pages of ladders that everybody reads: lists, tables, sentences, what if."""

import csv
import re
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from replays.envelope import Envelope
from replays.services import life
from tests.factories import make_player, make_user
from tests.known import known
from tests.tournaments.ladders.nights import GAME, acting, numbers, played, work
from tests.tournaments.ladders.web.visits import made, names_in, queries, text_of
from tournaments.ladders.commands import Freeze, StartList
from tournaments.ladders.models import Ladder, LadderDue, LadderNote, LadderPlayer
from tournaments.ladders.services.ladders import lead
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db

DAY = 24 * 60


def test_without_ladders_visitors_read_what_one_is_and_organisers_get_the_button(
    client: Client, club: Club
) -> None:
    page = client.get("/ladders/")
    assert "A ladder gives every player a rating" in page.text
    assert "<form" not in page.text.partition("<main")[2].partition("</main>")[0]
    client.force_login(make_user(staff=True))
    assert "Set up the usual ladders" in client.get("/ladders/").text


def test_the_button_sets_up_the_usual_ladders_once(staff: Client, club: Club) -> None:
    form = {"key": str(uuid4()), "club": str(club.id)}
    assert staff.post("/ladders/usual/", form).status_code == 302
    count = Ladder.objects.count()
    assert usual_id(club.id) in Ladder.objects.values_list("pk", flat=True)
    staff.post("/ladders/usual/", form)
    assert Ladder.objects.count() == count > 1
    assert "that are missing" not in staff.get("/ladders/").text


def test_the_list_groups_ladders_and_folds_those_that_are_frozen(
    client: Client, club: Club, rated_ladder: UUID
) -> None:
    own = made(club)
    lead(ladder_id=made(club), command=Freeze(), envelope=Envelope("cli", timezone.now()))
    page = text_of(client.get("/ladders/"))
    order = [
        page.index(words)
        for words in ("All games All games", "Games Sushi Bar", "The club's own", "Frozen (1)")
    ]
    assert order == sorted(order)
    assert f"/ladders/{own}/" in client.get("/ladders/").text


def test_the_table_ranks_marks_and_tells_movement_in_words(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    played(club, [people[3], people[0]], [9, 1], minutes=0)
    newcomer = make_player(club, "Eve E")
    played(club, [people[2], newcomer], [9, 1], minutes=1)
    work()
    page = client.get(f"/ladders/{rated_ladder}/")
    text = text_of(page)
    rows = {row.split("</a>")[0].rpartition(">")[2]: row for row in page.text.split("<tr")[2:]}
    assert "▲1" in rows["Dan D."]
    assert "up 1 rank in a week" in rows["Dan D."]
    assert "▼3" in rows["Ana A."]
    assert "down 3 ranks in a week" in rows["Ana A."]
    assert "new on the ladder this week" in text
    assert text.count("provisional") >= 5
    assert names_in(page)[0] == "Chloé C."


@pytest.mark.parametrize("sort", ["rating", "name", "matches", "won", "moved", "last"])
def test_every_column_sorts_both_ways_and_says_so(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID, sort: str
) -> None:
    played(club, [people[3], people[1]], [9, 1], minutes=-DAY)
    played(club, [people[3], people[0]], [9, 1], minutes=0)
    work()
    natural, other = ("asc", "desc") if sort == "name" else ("desc", "asc")
    usual = client.get(f"/ladders/{rated_ladder}/?sort={sort}")
    turned = client.get(f"/ladders/{rated_ladder}/?sort={sort}&dir={other}")
    assert names_in(usual) == names_in(turned)[::-1]
    assert names_in(client.get(f"/ladders/{rated_ladder}/?sort={sort}&dir={natural}")) == names_in(
        usual
    )
    assert 'aria-sort="' in usual.text
    said = {page.text.split('aria-sort="')[1].split('"')[0] for page in (usual, turned)}
    assert said == {"ascending", "descending"}


def test_a_heading_leads_to_its_order_and_then_to_the_other_way_round(
    client: Client, rated_ladder: UUID
) -> None:
    page = client.get(f"/ladders/{rated_ladder}/?sort=matches&search=a")
    assert (
        f"/ladders/{rated_ladder}/?search=a&amp;sort=matches&amp;dir=asc#table-title" in page.text
    )
    assert f"/ladders/{rated_ladder}/?search=a&amp;sort=name#table-title" in page.text


def test_the_table_is_narrowed_by_name_by_absence_and_to_the_established(
    client: Client, club: Club, people: list[Player]
) -> None:
    own = made(club, provisional_matches=2, hidden_days=10)
    played(club, people, [4, 3, 2, 1], minutes=-20 * DAY)
    for minute in (0, 1):
        played(club, people[:2], [2, 1], minutes=minute)
    work()
    page = f"/ladders/{own}/"
    assert names_in(client.get(page)) == ["Ana A.", "Bo B."]
    assert len(names_in(client.get(f"{page}?away=1"))) == 4
    assert "not ranked: away for long" in client.get(f"{page}?away=1").text
    assert len(names_in(client.get(f"{page}?away=1&established=1"))) == 2
    assert names_in(client.get(f"{page}?search=CHLOE&away=1")) == ["Chloé C."]
    assert "Nobody on this ladder fits." in client.get(f"{page}?search=zz").text
    assert client.get(f"{page}?search=%00&sort=%00&dir=x&page=x").status_code == 200


def test_the_csv_holds_what_the_page_shows_and_no_formula(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    wicked = make_player(club, nickname="=1+1", display="nickname", name="Wicked W")
    played(club, [wicked, people[0]], [1, 9], minutes=0)
    work()
    answer = client.get(f"/ladders/{rated_ladder}/table.csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(answer.text)))
    assert len(rows) == 5
    assert "'=1+1" in [row["label"] for row in rows]
    shown = {
        str(row.player_id): row.shown for row in LadderPlayer.objects.filter(ladder=rated_ladder)
    }
    assert {row["player"]: float(row["shown"]) for row in rows} == shown
    assert {row["player"]: int(row["rating"]) for row in rows} == {
        player: round(value) for player, value in shown.items()
    }
    found = csv.DictReader(
        StringIO(client.get(f"/ladders/{rated_ladder}/table.csv?search=ana").text)
    )
    assert [row["label"] for row in found] == ["Ana A."]


def test_openskill_shows_the_estimate_with_its_margin(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    own = made(club, system="openskill")
    page = client.get(f"/ladders/{own}/")
    assert page.text.count("±") >= 4
    assert "the rating is its lower end" in page.text


def test_a_late_match_is_told_with_what_it_moved(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    match = played(club, people[:2], [1, 9], minutes=-40 * DAY, entered=0)
    work()
    assert LadderNote.objects.filter(ladder=rated_ladder, cause="late").exists()
    page = client.get(f"/ladders/{rated_ladder}/")
    assert f'<a href="/matches/{match}/">A match of Oct. 7, 2026 was entered late</a>' in page.text
    assert "2 matches were recalculated." in page.text
    assert re.search(r"Ana A\. 1524 → \d+", text_of(page))


def test_a_corrected_and_a_voided_match_are_told(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    match = played(club, people[:2], [9, 1], minutes=-20 * DAY)
    played(club, people[2:], [9, 1], minutes=-10 * DAY)
    work()
    life.rule_result(places=[2, 1], **acting(match))
    work()
    assert "was corrected" in client.get(f"/ladders/{rated_ladder}/").text
    life.void_match(**acting(match, 600))
    work()
    assert "does not count any more" in client.get(f"/ladders/{rated_ladder}/").text


def test_a_frozen_ladder_says_so_and_what_happens_to_later_matches(
    client: Client, rated_ladder: UUID
) -> None:
    lead(ladder_id=rated_ladder, command=Freeze(), envelope=Envelope("cli", timezone.now()))
    page = client.get(f"/ladders/{rated_ladder}/")
    assert "This ladder is frozen since" in page.text
    assert "Matches entered later are kept, but not rated here." in page.text


def test_a_ladder_with_work_to_do_says_so_and_asks_again(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    assert "every 3s" not in client.get(f"/ladders/{rated_ladder}/").text
    LadderDue.objects.create(
        id=uuid4(),
        ladder_id=rated_ladder,
        cause="rules",
        subject=rated_ladder,
        created_at=timezone.now(),
    )
    assert "every 3s" in client.get(f"/ladders/{rated_ladder}/").text


def test_the_rules_are_told_in_sentences(client: Client, club: Club) -> None:
    own = made(
        club,
        games=[GAME],
        since="2026-01-01",
        until="2026-12-31",
        bots="skip",
        tournaments_only=True,
        margin={"share": 40, "full": 12},
        sources=["table", "online"],
    )
    page = text_of(client.get(f"/ladders/{own}/"))
    for words in (
        "Matches of Sushi Bar count.",
        "Only matches from Jan. 1, 2026 to Dec. 31, 2026 count.",
        "Only matches of tournaments count.",
        "Bots at the table are skipped",
        "at the table or online",
        "40 % of a win depend on the difference of the scores",
    ):
        assert words in page


def test_what_if_expects_and_explains_and_is_asked_by_its_address(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    address, before = f"/ladders/{rated_ladder}/what-if/", numbers()
    assert client.get(address).status_code == 200
    asked = "&".join(f"player={one.id}" for one in people[:2])
    page = text_of(client.get(f"{address}?{asked}"))
    assert "What the ladder expects" in page
    assert "52.3 %" in page
    placed = "&".join(f"player={one.id}&place={2 - n}" for n, one in enumerate(people[:2]))
    page = text_of(client.get(f"{address}?{placed}"))
    assert "lost to Bo B. (−25)" in page
    assert "beat Ana A. (+25)" in page
    assert "1533" in page
    assert numbers() == before


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("player={0}", "A table has 2 to 8 players."),
        ("player={0}&player={0}", "A player cannot sit at two seats of one match."),
        ("player={0}&player=x", "There is no such player."),
        ("player={0}&player={1}&place=1&place=", "Give every one of the 2 seats a place"),
        ("player={0}&player={1}&place=1&place=x", "Places and scores are whole numbers."),
    ],
)
def test_what_if_says_what_is_wrong_and_keeps_what_was_typed(
    client: Client, people: list[Player], rated_ladder: UUID, query: str, words: str
) -> None:
    asked = query.format(*(one.id for one in people))
    page = client.get(f"/ladders/{rated_ladder}/what-if/?{asked}")
    assert page.status_code == 422
    assert words in page.text
    assert "selected" in page.text


def test_what_if_takes_scores_where_the_margin_counts(
    client: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    own = made(club, margin={"share": 100, "full": 10})
    placed = [
        "&".join(
            f"player={one.id}&place={n + 1}&score={score}"
            for n, (one, score) in enumerate(zip(people[:2], scores, strict=True))
        )
        for scores in ((10, 0), (10, 9))
    ]
    pages = [text_of(client.get(f"/ladders/{own}/what-if/?{one}")) for one in placed]
    gains = [int(known(re.search(r"\+(\d+): beat", page))[1]) for page in pages]
    assert gains[0] > gains[1] > 0


def test_pages_of_many_take_as_many_queries_as_those_of_few(
    staff: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    played(club, people[:2], [9, 1], minutes=-50 * DAY, entered=0)
    work()
    addresses = ["/ladders/", *(f"/ladders/{rated_ladder}/{one}" for one in ("", "table.csv"))]
    addresses += [
        f"/ladders/{rated_ladder}/{one}/" for one in ("what-if", "freeze", "edit", "starts")
    ]
    asked = "&".join(f"player={one.id}&place=1" for one in people[:2])
    addresses.append(f"/ladders/{rated_ladder}/what-if/?{asked}")
    few = [queries(staff, address) for address in addresses]
    others = [make_player(club, f"Other{number} O") for number in range(8)]
    for number in range(6):
        seated = others[number : number + 3]
        played(club, seated, [3, 2, 1], minutes=-number * 10 * DAY, entered=number)
        work()
    lead(
        ladder_id=rated_ladder,
        command=StartList(text="name,rating\nOther1 O,1600"),
        envelope=Envelope("cli", timezone.now()),
    )
    work()
    assert [queries(staff, address) for address in addresses] == few
    assert max(few) <= 15


def test_the_pages_are_in_french_too(
    staff: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    played(club, people[:2], [9, 1], minutes=-50 * DAY, entered=0)
    work()
    staff.cookies["django_language"] = "fr"
    asked = "&".join(f"player={one.id}" for one in people[:2])
    addresses = ["/ladders/", "/ladders/new/", f"/ladders/{rated_ladder}/what-if/?{asked}"]
    addresses += [f"/ladders/{rated_ladder}/{one}" for one in ("", "edit/", "starts/", "freeze/")]
    for address in addresses:
        assert staff.get(address).status_code == 200
