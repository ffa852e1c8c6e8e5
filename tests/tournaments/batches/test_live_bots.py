"""Bots beside people: a worker plays for them, once, from what their seats can know."""

import json
import random
import signal
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.request import Request, urlopen
from uuid import UUID

import pytest
from pytest_django import Settings

from games.bots import bot_named
from games.bots.random_bot import RandomBot
from games.core.contract import AnyRules
from games.core.events import Choice, Event, Sighting
from games.core.rng import Rng, SeededRng
from games.core.viewer import seat_viewer
from games.registry import register
from replays.envelope import BOT, Envelope
from replays.errors import StreamConflict
from replays.models import Checkpoint, Outbox
from replays.selectors.logs import load_log
from replays.services import life, matches, outbox, undo
from replays.services.outbox import Later
from replays.services.verify import verify_stream
from replays.web.undo import undo_to
from tests.factories import bearer, make_bot, make_club, make_player, make_token
from tests.games.hidden_game import RULES as HIDDEN_GAME
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import CeleryWorker, LiveServer, program_environment
from tests.services.processes import wait_until
from tests.threads import run_together
from tests.tournaments.tournaments.evenings import Evening, owed, person_is_asked
from tournaments.batches.services import live as live_bots
from tournaments.people.models import Player

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True, scope="session")
def hidden_game() -> None:
    """Lanterns, the game of hidden hands that only tests have, registered long after the start."""
    register(HIDDEN_GAME)


# When they play


@pytest.mark.django_db
def test_the_bots_of_a_new_match_deal_and_choose_in_one_append_and_wait_for_the_person() -> None:
    evening = Evening()
    evening.bots_turn()
    log = evening.log
    assert [need.seat for need in log.rules.needs(log.state)] == [0]
    assert {entry.actor for entry in log.entries[1:]} == {BOT}
    assert {event.seat for event in log.events if isinstance(event, Choice)} == {1, 2, 3}
    assert len({entry.recorded_at for entry in log.entries[1:]}) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["sushi_go_party", "sushi_bar", "hidden_game"])
def test_a_person_and_bots_play_a_whole_match(game: str) -> None:
    evening = Evening(game, bots=("greedy",)).play_out()
    log = evening.log
    assert log.status == "finished"
    assert verify_stream(evening.id).ok
    for entry in log.entries:
        if isinstance(entry.event, Choice | Sighting):
            assert (entry.actor == BOT) == (entry.event.seat != 0)


@pytest.mark.django_db
@pytest.mark.parametrize("source", ["table", "bots"])
def test_where_kaiten_does_not_deal_nothing_is_owed_to_the_bots(source: str) -> None:
    evening = Evening(source=source)
    assert not owed(evening.id).exists()
    assert live_bots.play_bots(match_id=evening.id, now=datetime.now(UTC)) is None
    assert evening.log.version == 1


@pytest.mark.django_db
def test_people_among_themselves_roll_for_themselves() -> None:
    club = make_club()
    players = [make_player(club).id, make_player(club).id]
    made = matches.create_match(
        match=matches.NewMatch(
            club_id=club.id, game="sushi_bar", players=players, options={}, source="online"
        ),
        envelope=Envelope("cli", datetime.now(UTC)),
    )
    assert not owed(made.stream_id).exists()
    assert live_bots.play_bots(match_id=made.stream_id, now=datetime.now(UTC)) is None


@pytest.mark.django_db
def test_a_bot_that_takes_a_seat_over_plays_on_and_one_that_leaves_stops() -> None:
    evening = Evening(bots=("greedy",))
    evening.bots_turn()
    evening.do(life.take_over_seat, seat=1, player=make_player(evening.club).id)
    evening.choose()
    evening.bots_turn()
    assert [need.seat for need in evening.log.rules.needs(evening.log.state)] != [0]

    evening.do(life.take_over_seat, seat=1, player=make_bot(evening.club, "random").id)
    evening.bots_turn()
    assert evening.waits_for_the_person()


