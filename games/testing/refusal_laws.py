"""Laws of refusal: whatever comes, a code with words or a legal event, and nothing changed."""

from functools import partial
from typing import Any

import msgspec

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.matches import make_setup
from games.core.needs import Field
from games.core.rng import SeededRng, pick
from games.core.setup import Setup
from games.core.viewer import PUBLIC
from games.core.words import CORE_WORDS, LANGUAGES, say
from games.testing.mutants import mutants
from games.testing.play import Sitting
from games.testing.play_laws import data_of, refusal, refused

_JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 2**53, 2**70, -(2**70), 1.5),
    *("", "x", "é" * 200, "a\0b", "\ud800", [], [1], [1] * 100, [True], [2**70], ["x"], {}),
    *({"score": 1}, {"score": "x"}, [[]], [{}], {1: 2}),
)


def require_words(rules: AnyRules, violation: RuleViolation) -> None:
    """The code of a refusal has complete words in both languages."""
    key = f"code.{violation.code}"
    assert key in rules.words or key in CORE_WORDS, f"no words for {key}"
    for language in LANGUAGES:
        text = say(rules.words, key, language)
        assert placeholders(text) <= set(violation.params), f"{key} lacks a parameter: {text}"
        assert say(rules.words, key, language, **violation.params).strip()


def placeholders(text: str) -> set[str]:
    """Return the names in braces."""
    return {part.partition("}")[0] for part in text.split("{")[1:]}


def law_mutants_are_refused_with_words(sitting: Sitting, seed: int | str, number: int) -> None:
    """A mutant is refused with a code that has words, or is legal and can be applied."""
    rules = sitting.rules
    for state, (cls, data) in mutants(sitting, SeededRng(f"mutants/{seed}"), number):
        try:
            event = msgspec.convert(data, cls)
        except msgspec.ValidationError:
            _require_refused_data(rules, cls, data)
            continue
        before, text = state.clone(), data_of(rules, state)
        violation = refusal(rules, state, event)
        assert state == before, f"check changed the state: {event}"
        assert data_of(rules, state) == text
        if violation is not None:
            require_words(rules, violation)
            continue
        rules.apply(before, event)
        assert before != state
        data_of(rules, before)
        rules.needs(before)
        rules.outcome(before)
        rules.view(before, PUBLIC)


def _require_refused_data(rules: AnyRules, cls: type[Event], data: dict[str, Any]) -> None:
    violation = refused(lambda: decode_event(cls.type, data))
    assert violation is not None, f"decoded: {data}"
    require_words(rules, violation)


def law_options_are_resolved_or_refused(rules: AnyRules, seats: int) -> None:
    """Any junk given for an option is refused with words or gives a setup that starts."""
    for option in rules.options():
        for value in (option.default, *option.choices, option.least, option.most, *_JUNK):
            try:
                setup = make_setup(rules, seats=seats, options={option.name: value})
            except RuleViolation as violation:
                require_words(rules, violation)
            else:
                data_of(rules, rules.start(setup))
    options = {"no_such_option": 1}
    found = refused(lambda: make_setup(rules, seats=seats, options=options))
    assert found is not None, "an unknown option was accepted"
    require_words(rules, found)


def law_defaults_resolve_to_themselves(rules: AnyRules, seats: int) -> None:
    """A setup names every option, and its options are accepted when they are given again."""
    setup = make_setup(rules, seats=seats, options={})
    assert set(setup.options) == {option.name for option in rules.options()}
    assert make_setup(rules, seats=seats, options=setup.options) == setup
    assert setup.rules == rules.version
    assert rules.start(setup) == rules.start(setup)


def law_seat_counts_are_kept(rules: AnyRules) -> None:
    """A table that is too small or too large is refused."""
    for seats in (rules.seats.start - 1, rules.seats.stop, -1, 2**40):
        violation = refused(partial(make_setup, rules, seats=seats, options={}))
        assert violation is not None, f"{seats} seats were accepted"
        assert violation.code == "wrong_seat_count"
        require_words(rules, violation)


