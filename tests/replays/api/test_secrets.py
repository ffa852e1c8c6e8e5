"""While a match is open its secrets stay secret through every door of the API.

Two truths that a viewer cannot tell apart must give that viewer the same bytes, whatever is asked.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client

from games.bots.random_bot import RandomBot
from games.core.events import Event
from games.core.matches import make_setup, play_match
from games.core.viewer import PUBLIC, Viewer, seat_viewer
from games.registry import rules_of
from games.testing.feeds import feed, known_events
from games.testing.scale import sampled, scaled
from replays.envelope import Envelope
from replays.services.matches import NewMatch, create_match, play
from replays.services.undo import rewind
from tests.answers import Answer
from tests.factories import NOW, bearer, make_token, make_user
from tests.games.folds import first_violation
from tests.games.hidden_game.events import Answered, Asked, CardChosen, Dealt
from tests.replays.api.conftest import Door, Table, refused
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db

MATCH = UUID("5b0d1c9e-0000-4000-8000-00000000cafe")
IGNORED = {"Date", "X-Request-Id"}


class Over(Exception):
    """Thrown to undo everything a truth wrote."""


@pytest.fixture
def doors(table: Table) -> dict[str, Door]:
    """The public, and a player on each of two seats."""
    users = [make_user(), make_user()]
    for user, player in zip(users, table.players, strict=False):
        link_account(player=player, user=user)
    seated = [Door(Client(), bearer(make_token(user, scopes=("read",))[1])) for user in users]
    return {"public": table.public, "seat:0": seated[0], "seat:1": seated[1]}


def told(table: Table, log: Sequence[Event | int], ask: Callable[[], Any]) -> Any:
    """Write a log as one truth, return what `ask` returns, and undo it."""
    kept = []
    try:
        with transaction.atomic():
            create_match(
                match=NewMatch(
                    club_id=table.club.id,
                    game="hidden_game",
                    players=[player.id for player in table.players[:2]],
                    options={},
                ),
                envelope=Envelope("cli", NOW),
                match_id=MATCH,
            )
            for version, step in enumerate(log, 1):
                common: dict[str, Any] = {"match_id": MATCH, "expected_version": version}
                common["envelope"] = Envelope("cli", NOW)
                if isinstance(step, int):
                    rewind(to=step, **common)
                else:
                    play(events=[step], **common)
            kept.append(ask())
            raise Over
    except Over:
        return kept[0]


def bytes_of(answer: Answer) -> tuple[int, dict[str, str], bytes]:
    headers = {name: text for name, text in answer.headers.items() if name not in IGNORED}
    return answer.status_code, headers, answer.content


def everything_asked(
    door: Door, viewer: str, versions: int
) -> list[tuple[int, dict[str, str], bytes]]:
    """Ask every door with a viewer's eyes, and with eyes that are not theirs."""
    path = f"/matches/{MATCH}"
    asked = [door.get("/matches"), door.get(path), door.get(f"{path}/verify")]
    for turn, eyes in enumerate(("public", "seat:0", "seat:1", "arbiter"), versions):
        for what in sampled(("events", "state", "needs"), 1 if eyes == viewer else 3, turn):
            answer = door.get(f"{path}/{what}", {"as": eyes})
            if eyes not in ("public", viewer):
                refused(answer, 403, "viewer_not_permitted")
            asked.append(answer)
    for seat in (0, 1):
        asked.append(door.get(f"{path}/choices", {"seat": seat}))
    for after in sampled(range(versions + 1), 3, versions):
        asked.append(door.get(f"{path}/events", {"as": viewer, "after": after, "limit": 2}))
    for version in sampled(range(versions + 2), 3, versions):
        asked.append(door.get(f"{path}/state", {"as": viewer, "version": version}))
        asked.append(door.get(f"{path}/state", {"as": viewer, "ply": version}))
    for format_ in ("kgn", "jsonl"):
        answer = door.get(f"{path}/export", {"format": format_})
        refused(answer, 403, "export_hidden")
        asked.append(answer)
    body = {"events": [{"type": "hidden_game.card_chosen", "payload": {}}]}
    for action in ("events", "amend/preview", "override"):
        asked.append(door.post(f"{path}/{action}", body, versions))
    return [bytes_of(answer) for answer in asked]


