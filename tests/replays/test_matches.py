"""Creating and playing: what is refused writes nothing, what repeats gets the first answer."""

from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from games.bots import bot_named
from games.core.errors import RuleViolation
from games.core.matches import make_setup, play_match
from games.registry import rules_of
from games.sushi_bar.events import DiceRolled, PortionTaken
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError, RequestReused, StreamConflict, UnknownStream
from replays.models import Match, Stream
from replays.services import matches
from tests.factories import make_club
from tests.known import known
from tests.replays.sittings import Sitting, request_key
from tests.replays.tables import CLUB, NOW, PLAYERS
from tournaments.people.services.bots import bot_player

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_new_match_has_its_setup_resolved_and_its_players_seated() -> None:
    sitting = Sitting(seats=3)
    log = sitting.log()
    assert log.setup == make_setup(rules_of("sushi_bar"), seats=3, options={})
    assert log.players == PLAYERS[:3]
    assert (log.club_id, log.source, log.status, log.version) == (CLUB, "table", "open", 1)


def test_a_seat_may_stay_empty() -> None:
    assert Sitting(players=[None, PLAYERS[0]]).log().players == (None, PLAYERS[0])


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess_boxing"}, "unknown_game"),
        ({"players": [PLAYERS[0]] * 2}, "player_twice"),
        ({"players": []}, "wrong_seat_count"),
        ({"players": PLAYERS[:1]}, "wrong_seat_count"),
        ({"options": {"no_such_option": True}}, "unknown_option"),
        ({"source": "elsewhere"}, "unknown_source"),
    ],
)
def test_a_match_that_cannot_be_set_up_is_refused(fields: dict[str, Any], code: str) -> None:
    with pytest.raises((KaitenError, RuleViolation)) as refusal:
        Sitting(**fields)
    assert isinstance(refusal.value, KaitenError | RuleViolation)
    assert refusal.value.code == code
    assert not Stream.objects.exists()


def test_a_repeated_creation_gets_the_first_match() -> None:
    new = matches.NewMatch(CLUB, "sushi_bar", PLAYERS[:2])
    envelope = Envelope("cli", NOW, request_key())
    first = matches.create_match(match=new, envelope=envelope)
    again = matches.create_match(match=new, envelope=envelope)
    assert again.stream_id == first.stream_id
    assert again.repeated
    assert Match.objects.count() == 1


def test_a_move_is_stored_and_the_match_row_is_left_alone(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sitting = Sitting()
    event = sitting.next_event()
    before = sitting.version
    with django_assert_num_queries(7):  # one to read; a savepoint around four, and its end
        matches.play(
            match_id=sitting.id, expected_version=1, events=[event], envelope=Envelope("cli", NOW)
        )
    assert sitting.version == before + 1
    assert sitting.log().plies[0].event == event


def test_a_move_the_rules_refuse_writes_nothing() -> None:
    sitting = Sitting()
    with pytest.raises(RuleViolation) as refusal:
        sitting.play(PortionTaken(0, "sushi"))
    assert refusal.value.code == "not_expected"
    assert sitting.version == 1


def test_all_events_of_a_call_are_stored_or_none() -> None:
    sitting = Sitting()
    with pytest.raises(RuleViolation):
        sitting.play(sitting.next_event(), PortionTaken(0, "sushi"))
    assert sitting.version == 1


def test_a_call_with_no_event_is_refused() -> None:
    sitting = Sitting()
    with pytest.raises(KaitenError) as refusal:
        sitting.do(matches.play, events=[])
    assert refusal.value.code == "no_events"


def test_a_stale_version_is_refused_with_the_version_it_is_at() -> None:
    sitting = Sitting()
    event = sitting.next_event()
    sitting.play(event)
    with pytest.raises(StreamConflict) as refusal:
        sitting.play(event, expected_version=1)
    assert refusal.value.params == {"expected": 1, "actual": 2}


def test_a_repeated_move_gets_the_first_answer_although_it_would_be_illegal_now() -> None:
    sitting = Sitting()
    event, request = sitting.next_event(), request_key()
    first = sitting.play(event, request=request)
    again = sitting.play(event, expected_version=1, request=request)
    assert (again.first_version, again.last_version) == (first.first_version, first.last_version)
    assert (again.repeated, sitting.version) == (True, 2)


def test_a_request_key_with_another_body_is_refused() -> None:
    sitting = Sitting()
    event = sitting.next_event()
    sitting.play(event, request=request_key())
    with pytest.raises(RequestReused):
        sitting.play(event, request=request_key(body="another"))


def test_the_last_move_finishes_the_match_in_the_same_append() -> None:
    sitting = Sitting().finish()
    log = sitting.log()
    assert log.status == "finished"
    assert known(log.result).kind == "derived"
    assert known(log.result).places == log.outcome.places
    assert log.entries[-1].event.type == "match.finished"
    assert log.entries[-1].recorded_at == log.entries[-2].recorded_at
    assert log.seal_holds


def test_nothing_can_be_played_after_the_end() -> None:
    sitting = Sitting().finish()
    with pytest.raises(KaitenError) as refusal:
        sitting.play(DiceRolled(()))
    assert refusal.value.code == "match_ended"


def test_a_game_that_is_only_reported_has_no_moves() -> None:
    sitting = Sitting("plain")
    with pytest.raises(RuleViolation) as refusal:
        sitting.play(DiceRolled(()))
    assert refusal.value.code == "reported_only"


def test_an_event_of_another_game_is_refused() -> None:
    sitting = Sitting("hidden_game")
    with pytest.raises(RuleViolation) as refusal:
        sitting.play(DiceRolled(()))
    assert refusal.value.code == "not_expected"


def test_a_match_that_is_not_there_is_unknown() -> None:
    with pytest.raises(UnknownStream):
        matches.play(match_id=uuid4(), expected_version=1, events=[], envelope=Envelope("cli", NOW))


def bot_match(request: RequestKey | None = None) -> dict[str, Any]:
    rules = rules_of("sushi_bar")
    setup = make_setup(rules, seats=3, options={})
    events = play_match(rules, setup, [bot_named("random")] * 3, seed=4)
    club = make_club()
    players = [bot_player(club=club, bot="random", now=NOW, copy=n).id for n in (1, 2, 3)]
    return {
        "match_id": uuid4(),
        "created": matches.created_event(setup, club.id, players),
        "events": events,
        "envelope": Envelope("system", NOW, request),
    }


def test_a_bot_match_is_one_append_with_its_end() -> None:
    fields = bot_match()
    appended = matches.record_bot_match(**fields)
    assert appended.first_version == 1
    assert appended.last_version == len(fields["events"]) + 2
    match = Match.objects.get(pk=fields["match_id"])
    assert (match.status, match.source) == ("finished", "bots")


def test_an_unfinished_bot_match_is_refused() -> None:
    fields = bot_match()
    with pytest.raises(KaitenError) as refusal:
        matches.record_bot_match(**fields | {"events": fields["events"][:-1]})
    assert refusal.value.code == "match_incomplete"


def test_an_illegal_bot_match_is_refused() -> None:
    fields = bot_match()
    with pytest.raises(RuleViolation):
        matches.record_bot_match(**fields | {"events": fields["events"][1:]})


def test_a_bot_match_recorded_twice_is_stored_once() -> None:
    fields = bot_match(request=request_key())
    first = matches.record_bot_match(**fields)
    assert matches.record_bot_match(**fields).repeated
    with pytest.raises(StreamConflict):
        matches.record_bot_match(**fields | {"envelope": Envelope("system", NOW)})
    assert Stream.objects.get(pk=first.stream_id).version == first.last_version
