"""What each role may do, cell by cell; who gives roles, and how a club keeps its owner."""

from functools import partial
from itertools import product
from uuid import UUID, uuid4

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from games.core.viewer import ARBITER, PUBLIC
from replays import actions
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.ports import every_viewer
from tests.clients import SignedIn
from tests.factories import NOW, make_club, make_member, make_player, make_token, make_user
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tests.tournaments.people.test_policy import make_match
from tournaments.people import reach, rights
from tournaments.people.models import Club, Membership, Role
from tournaments.people.policy import may, may_grant
from tournaments.people.ports import ClubPolicy
from tournaments.people.services.members import remove_member, set_role
from tournaments.people.services.players import link_account

ROLES = [*Role.values, "visitor"]
FROM = {
    "member": {
        *(actions.READ_ACTORS, actions.READ_COMMENTS),
        *(actions.COMMENT, actions.BRANCH),
    },
    "scorekeeper": {
        *(actions.CREATE, actions.PLAY, actions.REPORT, actions.STOP, actions.TAKE_OVER),
        *(actions.REWIND, actions.AMEND, actions.ANNOTATE, actions.CONFIRM),
    },
    "arbiter": {
        *(actions.RULE, actions.REOPEN, actions.ABANDON, actions.VOID, actions.OVERRIDE),
        *(rights.MATCH_READ_SECRETS, rights.TOURNAMENT_READ_REPORTS),
    },
    "organiser": {
        *(actions.IMPORT, rights.BATCH_WRITE, rights.CLUB_MEMBERS, rights.TOURNAMENT_WRITE),
        *(rights.PLAYER_WRITE, rights.PLAYER_MERGE, rights.PLAYER_READ_PRIVATE),
        *(rights.PLAYER_LINK, rights.TOURNAMENT_READ_PRIVATE, rights.VISIBILITY_WRITE),
        *(rights.PLAYER_ANONYMISE, actions.ERASE),
    },
    "owner": {rights.CLUB_WRITE},
}
"""The lowest role that may do it; commands have their own test."""
EVERY_ACTION = {*actions.WRITES, actions.READ_ACTORS, actions.READ_COMMENTS} | {
    value
    for name, value in vars(rights).items()
    if name.isupper() and not name.startswith("_") and isinstance(value, str)
}


def envelope(user_id: UUID) -> Envelope:
    return Envelope(f"user:{user_id}", NOW)


def test_every_action_belongs_to_one_role() -> None:
    assert set().union(*FROM.values()) == EVERY_ACTION
    assert sum(map(len, FROM.values())) == len(EVERY_ACTION)


@pytest.mark.django_db
def test_every_role_may_do_what_is_its_own_and_what_those_below_may() -> None:
    here, elsewhere = make_club(), make_club()
    for role, (lowest, permitted) in product(ROLES, FROM.items()):
        user = make_user() if role == "visitor" else make_member(here, role)
        expected = role != "visitor" and ROLES.index(role) <= ROLES.index(lowest)
        for actor in (f"user:{user.id}", f"token:{make_token(user, ('admin',))[0].id}"):
            for action in permitted:
                assert may(actor, action, here.id) is expected, (role, action)
                assert not may(actor, action, elsewhere.id)
                assert not may(actor, action, None)


@pytest.mark.django_db
def test_a_token_is_never_wider_than_the_role_behind_it_nor_than_its_scopes() -> None:
    club = make_club()
    organiser = make_member(club, "organiser")
    reading, writing = (f"token:{make_token(organiser, (s,))[0].id}" for s in ("read", "organise"))
    assert may(reading, rights.PLAYER_READ_PRIVATE, club.id)
    assert not may(reading, rights.TOURNAMENT_WRITE, club.id)
    assert may(writing, rights.TOURNAMENT_WRITE, club.id)
    assert not may(writing, rights.CLUB_MEMBERS, club.id)
    Membership.objects.filter(user=organiser).update(role=Role.MEMBER)
    assert not may(writing, rights.TOURNAMENT_WRITE, club.id)


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_only_arbiters_and_above_see_every_hand_of_a_match_that_goes_on(role: str) -> None:
    club = make_club()
    user = make_user() if role == "visitor" else make_member(club, role)
    match = make_match(club, [uuid4(), uuid4()])
    sees_all = ROLES.index(role) <= ROLES.index("arbiter")
    viewers = ClubPolicy().viewers(f"user:{user.id}", match)
    assert viewers == (every_viewer(2) if sees_all else {PUBLIC})
    assert (ARBITER in viewers) is sees_all


