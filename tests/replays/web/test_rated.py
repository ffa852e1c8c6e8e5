"""Whether a match is rated: asked when it begins, shown at the table, told once it is over."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from replays.envelope import Envelope
from replays.models import Match
from replays.services import counts, life
from tests.answers import Answer
from tests.factories import NOW, make_player
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import House
from tests.replays.web.markup import forms_of, text_of
from tests.tight import tight
from tests.tournaments.ladders.nights import begun, work
from tournaments.ladders.commands import Freeze
from tournaments.ladders.services.ladders import lead
from tournaments.people.services.clubs import change_club

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"
OVER = "When was it over?"


def begin(house: House, staff: Client, **fields: str) -> tuple[Match, Answer]:
    """Send the form of a new match and return the match."""
    asked = {"game": "plain", "seats": "2", "mode": "report"} | {
        name: fields.pop(name) for name in ("game", "mode") if name in fields
    }
    page = staff.get(NEW, asked)
    hidden = next(form.hidden for form in forms_of(text_of(page)) if "key" in form.hidden)
    seats = {f"player_{seat}": str(house.players[seat].id) for seat in range(2)}
    scores = {"score_0": "9", "score_1": "3", "option_title": "Azul"}
    scores["option_winner"] = "highest"
    answer = staff.post(NEW, hidden | seats | scores | fields)
    assert answer.status_code == 302, text_of(answer)
    return Match.objects.get(), answer


def in_paris(house: House) -> None:
    club = house.club
    change_club(club=club, name=club.name, slug=club.slug, time_zone="Europe/Paris", language="en")


# The tick


def test_a_new_match_is_to_be_rated_unless_somebody_takes_the_tick_away(
    house: House, staff: Client
) -> None:
    page = text_of(staff.get(NEW))
    assert re.search(r'<input type="checkbox" name="rated"[^>]* checked', page)
    assert "This cannot be changed later." in page


@pytest.mark.parametrize(("sent", "rated"), [({"rated": "on"}, True), ({}, False)])
def test_the_tick_decides_for_a_match_at_the_table(
    house: House, staff: Client, sent: dict[str, str], rated: bool
) -> None:
    match, _answer = begin(house, staff, **sent)
    assert match.rated is rated


@pytest.mark.parametrize(("sent", "rated"), [({"rated": "on"}, None), ({}, False)])
def test_a_match_that_kaiten_deals_is_left_to_the_ladders_or_never_rated(
    house: House, staff: Client, sent: dict[str, str], rated: bool | None
) -> None:
    options = {"option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6"}
    options["option_bone_values"] = "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4"
    match, _answer = begin(
        house, staff, game="sushi_bar", mode="record", source="online", **options, **sent
    )
    assert match.rated is rated


# When it was over


@pytest.fixture
def yesterday() -> str:
    """A quarter past nine in the evening of the day before, by a clock in Paris."""
    day = datetime.now(UTC).date() - timedelta(days=1)
    return f"{day.isoformat()}T21:15"


def paris(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Paris"))


def test_a_result_told_later_ends_when_the_clock_of_the_club_said_so(
    house: House, staff: Client, yesterday: str
) -> None:
    in_paris(house)
    assert "Time zone: Europe/Paris." in text_of(staff.get(NEW, {"mode": "report"}))
    match, _answer = begin(house, staff, rated="on", ended_at=yesterday)
    assert match.ended_at == paris(yesterday)


def test_a_result_without_a_time_ends_now(house: House, staff: Client) -> None:
    match, _answer = begin(house, staff, rated="on", ended_at="")
    assert abs(known(match.ended_at) - datetime.now(UTC)) < timedelta(minutes=5)


def test_a_new_match_that_ended_tomorrow_waits_for_a_better_report(
    house: House, staff: Client
) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    match, answer = begin(house, staff, rated="on", ended_at=later)
    assert answer["Location"] == reverse("replays:report", args=[match.pk])
    assert match.status == "open"
    assert "A match cannot have ended at that time." in text_of(staff.get(answer["Location"]))


REPORTS: dict[str, dict[str, Any]] = {
    "scores": {"score_0": "9", "score_1": "3"},
    "rounds": {"finish": "yes"},
    "count": {"finish": "yes"},
}


def report(staff: Client, sitting: Sitting, by: str, **fields: str) -> Answer:
    path = f"{reverse('replays:report', args=[sitting.id])}?by={by}"
    if by == "rounds":
        sitting.do(counts.count_round, round=1, scores=[9, 3])
    elif by == "count":
        tables = [{"sushi": [3], "bones": []}, {"sushi": [6], "bones": []}]
        sitting.do(counts.count_round, round=1, tables=tables)
    shown = staff.get(path)
    assert OVER in text_of(shown)
    hidden = next(form.hidden for form in forms_of(text_of(shown)) if "key" in form.hidden)
    return staff.post(path, hidden | REPORTS[by] | fields)


@pytest.mark.parametrize("by", sorted(REPORTS))
def test_every_way_to_report_asks_when_it_was_over(
    house: House, staff: Client, by: str, yesterday: str
) -> None:
    in_paris(house)
    sitting = house.sitting()
    assert report(staff, sitting, by, ended_at=yesterday).status_code == 302
    assert sitting.row.ended_at == paris(yesterday)


@pytest.mark.parametrize("by", sorted(REPORTS))
@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("2999-01-01T10:00", "A match cannot have ended at that time."),
        ("1800-01-01T10:00", "A match cannot have ended at that time."),
        ("soon", "Enter a valid date/time."),
    ],
)
def test_a_time_at_which_nothing_can_have_ended_is_refused(
    house: House, staff: Client, by: str, told: str, words: str
) -> None:
    sitting = house.sitting()
    answer = report(staff, sitting, by, ended_at=told)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert sitting.row.status == "open"


def test_an_hour_that_the_clocks_skip_is_refused(house: House, staff: Client) -> None:
    in_paris(house)
    sitting = house.sitting()
    answer = report(staff, sitting, "scores", ended_at="2026-03-29T02:30")
    assert answer.status_code == 422
    assert sitting.row.status == "open"


def test_a_time_alone_is_no_result(house: House, staff: Client, yesterday: str) -> None:
    sitting = house.sitting()
    empty = {"score_0": "", "score_1": "", "ended_at": yesterday}
    answer = report(staff, sitting, "scores", **empty)
    assert "Fill in the scores" in text_of(answer)


# On the pages


def page_of(client: Client, sitting: Sitting, **headers: Any) -> str:
    return text_of(client.get(reverse("replays:match", args=[sitting.id]), headers=headers))


def panel(page: str) -> str:
    found = re.search(r'<section id="ratings".*?</section>', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found.group())) if found else ""


def test_the_page_of_an_open_match_says_for_which_ladders_it_will_count(
    house: House, client: Client
) -> None:
    begun(house.club, "Friday")
    begun(house.club, "Party", games=["sushi_go_party"])
    begun(house.club, "Last year", until="2001-12-31")
    frozen = begun(house.club, "Autumn")
    lead(ladder_id=frozen, command=Freeze(), envelope=Envelope("cli", NOW))
    said = panel(page_of(client, house.sitting()))
    assert "Counts for: Friday Does not count for 3 ladders" in said
    assert "Party This ladder is for another game." in said
    assert "Last year The match was not played between the days of this ladder." in said
    assert "Autumn This ladder is frozen" in said


def test_a_match_of_guests_says_that_it_will_not_count(house: House, client: Client) -> None:
    begun(house.club, "Friday")
    guest = make_player(house.club, "Gus G", guest=True)
    sitting = house.sitting(players=[house.players[0].id, guest.id])
    assert "Fewer than two players" in panel(page_of(client, sitting))


def test_the_page_of_an_ended_match_says_what_it_changed_and_why(
    house: House, client: Client
) -> None:
    begun(house.club, "Friday")
    sitting = house.sitting(seats=3)
    sitting.do(life.report_result, scores=[9, 5, 1])
    assert "The ratings follow in a moment: Friday" in panel(page_of(client, sitting))
    work()
    page = page_of(client, sitting)
    said = panel(page)
    assert "Chloé M. +24: beat Bastien L. (+12) and Inès D. (+12)" in said
    assert "Bastien L. 0: beat Inès D. (+12), lost to Chloé M. (−12)" in said
    assert said.index("Chloé M.") < said.index("Bastien L. 0")
    assert reverse("tournaments:player", args=[house.players[0].id]) in page


def test_what_a_match_changed_does_not_give_its_result_away(house: House, client: Client) -> None:
    begun(house.club, "Friday")
    sitting = house.sitting().finish()
    work()
    path = reverse("replays:match", args=[sitting.id])
    folded = '<section id="ratings"'
    start = tight(text_of(client.get(path))).partition(folded)[2].partition("</section>")[0]
    assert "<details>" in start
    assert "<details open>" not in start
    last = text_of(client.get(path, {"ply": len(sitting.log().plies)})).partition(folded)[2]
    assert "<details open>" in last


def test_a_match_that_was_not_to_be_rated_says_so_once(house: House, staff: Client) -> None:
    begun(house.club, "Friday")
    sitting = house.sitting(rated=False)
    assert panel(page_of(staff, sitting)) == ""
    badge = '<span class="badge">not rated</span>'
    assert badge in page_of(staff, sitting)
    assert badge in text_of(staff.get(reverse("replays:record", args=[sitting.id])))


def test_the_page_and_the_recorder_show_at_the_table_that_a_match_is_rated(
    house: House, staff: Client
) -> None:
    sitting = house.sitting()
    badge = '<span class="badge">rated</span>'
    assert badge in page_of(staff, sitting)
    assert badge in text_of(staff.get(reverse("replays:record", args=[sitting.id])))
    online = house.sitting(source="online")
    assert "rated</span>" not in page_of(staff, online)


def test_a_voided_match_says_that_it_does_not_count(house: House, client: Client) -> None:
    begun(house.club, "Friday")
    sitting = house.sitting()
    sitting.do(life.report_result, scores=[9, 5])
    work()
    sitting.do(life.void_match)
    work()
    assert "Friday The match was voided." in panel(page_of(client, sitting))


def test_ratings_ask_the_database_as_often_for_many_ladders_and_seats_as_for_few(
    house: House, client: Client
) -> None:
    counts = []
    people = [player.id for player in house.players]
    people += [make_player(house.club, f"More M{n}").id for n in range(4)]
    for seats, ladders in ((2, 1), (8, 5)):
        for number in range(ladders):
            ladder = begun(house.club, f"Ladder {seats} {number}", bots="skip")
            if number > 2:
                lead(ladder_id=ladder, command=Freeze(), envelope=Envelope("cli", NOW))
        sitting = house.sitting("sushi_go_party", seats=seats, players=people[:seats])
        sitting.do(life.report_result, scores=list(range(seats)))
        work()
        path = reverse("replays:match", args=[sitting.id])
        client.get(path)
        with CaptureQueriesContext(connection) as asked:
            client.get(path)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 16
