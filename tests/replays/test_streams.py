"""The kit for streams that fold event by event: a new kind brings its events, fold and rows."""

from collections.abc import Iterator, Sequence
from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from games.core.errors import RuleViolation
from games.core.events import Event, event_type
from replays import streams, subscriptions
from replays.chain import RecordedEvent
from replays.envelope import Envelope
from replays.errors import CorruptStream, StreamConflict, UnknownStream
from replays.models import StoredEvent
from replays.selectors.rows import stored_rows
from replays.services.append import Appended, append_events, new_event
from replays.services.decisions import Decision, append_decided
from replays.services.rebuild import rebuild_stream
from replays.services.verify import verify_stream
from replays.streams import StreamKind
from tests.factories import NOW
from tests.known import known

CLI = Envelope("cli", NOW)


@event_type("jar.filled")
class Filled(Event, frozen=True):
    coins: int


@event_type("jar.emptied")
class Emptied(Event, frozen=True):
    pass


JarEvent = Filled | Emptied


def advance(coins: list[int] | None, event: JarEvent, at: str) -> list[int]:
    """Return the coins in a jar, changed in place; an empty one cannot be emptied."""
    held = [] if coins is None else coins
    match event:
        case Filled():
            held.append(event.coins)
        case Emptied() if held:
            held.clear()
        case Emptied():
            raise RuleViolation("jar_empty")
    return held


class Jars(StreamKind[list[int], JarEvent]):
    """A kind whose rows are a dict."""

    rows: dict[UUID, tuple[int, int | None]]


@pytest.fixture
def kind() -> Iterator[Jars]:
    """A kind of stream of its own, whose rows are a dict."""
    made = Jars("jar", JarEvent, advance, remember=2)
    made.rows = {}

    def project(jar_id: UUID, coins: list[int], events: Sequence[JarEvent] | None) -> None:
        made.rows[jar_id] = (sum(coins), None if events is None else len(events))

    streams.register(made, project)
    yield made
    subscriptions._projections.pop("jar")
    subscriptions._verifiers.pop("jar")


def write(kind: Jars, jar_id: UUID, version: int, *events: Event) -> Appended:
    return append_events(
        stream_id=jar_id,
        kind=kind.name,
        expected_version=version,
        events=[new_event(event) for event in events],
        envelope=CLI,
    )


def fill(kind: Jars, jar_id: UUID, coins: int, expected: int | None = None) -> Appended:
    def decide(held: list[int]) -> Decision[JarEvent]:
        return Decision([] if coins in held else [Filled(coins)])

    return append_decided(kind, jar_id, decide, CLI, expected)


@pytest.mark.django_db
@pytest.mark.database
def test_a_kind_is_read_projected_verified_and_rebuilt(
    kind: Jars, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    jar = uuid4()
    write(kind, jar, 0, Filled(3), Filled(4))
    assert kind.rows[jar] == (7, None)
    write(kind, jar, 2, Filled(5))
    assert kind.rows[jar] == (12, 1)
    for _ in range(2):  # from nothing, then from memory
        with django_assert_num_queries(1), kind.reading(jar) as coins:
            assert coins == [3, 4, 5]
    assert verify_stream(jar).ok
    kind.rows.clear()
    rebuild_stream(stream_id=jar, kind="jar")
    assert kind.rows[jar] == (12, None)
    with pytest.raises(UnknownStream) as refusal:
        kind.state(uuid4())
    assert refusal.value.code == "unknown_jar"


@pytest.mark.django_db
@pytest.mark.database
def test_what_cannot_follow_is_not_written_and_judged_where_it_stands(kind: Jars) -> None:
    jar = uuid4()
    with pytest.raises(RuleViolation, match="jar_empty"):
        write(kind, jar, 0, Filled(1), Emptied(), Emptied())
    assert not StoredEvent.objects.filter(stream_id=jar).exists()
    write(kind, jar, 0, Filled(1), Emptied())
    rows = stored_rows(jar, "jar")
    assert kind.verify(jar, rows) is None
    assert (known(kind.verify(jar, rows[1:])).code, known(kind.verify(jar, rows[1:])).version) == (
        "jar_empty",
        2,
    )
    other = RecordedEvent(1, "season.reopened", 1, "{}", "cli", rows[0].recorded_at, "", "")
    assert known(kind.verify(jar, [other])).code == "not_expected"
    with pytest.raises(CorruptStream):
        kind.verified(jar, rows[1:])


@pytest.mark.django_db
@pytest.mark.database
def test_what_is_so_already_writes_nothing_and_a_stale_version_is_refused(kind: Jars) -> None:
    jar = uuid4()
    write(kind, jar, 0, Filled(1))
    made = fill(kind, jar, 2)
    assert (made.last_version, made.repeated) == (2, False)
    again = fill(kind, jar, 2, expected=2)
    assert (again.last_version, again.head_hash, again.repeated) == (2, made.head_hash, True)
    with pytest.raises(StreamConflict):
        fill(kind, jar, 3, expected=1)
    assert kind.state(jar) == [1, 2]


@pytest.mark.django_db
def test_whoever_takes_a_state_owns_it(kind: Jars) -> None:
    jar = uuid4()
    write(kind, jar, 0, Filled(1))
    with kind.reading(jar) as mine:
        theirs = kind.state(jar)
        theirs.append(99)
        assert mine == [1]
    assert kind.state(jar) == [1]


@pytest.mark.django_db
def test_no_more_states_are_remembered_than_were_asked_for(kind: Jars) -> None:
    jars = [uuid4() for _ in range(3)]
    for jar in jars:
        write(kind, jar, 0, Filled(1))
        with kind.reading(jar):
            pass
    assert [id_ for _, id_ in kind._remembered] == jars[1:]