ASKED = [Asked(0, 1, "amber"), Answered(1, "amber")]
HANDS: dict[str, tuple[list[Any], list[Any]]] = {
    "public": (
        [("amber", "blue", "coral"), ("amber", "amber", "dusk"), "blue"],
        [("blue", "blue", "dusk"), ("amber", "coral", "coral"), "dusk"],
    ),
    "seat:0": (
        [("amber", "blue", "coral"), ("amber", "amber", "dusk"), "blue"],
        [("amber", "blue", "coral"), ("amber", "coral", "blue"), "blue"],
    ),
    "seat:1": (
        [("amber", "blue", "coral"), ("amber", "amber", "dusk"), "blue"],
        [("blue", "dusk", "dusk"), ("amber", "amber", "dusk"), "dusk"],
    ),
}


def truth(first: tuple[str, ...], second: tuple[str, ...], card: str) -> list[Event]:
    return [Dealt(0, first), Dealt(1, second), *ASKED, CardChosen(0, 0, card)]


@pytest.mark.parametrize("viewer", HANDS)
def test_two_truths_a_viewer_cannot_tell_apart_give_the_same_bytes(
    table: Table, doors: dict[str, Door], viewer: str
) -> None:
    one, other = (truth(*hands) for hands in HANDS[viewer])
    # An ordinary run looks at every third moment, another one for each viewer.
    every = 1 if scaled(10) == 10 else 3
    for length in range(list(HANDS).index(viewer) % every, len(one) + 1, every):
        answers = [
            told(
                table,
                log[:length],
                partial(everything_asked, doors[viewer], viewer, length + 1),
            )
            for log in (one, other)
        ]
        assert answers[0] == answers[1]


def test_the_arbiter_does_tell_them_apart(table: Table) -> None:
    """Otherwise the test above would prove nothing."""
    states = [
        told(
            table,
            truth(*hands),
            lambda: table.arbiter.get(f"/matches/{MATCH}/state", {"as": "arbiter"}).content,
        )
        for hands in HANDS["public"]
    ]
    assert states[0] != states[1]


@pytest.mark.parametrize("viewer", HANDS)
def test_a_rewound_secret_stays_a_secret(table: Table, doors: dict[str, Door], viewer: str) -> None:
    one, other = (truth(*hands) for hands in HANDS[viewer])
    again = truth(*HANDS[viewer][0])[:3]
    answers = [
        told(
            table,
            [*log, 1, *again],
            lambda: everything_asked(doors[viewer], viewer, 10),
        )
        for log in (one, other)
    ]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "choice",
    [
        CardChosen(0, 0, "dusk"),
        CardChosen(0, 0, "neon"),
        CardChosen(0, 3, "blue"),
        CardChosen(7, 0, "blue"),
        Asked(0, 1, "blue"),
        Answered(0, "blue"),
        Dealt(0, ("dusk",)),
    ],
)
def test_a_refused_choice_tells_a_seat_only_what_it_knew(table: Table, choice: Event) -> None:
    """Whoever records for seat 0 gets the same refusal under both truths."""
    event = {"type": choice.type, "payload": json.loads(json.dumps(_plain(choice)))}
    answers = []
    for hands in HANDS["seat:0"]:
        log = truth(*hands)[:4]
        answers.append(
            told(
                table,
                log,
                lambda: bytes_of(
                    table.arbiter.post(f"/matches/{MATCH}/events", {"events": [event]}, 5)
                ),
            )
        )
    assert answers[0][0] == 422
    assert answers[0] == answers[1]


def _plain(event: Event) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


@pytest.mark.parametrize("seed", range(scaled(30)))
@pytest.mark.parametrize("viewer", [PUBLIC, seat_viewer(0), seat_viewer(1)], ids=str)
def test_a_log_of_what_a_viewer_knows_looks_to_them_like_the_whole_truth(
    table: Table, doors: dict[str, Door], viewer: Viewer, seed: int
) -> None:
    rules = rules_of("hidden_game")
    setup = make_setup(rules, seats=2, options={})
    events = play_match(rules, setup, [RandomBot()] * 2, seed)
    length = seed % (len(events) - 1) + 1
    known = known_events(list(feed(rules, setup, events[:length], viewer)))
    while first_violation(rules, setup, known):  # a choice not yet shown cannot be recorded
        length -= 1
        known = known_events(list(feed(rules, setup, events[:length], viewer)))
    assert known
    answers = [
        told(
            table,
            log,
            lambda: everything_asked(doors[str(viewer)], str(viewer), length + 1),
        )
        for log in (events[:length], known)
    ]
    assert answers[0] == answers[1]
