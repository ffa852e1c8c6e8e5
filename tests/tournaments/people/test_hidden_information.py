"""Who sees what of a match, and from when on: every kind of actor, state, delay and openness."""

import os
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import product
from uuid import uuid4

import pytest

from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer
from replays.envelope import Envelope
from replays.models import Match
from replays.ports import BEFORE_EVERYTHING
from replays.services import life
from tests.factories import (
    NOW,
    make_club,
    make_member,
    make_player,
    make_token,
    make_user,
)
from tests.replays.sittings import Sitting
from tests.tournaments.worlds import in_world
from tournaments.people.models import Club, Openness, Player, Role, User
from tournaments.people.ports import ClubPolicy
from tournaments.people.services.merges import merge_players
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db

POLICY = ClubPolicy()
DELAYS = (0, 7, None)
OWN = {PUBLIC, seat_viewer(1)}
EVERYTHING = {PUBLIC, ARBITER, seat_viewer(0), seat_viewer(1)}

VISITOR, PLAYER, MEMBER, ARBITRATES = range(4)
"""What somebody is to a match: nobody; the one at seat 1; a member of the club; its arbiter."""


def _user(user: User) -> str:
    return f"user:{user.id}"


def _token(user: User, *scopes: str, club: Club | None = None) -> str:
    return f"token:{make_token(user, scopes=scopes or ('read',), club=club)[0].id}"


def _without_scopes(user: User) -> str:
    token, _text = make_token(user)
    token.scopes = []
    token.save()
    return f"token:{token.id}"


def _linked(player: Player) -> User:
    user = make_user()
    link_account(player=player, user=user)
    return user


def _merged(player: Player) -> User:
    other = make_player(player.club)
    merge_players(player_id=player.id, into_id=other.id, envelope=Envelope("cli", NOW))
    return _linked(other)


def _role(role: str) -> Callable[[Player], str]:
    return lambda player: _user(make_member(player.club, role))


def _role_token(role: str, *scopes: str) -> Callable[[Player], str]:
    return lambda player: _token(make_member(player.club, role), *scopes)


def _linked_member(player: Player) -> str:
    user = make_member(player.club)
    link_account(player=player, user=user)
    return _user(user)


ACTORS: dict[str, tuple[int, Callable[[Player], str]]] = {
    "nobody": (VISITOR, lambda _player: ""),
    "unknown": (VISITOR, lambda _player: f"user:{uuid4()}"),
    "account": (VISITOR, lambda _player: _user(make_user())),
    "owner elsewhere": (VISITOR, lambda _player: _user(make_member(make_club(), "owner"))),
    "player elsewhere": (VISITOR, lambda _player: _user(_linked(make_player()))),
    "locked owner": (VISITOR, lambda player: _user(_locked(make_member(player.club, "owner")))),
    "token of an account": (VISITOR, lambda _player: _token(make_user(), "admin")),
    "token without scopes": (VISITOR, lambda player: _without_scopes(_linked(player))),
    "owner's token without scopes": (
        VISITOR,
        lambda player: _without_scopes(make_member(player.club, "owner")),
    ),
    "player's token for another club": (
        VISITOR,
        lambda player: _token(_linked(player), club=make_club()),
    ),
    "owner's token for another club": (
        VISITOR,
        lambda player: _token(make_member(player.club, "owner"), "admin", club=make_club()),
    ),
    "staff's token for another club": (
        VISITOR,
        lambda _player: _token(make_user(staff=True), "admin", club=make_club()),
    ),
    "player": (PLAYER, lambda player: _user(_linked(player))),
    "merged player": (PLAYER, lambda player: _user(_merged(player))),
    "player's token": (PLAYER, lambda player: _token(_linked(player))),
    "merged player's token": (PLAYER, lambda player: _token(_merged(player), "admin")),
    "player's token for the club": (
        PLAYER,
        lambda player: _token(_linked(player), club=player.club),
    ),
    "member": (MEMBER, _role("member")),
    "member's token": (MEMBER, _role_token("member", "read")),
    "scorekeeper": (MEMBER, _role("scorekeeper")),
    "scorekeeper's token": (MEMBER, _role_token("scorekeeper", "read")),
    "member who plays": (MEMBER + PLAYER * 10, _linked_member),
    "arbiter": (ARBITRATES, _role("arbiter")),
    "arbiter's token": (ARBITRATES, _role_token("arbiter", "read")),
    "organiser": (ARBITRATES, _role("organiser")),
    "owner": (ARBITRATES, _role("owner")),
    "staff": (ARBITRATES, lambda _player: _user(make_user(staff=True))),
    "staff's token": (ARBITRATES, lambda _player: _token(make_user(staff=True))),
    "command line": (ARBITRATES, lambda _player: "cli"),
    "system": (ARBITRATES, lambda _player: "system"),
}


