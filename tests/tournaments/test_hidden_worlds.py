"""Hidden information through every door: what somebody may not know of a match changes no byte.

Worlds that differ only in what was played within a club's delay are the same to a visitor, and
ended matches that differ only in hidden cards are the same to whoever the club does not show them.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.bots.random_bot import RandomBot
from games.core.events import Event
from games.core.matches import play_match
from games.core.viewer import PUBLIC
from games.testing.feeds import feed, known_events
from games.testing.scale import sampled
from replays.log import Log
from replays.selectors.logs import load_log
from replays.services import life, matches, undo
from tests.clients import SignedIn
from tests.envelopes import taken_by
from tests.factories import bearer, make_member, make_token, make_user
from tests.games.folds import first_violation
from tests.known import known
from tests.tournaments.ladders.nights import begun
from tests.tournaments.tournaments.play import Friday, swiss
from tests.tournaments.worlds import Seen, Visitor, differing, in_world, routes
from tournaments.people.models import Openness, Player
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db

DELAY = 60
"""Minutes; what is inside lies far inside, so that a slow machine does not see it pass."""
KNOWN = 5
"""How many entries lie before the delay: the beginning and four moves."""
NOTHING: dict[str, Any] = {}
HTMX = {"HX-Request": "true", "HX-Target": "frame"}
VERSIONS = (1, KNOWN - 1, KNOWN, KNOWN + 1, KNOWN + 2, KNOWN + 9)
EYES = ("public", "seat:0", "arbiter")
MATCH = "matches/<uuid:match_id>"
API = f"api/v1/{MATCH}"
VARIANTS: dict[str, list[dict[str, Any]]] = {
    f"{MATCH}/": [
        *({name: number} for name in ("v", "ply") for number in VERSIONS),
        *({"seat": seat} for seat in ("0", "arbiter")),
        {"as": "recorded"},
    ],
    "live/<slug:kind>/<uuid:id_>/news/": [{"mark": number} for number in (0, *VERSIONS)],
    f"{API}/state": [
        *({"as": eyes} for eyes in EYES),
        *({name: number} for name in ("version", "ply") for number in VERSIONS),
    ],
    f"{API}/events": [*({"as": eyes} for eyes in EYES), *({"after": at} for at in VERSIONS)],
    f"{API}/needs": [{"as": eyes} for eyes in EYES],
    f"{API}/choices": [{"seat": 0}],
    f"{API}/export": [{"format": "kgn"}, {"format": "jsonl"}],
}
"""What else is asked of the addresses that show moves."""


class House:
    """A club with a tournament, of which one table is played move by move, and a ladder."""

    turn = 0
    """Which sample of what can be asked is asked next."""

    def __init__(self, game: str) -> None:
        self.friday = Friday(8, swiss(games=[{"game": game}]))
        self.friday.announce()
        self.ladder = begun(self.friday.club)
        self.friday.do("start_table", stage=1, round=1, table=1)
        self.match: UUID = self.friday.table(1).match
        self.now = datetime.now(UTC)
        log = self.log
        self.events = play_match(log.rules, log.setup, [RandomBot()] * log.setup.seats, 7)

    @property
    def club(self) -> Any:
        return self.friday.club

    @property
    def log(self) -> Log:
        return load_log(self.match)

    @property
    def player(self) -> Player:
        """Who sits at the first seat."""
        return Player.objects.get(pk=known(self.log.players[0]))

    def set(self, **fields: Any) -> None:
        type(self.club).objects.filter(pk=self.club.pk).update(**fields)

    def do(self, service: Callable[..., Any], minutes: float = 90, **fields: Any) -> None:
        """Write something into the match as somebody did so many minutes ago."""
        moment = self.now - timedelta(minutes=minutes)
        fields = {"expected_version": self.log.version, "actor": "cli", "now": moment} | fields
        service(match_id=self.match, **taken_by(service, fields))

    def play(self, *events: Event, minutes: float = 90) -> None:
        self.do(matches.play, minutes, events=list(events))

    def everything(self, visitor: Visitor, *, apart_from: str = "") -> dict[Any, Seen]:
        """Ask every door that this house has, as the URLconf lists them."""
        parts: dict[str, object] = {
            "match_id": self.match,
            "tournament_id": self.friday.id,
            "ladder_id": self.ladder,
            "club_id": self.club.id,
            "club": self.club.slug,
            "player_id": self.player.id,
            "kind": "match",
            "id_": self.match,
            "part": 0,
            "slug": self.log.setup.game,
            "game": self.log.setup.game,
            "version": KNOWN + 1,
            "stage": 1,
            "round_": 1,
            "round": 1,
            "number": 1,
            "table": 1,
        }
        parts.pop(apart_from, None)
        self.turn = len(self.events)
        seen: dict[Any, Seen] = {}
        others = [route for route in routes() if "match_id" not in route.parts]
        asked = [route for route in others if parts.keys() >= set(route.parts)]
        of_matches = [route for route in routes() if "match_id" in route.parts]
        for route in (*of_matches, *sampled(asked, 6, self.turn)):
            address = route.address(parts)
            self.turn += 1
            for params in (NOTHING, *sampled(VARIANTS.get(route.pattern, []), 3, self.turn)):
                seen[(address, *params.items())] = visitor.get(address, params)
            if route.pattern in VARIANTS:
                self._again(visitor, address, seen)
        return seen

    def _again(self, visitor: Visitor, address: str, seen: dict[Any, Seen]) -> None:
        """Ask as a page that swaps its frame does, and as who has some version already."""
        seen[address, "frame"] = visitor.get(address, NOTHING, **HTMX)
        for version in sampled(VERSIONS, 3, self.turn):
            tags = ", ".join(f'"{version}{of}"' for of in ("", "-public", "-public-en"))
            seen[address, tags] = visitor.get(address, NOTHING, **{"If-None-Match": tags})


NOBODY = Visitor(Client(), {})


def stranger() -> Visitor:
    """Return somebody with an account and a token, and no role in the club."""
    return Visitor(Client(), bearer(make_token(make_user(), scopes=("read",))[1]))


def test_every_address_of_a_match_is_known_here() -> None:
    of_matches = [route.pattern for route in routes() if "match_id" in route.parts]
    assert len(of_matches) > 30
    assert VARIANTS.keys() <= {*of_matches, "live/<slug:kind>/<uuid:id_>/news/"}


def moves(house: House, count: int) -> None:
    house.play(*house.events[KNOWN - 1 : KNOWN - 1 + count], minutes=20)


def much(house: House) -> None:
    """Play on, take it back, write a note on it, correct the last move."""
    moves(house, 2)
    house.do(undo.annotate, 15, target=KNOWN + 1, text="Look at this")
    house.do(undo.rewind, 12, to=KNOWN)
    house.play(*house.events[KNOWN - 1 : KNOWN + 2], minutes=1)


HAPPENINGS: dict[str, Callable[[House], None]] = {
    "sushi_go_party": partial(moves, count=6),
    "sushi_bar": much,
}


@pytest.mark.parametrize("game", HAPPENINGS)
def test_what_is_played_within_the_delay_changes_nothing_for_a_visitor(game: str) -> None:
    house = House(game)
    house.set(spectator_delay=DELAY)
    house.play(*house.events[: KNOWN - 1])
    visitor = NOBODY if game == "sushi_bar" else stranger()
    quiet = house.everything(visitor)
    HAPPENINGS[game](house)
    assert not differing(quiet, house.everything(visitor))


@pytest.mark.parametrize("game", HAPPENINGS)
def test_until_it_is_over_a_visitor_learns_nothing_of_any_move(game: str) -> None:
    house = House(game)
    house.set(spectator_delay=None)
    visitor = NOBODY if game == "sushi_go_party" else stranger()
    quiet = house.everything(visitor)
    house.play(*house.events[:9])
    assert not differing(quiet, house.everything(visitor))


@pytest.mark.parametrize("delay", [0, DELAY, None])
def test_who_is_not_a_visitor_sees_every_move_at_once(delay: int | None) -> None:
    """Otherwise the test above would prove nothing."""
    house = House("sushi_bar")
    house.set(spectator_delay=delay)
    house.play(*house.events[: KNOWN - 1])
    moves(house, 2)
    linked = make_user()
    link_account(player=house.player, user=linked)
    member = make_member(house.club)

    def version(headers: dict[str, str], **params: Any) -> int:
        answer = Client().get(f"/api/v1/matches/{house.match}/events", params, headers=headers)
        assert answer.status_code == 200, answer.content
        return int(answer.json()["version"])

    for user in (linked, member):
        assert version(bearer(make_token(user, scopes=("read",))[1])) == KNOWN + 2
    own = bearer(make_token(linked, scopes=("read",))[1])
    assert version(own, **{"as": "seat:0"}) == KNOWN + 2
    assert version({}) == {0: KNOWN + 2, DELAY: KNOWN, None: 1}[delay]

    house.do(life.stop_match, 0, reason="time", result="none")
    assert version({}) == KNOWN + 3


def test_time_passes(client: Client) -> None:
    house = House("sushi_bar")
    house.set(spectator_delay=DELAY)
    for index, minutes in enumerate((DELAY + 30, DELAY, DELAY - 30, 1)):
        house.play(house.events[index], minutes=minutes)

    page = client.get(f"/matches/{house.match}/").content.decode()
    assert 'data-version="3"' in page
    assert "Visitors see this match 60 minutes late" in page
    assert client.get(f"/matches/{house.match}/", {"v": 4}).status_code == 404
    news = f"/live/match/{house.match}/news/"
    assert client.get(news, {"mark": 3}).status_code == 204
    assert client.get(news, {"mark": 5}).json() == client.get(news).json() == {"mark": "3"}


def test_until_it_is_over_a_page_says_so_in_words(client: Client) -> None:
    house = House("sushi_bar")
    house.set(spectator_delay=None)
    house.play(*house.events[:4])

    for language, words in (("en", "when it is over"), ("fr", "quand elle est finie")):
        page = client.get(f"/matches/{house.match}/", headers={"Accept-Language": language})
        text = page.content.decode()
        assert words in text
        assert house.player.first_name in text
        assert 'id="frame"' not in text
    address = f"/live/match/{house.match}/news/?mark=1"
    assert client.get(address).status_code == 204

    house.do(life.stop_match, 0, reason="time", result="score")
    assert client.get(address).json() == {"mark": "6"}
    assert 'id="frame"' in client.get(f"/matches/{house.match}/").content.decode()


def hidden_worlds(house: House) -> tuple[Sequence[Event], Sequence[Event]]:
    """Return what was played, and what the table knew of it, as two logs that are both legal."""
    log = house.log
    for length in range(len(house.events) // 2, 0, -1):
        truth = house.events[:length]
        seen = known_events(list(feed(log.rules, log.setup, truth, PUBLIC)))
        if seen != list(truth) and not first_violation(log.rules, log.setup, seen):
            return truth, seen
    raise AssertionError("nothing is hidden in this game")


def ended(house: House, events: Sequence[Event]) -> Callable[[], None]:
    def write() -> None:
        house.play(*events)
        house.do(life.stop_match, 50, reason="time", result="score")

    return write


@pytest.mark.parametrize("openness", [Openness.CLUB, Openness.ARBITERS])
def test_what_the_table_did_not_see_stays_hidden_once_it_is_over(openness: str) -> None:
    house = House("sushi_go_party")
    house.set(open_hands=openness)
    truth, seen = hidden_worlds(house)
    visitor = NOBODY
    if openness == Openness.ARBITERS:
        visitor = Visitor(SignedIn(make_member(house.club, "scorekeeper")), {})
    # A tournament knows nothing but the result, and writes down when it heard of it.
    ask = partial(house.everything, visitor, apart_from="tournament_id")
    one, other = (in_world(ended(house, events), ask) for events in (truth, seen))
    assert not differing(one, other)


def test_who_may_see_every_hand_does_tell_the_worlds_apart() -> None:
    """Otherwise the test above would prove nothing."""
    house = House("sushi_go_party")
    truth, seen = hidden_worlds(house)
    arbiter = Visitor(Client(), bearer(make_token(make_user(staff=True))[1]))
    member = Visitor(Client(), bearer(make_token(make_member(house.club), scopes=("read",))[1]))
    path = f"/api/v1/matches/{house.match}"

    def state(visitor: Visitor) -> list[Seen]:
        asked = [visitor.get(f"{path}/{what}", {"as": "arbiter"}) for what in ("state", "events")]
        files = [visitor.get(f"{path}/export", {"format": form}) for form in ("kgn", "jsonl")]
        return [*asked, *files, visitor.get(path, NOTHING)]

    for openness, visitor in (
        (Openness.EVERYBODY, NOBODY),
        (Openness.CLUB, member),
        (Openness.ARBITERS, arbiter),
    ):
        house.set(open_hands=openness)
        worlds = [in_world(ended(house, log), partial(state, visitor)) for log in (truth, seen)]
        for one, other in zip(*worlds, strict=True):
            assert one[0] == other[0] == 200
            assert one != other, one


def test_keeping_the_hands_costs_a_visitor_no_further_question(client: Client) -> None:
    house = House("sushi_go_party")
    ended(house, house.events[:20])()

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/matches/{house.match}/").status_code == 200
        return len(captured)

    queries()
    before = queries()
    house.set(open_hands=Openness.ARBITERS)
    assert queries() <= before