@pytest.mark.django_db
def test_a_stopped_match_rests_until_it_is_reopened() -> None:
    evening = Evening(bots=("greedy",))
    evening.do(life.stop_match, reason="time", result="none")
    evening.bots_turn()
    stopped = evening.log.version
    assert evening.log.ended
    evening.do(life.reopen_match)
    evening.bots_turn()
    assert evening.log.version > stopped + 1
    assert evening.waits_for_the_person()


@pytest.mark.django_db
def test_a_bot_this_release_does_not_know_leaves_its_seat_to_people() -> None:
    evening = Evening(bots=("greedy", "random"))
    Player.objects.filter(bot="random").update(bot="grandmaster")
    evening.bots_turn()
    assert sorted(known(need.seat) for need in evening.log.rules.needs(evening.log.state)) == [0, 2]


# Undo


@pytest.mark.django_db
def test_undo_leads_to_before_the_persons_own_choice_and_the_bots_do_not_fight_it() -> None:
    evening = Evening()
    evening.bots_turn()
    before = evening.log
    evening.choose()
    evening.bots_turn()
    assert evening.log.version > before.version + 1

    evening.do(undo.rewind, to=undo_to(evening.log))
    rewound = evening.log.version
    evening.bots_turn()

    assert evening.log.version == rewound
    assert evening.log.events == before.events
    assert evening.waits_for_the_person()


@pytest.mark.django_db
def test_undo_never_takes_back_what_only_bots_and_chance_did() -> None:
    evening = Evening()
    evening.bots_turn()
    assert undo_to(evening.log) is None


@pytest.mark.django_db
def test_taken_back_to_a_bots_turn_the_bot_plays_again() -> None:
    evening = Evening()
    evening.bots_turn()
    evening.do(undo.rewind, to=1)
    evening.bots_turn()
    assert evening.waits_for_the_person()
    assert len({entry.version for entry in evening.log.entries if entry.actor == BOT}) > len(
        evening.log.events
    )


# What they are given


class Spy:
    """Chooses anything legal and keeps what it was given."""

    name = "spy"

    def __init__(self) -> None:
        self.given: list[tuple[int, Any]] = []

    def choose(self, rules: AnyRules, view: Any, seat: int, rng: Rng) -> Event:
        self.given.append((seat, view.clone()))
        return RandomBot().choose(rules, view, seat, rng)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["sushi_go_party", "hidden_game"])
def test_a_bot_is_given_the_view_of_its_seat_and_never_the_state(game: str) -> None:
    evening = Evening(game, bots=("greedy", "greedy"))
    spies = {0: Spy(), 1: Spy()}
    log = evening.log
    events = live_bots.next_events(log, spies, SeededRng(1))
    rules, state = log.rules, log.state_at(0)
    expected = []
    for event in events:
        if isinstance(event, Choice | Sighting):
            view = rules.view(state, seat_viewer(event.seat))
            assert view != state
            expected.append((event.seat, view))
        rules.apply(state, event)
    given = [one for spy in spies.values() for one in spy.given]
    assert expected
    assert sorted(given, key=lambda one: one[0]) == sorted(expected, key=lambda one: one[0])


# Pace


@pytest.mark.django_db
def test_with_a_pace_bots_choose_one_at_a_time_and_not_too_soon(settings: Settings) -> None:
    settings.BOT_PACE = 3
    evening = Evening()
    now = datetime.now(UTC)
    live_bots.play_bots(match_id=evening.id, now=now)
    assert sum(isinstance(event, Choice) for event in evening.log.events) == 1

    with pytest.raises(Later) as waiting:
        live_bots.play_bots(match_id=evening.id, now=now + timedelta(seconds=1))
    assert waiting.value.seconds == 2
    assert live_bots.play_bots(match_id=evening.id, now=now + timedelta(seconds=3)) is not None
    assert sum(isinstance(event, Choice) for event in evening.log.events) == 2


# Once, whatever happens


@pytest.mark.django_db
def test_bots_that_were_overtaken_while_thinking_write_nothing() -> None:
    evening = Evening(bots=("greedy",))
    evening.bots_turn()
    evening.choose()
    seen = evening.log
    evening.do(undo.annotate, target=1, text="faster")
    with pytest.raises(StreamConflict):
        matches.play(
            match_id=evening.id,
            expected_version=seen.version,
            events=live_bots.next_events(seen, {1: bot_named("greedy")}, SeededRng(1)),
            envelope=Envelope(BOT, datetime.now(UTC)),
        )
    assert evening.log.version == seen.version + 1