def _locked(user: User) -> User:
    user.is_active = False
    user.save()
    return user


def _matches(players: list[Player]) -> dict[str, Match]:
    """Return a match in every state that one can be in, made by what people do."""
    ids = [player.id for player in players]

    def sitting() -> Sitting:
        return Sitting("sushi_bar", club_id=players[0].club_id, players=ids)

    over, stopped, reopened, going_on, abandoned, voided, reported = (sitting() for _ in range(7))
    over.finish()
    stopped.do(life.stop_match, reason="time", result="score")
    reopened.do(life.stop_match, reason="time", result="none")
    reopened.do(life.reopen_match)
    abandoned.do(life.abandon_match)
    voided.do(life.void_match)
    reported.do(life.report_result, scores=[3, 2])
    states = {
        "going on": going_on,
        "reopened": reopened,
        "over": over,
        "stopped": stopped,
        "abandoned": abandoned,
        "voided": voided,
        "reported": reported,
    }
    return {name: one.row for name, one in states.items()}


def expected_viewers(standing: int, *, ended: bool, openness: str) -> set[Viewer]:
    """Return the points of view, as the rule reads: the arbiter all, a player their seat."""
    plays, standing = divmod(standing, 10)
    if standing == ARBITRATES or (ended and openness == Openness.EVERYBODY):
        return EVERYTHING
    if ended and openness == Openness.CLUB and standing == MEMBER:
        return EVERYTHING
    return OWN if plays or standing == PLAYER else {PUBLIC}


def expected_horizon(standing: int, *, ended: bool, delay: int | None) -> datetime | None:
    """Return from when on nothing is known: only visitors are behind, and only until the end."""
    if ended or delay == 0 or standing != VISITOR:
        return None
    return BEFORE_EVERYTHING if delay is None else NOW - timedelta(minutes=delay)


@pytest.mark.soak
def test_who_sees_which_seats_and_until_when() -> None:
    """Every delay beside every openness in a soak run, each of them once in any other."""
    pairs = list(zip(DELAYS, random.sample(Openness.values, len(DELAYS)), strict=True))
    if os.environ.get("KAITEN_SOAK") == "1":
        pairs = list(product(DELAYS, Openness.values))
    club = make_club()
    players = [make_player(club), make_player(club)]
    matches = _matches(players)
    for delay, openness in pairs:
        Club.objects.filter(pk=club.pk).update(spectator_delay=delay, open_hands=openness)
        for name, (_standing, make_actor) in ACTORS.items():
            look = partial(_require_rule, name, delay, openness, matches)
            # A player has one account at most: everybody comes and goes.
            in_world(lambda: None, lambda: look(make_actor(players[1])))  # noqa: B023


def _require_rule(
    name: str, delay: int | None, openness: str, matches: dict[str, Match], actor: str
) -> None:
    """Somebody sees of every match what the rule says."""
    standing = ACTORS[name][0]
    for state, match in matches.items():
        ended = state not in {"going on", "reopened"}
        where = (name, state, delay, openness)
        viewers = POLICY.viewers(actor, match)
        horizon = POLICY.horizon(actor, match, NOW)
        assert viewers == expected_viewers(standing, ended=ended, openness=openness), where
        assert horizon == expected_horizon(standing, ended=ended, delay=delay), where
        if ARBITER in viewers:
            assert horizon is None, "who may take the whole record along is never behind"
    club, sees_all = matches["over"].club_id, POLICY.viewers(actor, matches["over"]) == EVERYTHING
    assert POLICY.opened(actor, {club}) == ({club} if sees_all else set())


def test_every_role_has_its_row() -> None:
    assert set(Role.values) <= set(ACTORS)


def test_clubs_are_opened_one_by_one() -> None:
    shut, open_, own = make_club(), make_club(), make_club()
    for club in (shut, own):
        club.open_hands = Openness.CLUB
        club.save()
    member = f"user:{make_member(own).id}"

    assert POLICY.opened(member, {shut.id, open_.id, own.id}) == {open_.id, own.id}
    assert POLICY.opened("", {shut.id, open_.id, own.id}) == {open_.id}
    assert POLICY.opened("", set()) == set()
