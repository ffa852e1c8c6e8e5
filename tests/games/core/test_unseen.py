from games.core.matches import make_setup
from games.core.replay import checked_fold
from games.core.unseen import unseen_event, unseen_record
from games.registry import rules_of
from games.testing.play import sitting
from games.testing.secret_laws import erased
from tests.games.hidden_game import RULES
from tests.games.hidden_game.events import Dealt


def test_a_deal_that_nobody_saw_is_an_event_of_nulls() -> None:
    rules = rules_of("hidden_game")
    state = rules.start(make_setup(rules, seats=2, options={}))
    event = unseen_event(rules.needs(state)[0])
    assert isinstance(event, Dealt)
    assert set(event.cards) == {None}
    rules.check(state, event)


def test_dice_that_everybody_sees_must_be_told() -> None:
    rules = rules_of("sushi_bar")
    state = rules.start(make_setup(rules, seats=2, options={}))
    assert unseen_event(rules.needs(state)[0]) is None


def test_what_a_seat_chooses_must_be_told() -> None:
    match = sitting(RULES, 3, 0)
    chosen = [need for state, _ in match.states() for need in match.rules.needs(state) if need.seat]
    assert chosen
    assert {unseen_event(need) for need in chosen} == {None}


def test_a_record_of_unseen_chance_is_legal_and_scores_the_same() -> None:
    match = sitting(RULES, 3, 0)
    record = unseen_record(match.rules, match.setup, match.events)
    assert record == erased(match)
    state = checked_fold(match.rules, match.setup, record)
    assert match.rules.outcome(state) == match.rules.outcome(match.last)