def test_every_task_delivered_three_times_in_any_order_and_at_once_gives_one_log(
    fresh_database: FreshDatabase,
) -> None:
    evening = Evening()
    rng = random.Random(3)
    delivered = []
    while not evening.log.ended:
        rows = list(owed(evening.id))
        delivered += [row.pk for row in rows]
        calls = [partial(outbox.consume, outbox_id=pk) for pk in delivered[-4:] * 3]
        rng.shuffle(calls)
        errors = [got for got in run_together(calls) if isinstance(got, Exception)]
        assert errors == []
        if not owed(evening.id).exists() and not evening.log.ended:
            assert evening.waits_for_the_person()
            evening.choose()
    evening.bots_turn()  # the last append is heard of too, and nothing comes of it
    log = evening.log
    assert verify_stream(evening.id).ok
    assert len(log.events) == log.version - 2  # created, finished: nothing was played twice


@pytest.mark.services
def test_a_person_plays_a_whole_match_against_three_bots_of_a_real_worker(
    celery_worker: CeleryWorker,
) -> None:
    evening = Evening()
    while not evening.log.ended:
        wait_until(
            evening.waits_for_the_person,
            process=known(celery_worker.process),
            log=celery_worker.log,
            what="the bots' turn",
        )
        log = evening.log
        if not log.ended:
            evening.choose(log)
    assert evening.log.status == "finished"
    assert verify_stream(evening.id).ok
    assert len(evening.log.events) == evening.log.version - 2


@pytest.mark.services
def test_bots_of_the_embedded_worker_keep_their_pace(fresh_database: FreshDatabase) -> None:
    club, (_token, text) = make_club(), make_token()
    body = {
        "club": str(club.id),
        "game": "sushi_go_party",
        "players": [str(make_player(club).id), "bot:greedy", "bot:random"],
        "source": "online",
    }
    server = LiveServer(program_environment(fresh_database, KAITEN_BOT_PACE="1"))
    try:
        asked = Request(
            f"{server.url}/api/v1/matches",
            json.dumps(body).encode(),
            bearer(text) | {"Content-Type": "application/json"},
        )
        with urlopen(asked, timeout=60) as answer:
            match_id = UUID(json.load(answer)["id"])
        wait_until(
            lambda: person_is_asked(load_log(match_id)),
            process=server.process,
            log=server.log,
            what="the bots' turn",
        )
    finally:
        server.stop(with_signal=signal.SIGKILL)
    chosen = [entry for entry in load_log(match_id).entries if isinstance(entry.event, Choice)]
    first, second = (datetime.fromisoformat(entry.recorded_at) for entry in chosen)
    assert second - first >= timedelta(seconds=1)


@pytest.mark.services
def test_a_worker_killed_in_the_middle_is_made_good_by_the_sweep(
    celery_worker: CeleryWorker,
) -> None:
    evening = Evening()
    rng = random.Random(8)
    kills = 0
    while not evening.log.ended:
        wait_until(
            evening.waits_for_the_person,
            process=known(celery_worker.process),
            log=celery_worker.log,
            what="the bots' turn",
        )
        log = evening.log
        if log.ended:
            break
        strike = kills < 3 and rng.random() < 0.3
        evening.choose(log)
        if strike:
            kills += 1
            celery_worker.kill()
            # What the broker still held is gone as well: the rows are all that is left.
            Outbox.objects.update(sent_at=None)
            celery_worker.start()
            outbox.QUEUE.sweep(now=datetime.now(UTC))
    assert kills == 3
    assert verify_stream(evening.id).ok
    assert len(evening.log.events) == evening.log.version - 2
    wait_until(
        lambda: not owed(evening.id).exists(),
        process=known(celery_worker.process),
        log=celery_worker.log,
        what="the last task",
    )
    assert Checkpoint.objects.get(consumer=live_bots.TOPIC, stream_id=evening.id).version > 1
