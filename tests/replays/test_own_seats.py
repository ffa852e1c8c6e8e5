"""People at their seats of a match online: each chooses for themselves, and the server draws."""

from typing import Any

import pytest

from games.core.events import Chance, Choice, Event
from games.registry import rules_of
from replays.errors import KaitenError, StreamConflict
from replays.log import Log
from replays.services.own_seats import draw_all, play_own, take_back_own
from tests.replays.sittings import Sitting
from tests.threads import run_together

pytestmark = pytest.mark.database

GAMES = ["sushi_bar", "sushi_go_party", "sushi_roll", "sushi_express", "sushi_boat"]


def asked(log: Log) -> list[int]:
    return [need.seat for need in log.rules.needs(log.state) if need.seat is not None]


def choice(log: Log, seat: int) -> Event:
    return next(iter(log.rules.choices(log.state, seat)))


def play_seat(sitting: Sitting, seat: int, **fields: Any) -> None:
    sitting.do(play_own, events=[choice(sitting.log(), seat)], seats={seat}, **fields)


def begun(game: str) -> Sitting:
    seats = max(2, rules_of(game).seats.start)
    sitting = Sitting(game, seats=seats, source="online")
    sitting.do(draw_all)
    return sitting


def refusal(sitting: Sitting, service: Any, **fields: Any) -> str:
    """Return the code of a refusal, after which nothing may have been written."""
    before = sitting.version
    with pytest.raises(KaitenError) as refused:
        sitting.do(service, **fields)
    assert sitting.version == before
    return refused.value.code


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_match_never_waits_for_chance_once_it_has_begun(game: str) -> None:
    sitting = begun(game)
    for _ in range(60):
        log = sitting.log()
        if log.ended:
            break
        # Somebody is asked, always: nobody has to roll or draw for a match to go on.
        play_seat(sitting, asked(log)[0])
    assert all(need.seat is not None for need in log.rules.needs(log.state))
    assert sum(isinstance(event, Chance) for event in log.events) > 1


@pytest.mark.django_db
def test_nobody_answers_for_another_seat_or_for_chance() -> None:
    sitting = begun("sushi_go_party")
    log = sitting.log()
    dealt = next(event for event in log.events if isinstance(event, Chance))
    both = [choice(log, 0), choice(log, 1)]
    assert refusal(sitting, play_own, events=[both[1]], seats={0}) == "not_your_seat"
    assert refusal(sitting, play_own, events=both, seats={0}) == "not_your_seat"
    assert refusal(sitting, play_own, events=[dealt], seats={0}) == "chance_drawn_here"
    assert refusal(sitting, draw_all) == "no_chance_now"


@pytest.mark.django_db
def test_a_choice_is_taken_back_until_somebody_acts_or_something_is_revealed() -> None:
    sitting = begun("sushi_go_party")
    before = sitting.version
    assert refusal(sitting, take_back_own, to=before - 1, seats={0}) == "nothing_to_take_back"
    play_seat(sitting, 0)
    assert refusal(sitting, take_back_own, to=before, seats={1}) == "nothing_to_take_back"
    assert refusal(sitting, take_back_own, to=before - 1, seats={0}) == "nothing_to_take_back"
    sitting.do(take_back_own, to=before, seats={0})
    assert sorted(asked(sitting.log())) == [0, 1]

    play_seat(sitting, 0)
    play_seat(sitting, 1)
    # Both cards lie open now, and whoever chose last has seen the next hand.
    for seat in (0, 1):
        for to in (sitting.version - 1, sitting.version - 2):
            code = refusal(sitting, take_back_own, to=to, seats={seat})
            assert code == "nothing_to_take_back"


@pytest.mark.django_db
def test_a_choice_after_which_the_dice_fell_stands() -> None:
    sitting = begun("sushi_bar")
    [seat] = asked(sitting.log())
    before = sitting.version
    play_seat(sitting, seat)
    assert isinstance(sitting.log().events[-1], Chance)
    assert refusal(sitting, take_back_own, to=before, seats={seat}) == "nothing_to_take_back"


def test_two_who_choose_at_the_same_moment_are_both_heard(fresh_database: object) -> None:
    sitting = begun("sushi_go_party")
    for _ in range(5):
        log = sitting.log()
        chosen = [choice(log, seat) for seat in (0, 1)]
        at = log.version

        def choose(seat: int, at: int = at, chosen: list[Event] = chosen) -> object:
            fields = {"events": [chosen[seat]], "seats": {seat}, "together": True}
            return sitting.do(play_own, expected_version=at, **fields)

        answers = run_together([lambda: choose(0), lambda: choose(1)])
        assert [type(answer).__name__ for answer in answers] == ["Appended", "Appended"]
        recorded = sitting.log().events[len(log.events) :]
        assert sorted(event.seat for event in recorded if isinstance(event, Choice)) == [0, 1]


@pytest.mark.django_db
def test_a_choice_for_another_moment_is_too_late() -> None:
    sitting = begun("sushi_go_party")
    at, early = sitting.version, choice(sitting.log(), 0)
    late = {"events": [early], "seats": {0}, "together": True, "expected_version": at}
    play_seat(sitting, 0)
    with pytest.raises(StreamConflict):
        sitting.do(play_own, **late)
    play_seat(sitting, 1)
    with pytest.raises(StreamConflict):
        sitting.do(play_own, **late)
    # Who does not say that others choose at the same time has to have seen everything.
    at = sitting.version
    play_seat(sitting, 1)
    with pytest.raises(StreamConflict):
        play_seat(sitting, 0, expected_version=at)
    play_seat(sitting, 0, expected_version=at, together=True)
