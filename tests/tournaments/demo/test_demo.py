import re
from io import StringIO

import pytest
from django.core.management import call_command

from games.sushi_go_party.events import Dealt
from replays.models import Match, Note, StoredEvent, Stream
from replays.selectors.logs import load_log
from replays.services.verify import verify_stream
from tests.factories import make_club, make_user
from tests.known import known
from tournaments.demo.club import Played, make_demo, make_organiser, plan_matches
from tournaments.people.models import Club, Player, User
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.seasons import season_view
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def planned() -> list[Played]:
    return plan_matches(seed="kaiten", tell=lambda _progress: None)


def demo(*args: str) -> str:
    out = StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()


def test_the_demo_club_has_players_and_matches_of_every_kind(planned: list[Played]) -> None:
    club = make_demo(planned=planned)
    assert (club.name, club.time_zone) == ("Kaiten Demo Club", "Europe/Paris")
    people = Player.objects.filter(club=club, kind="person")
    assert people.count() == 8
    assert {player.last_name for player in people} == {"Demo"}
    assert Player.objects.filter(club=club, kind="bot").exists()
    counts = {
        status: Match.objects.filter(status=status).count()
        for status in ("finished", "open", "reported")
    }
    assert counts == {"finished": 16, "open": 1, "reported": 15}
    evenings = Tournament.objects.order_by("created_at").values_list("title", "status")
    assert list(evenings) == [
        ("First Friday", "finished"),
        ("Second Friday", "finished"),
        ("Third Friday", "running"),
        ("Open Saturday", "running"),
    ]
    [season] = Season.objects.all()
    assert len(season_view(season.id).lines) == 8
    assert StoredEvent.objects.filter(type="log.rewound").count() == 1
    assert Note.objects.count() == 1
    half = load_log(Match.objects.get(status="open").pk)
    assert half.plies
    assert not half.over
    boxes = {"sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll", "plain"}
    assert {match.game for match in Match.objects.all()} == boxes


def test_people_at_a_real_table_are_recorded_without_their_hands(planned: list[Played]) -> None:
    make_demo(planned=planned)
    half = load_log(Match.objects.get(status="open").pk)
    assert half.setup.game == "sushi_go_party"
    dealt = [ply.event for ply in half.plies if isinstance(ply.event, Dealt)]
    assert dealt
    assert all(card is None for event in dealt for card in event.cards)
    assert half.state.sheets[0].dealt[0]


def test_every_log_of_the_demo_verifies(planned: list[Played]) -> None:
    make_demo(planned=planned)
    assert [stream.pk for stream in Stream.objects.all() if not verify_stream(stream.pk).ok] == []


def test_the_same_seed_gives_the_same_logs(planned: list[Played]) -> None:
    again = plan_matches(seed="kaiten", tell=lambda _progress: None)
    assert [(one.match, one.at) for one in again] == [(one.match, one.at) for one in planned]
    other = plan_matches(seed="other", tell=lambda _progress: None)
    assert [one.match.id for one in other] != [one.match.id for one in planned]


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
