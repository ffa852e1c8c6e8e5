"""Who finds what, over every level, role and kind: the database says what the rule says."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db.models import Model, QuerySet

from replays.models import Match
from tests.factories import NOW, make_club, make_member, make_token, make_user
from tests.tournaments.people.shelves import KINDS, LEVELS
from tests.tournaments.people.test_policy import make_match
from tournaments.ladders.models import Ladder
from tournaments.people.models import Club, Role, StreamVisibility
from tournaments.people.onlooker import ClubLevels, Onlooker, sieve
from tournaments.people.standing import NOBODY, OPERATOR
from tournaments.seasons.models import Season
from tournaments.tournaments.models import Tournament, TournamentTable

pytestmark = pytest.mark.django_db

CLUBS = [*product(LEVELS, LEVELS, (False, True))]
"""Who finds the club, what its things are by default, whether it is closed."""
OWN = ("", *LEVELS)
MODELS: dict[str, type[Model]] = {
    "match": Match,
    "tournament": Tournament,
    "season": Season,
    "ladder": Ladder,
}


def make_thing(club: Club, kind: str) -> UUID:
    usual: dict[str, Any] = {"id": uuid4(), "club": club, "version": 1, "created_at": NOW}
    match kind:
        case "match":
            return make_match(club, []).id
        case "tournament":
            Tournament.objects.create(title="T", status="planned", **usual)
        case "season":
            Season.objects.create(
                title="S", status="open", planned=1, evenings=0, rules={}, champions=[], **usual
            )
        case "ladder":
            Ladder.objects.create(
                title="L", usual="", status="open", system="elo", rules={}, **usual
            )
    return usual["id"]


class World:
    """A club for each way of being found, and in each a thing for each level of each kind."""

    def __init__(self) -> None:
        self.clubs: dict[UUID, tuple[str, str, bool]] = {}
        self.things: dict[UUID, tuple[str, Club, str]] = {}
        self.parts: dict[UUID, str] = {}
        for visibility, default, closed in CLUBS:
            club = make_club(visibility=visibility, default_visibility=default)
            if closed:
                Club.objects.filter(pk=club.pk).update(closed_at=NOW)
            self.clubs[club.id] = visibility, default, closed
            for kind, own in product(KINDS, OWN):
                self.add(club, kind, own)
            for own, whole in product(OWN, OWN):
                match, tournament = (
                    self.add(club, "match", own),
                    self.add(club, "tournament", whole),
                )
                TournamentTable.objects.create(
                    id=uuid4(),
                    tournament_id=tournament,
                    match_id=match,
                    stage=1,
                    round=1,
                    number=1,
                    status="open",
                    called=False,
                )
                self.parts[match] = whole or default

    def add(self, club: Club, kind: str, own: str) -> UUID:
        thing = make_thing(club, kind)
        self.things[thing] = kind, club, own
        if own:
            StreamVisibility.objects.create(id=thing, club=club, kind=kind, visibility=own)
        return thing

    def found(self, thing: UUID, *, listed: bool, inside: UUID | None = None) -> bool:
        """Say whether a visitor finds a thing, in the words of the documentation."""
        _kind, club, own = self.things[thing]
        visibility, default, closed = self.clubs[club.id]
        levels = {own or default, self.parts.get(thing, "public")}
        if closed or visibility == "club" or "club" in levels:
            return False
        if not listed:
            return True
        return levels == {"public"} and (visibility == "public" or inside == club.id)


def everything(keep: Callable[[QuerySet[Any]], QuerySet[Any]]) -> set[UUID]:
    return {
        pk
        for model in MODELS.values()
        for pk in keep(model._default_manager.all()).values_list("pk", flat=True)
    }


def test_visitors_find_what_the_rule_says_and_those_of_a_club_everything_of_it() -> None:
    world = World()
    elsewhere = make_club()
    stranger = make_member(elsewhere, "owner")
    visitors = ["", "token:x", f"user:{make_user().id}", f"user:{stranger.id}"]
    for actor in visitors:
        onlooker = Onlooker(actor)
        assert everything(onlooker.visible) == {
            thing for thing in world.things if world.found(thing, listed=False)
        }
        assert everything(onlooker.listed) == {
            thing for thing in world.things if world.found(thing, listed=True)
        }
    onlooker = Onlooker("")
    for club in world.clubs:
        inside = {
            row.pk
            for model in MODELS.values()
            for row in onlooker.listed(model._default_manager.filter(club_id=club), club)
        }
        own = {thing for thing, (_, home, _) in world.things.items() if home.id == club}
        assert inside == {thing for thing in own if world.found(thing, listed=True, inside=club)}
    for actor in ("cli", "system", f"user:{make_user(staff=True).id}"):
        assert everything(Onlooker(actor).listed) == set(world.things)


@pytest.mark.parametrize("role", Role.values)
def test_a_role_in_a_club_is_enough_unless_the_club_is_closed(role: str) -> None:
    for closed in (False, True):
        club = make_club(visibility="club", default_visibility="club")
        things = {make_thing(club, kind) for kind in KINDS}
        member = make_member(club, role)
        if closed:
            Club.objects.filter(pk=club.pk).update(closed_at=NOW)
        tokens = {
            scopes: f"token:{make_token(member, scopes)[0].id}"
            for scopes in (("read",), ("record",))
        }
        for actor in (f"user:{member.id}", *tokens.values()):
            assert everything(Onlooker(actor).listed) == (set() if closed else things)
            assert ((club.id, club.name) in Onlooker(actor).clubs()) is not closed


def test_a_token_counts_for_its_own_club_and_while_it_lasts() -> None:
    here, there = make_club(visibility="club"), make_club(visibility="club")
    thing = make_thing(here, "season")
    member = make_member(here)
    bound = make_token(member, ("read",), club=here)[0]
    other = make_token(make_user(staff=True), ("admin",), club=there)[0]
    old = make_token(member, ("read",), expires_at=NOW + timedelta(days=1))[0]
    assert everything(Onlooker(f"token:{bound.id}").visible) == {thing}
    assert everything(Onlooker(f"token:{other.id}").visible) == set()
    type(old).objects.filter(pk=old.pk).update(expires_at=NOW - timedelta(days=400))
    assert everything(Onlooker(f"token:{old.id}").visible) == set()


def test_where_nothing_is_kept_from_anybody_no_list_is_filtered() -> None:
    club = ClubLevels(uuid4(), "here", "Here", "public", "public", closed=False, varies=False)
    for standing in (NOBODY, OPERATOR):
        assert not sieve([club], standing, frozenset({"public"}))  # type: ignore[arg-type]
    make_thing(make_club(), "match")
    matches = Match.objects.all()
    assert Onlooker("").listed(matches) is matches
