from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from replays.actions import WRITES
from replays.envelope import Envelope
from replays.models import Match, MatchSeat
from tests.factories import NOW, make_club, make_player, make_token, make_user
from tournaments.people.models import Club
from tournaments.people.policy import may
from tournaments.people.ports import ClubPolicy
from tournaments.people.rights import CLUB_WRITE, PLAYER_MERGE, PLAYER_READ_PRIVATE, PLAYER_WRITE
from tournaments.people.services.merges import merge_players
from tournaments.people.services.players import link_account
from tournaments.people.services.tokens import revoke_token

pytestmark = pytest.mark.django_db
EVERYTHING = {PUBLIC, ARBITER, seat_viewer(0), seat_viewer(1)}


def make_match(club: Club, players: list[UUID], status: str = "open") -> Match:
    match = Match.objects.create(
        id=uuid4(),
        club_id=club.id,
        game="sushi_bar",
        rules=1,
        options="{}",
        seats=2,
        source="table",
        status=status,
        created_at=NOW,
    )
    for seat, player in enumerate(players):
        MatchSeat.objects.create(id=uuid4(), match=match, seat=seat, player_id=player)
    return match


@pytest.mark.parametrize("action", [*sorted(WRITES), PLAYER_WRITE, PLAYER_MERGE])
def test_writing_takes_a_member_of_staff_in_a_session_or_with_a_write_token(action: str) -> None:
    club = make_club()
    staff, member = make_user(staff=True), make_user()
    permitted = ["cli", "system", f"user:{staff.id}", f"token:{make_token(staff)[0].id}"]
    refused = [
        "",
        "user:",
        "token:x",
        "ghost:" + str(staff.id),
        f"user:{uuid4()}",
        f"user:{member.id}",
        f"user:{make_user(staff=True, is_active=False).id}",
        f"token:{make_token(member)[0].id}",
        f"token:{make_token(staff, scopes=('read',))[0].id}",
        f"token:{make_token(staff, club=make_club())[0].id}",
    ]
    assert [actor for actor in permitted if not may(actor, action, club.id)] == []
    assert [actor for actor in refused if may(actor, action, club.id)] == []


def test_a_token_for_one_club_writes_there_and_nowhere_else() -> None:
    club = make_club()
    actor = f"token:{make_token(club=club)[0].id}"
    policy = ClubPolicy()
    assert policy.may(actor, "match.create", club.id, None)
    assert not policy.may(actor, "match.create", None, None)
    assert not policy.may(actor, "match.play", club.id, make_match(make_club(), []))


def test_a_token_that_ended_since_permits_nothing() -> None:
    revoked = make_token()[0]
    revoke_token(token=revoked, actor="cli", now=NOW)
    expired = make_token(now=NOW - timedelta(days=9000), expires_at=NOW - timedelta(days=8000))[0]
    for token in (revoked, expired):
        assert not may(f"token:{token.id}", PLAYER_WRITE, None)


def test_changing_a_club_by_token_takes_the_scope_admin() -> None:
    club = make_club()
    assert not may(f"token:{make_token()[0].id}", CLUB_WRITE, club.id)
    assert may(f"token:{make_token(scopes=('admin',))[0].id}", CLUB_WRITE, club.id)


def test_a_read_token_of_staff_reads_what_is_not_public() -> None:
    token = make_token(scopes=("read",))[0]
    assert may(f"token:{token.id}", PLAYER_READ_PRIVATE, make_club().id)


def test_who_may_see_what_of_a_running_match() -> None:
    club = make_club()
    user = make_user()
    player = link_account(player=make_player(club), user=user)
    match = make_match(club, [uuid4(), player.id])
    viewers = ClubPolicy().viewers
    assert viewers("", match) == {PUBLIC}
    assert viewers(f"user:{make_user().id}", match) == {PUBLIC}
    assert viewers(f"user:{user.id}", match) == {PUBLIC, seat_viewer(1)}
    assert viewers(f"token:{make_token(user, scopes=('read',))[0].id}", match) == {
        PUBLIC,
        seat_viewer(1),
    }
    assert viewers(f"user:{make_user(staff=True).id}", match) == EVERYTHING
    assert viewers(f"token:{make_token(club=make_club())[0].id}", match) == {PUBLIC}
    assert viewers("cli", match) == EVERYTHING


def test_a_player_sees_the_seats_of_those_who_were_merged_into_them() -> None:
    club = make_club()
    user = make_user()
    player, double = link_account(player=make_player(club), user=user), make_player(club)
    match = make_match(club, [double.id, uuid4()])
    merge_players(player_id=double.id, into_id=player.id, envelope=Envelope("cli", NOW))
    assert ClubPolicy().viewers(f"user:{user.id}", match) == {PUBLIC, seat_viewer(0)}


def test_once_a_match_has_ended_everybody_sees_everything() -> None:
    match = make_match(make_club(), [], status="finished")
    assert ClubPolicy().viewers("", match) == EVERYTHING


def test_nobody_begins_a_match_in_a_club_that_is_not_there() -> None:
    policy = ClubPolicy()
    for actor in ("cli", f"user:{make_user(staff=True).id}"):
        assert not policy.may(actor, "match.create", uuid4(), None)
