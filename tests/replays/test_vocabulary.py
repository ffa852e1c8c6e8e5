"""What an arbiter can say happened: at least everything that happens in a match of the game."""

import msgspec
import pytest

from games.core.events import event_types
from games.core.forms import fits
from games.core.matches import make_setup
from games.registry import rules_of
from games.testing.play import play
from replays.vocabulary import vocabulary

GAMES = ("sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll")


@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_in_a_match_can_be_said_of_anybody(game: str) -> None:
    rules = rules_of(game)
    setup = make_setup(rules, seats=3, options={})
    state = rules.start(setup)
    forms = vocabulary(setup, state)
    known = {cls.type for cls in event_types(game)}
    said = number = 0
    for event in play(rules, setup, "vocabulary")[0]:
        form = forms[event.type]
        data = msgspec.to_builtins(event)
        assert {*form.fixed, *(field.name for field in form.fields)} == set(data)
        said += all(fits(field, data[field.name]) for field in form.fields)
        number += 1
    assert said >= 0.98 * number
    assert known.issuperset(forms)
    people = [field for form in forms.values() for field in form.fields if field.name == "seat"]
    assert all(field.of == (0, 1, 2) for field in people)