@pytest.mark.django_db
@pytest.mark.parametrize(("role", "given"), [*product(ROLES, Role.values)])
def test_owners_give_any_role_and_organisers_those_below_theirs(role: str, given: str) -> None:
    club = make_club()
    user = make_user() if role == "visitor" else make_member(club, role)
    expected = role == "owner" or (role == "organiser" and given not in ("owner", "organiser"))
    assert may_grant(f"user:{user.id}", club.id, Role(given)) is expected
    assert may_grant("cli", club.id, Role(given))


@pytest.mark.django_db
def test_an_organiser_takes_no_role_from_an_owner_and_gives_themselves_none() -> None:
    club = make_club()
    owner, organiser = make_member(club, "owner"), make_member(club, "organiser")
    for user, role in ((owner, Role.MEMBER), (organiser, Role.OWNER)):
        with pytest.raises(KaitenError, match="role_not_yours_to_give"):
            set_role(club_id=club.id, user_id=user.id, role=role, envelope=envelope(organiser.id))
    with pytest.raises(KaitenError, match="role_not_yours_to_give"):
        remove_member(club_id=club.id, user_id=owner.id, envelope=envelope(organiser.id))
    remove_member(club_id=club.id, user_id=organiser.id, envelope=envelope(organiser.id))
    assert [row.user_id for row in Membership.objects.filter(club=club)] == [owner.id]


@pytest.mark.django_db
def test_a_club_keeps_its_last_owner() -> None:
    club = make_club()
    owner = make_member(club, "owner")
    with pytest.raises(KaitenError, match="last_owner"):
        remove_member(club_id=club.id, user_id=owner.id, envelope=envelope(owner.id))
    with pytest.raises(KaitenError, match="last_owner"):
        set_role(club_id=club.id, user_id=owner.id, role=Role.MEMBER, envelope=envelope(owner.id))
    other = make_member(club, "organiser")
    set_role(club_id=club.id, user_id=other.id, role=Role.OWNER, envelope=envelope(owner.id))
    remove_member(club_id=club.id, user_id=owner.id, envelope=envelope(owner.id))
    assert Membership.objects.get(club=club).user_id == other.id


@pytest.mark.database
def test_two_owners_who_leave_at_once_do_not_both_go(fresh_database: FreshDatabase) -> None:
    club = make_club()
    owners = [make_member(club, "owner") for _ in range(2)]

    def leave(club: Club, user_id: UUID) -> None:
        remove_member(club_id=club.id, user_id=user_id, envelope=envelope(user_id))

    done = run_together([partial(leave, club, one.id) for one in owners])
    assert [getattr(one, "code", None) for one in done].count("last_owner") == 1
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


@pytest.mark.django_db
def test_organisers_help_members_of_their_clubs_who_rank_no_higher_anywhere() -> None:
    here, elsewhere = make_club(), make_club()
    organiser, owner = make_member(here, "organiser"), make_member(here, "owner")
    member, abroad = make_member(here, "member"), make_member(here, "member")
    Membership.objects.create(
        id=uuid4(), club=elsewhere, user=abroad, role="member", granted_by="cli", granted_at=NOW
    )
    player_abroad = make_member(here, "member")
    link_account(player=make_player(elsewhere), user=player_abroad)
    stranger, operator = make_user(), make_user(staff=True)
    asked = [organiser, owner, member, abroad, player_abroad, stranger, operator]
    assert reach.within_reach(f"user:{organiser.id}", asked) == [organiser, member]
    assert reach.within_reach(f"user:{owner.id}", asked) == [organiser, owner, member]
    assert reach.within_reach(f"user:{member.id}", asked) == []
    assert reach.may_use_second_factor(owner)
    assert not reach.may_use_second_factor(organiser)
    shown = SignedIn(organiser).get("/accounts/").text
    names = [user.username for user in asked if user.username in shown]
    assert names == [user.username for user in (organiser, owner, member, abroad, player_abroad)]


@pytest.mark.django_db
def test_whom_an_organiser_may_help_is_asked_once_for_all(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    club = make_club()
    actor = f"user:{make_member(club, 'organiser').id}"
    members = [make_member(club) for _ in range(6)]
    for some in (members[:2], members):
        with django_assert_num_queries(7):
            assert reach.within_reach(actor, some) == some
