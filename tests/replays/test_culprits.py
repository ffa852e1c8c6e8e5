"""A mistake that was planted in a match is among the entries that are named when it shows."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.legality import allows
from games.core.matches import make_setup
from games.core.unseen import unseen_event, unseen_record
from games.registry import rules_of
from games.sushi_go_party.events import CardChosen
from games.testing.play import play
from games.testing.scale import scaled
from replays.culprits import MOST_ALTERNATIVES, Played, alternatives, find_culprits, need_of
from replays.effective import Ply

GAMES = ("sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll")


def plies_of(events: list[Event]) -> list[Ply]:
    return [Ply(version, event, "", "") for version, event in enumerate(events, 2)]


def others(rules: AnyRules, state: Any, event: Event) -> list[Event]:
    need = need_of(rules, state, event)
    if need is None:
        return []
    tried = islice(alternatives(rules, state, need, event), MOST_ALTERNATIVES)
    return [other for other in tried if allows(rules.check, state, other)]


def planted(
    rules: AnyRules, setup: Any, events: list[Event], luck: Random, tries: int
) -> Iterator[tuple[int, list[Event], Event]]:
    """Yield matches in which one entry is wrong: its place, what was recorded, what is refused."""
    for _ in range(tries):
        place = luck.randrange(len(events))
        state = rules.start(setup)
        for event in events[:place]:
            rules.apply(state, event)
        wrong = others(rules, state, events[place])
        if not wrong:
            continue
        mistake = luck.choice(wrong)
        if events[place] not in others(rules, state, mistake):
            continue  # further from the truth than one look
        rules.apply(state, mistake)
        for last in range(place + 1, len(events)):
            if not allows(rules.check, state, events[last]):
                recorded = [*events[:place], mistake, *events[place + 1 : last]]
                yield place, recorded, events[last]
                break
            rules.apply(state, events[last])


def _is_not(version: int, ply: Ply) -> bool:
    return ply.version != version


@pytest.mark.parametrize("unseen", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_planted_mistake_is_among_those_named(game: str, *, unseen: bool) -> None:
    rules = rules_of(game)
    setup = make_setup(rules, seats=3, options={})
    number = 0
    for seed in range(scaled(16)):
        events, _ = play(rules, setup, f"culprits/{seed}")
        if unseen:
            events = unseen_record(rules, setup, events)
        for place, recorded, refused in planted(rules, setup, events, Random(seed), 4):
            suspicion = find_culprits(
                Played(rules, setup, plies_of(recorded)), refused, budget=10**9
            )
            assert place in [culprit.ply for culprit in suspicion.culprits]
            assert not suspicion.cut
            number += 1
    assert number


def test_everything_that_is_named_would_make_the_refused_event_legal() -> None:
    rules = rules_of("sushi_go_party")
    setup = make_setup(rules, seats=3, options={})
    events, _ = play(rules, setup, "culprits")
    for _, recorded, refused in planted(rules, setup, events, Random(1), 6):
        for culprit in find_culprits(Played(rules, setup, plies_of(recorded)), refused).culprits:
            for instead in culprit.instead:
                state = rules.start(setup)
                corrected = [*recorded[: culprit.ply], instead, *recorded[culprit.ply + 1 :]]
                for event in [*corrected, refused]:
                    rules.check(state, event)
                    rules.apply(state, event)


def test_the_work_is_bounded_and_it_is_said_when_it_was_cut() -> None:
    rules = rules_of("sushi_express")
    setup = make_setup(rules, seats=3, options={})
    events, _ = play(rules, setup, "culprits")
    nonsense = events[0]
    plies = plies_of(events[:120])

    cut = find_culprits(Played(rules, setup, plies), nonsense, budget=200)
    assert cut.cut
    assert cut.steps < 200 + len(plies) + 3
    stopped = find_culprits(Played(rules, setup, plies), nonsense, enough=lambda: True)
    assert stopped.cut
    assert stopped.steps <= len(plies) + 2


def test_what_may_not_change_is_not_named() -> None:
    rules = rules_of("sushi_express")
    setup = make_setup(rules, seats=3, options={})
    events, _ = play(rules, setup, "culprits/0")
    for place, recorded, refused in planted(rules, setup, events, Random(0), 400):
        played = Played(rules, setup, plies_of(recorded))
        named = [culprit.ply for culprit in find_culprits(played, refused).culprits]
        version = played.plies[place].version
        kept = find_culprits(played, refused, may_change=partial(_is_not, version))
        assert [culprit.ply for culprit in kept.culprits] == [ply for ply in named if ply != place]
        if len(named) > 2:
            return
    pytest.fail("no mistake with several culprits was planted")


def test_a_fifth_egg_names_the_four_before_it_the_latest_first() -> None:
    rules = rules_of("sushi_go_party")
    setup = make_setup(rules, seats=2, options={})
    state, recorded = rules.start(setup), list[Event]()

    def record(event: Event) -> None:
        rules.check(state, event)
        rules.apply(state, event)
        recorded.append(event)

    while (dealt := unseen_event(rules.needs(state)[0])) is not None:
        record(dealt)
    cards = ["egg", "egg", "tempura", "egg", "egg", "tempura"]
    for number, card in enumerate(cards):
        record(CardChosen(number % 2, state.turn, card))
    fifth = CardChosen(0, state.turn, "egg")
    assert not allows(rules.check, state, fifth)

    named = find_culprits(Played(rules, setup, plies_of(recorded)), fifth).culprits

    assert [one.ply for one in named] == [6, 5, 3, 2]
