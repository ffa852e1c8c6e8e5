"""Laws of play: it ends, replays to the same state from any form, and offers what it accepts."""

from collections.abc import Callable
from typing import Any

import msgspec

from games.core.canonical import canonical_json, digest, require_plain
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event, decode_event, decode_payload, encode_payload
from games.core.forms import form_for
from games.core.notation import Record, read_record, write_record
from games.core.replay import fold
from games.core.setup import Setup
from games.core.viewer import seat_viewer
from games.testing.play import LABELS, Sitting, play_on


def data_of(rules: AnyRules, state: Any) -> str:
    """Return the canonical text of a state; it must be JSON that could be stored."""
    data = rules.to_data(state)
    require_plain(data)
    return canonical_json(data)


def refusal(rules: AnyRules, state: Any, event: Event) -> RuleViolation | None:
    """Return why an event is refused, or None; anything else that is raised is a bug."""
    return refused(lambda: rules.check(state, event))


def refused(attempt: Callable[[], object]) -> RuleViolation | None:
    """Return the refusal that an attempt meets, or None."""
    try:
        attempt()
    except RuleViolation as violation:
        return violation
    return None


def law_play_ends(sitting: Sitting) -> None:
    """Nothing is open at the end, nobody has a choice, and any further event is refused."""
    rules, last = sitting.rules, sitting.last
    assert rules.needs(last) == ()
    assert rules.outcome(last).final
    for seat in range(sitting.setup.seats):
        assert list(rules.choices(last, seat)) == []
    for event in sitting.events:
        violation = refusal(rules, last, event)
        assert violation is not None, f"accepted after the end: {event}"
        assert violation.code == "match_over", violation


def law_replays_are_equal(sitting: Sitting) -> None:
    """Live play, the fold of the events and the fold of their stored texts give one state."""
    rules, setup = sitting.rules, sitting.setup
    stored = [(event.type, event.schema, encode_payload(event)) for event in sitting.events]
    decoded = [decode_payload(*row) for row in stored]
    assert decoded == list(sitting.events)
    for events in (sitting.events, decoded):
        state = fold(rules, setup, events)
        assert state == sitting.last
        assert data_of(rules, state) == data_of(rules, sitting.last)
    text = canonical_json(msgspec.to_builtins(setup))
    assert fold(rules, msgspec.json.decode(text, type=Setup), decoded) == sitting.last


def law_events_round_trip(sitting: Sitting) -> None:
    """An event survives its stored text and its plain data, and equal events have equal texts."""
    for event in sitting.events:
        plain = msgspec.to_builtins(event)
        require_plain(plain)
        again = decode_event(event.type, plain)
        assert again == event
        assert type(again) is type(event)
        assert encode_payload(again) == encode_payload(event)
        assert event.type.startswith(f"{sitting.rules.slug}.")


def law_notation_round_trips(sitting: Sitting) -> None:
    """Each piece of notation reads back as its event, and so does the whole record."""
    rules, labels = sitting.rules, sitting.labels
    for state, event in sitting.states():
        piece = rules.write(state, event, labels)
        assert piece == piece.strip() != ""
        assert not set(piece) & set("|\n{}")
        assert not set(rules.turn(state)) & set(":|\n{}")
        assert rules.read(state, piece, labels) == event, piece
    record = Record(setup=sitting.setup, labels=labels, events=list(sitting.events))
    text = write_record(rules, record)
    again = read_record(text, lambda _slug: rules)
    assert (again.setup, again.labels, again.events) == (record.setup, labels, record.events)
    assert write_record(rules, again) == text
    assert fold(rules, again.setup, again.events) == sitting.last


def law_choices_are_legal(sitting: Sitting, most: int) -> None:
    """A seat has choices exactly when it is needed; all differ, are accepted and can be applied."""
    rules = sitting.rules
    for state, _ in sitting.some_states(most):
        needed = {need.seat for need in rules.needs(state)}
        for seat in range(sitting.setup.seats):
            offered = list(rules.choices(state, seat))
            assert bool(offered) == (seat in needed), (seat, needed)
            assert offered == list(rules.choices(state.clone(), seat))
            assert len({(event.type, encode_payload(event)) for event in offered}) == len(offered)
            for event in offered:
                rules.check(state, event)
                after = state.clone()
                rules.apply(after, event)
                assert after != state


def law_forms_describe_events(sitting: Sitting, most: int) -> None:
    """Every choice, sighting and outcome of chance can be filled into a form of an open need."""
    rules = sitting.rules
    for state, event in sitting.some_states(most):
        needs = rules.needs(state)
        assert needs == rules.needs(state.clone())
        require_plain(msgspec.to_builtins(needs))
        for need in needs:
            assert (need.who == "chance") == (need.seat is None)
            performers = range(sitting.setup.seats) if need.seat is None else (need.seat,)
            assert need.performer in (None, *performers), "performed by nobody at this table"
            assert need.seat is None or need.performer == need.seat
        assert form_for(needs, event) is not None, event
        for need in needs:
            if need.seat is not None:
                for choice in rules.choices(state, need.seat):
                    assert form_for([need], choice) is not None, choice


