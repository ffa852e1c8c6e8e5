"""Who may send which command: the catalogues, the table in the docs, the API and the pages."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.testing.scale import sampled
from tests.clients import SignedIn
from tests.factories import bearer, make_member, make_token, make_user
from tests.tournaments.ladders.nights import begun
from tests.tournaments.seasons.played import make_season
from tests.tournaments.tournaments.doors import Evening
from tournaments.commands import Catalogue
from tournaments.ladders.api.ladders import ENDPOINTS as LADDER_ENDPOINTS
from tournaments.ladders.commands import LADDER_COMMANDS
from tournaments.people.models import Role, Scope
from tournaments.people.rights import (
    AT_THE_TABLE,
    GRANTED,
    command_action,
    lowest_role,
    permissions_of,
    scope_for,
)
from tournaments.people.services.players import link_account
from tournaments.seasons.api.views import ENDPOINTS as SEASON_ENDPOINTS
from tournaments.seasons.commands import SEASON_COMMANDS
from tournaments.tournaments.director.commands.catalogue import (
    TOURNAMENT_COMMANDS,
    command_names,
)

CATALOGUES: dict[str, Catalogue[Any]] = {
    "tournament": TOURNAMENT_COMMANDS,
    "season": SEASON_COMMANDS,
    "ladder": LADDER_COMMANDS,
}
ROLES = [*Role.values, "visitor"]
GUIDE = Path(__file__).parents[3] / "docs" / "people.md"


def commands() -> Iterator[tuple[str, str, str]]:
    """Yield every command: the noun, its name and the action that the policy knows it by."""
    for noun, catalogue in CATALOGUES.items():
        for name in catalogue.names():
            yield noun, name, command_action(noun, name)


def may_send(role: str, action: str) -> bool:
    return role != "visitor" and action in permissions_of(Role(role))


def rights() -> str:
    """Return the table of the guide: the commands of each noun by who may send them."""
    lines = ["| commands of a | from the role | a token's scope | |", "|---|---|---|---|"]
    for noun, role in product(CATALOGUES, reversed(Role)):
        named = {name: action for of, name, action in commands() if of == noun}
        own = {name: act for name, act in named.items() if lowest_role(act) == role}
        if own:
            [scope] = {scope_for(action).value for action in own.values()}
            names = [f"`{name}`{'*' * (act in AT_THE_TABLE)}" for name, act in own.items()]
            lines.append(f"| {noun} | {role.value} | `{scope}` | {', '.join(names)} |")
    return "\n".join(lines)


def test_every_command_has_its_action_and_every_action_its_command() -> None:
    known = {action for _, _, action in commands()}
    granted = {
        action for scopes in GRANTED.values() for every in scopes.values() for action in every
    }
    assert known <= granted
    others = {"tournament.write", "tournament.read_private", "tournament.read_reports"}
    assert {one for one in granted if one.partition(".")[0] in CATALOGUES} == known | others


def test_every_action_has_one_role_and_one_scope() -> None:
    every = [action for scopes in GRANTED.values() for one in scopes.values() for action in one]
    assert len(every) == len(set(every))
    assert scope_for("something.new") == Scope.ADMIN


def test_the_guide_says_who_may_send_what() -> None:
    assert rights() in GUIDE.read_text(), rights()


@pytest.mark.django_db
def test_commands_of_tournaments_are_refused_before_anything_in_them_is_read() -> None:
    evening = Evening(entrants=2)
    for number, role in enumerate(ROLES):
        user = make_user() if role == "visitor" else make_member(evening.club, role)
        headers = bearer(make_token(user, ("admin",))[1])
        for name in sampled(list(command_names()), 2, number):
            permitted = may_send(role, command_action("tournament", name))
            answer = Client().post(
                f"/api/v1/{evening.path}/commands/{name}",
                "no body at all",
                content_type="application/json",
                headers=headers,
            )
            assert answer.status_code == (400 if permitted else 403), (role, name)
    nobody = Client().post(f"/api/v1/{evening.path}/commands/rule", "x", "application/json")
    assert nobody.status_code == 401


@pytest.mark.django_db
def test_a_token_needs_the_scope_of_each_command() -> None:
    evening = Evening(entrants=2)
    owner = make_member(evening.club, "owner")
    for scope in Scope.values:
        headers = bearer(make_token(owner, (scope,))[1])
        for name in ("record", "rule", "propose", "undo"):
            needed = scope_for(command_action("tournament", name))
            permitted = Scope.values.index(scope) >= Scope.values.index(needed)
            path = f"/api/v1/{evening.path}/commands/{name}"
            answer = Client().post(path, "?", content_type="application/json", headers=headers)
            assert answer.status_code == (400 if permitted else 403), (scope, name)


@pytest.mark.django_db
@pytest.mark.parametrize("noun", ["season", "ladder"])
def test_commands_of_seasons_and_ladders_too(noun: str) -> None:
    evening = Evening(entrants=2)
    stream = make_season(evening.club) if noun == "season" else begun(evening.club, "Old")
    endpoints = SEASON_ENDPOINTS if noun == "season" else LADDER_ENDPOINTS
    assert {one.command.name for one in endpoints} == set(CATALOGUES[noun].names())
    for role in ("visitor", "arbiter", "organiser"):
        user = make_user() if role == "visitor" else make_member(evening.club, role)
        headers = bearer(make_token(user, ("organise",))[1])
        for endpoint in endpoints:
            if endpoint.body is None and role == "organiser":
                continue
            more = [uuid4()] if "<" in endpoint.address else []
            answer = Client().generic(
                endpoint.method.upper(),
                reverse(endpoint.name, args=[stream, *more]),
                "no body at all",
                content_type="application/json",
                headers=headers,
            )
            permitted = may_send(role, command_action(noun, endpoint.command.name))
            assert answer.status_code == (400 if permitted else 403), (role, endpoint.name)


@pytest.mark.django_db
def test_pages_take_commands_from_the_lowest_role_on_and_from_nobody_below() -> None:
    evening = Evening(entrants=2)
    browsers = {role: SignedIn(make_member(evening.club, role)) for role in Role.values}
    browsers["visitor"] = SignedIn(make_user())
    for name in command_names():
        lowest = lowest_role(command_action("tournament", name))
        below = ROLES[ROLES.index(lowest) + 1]
        path = f"/tournaments/{evening.id}/do/{name}/"
        assert browsers[below].post(path).status_code == 403, name
        assert browsers[lowest].post(path).status_code in (302, 422), name


def offered(browser: Client, evening: Evening) -> set[str]:
    """Return the commands that the pages of a tournament have forms and buttons for."""
    pages = ["", "rounds/", "entrants/", "plan/", "log/", "tables/1/1/1/", "tables/1/1/2/"]
    texts = [browser.get(f"/tournaments/{evening.id}/{page}").text for page in pages]
    return {name for text in texts for name in re.findall(r"/do/(\w+)/", text)}


@pytest.mark.django_db
def test_pages_offer_each_role_what_it_may_do_and_nothing_else() -> None:
    evening = Evening().start()
    evening.announce()
    evening.do("record", stage=1, round=1, table=1, scores=[9, 7, 5, 3])
    with_forms = {
        "visitor": set[str](),
        "member": set[str](),
        "scorekeeper": {"record", "confirm", "call_arbiter", "start_table", "check_out"},
        "arbiter": {"withdraw_result", "rule", "penalise", "start_clock", "drop"},
        "organiser": {"reseat", "move_table", "rename", "undo", "enter"},
    }
    seen: set[str] = set()
    for role, newly in with_forms.items():
        user = make_user() if role == "visitor" else make_member(evening.club, role)
        shown = offered(SignedIn(user), evening)
        assert shown <= {
            name for name in command_names() if may_send(role, command_action("tournament", name))
        }, role
        assert newly <= shown - seen, (role, shown)
        seen |= shown


@pytest.mark.django_db
def test_those_at_a_table_report_it_and_call_the_arbiter_there_and_nowhere_else() -> None:
    evening = Evening().start()
    tables = evening.announce()
    one, elsewhere = tables[1][0], tables[2][0]
    user = make_user()
    link_account(player=evening.players[one - 1], user=user)
    browser, headers = SignedIn(user), bearer(make_token(user, ("record",))[1])
    assert offered(browser, evening) == {"report", "call_arbiter"}
    here, there = ({"stage": 1, "round": 1, "table": table} for table in (1, 2))

    def send(name: str, **fields: Any) -> int:
        path = f"/api/v1/{evening.path}/commands/{name}"
        sent = Client().post(path, fields, content_type="application/json", headers=headers)
        return sent.status_code

    assert send("call_arbiter", **there) == 403
    assert send("call_arbiter", **here, nonsense=1) == 422
    assert send("call_arbiter", stage=[1], round={}, table="1") == 403
    assert send("report", **here, entrant=elsewhere, scores=[1, 2, 3, 4]) == 403
    assert send("report", **there, entrant=one, scores=[1, 2, 3, 4]) == 403
    assert send("report", **here, entrant=one, scores=[1, 2, 3, 4]) == 201
    assert send("call_arbiter", **here) == 201
    for name in ("record", "rule", "confirm"):
        assert browser.post(f"/tournaments/{evening.id}/do/{name}/", here).status_code == 403
    posted = {**there, "entrant": one}
    assert browser.post(f"/tournaments/{evening.id}/do/report/", posted).status_code == 403


@pytest.mark.django_db
def test_arbiters_read_what_differs_and_scorekeepers_do_not() -> None:
    evening = Evening().start()
    one, other, *_ = evening.announce()[1]
    at = {"stage": 1, "round": 1, "table": 1}
    evening.do("report", **at, entrant=one, scores=[9, 7, 5, 3])
    evening.do("report", **at, entrant=other, scores=[7, 9, 5, 3])
    for role, reads in (("scorekeeper", False), ("arbiter", True)):
        user = make_member(evening.club, role)
        headers = bearer(make_token(user, ("read",))[1])
        rounds = Client().get(f"/api/v1/{evening.path}/rounds", headers=headers).json()
        assert (rounds["rounds"][0]["tables"][0]["reports"] is not None) is reads
        page = SignedIn(user).get(f"/tournaments/{evening.id}/").text
        assert ("Waiting for a decision" in page) is reads
        assert ("Accept this" in page) is reads
        preview = Client().post(
            f"/api/v1/{evening.path}/preview", "?", content_type="application/json", headers=headers
        )
        assert preview.status_code == 403
