"""Laws of secrets: a view is the fold of what its viewer was told, and tells nothing more."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.core.events import Chance, Event
from games.core.forms import form_for
from games.core.replay import checked_fold, fold
from games.core.rng import SeededRng
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from games.testing.feeds import FeedEntry, feed, fold_feed, known_events
from games.testing.mutants import mutants, stateless_mutants
from games.testing.play import Sitting, play_on
from games.testing.play_laws import data_of, refusal


def law_feeds_fold_to_views(sitting: Sitting, most: int) -> None:
    """At every version, for every viewer, what was told so far folds to the view.

    Their texts are compared byte by byte at up to `most` versions.
    """
    rules, setup = sitting.rules, sitting.setup
    read = {len(sitting.events) * step // most for step in range(most + 1)}
    for viewer in sitting.viewers:
        entries = list(feed(rules, setup, sitting.events, viewer))
        assert len(entries) == len(sitting.events)
        truth, told = rules.start(setup), rules.start(setup)
        for ply, (event, entry) in enumerate(zip(sitting.events, entries, strict=True)):
            rules.apply(truth, event)
            if entry.reveals:
                told = fold_feed(rules, setup, entries[: ply + 1])
            else:
                rules.apply(told, entry.event)
            view, where = rules.view(truth, viewer), f"{viewer} at {ply + 1}"
            assert view == told, f"{where}: {view} is not {told}"
            if ply + 1 in read:
                assert data_of(rules, view) == data_of(rules, told), where
        assert fold_feed(rules, setup, entries) == told


def _require_same(rules: AnyRules, one: Any, other: Any, where: str) -> None:
    assert one == other, f"{where}: {one} is not {other}"
    assert data_of(rules, one) == data_of(rules, other), where


def law_views_are_stable(sitting: Sitting, most: int) -> None:
    """A view of a view is the view; the arbiter sees the state; looking changes nothing."""
    rules = sitting.rules
    for state, _ in sitting.some_states(most):
        before = state.clone()
        for viewer in sitting.viewers:
            view = rules.view(state, viewer)
            _require_same(rules, rules.view(view, viewer), view, str(viewer))
            _require_same_shape(rules, state, view)
        assert rules.view(state, ARBITER) == before
        assert state == before


def _require_same_shape(rules: AnyRules, state: Any, view: Any) -> None:
    """Whom the match waits for is no secret."""
    assert [(need.kind, need.who, need.seat) for need in rules.needs(view)] == [
        (need.kind, need.who, need.seat) for need in rules.needs(state)
    ]


def law_knowledge_only_grows(sitting: Sitting, most: int) -> None:
    """Redacting the log as it stands gives what the feed has told, so nothing is hidden again."""
    rules, setup = sitting.rules, sitting.setup
    plies = {len(sitting.events) * step // most for step in range(1, most + 1)}
    for viewer in sitting.viewers:
        entries: list[FeedEntry] = list(feed(rules, setup, sitting.events, viewer))
        for ply in plies:
            state = fold(rules, setup, sitting.events[:ply])
            redacted = [rules.redact(event, state, viewer) for event in sitting.events[:ply]]
            assert redacted == known_events(entries[:ply]), (viewer, ply)


def law_views_tell_nothing_more(sitting: Sitting, plies: Sequence[int], number: int) -> None:
    """Two truths that a seat cannot tell apart look, ask, offer and refuse alike to it."""
    rules, setup = sitting.rules, sitting.setup
    truths = {ply: fold(rules, setup, sitting.events[:ply]) for ply in plies}
    for seat in range(setup.seats):
        # What a seat was told, folded: this does not rely on `view`.
        entries = list(feed(rules, setup, sitting.events, seat_viewer(seat)))
        for ply in plies:
            truth = truths[ply]
            known = fold_feed(rules, setup, entries[:ply])
            twins = [rules.determinize(known, SeededRng(f"{ply}/{seed}")) for seed in range(2)]
            events = events_of_seat(sitting, seat, f"{ply}/{seat}", number)
            events += rules.choices(truth, seat)
            require_alike(rules, [truth, *twins], seat, events)


def require_alike(
    rules: AnyRules, truths: Sequence[Any], seat: int, events: Sequence[Event]
) -> None:
    """Everything that a seat can see or try is the same in all these full states."""
    views = {data_of(rules, rules.view(truth, seat_viewer(seat))) for truth in truths}
    assert len(views) == 1, f"the view of seat {seat} tells what it cannot know"
    offers = {_offers(rules, truth, seat) for truth in truths}
    assert len(offers) == 1, f"what seat {seat} is offered tells what it cannot know"
    for event in events:
        answers = {str(refusal(rules, truth, event)) for truth in truths}
        assert len(answers) == 1, f"the refusal of {event} tells what seat {seat} cannot know"


def _offers(rules: AnyRules, state: Any, seat: int) -> str:
    """Return the needs and choices of a seat, and who else is waited for, as one text."""
    needs = rules.needs(state)
    own = [need for need in needs if need.seat == seat]
    shape = [[need.kind, need.who, need.seat] for need in needs]
    choices = [[choice.type, choice] for choice in rules.choices(state, seat)]
    return canonical_json(msgspec.to_builtins([own, shape, choices]))


def events_of_seat(sitting: Sitting, seat: int, seed: str, number: int) -> list[Event]:
    """Return events that a seat might try: real ones, its own or not, and mutants."""
    events: list[Event] = []
    for _, (cls, data) in stateless_mutants(sitting, SeededRng(f"tries/{seed}"), number):
        if issubclass(cls, Chance):
            continue
        try:
            events.append(msgspec.convert({**data, "seat": seat}, cls))
        except msgspec.ValidationError:
            continue
    return events


def law_views_serve_their_seat(sitting: Sitting, most: int, number: int) -> None:
    """A seat's view offers and refuses what the truth does: a bot needs nothing else."""
    rules = sitting.rules
    for ply, (state, _) in enumerate(sitting.some_states(most)):
        for seat in range(sitting.setup.seats):
            view = rules.view(state, seat_viewer(seat))
            assert _offers(rules, view, seat) == _offers(rules, state, seat)
            for event in events_of_seat(sitting, seat, f"{ply}/{seat}", number):
                one, other = refusal(rules, view, event), refusal(rules, state, event)
                assert (one and one.code) == (other and other.code), event
            for choice in rules.choices(view, seat):
                assert isinstance(rules.evaluate(view, seat, choice), int)


