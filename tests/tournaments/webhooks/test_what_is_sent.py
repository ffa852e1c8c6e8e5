"""What a receiver gets: exactly what the API shows a visitor, no more and not before."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import pytest
from django.test import Client

from games.bots import bot_named
from games.core.matches import play_match
from games.core.rng import SeededRng
from replays.envelope import Envelope
from replays.events import plain
from replays.models import Outbox
from replays.selectors.logs import load_log
from replays.services import matches, undo
from replays.services.confirming import confirm_result
from replays.services.life import reopen_match, report_result
from replays.services.matches import NewMatch, create_match
from replays.services.outbox import consume
from replays.telling import Report
from tests.factories import NOW, make_club
from tests.services.receiver import Receiver
from tests.tournaments.tournaments.play import Friday, play_moves, swiss
from tests.tournaments.webhooks.hooks import deliver, is_signed, make_hook, notice, now_due, told
from tournaments.people.models import Club, Player, StreamVisibility
from tournaments.webhooks.models import Delivery, DeliveryState
from tournaments.webhooks.services.sending import send_due, sweep_deliveries

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def begin(club: Club, people: list[Player], game: str = "sushi_go_party") -> UUID:
    """Begin a match at this moment."""
    return create_match(
        match=NewMatch(club.id, game, [one.id for one in people]),
        envelope=Envelope("cli", datetime.now(UTC)),
    ).stream_id


HEARD = {"tournament.tables_published", "tournament.result_recorded"}


def move(match_id: UUID) -> None:
    """Play one move at this moment."""
    log = load_log(match_id)
    event = log.rules.sample(log.state, log.rules.needs(log.state)[0], SeededRng("moves"))
    matches.play(
        match_id=match_id,
        expected_version=log.version,
        events=[event],
        envelope=Envelope("cli", datetime.now(UTC)),
    )


def end(match_id: UUID, version: int) -> None:
    """Report how a match ended, at this moment."""
    report_result(
        match_id=match_id,
        expected_version=version,
        report=Report(scores=[40, 30, 20, 10]),
        envelope=Envelope("cli", datetime.now(UTC)),
    )


def seen(client: Client, kind: str, stream_id: UUID) -> dict[int, dict[str, Any]]:
    """Return what a visitor reads of a log through the API, by version."""
    answer = client.get(f"/api/v1/{kind}/{stream_id}/events?limit=200").json()
    rows = answer["events"] if kind == "matches" else answer["results"]
    return {row["version"]: row for row in rows}


def test_every_entry_of_a_match_is_sent_as_a_visitor_reads_it(
    club: Club, people: list[Player], receiver: Receiver, client: Client
) -> None:
    hook = make_hook(club, receiver)
    match_id = begin(club, people)
    log = load_log(match_id)
    hands = play_match(log.rules, log.setup, [bot_named("random")] * 4, seed=1)[:12]
    matches.play(
        match_id=match_id,
        expected_version=1,
        events=hands,
        envelope=Envelope("cli", datetime.now(UTC)),
    )
    deliver(hook)
    got = receiver.all()
    public = seen(client, "matches", match_id)
    assert [one.body["event"] for one in got] == [public[version] for version in range(1, 14)]
    dealt = got[1].body["event"]
    assert dealt["type"] == "sushi_go_party.dealt"
    assert dealt["payload"] != plain(hands[0]), "hands were sent"
    assert all(is_signed(one, hook.secret) for one in got)
    assert "hash" not in b"".join(one.raw for one in got).decode()
    first = got[0].body
    assert first | {"event": None} == {
        "id": str(uuid5(hook.id, f"{match_id}/1")),
        "webhook": str(hook.id),
        "club": str(club.id),
        "kind": "matches",
        "stream_kind": "match",
        "stream": str(match_id),
        "version": 1,
        "moment": public[1]["recorded_at"],
        "event": None,
    }
    assert got[0].headers["Kaiten-Id"] == first["id"]
    assert got[0].headers["Content-Type"] == "application/json"


def test_a_tournament_is_sent_as_a_visitor_reads_it_and_proposals_are_not(
    receiver: Receiver, client: Client
) -> None:
    friday = Friday(8, swiss())
    hook = make_hook(friday.club, receiver, ["rounds", "results", "stages"])
    friday.announce()
    friday.record(1, scores=[40, 30, 20, 10])
    deliver(hook)
    got = receiver.all()
    public = seen(client, "tournaments", friday.id)
    assert [one.body["event"] for one in got] == [
        public[version] for version in sorted(public) if public[version]["type"] in HEARD
    ]
    assert {one.body["kind"] for one in got} == {"rounds", "results"}
    assert "labels" in got[0].body["event"]


def test_only_what_happens_from_now_on_is_news(
    club: Club, people: list[Player], receiver: Receiver
) -> None:
    match_id = begin(club, people)
    play_moves(match_id, 2)
    hook = make_hook(club, receiver)
    play_moves(match_id, 1)
    deliver(hook)
    assert [version for _, version, _ in told(receiver)] == [4]


def test_what_the_outbox_heard_in_another_order_is_sent_in_order_and_once(
    club: Club, people: list[Player], receiver: Receiver
) -> None:
    hook = make_hook(club, receiver)
    match_id = begin(club, people)
    play_moves(match_id, 3)
    for row in Outbox.objects.filter(topic="webhooks").order_by("-version"):
        consume(outbox_id=row.id)
    send_due(webhook_id=hook.id)
    assert [version for _, version, _ in told(receiver)] == [1, 2, 3, 4]
    assert not Outbox.objects.filter(topic="webhooks").exists()


def test_begun_and_ended_leaves_the_moves_out_and_tells_of_an_end_that_comes_back(
    club: Club, people: list[Player], receiver: Receiver
) -> None:
    hook = make_hook(club, receiver, ["matches"])
    match_id = begin(club, people)
    play_moves(match_id, 2)
    undo.rewind(match_id=match_id, to=2, expected_version=3, envelope=Envelope("cli", NOW))
    end(match_id, 4)
    confirm_result(match_id=match_id, expected_version=5, seat=0, envelope=Envelope("cli", NOW))
    reopen_match(match_id=match_id, expected_version=6, envelope=Envelope("cli", NOW))
    undo.rewind(match_id=match_id, to=6, expected_version=7, envelope=Envelope("cli", NOW))
    deliver(hook)
    assert [type_ for *_, type_ in told(receiver)] == [
        "match.created",
        "match.reported",
        "match.confirmed",
        "match.reopened",
        "log.rewound",
    ]


def test_matches_between_bots_and_of_other_clubs_are_no_news(
    club: Club, people: list[Player], receiver: Receiver
) -> None:
    hook = make_hook(club, receiver)
    other = Friday(8, swiss())
    other.announce()
    create_match(
        match=NewMatch(club.id, "sushi_bar", [None, None], source="bots"),
        envelope=Envelope("cli", NOW),
    )
    deliver(hook)
    assert told(receiver) == []


@pytest.mark.parametrize("level", ["club", "unlisted"])
def test_what_visitors_do_not_find_goes_to_receivers_of_the_club_alone(
    club: Club, people: list[Player], receiver: Receiver, level: str
) -> None:
    Club.objects.filter(pk=club.pk).update(default_visibility=level)
    outside, inside = make_hook(club, receiver), make_hook(club, receiver, inside=True)
    match_id = begin(club, people)
    notice()
    assert not Delivery.objects.filter(webhook=outside).exists()
    send_due(webhook_id=inside.id)
    assert told(receiver) == [(str(match_id), 1, "match.created")]


def test_what_became_the_clubs_own_before_it_was_sent_is_withheld(
    club: Club, people: list[Player], receiver: Receiver
) -> None:
    hook = make_hook(club, receiver)
    match_id = begin(club, people)
    notice()
    StreamVisibility.objects.create(id=match_id, club=club, kind="match", visibility="club")
    send_due(webhook_id=hook.id)
    assert told(receiver) == []
    assert Delivery.objects.get().state == DeliveryState.WITHHELD


def test_moves_are_held_back_for_as_long_as_visitors_are_behind(
    club: Club, people: list[Player], receiver: Receiver
) -> None:
    Club.objects.filter(pk=club.pk).update(spectator_delay=10)
    hook, inside = make_hook(club, receiver), make_hook(club, receiver, inside=True)
    match_id = begin(club, people)
    move(match_id)
    deliver(hook)
    assert [version for _, version, _ in told(receiver)] == [1]
    held = Delivery.objects.get(webhook=hook, version=2)
    assert held.state == DeliveryState.HELD
    wait = held.due_at - datetime.now(UTC)
    assert timedelta(minutes=9) < wait <= timedelta(minutes=10)
    send_due(webhook_id=inside.id)
    assert [version for _, version, _ in told(receiver)] == [1, 2]
    Club.objects.filter(pk=club.pk).update(spectator_delay=0)
    now_due(held)
    sweep_deliveries(now=datetime.now(UTC))
    send_due(webhook_id=hook.id)
    assert [version for _, version, _ in told(receiver)] == [2]


def test_what_visitors_see_at_the_end_only_is_sent_at_the_end_in_order(
    club: Club, people: list[Player], receiver: Receiver
) -> None:
    Club.objects.filter(pk=club.pk).update(spectator_delay=None)
    hook = make_hook(club, receiver)
    match_id = begin(club, people)
    move(match_id)
    deliver(hook)
    assert [version for _, version, _ in told(receiver)] == [1]
    end(match_id, 2)
    deliver(hook)
    assert [version for _, version, _ in told(receiver)] == [2, 3]


def test_a_club_without_receivers_owes_nothing(receiver: Receiver) -> None:
    friday = Friday(8, swiss())
    make_hook(make_club(), receiver)
    friday.announce()
    assert not Outbox.objects.filter(topic="webhooks").exists()