def law_tally_refuses_junk(rules: AnyRules, setup: Setup, seed: int | str, number: int) -> None:
    """Tables to count are scored or refused with words, whatever they hold."""
    rng = SeededRng(f"tally/{seed}")
    for _ in range(number):
        length = pick(rng, (0, 1, setup.seats, setup.seats, setup.seats, setup.seats + 1))
        tables = [_junk_table(rng) for _ in range(length)]
        try:
            outcome = rules.tally(setup, tables)
        except RuleViolation as violation:
            require_words(rules, violation)
        else:
            assert len(outcome.scores) == setup.seats


def law_counts_fit_their_fields(
    rules: AnyRules, setup: Setup, seed: int | str, number: int
) -> None:
    """Whatever the fields of a count allow is scored, and every field has its words.

    Where the fields of a game are linked by more than their supply, tally may still refuse what no
    match could leave, with a code `count_…`; the smallest count is always scored.
    """
    fields = rules.count_fields(setup)
    if not rules.is_countable:
        assert not fields
        violation = refused(partial(rules.tally, setup, [{}] * setup.seats))
        assert violation is not None
        assert violation.code == "tally_not_supported"
        return
    assert fields
    assert all(f"count.{field.name}" in rules.words for field in fields)
    linked = rules.counts_are_linked
    rng = SeededRng(f"count/{seed}")
    for index in range(number):
        # Linked fields do not share a supply merely because they offer the same items.
        pools = {field.name: field.name if linked else field.of for field in fields}
        left = {pools[field.name]: list(field.supply) for field in fields}
        spread = not linked or index > 0
        tables = [
            {
                field.name: _counted(field, left[pools[field.name]], rng, spread=spread)
                for field in fields
            }
            for _ in range(setup.seats)
        ]
        violation = refused(partial(rules.tally, setup, tables))
        if violation is not None:
            assert linked, f"refused what the fields allow: {violation}"
            assert spread, f"refused the smallest count: {violation}"
            assert violation.code.startswith("count_"), violation
            require_words(rules, violation)
            continue
        outcome = rules.tally(setup, tables)
        assert outcome.final
        assert len(outcome.scores) == setup.seats


def _counted(field: Field, left: list[int], rng: SeededRng, *, spread: bool) -> Any:
    """Return items of a field that its supply still has: any number it takes, or the fewest."""
    if not field.of:
        return rng.below(200) - 100 if spread else 0
    items = []
    most = field.most if spread else field.least
    for _ in range(field.least + rng.below(most - field.least + 1)):
        offered = [index for index, count in enumerate(left) if count]
        if not offered:
            break
        index = pick(rng, offered)
        left[index] -= 1
        items.append(field.of[index])
    return items if field.many else items[0]


def _junk_table(rng: SeededRng) -> Any:
    if rng.below(5) == 0:
        return pick(rng, _JUNK)
    names = ("score", "table", "hand", "tray", "sushi", "bones", "x")
    return {pick(rng, names): pick(rng, _JUNK) for _ in range(rng.below(4))}


def law_notation_is_read_or_refused(sitting: Sitting, seed: int | str, number: int) -> None:
    """A damaged piece of notation is read as some event or refused as `bad_notation`."""
    rules, rng = sitting.rules, SeededRng(f"notation/{seed}")
    pairs = list(sitting.states())
    signs = "ABC0123456789 ?,-+/:=|{}é\0"
    for _ in range(number):
        state, event = pick(rng, pairs)
        text = list(rules.write(state, event, sitting.labels))
        for _ in range(1 + rng.below(4)):
            place = rng.below(len(text) + 1)
            text[place : place + rng.below(3)] = pick(rng, signs) * rng.below(3)
        here = pick(rng, pairs)[0]
        violation = refused(partial(rules.read, here, "".join(text), sitting.labels))
        if violation is not None:
            assert violation.code == "bad_notation", violation
            require_words(rules, violation)