def law_determinize_keeps_the_view(sitting: Sitting, most: int) -> None:
    """A drawn truth shows the same view, has no unknowns left, and can be played to its end."""
    rules = sitting.rules
    for ply, (state, _) in enumerate(sitting.some_states(most)):
        for viewer in sitting.viewers:
            view = rules.view(state, viewer)
            before = view.clone()
            truth = rules.determinize(view, SeededRng(f"{ply}/{viewer}"))
            assert view == before
            _require_same(rules, rules.view(truth, viewer), view, str(viewer))
            assert rules.determinize(truth, SeededRng(0)) == truth, "unknowns are left"
            again = rules.determinize(view, SeededRng(f"{ply}/{viewer}"))
            assert again == truth, "the same luck draws the same truth"
        play_on(rules, truth, ply, 5_000)
        assert rules.outcome(truth).final


def law_records_survive_erasing(sitting: Sitting) -> None:
    """What the public knows at the end, and a log whose chance nobody saw, are legal records."""
    rules, setup = sitting.rules, sitting.setup
    told = known_events(list(feed(rules, setup, sitting.events, PUBLIC)))
    for events in (told, erased(sitting)):
        state = checked_fold(rules, setup, events)
        assert rules.needs(state) == ()
        assert rules.outcome(state) == rules.outcome(sitting.last)


def thin(sitting: Sitting) -> Sitting:
    """Return the same match as somebody recorded it who saw nothing hidden."""
    events = erased(sitting)
    last = fold(sitting.rules, sitting.setup, events)
    return replace(sitting, events=tuple(events), last=last)


def erased(sitting: Sitting) -> list[Event]:
    """Return the log with every outcome of chance that may be unknown made unknown."""
    thin: list[Event] = []
    for state, event in sitting.states():
        form = form_for(sitting.rules.needs(state), event)
        assert form is not None
        changes = {
            field.name: (None,) * len(getattr(event, field.name)) if field.many else None
            for field in form.fields
            if field.unknown and isinstance(event, Chance)
        }
        thin.append(msgspec.structs.replace(event, **changes))
    return thin


def law_illegal_is_not_hidden(sitting: Sitting, number: int) -> None:
    """An event the public's view refuses is refused by the truth too: a view only allows more."""
    rules = sitting.rules
    for state, (cls, data) in mutants(sitting, SeededRng("hidden"), number):
        try:
            event = msgspec.convert(data, cls)
        except msgspec.ValidationError:
            continue
        if refusal(rules, rules.view(state, PUBLIC), event) is not None:
            assert refusal(rules, state, event) is not None, event
