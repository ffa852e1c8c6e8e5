"""Two worlds that differ in what a visitor may not know of people: every answer is the same."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.testing.scale import scaled
from replays.envelope import Envelope
from tests.factories import NOW, make_club, make_player, make_user
from tests.tournaments.ladders.nights import played, work
from tests.tournaments.tournaments.doors import Evening
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.people.services.claims import ask_for_player
from tournaments.people.services.merges import merge_players
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import link_account, rename_player
from tournaments.seasons.commands import AddEvening, NewSeason
from tournaments.seasons.services import create_season, lead

pytestmark = pytest.mark.django_db
SECRETS = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+|csrf[-_]?token[^>]+')
ELSEWHERE = ("admin/", "i18n/", "healthz", "session", "api/v1/schema", "api/v1/docs")
LANGUAGES = ["en", "fr"][: scaled(2)]
SEARCHES = ("petit", "quux", "mercier", "hidden", "paul")


class Person(NamedTuple):
    """Somebody in one of the worlds."""

    name: PersonName
    account: bool = False


WORLDS: dict[str, list[Person]] = {
    "one": [
        Person(PersonName("Anne", "Petit", "Nana", "hidden"), account=True),
        Person(PersonName("Paul", "Martin"), account=True),
        Person(PersonName("Lea", "Roux", display="full", minor=True)),
        Person(PersonName("Hidden", "Person", "Momo", "nickname")),
        Person(PersonName("Ines", "Abel", display="hidden")),
    ],
    "other": [
        Person(PersonName("Zoé", "Quux", display="hidden", minor=True)),
        Person(PersonName("Paul", "Mercier", "Polo")),
        Person(PersonName("Lea", "Rinaldi"), account=True),
        Person(PersonName("Xavier", "", "Momo", "nickname", minor=True), account=True),
        Person(PersonName("Zz", "Zz", "Zz", "hidden")),
    ],
}


class Stage(NamedTuple):
    """A club in which everything has happened once, whoever its people are."""

    club: Club
    people: list[Player]
    known: dict[str, str]


@pytest.fixture
def stage() -> Stage:
    club = make_club(slug="here")
    evening = Evening(club=club, entrants=4)
    evening.start().play_round()
    people = [*Player.objects.filter(club=club).order_by("created_at", "id")[:4], make_player(club)]
    match = played(club, people[:4], [5, 4, 3, 2])
    merge_players(player_id=people[4].id, into_id=people[0].id, envelope=Envelope("cli", NOW))
    season = create_season(
        club=club, wanted=NewSeason(title="Winter"), envelope=Envelope("cli", NOW)
    ).stream_id
    lead(
        season_id=season,
        command=AddEvening(tournament=UUID(str(evening.id))),
        envelope=Envelope("cli", NOW),
    )
    work()
    numbers = dict.fromkeys(("stage", "round_", "table", "version", "round"), "1")
    return Stage(
        club,
        people,
        {
            **numbers,
            **dict.fromkeys(
                (
                    "batch_id",
                    "user_id",
                    "claim_id",
                    "invitation_id",
                    "token_id",
                    "webhook_id",
                    "delivery_id",
                    "id_",
                ),
                str(uuid4()),
            ),
            "match_id": str(match),
            "player_id": "",
            "club_id": str(club.id),
            "club": club.slug,
            "tournament_id": str(evening.id),
            "season_id": str(season),
            "ladder_id": str(usual_id(club.id)),
            "secret": "guessed",
            "digest": "guessed",
            "guide": "organiser",
            "slug": "sushi_bar",
            "game": "sushi_bar",
            "name": "show",
            "kind": "csv",
            "part": "0",
        },
    )


def addresses(stage: Stage) -> Iterator[str]:
    """Every route of the pages and the API, with ids that exist; and searches for every name."""
    for route in sorted(set(routes(get_resolver().url_patterns))):
        for player in stage.people[:3] if "player_id" in route else stage.people[:1]:
            known = {**stage.known, "player_id": str(player.id)}
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route).format(**known)
    tournament = f"/api/v1/tournaments/{stage.known['tournament_id']}"
    match = f"/api/v1/matches/{stage.known['match_id']}"
    yield from (f"{tournament}/{part}?stage=1" for part in ("rounds", "standings", "bracket"))
    yield from (f"{match}/export?format={form}" for form in ("kgn", "jsonl"))
    yield f"/ladders/{stage.known['ladder_id']}/?search=petit"
    for word in SEARCHES:
        yield f"/players/?search={word}"
        yield f"/api/v1/players?search={word}"
        yield f"/api/v1/players?merged=yes&limit=2&search={word}"


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if route.startswith(ELSEWHERE) or "^" in route:
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def answers(stage: Stage, language: str) -> dict[str, tuple[object, ...]]:
    """What a visitor gets from every address: all but cookies and the clock."""
    told: dict[str, tuple[object, ...]] = {}
    for address in addresses(stage):
        client = Client(headers={"Accept-Language": language})
        answer = client.get(address)
        body = b"".join(answer) if answer.streaming else answer.content
        headers = {**answer.headers, "Expires": "", "Date": ""}
        text = SECRETS.sub("", body.decode("utf-8", "replace"))
        told[address] = answer.status_code, text, tuple(sorted(headers.items()))
    return told


def populate(stage: Stage, world: str) -> None:
    for player, person in zip(stage.people, WORLDS[world], strict=True):
        account = make_user(email=f"{uuid4().hex}@club.example") if person.account else None
        rename_player(player=player, name=person.name, confirm=True)
        link_account(player=player, user=account)
        if account is not None:
            other = make_user()
            ask_for_player(player=player, account=other, envelope=Envelope("cli", NOW))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visitor_cannot_tell_two_worlds_apart(stage: Stage, language: str) -> None:
    populate(stage, "one")
    first = answers(stage, language)
    populate(stage, "other")
    second = answers(stage, language)
    different = [address for address in first if first[address] != second[address]]
    assert not different
    statuses = [answer[0] for answer in first.values()]
    assert statuses.count(200) > 60
    assert 500 not in statuses
    shown = "\n".join(str(answer[1]) for answer in first.values())
    assert ("Player " if language == "en" else "Joueur ") in shown