def law_simultaneous_needs_take_one_event_each(sitting: Sitting, most: int) -> None:
    """While several seats are open, any choice closes its own seat and no other.

    What the seat chose must not show: neither in the other seats' views nor in what they are told.
    """
    rules, seats = sitting.rules, range(sitting.setup.seats)
    for state, _ in sitting.some_states(most):
        needs = rules.needs(state)
        if len(needs) < 2:
            continue
        assert all(need.seat is not None for need in needs), "chance is never simultaneous"
        kinds = {need.seat: need.kind for need in needs}
        assert len(kinds) == len(needs), "one need per seat"
        for need in needs:
            assert need.seat is not None
            told: dict[int, tuple[str, str, Any]] = {}
            for choice in rules.choices(state, need.seat):
                after = state.clone()
                rules.apply(after, choice)
                left = {other.seat: other.kind for other in rules.needs(after)}
                assert left == {seat: kind for seat, kind in kinds.items() if seat != need.seat}
                if need.who != "seat":
                    continue
                for seat in seats:
                    if seat != need.seat:
                        viewer = seat_viewer(seat)
                        shown = rules.redact(choice, after, viewer)
                        now = (shown.type, encode_payload(shown), rules.view(after, viewer))
                        assert told.setdefault(seat, now) == now


def law_clones_share_nothing(sitting: Sitting, most: int) -> None:
    """Playing on a clone changes the clone alone, and no mutable object is in both."""
    rules = sitting.rules
    for ply, (state, _) in enumerate(sitting.some_states(most)):
        before, text = state.clone(), data_of(rules, state)
        twin = state.clone()
        assert twin == state
        assert twin is not state
        assert not mutable_ids(twin) & mutable_ids(state)
        play_on(rules, twin, ply, 30, from_views=False)
        assert twin != state
        assert state == before
        assert data_of(rules, state) == text


def mutable_ids(value: object) -> set[int]:
    """Return the ids of everything mutable that can be reached; a setup is agreed not to change."""
    found: set[int] = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Setup) or id(item) in found:
            continue
        if isinstance(item, dict):
            inside = [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set | frozenset):
            inside = list(item)
        else:
            names = getattr(item, "__slots__", ()) or getattr(item, "__dict__", {})
            names = getattr(item, "__struct_fields__", names)
            inside = [getattr(item, name) for name in names if hasattr(item, name)]
        if isinstance(item, list | dict | set | bytearray):
            found.add(id(item))
        waiting.extend(inner for inner in inside if not isinstance(inner, str | int | None))
    return found


def law_outcomes_add_up(sitting: Sitting, most: int) -> None:
    """Scores are the sums of their breakdown; places follow scores; final means over."""
    rules, seats = sitting.rules, sitting.setup.seats
    for state in [*(state for state, _ in sitting.some_states(most)), sitting.last]:
        outcome = rules.outcome(state)
        running = bool(rules.needs(state))
        assert outcome.final == (not running)
        assert (outcome.ending == "running") == running
        assert len(outcome.places) == len(outcome.scores) == len(outcome.breakdown) == seats
        for score, lines in zip(outcome.scores, outcome.breakdown, strict=True):
            assert score == sum(line.points for line in lines)
        for place in outcome.places:
            assert place == 1 + sum(1 for other in outcome.places if other < place)
        if getattr(rules, "places_follow_scores", True):
            for one in range(seats):
                for other in range(seats):
                    if outcome.scores[one] > outcome.scores[other]:
                        assert outcome.places[one] < outcome.places[other]


def law_scores_are_likely(sitting: Sitting) -> None:
    """Nobody who reports what was played is asked whether they mean it."""
    likely = sitting.rules.likely_scores(sitting.setup)
    if likely is not None:
        least, most = likely
        for score in sitting.rules.outcome(sitting.last).scores:
            assert least <= score <= most, f"{score} is not between {least} and {most}"


def law_reported_games_stay_open(rules: AnyRules, setup: Setup) -> None:
    """A game of which only results are reported waits for nothing and has no result of its own."""
    state = rules.start(setup)
    assert rules.needs(state) == ()
    assert rules.awaited(state) == ()
    assert list(rules.choices(state, 0)) == []
    assert not rules.outcome(state).final
    assert state.clone() == state
    labels = LABELS[: setup.seats]
    assert rules.text_board(state, labels, "en") != rules.text_board(state, labels, "fr")


def fingerprint(sitting: Sitting) -> str:
    """Return a hash of everything a match offers on its way; hash seeds must not change it."""
    rules = sitting.rules
    rows = []
    for state, event in sitting.states():
        offered = [
            [choice.type, msgspec.to_builtins(choice)]
            for seat in range(sitting.setup.seats)
            for choice in rules.choices(state, seat)
        ]
        row = [event.type, msgspec.to_builtins(event), msgspec.to_builtins(rules.needs(state))]
        rows.append([*row, offered, rules.to_data(state)])
    return digest(canonical_json(rows))
