"""Who answers for which seat of a match, and what sitting there permits."""

import pytest

from replays import actions
from replays.models import Match, MatchSeat
from replays.services.own_seats import draw_all
from tests.clients import SignedIn
from tests.factories import make_bot, make_club, make_member, make_player, make_token, make_user
from tests.replays.sittings import Sitting
from tests.tournaments.people.test_policy import make_match
from tournaments.people.models import Club, Player, User
from tournaments.people.ports import ClubPolicy
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db
POLICY = ClubPolicy()


class Evening:
    """A club, somebody at seat 0 who has an account, and a guest at seat 1 who has none."""

    def __init__(self) -> None:
        self.club: Club = make_club()
        self.seated: User = make_user()
        self.players: list[Player] = [make_player(self.club) for _ in range(2)]
        link_account(player=self.players[0], user=self.seated)

    def match(self, source: str, status: str = "open") -> Match:
        match = make_match(self.club, [player.id for player in self.players], status)
        match.source = source
        match.save()
        return match


@pytest.fixture
def evening() -> Evening:
    return Evening()


def by(user: User) -> str:
    return f"user:{user.id}"


@pytest.mark.parametrize(
    ("source", "permitted"),
    [
        ("online", {actions.PLAY, actions.REWIND}),
        ("table", {actions.CONFIRM}),
        ("bots", set()),
    ],
)
def test_sitting_there_permits_this_and_nothing_else(
    evening: Evening, source: str, permitted: set[str]
) -> None:
    match = evening.match(source)
    may = {one for one in actions.WRITES if POLICY.may(by(evening.seated), one, None, match)}
    assert may == permitted
    reading = make_token(evening.seated, scopes=("read",))[0]
    elsewhere = make_token(evening.seated, scopes=("admin",), club=make_club())[0]
    recording = make_token(evening.seated, scopes=("record",))[0]
    for action in permitted:
        assert not POLICY.may(f"token:{reading.id}", action, None, match)
        assert not POLICY.may(f"token:{elsewhere.id}", action, None, match)
        assert not POLICY.may(by(make_user()), action, None, match)
        assert POLICY.may(f"token:{recording.id}", action, None, match)
    evening.seated.is_active = False
    evening.seated.save()
    assert not any(POLICY.may(by(evening.seated), one, None, match) for one in permitted)


def test_each_answers_for_their_own_seat_and_a_scorekeeper_where_nobody_can(
    evening: Evening,
) -> None:
    roles = {role: make_member(evening.club, role) for role in ("scorekeeper", "arbiter")}
    online: dict[str, frozenset[int] | None] = {
        "seated": frozenset({0}),
        "scorekeeper": frozenset({1}),
        "arbiter": None,
        "stranger": frozenset(),
    }
    actors = {"seated": evening.seated, "stranger": make_user(), **roles}
    match = evening.match("online")
    assert {name: POLICY.hand(by(user), match) for name, user in actors.items()} == online
    match = evening.match("table")
    at_table = {name: POLICY.hand(by(user), match) for name, user in actors.items()}
    assert at_table == {**online, "scorekeeper": None}


def test_the_home_page_names_the_matches_that_somebody_plays_and_whose_turn_it_is(
    evening: Evening,
) -> None:
    ids = [player.id for player in evening.players]
    mine = Sitting("sushi_bar", club_id=evening.club.id, players=ids, source="online")
    mine.do(draw_all)
    theirs = Sitting("sushi_bar", club_id=evening.club.id, players=ids[::-1], source="online")
    theirs.do(draw_all)
    Sitting("sushi_bar", club_id=evening.club.id, players=ids)

    steps = SignedIn(evening.seated).get("/").context["next_steps"]
    assert [(step.label, step.words, step.address) for step in steps] == [
        ("Play Sushi Bar", "It is your turn.", f"/matches/{mine.id}/record/"),
        ("Play Sushi Bar", "The others are to play.", f"/matches/{theirs.id}/record/"),
    ]
    assert SignedIn(make_user()).get("/").context["next_steps"] == []
    Club.objects.filter(pk=evening.club.id).update(visibility="club")
    assert SignedIn(evening.seated).get("/").context["next_steps"] == []


def test_a_scorekeeper_who_sits_there_plays_that_seat_alone_and_corrects_nothing(
    evening: Evening,
) -> None:
    keeper = make_member(evening.club, "scorekeeper")
    link_account(player=evening.players[1], user=keeper)
    match = evening.match("online")
    assert POLICY.hand(by(keeper), match) == {1}
    assert not POLICY.may(by(keeper), actions.AMEND, None, match)
    assert POLICY.may(by(keeper), actions.AMEND, None, evening.match("table"))


def test_where_nobody_has_an_account_a_scorekeeper_records_everything(evening: Evening) -> None:
    match = evening.match("online")
    bot, guest = make_bot(evening.club), make_player(evening.club)
    for seat, player in enumerate((bot, guest)):
        MatchSeat.objects.filter(match=match, seat=seat).update(player_id=player.id)
    assert POLICY.hand(by(make_member(evening.club, "scorekeeper")), match) is None
