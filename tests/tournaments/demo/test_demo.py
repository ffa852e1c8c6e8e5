import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from games.sushi_go_party.events import Dealt
from replays.chain import timestamp
from replays.models import Match, Note, Outbox, StoredEvent, Stream
from replays.selectors.logs import load_log
from replays.services.verify import verify_stream
from tests.factories import make_club, make_user
from tests.known import known
from tests.tournaments.ladders.nights import work
from tournaments.demo import owed
from tournaments.demo.club import make_demo, make_organiser, plan_matches
from tournaments.demo.dates import Dates
from tournaments.demo.evenings import SEASON
from tournaments.demo.matches import Played
from tournaments.ladders.models import LadderNote, LadderPlayer, RatedMatch
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player, User
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.seasons import season_view
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 3, 3, 23, 20, tzinfo=UTC)
"""The day on which these tests look at the demo; in Paris it is the next one."""


@contextmanager
def undone() -> Iterator[None]:
    """Take back what is written meanwhile: nothing that was appended can be deleted."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def planned() -> list[Played]:
    return plan_matches(seed="kaiten", tell=lambda _progress: None)


def demo(*args: str) -> str:
    out = StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()


def made(planned: list[Played], now: datetime = NOW) -> Club:
    club = make_demo(planned=planned, now=now)
    owed.play_past()
    return club


def test_the_demo_club_has_players_and_matches_of_every_kind(planned: list[Played]) -> None:
    club = made(planned)
    assert (club.name, club.time_zone) == ("Kaiten Demo Club", "Europe/Paris")
    assert Player.objects.filter(club=club, kind="person").count() == 14
    assert Player.objects.filter(club=club, kind="bot").exists()
    counts = Counter(Match.objects.values_list("status", flat=True))
    assert counts == {"finished": 16, "open": 3, "reported": 46}
    assert StoredEvent.objects.filter(type="log.rewound").count() == 1
    assert Note.objects.count() == 1
    boxes = {"sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll", "plain"}
    assert {match.game for match in Match.objects.all()} == boxes


def test_every_date_of_the_demo_counts_from_today(planned: list[Played]) -> None:
    made(planned)
    evenings = Tournament.objects.order_by("day").values_list("title", "day", "status")
    assert list(evenings) == [
        ("Jeudi sushi n° 1", date(2026, 11, 12), "finished"),
        ("Jeudi sushi n° 2", date(2026, 11, 26), "finished"),
        ("Jeudi sushi n° 3", date(2026, 12, 10), "finished"),
        ("Jeudi sushi n° 4", date(2026, 12, 24), "finished"),
        ("Jeudi sushi n° 5", date(2027, 1, 21), "finished"),
        ("Jeudi sushi n° 6", date(2027, 2, 4), "finished"),
        ("Jeudi sushi n° 7", date(2027, 2, 18), "finished"),
        ("Soirée libre", date(2027, 2, 28), "finished"),
        # Later than midnight in Paris, though not yet where the moment is told.
        ("Jeudi sushi n° 8", date(2027, 3, 4), "running"),
        ("Soirée libre", date(2027, 3, 7), "planned"),
        ("Jeudi sushi n° 9", date(2027, 3, 18), "planned"),
    ]
    moments = StoredEvent.objects.values_list("recorded_at", flat=True)
    assert max(moments) <= timestamp(NOW)
    months = {datetime.fromisoformat(moment).strftime("%Y-%m") for moment in moments}
    assert months == {"2026-11", "2026-12", "2027-01", "2027-02", "2027-03"}


def test_one_season_has_its_champion_and_one_goes_on(planned: list[Played]) -> None:
    made(planned)
    now, then = Season.objects.order_by("-created_at")
    assert (then.title, then.status) == ("Automne 2026", "closed")
    assert (now.title, now.status) == ("Hiver 2027", "open")
    closed, going_on = season_view(then.id), season_view(now.id)
    assert [line.label for line in closed.lines if line.place == 1] == ["Karim H."]
    numbers = [known(one.tournament).title.split()[-1] for one in going_on.evenings]
    assert numbers == ["5", "6", "7", "8", "9"]


@pytest.mark.parametrize(
    ("today", "titles"),
    [
        ("2026-01-10", ["Automne 2025", "Été 2025"]),
        ("2026-01-15", ["Hiver 2026", "Automne 2025"]),
        ("2026-05-01", ["Printemps 2026", "Hiver 2026"]),
        ("2026-11-18", ["Automne 2026", "Été 2026"]),
    ],
)
def test_seasons_are_called_after_the_time_of_year(today: str, titles: list[str]) -> None:
    dates = Dates(datetime.fromisoformat(f"{today}T12:00+00:00"))
    assert [dates.season_title(-42, earlier=earlier) for earlier in (0, 1)] == titles


def test_the_ladders_of_the_demo_have_a_history(planned: list[Played]) -> None:
    club = made(planned)
    Outbox.objects.filter(topic=owed.TOPIC).delete()
    work()
    rated = RatedMatch.objects.filter(ladder_id=usual_id(club.id)).order_by("ended_at")
    days = {row.ended_at.date() for row in rated}
    assert len(days) >= 12
    assert max(days) - min(days) > timedelta(weeks=15)
    ratings = LadderPlayer.objects.filter(ladder_id=usual_id(club.id))
    assert ratings.count() == 14
    assert not LadderNote.objects.exists()


def test_people_at_a_real_table_are_recorded_without_their_hands(planned: list[Played]) -> None:
    made(planned)
    for match in Match.objects.filter(status="open"):
        half = load_log(match.pk)
        assert half.plies
        assert not half.over
        assert half.setup.game == "sushi_go_party"
        dealt = [ply.event for ply in half.plies if isinstance(ply.event, Dealt)]
        assert dealt
        assert all(card is None for event in dealt for card in event.cards)


def test_every_log_of_the_demo_verifies(planned: list[Played]) -> None:
    made(planned)
    assert [stream.pk for stream in Stream.objects.all() if not verify_stream(stream.pk).ok] == []


def test_the_past_is_played_once_and_not_for_a_club_that_is_gone(planned: list[Played]) -> None:
    club = make_demo(planned=planned, now=NOW)
    assert not Tournament.objects.filter(status="finished").exists()
    Club.objects.filter(pk=club.pk).update(closed_at=NOW)
    owed.do_owed(SEASON, 1)
    assert not Tournament.objects.filter(status="finished").exists()
    Club.objects.filter(pk=club.pk).update(closed_at=None)
    owed.do_owed(SEASON, 1)
    heads = dict(Stream.objects.values_list("pk", "head_hash"))
    assert Tournament.objects.filter(status="finished").count() == 8
    owed.do_owed(SEASON, 1)
    assert dict(Stream.objects.values_list("pk", "head_hash")) == heads


def test_the_same_seed_and_day_give_the_same_logs(planned: list[Played]) -> None:
    again = plan_matches(seed="kaiten", tell=lambda _progress: None)
    assert again == planned
    other = plan_matches(seed="other", tell=lambda _progress: None)
    assert [one.match.id for one in other] != [one.match.id for one in planned]
    with undone():
        made(planned)
        heads = dict(Stream.objects.values_list("pk", "head_hash"))
        hashes = dict(Match.objects.values_list("pk", "content_hash"))
    with undone():
        made(again)
        assert dict(Stream.objects.values_list("pk", "head_hash")) == heads
    made(planned, NOW + timedelta(days=100))
    # On another day the same is played, only later.
    assert dict(Match.objects.values_list("pk", "content_hash")) == hashes


def test_the_command_leaves_a_database_alone_that_holds_anything() -> None:
    make_club()
    assert demo("--if-empty") == ""
    assert Club.objects.count() == 1


def test_the_command_fills_an_empty_database_once() -> None:
    said = demo("--if-empty")
    assert "Kaiten Demo Club is ready." in said
    streams = Stream.objects.count()
    assert demo() == "The demo club is here already.\n"
    assert Stream.objects.count() == streams


def test_an_empty_database_gets_an_organiser_whose_password_is_told_once() -> None:
    said = demo("--if-empty")
    user = User.objects.get()
    password = known(re.search(r"password (\S+)", said)).group(1)
    assert user.check_password(password)
    assert user.is_staff
    assert user.memberships.get(club__slug="demo").role == "owner"
    assert len(password) >= 12
    assert "password" not in demo()


def test_whoever_has_an_account_already_gets_no_other(planned: list[Played]) -> None:
    make_user()
    assert make_organiser(make_club()) is None
    assert User.objects.count() == 1
