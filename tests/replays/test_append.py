"""One way into the log: all of a call or none of it, at the version the caller saw."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NoReturn
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.core.canonical import digest
from games.core.errors import RuleViolation
from replays import subscriptions
from replays.chain import GENESIS, RecordedEvent, event_hash, first_break, timestamp
from replays.envelope import Envelope, RequestKey
from replays.errors import (
    CorruptStream,
    InvalidAppend,
    KaitenError,
    RequestReused,
    StoreBusy,
    StreamConflict,
    StreamDiffers,
    UnknownStream,
)
from replays.events import LogAnnotated, MatchVoided
from replays.models import Anchor, Import, Note, Outbox, Request, StoredEvent, Stream
from replays.services.append import Appended, NewEvent, answered_once, find_request, new_event
from tests.envelopes import enveloped
from tests.plugins.databases import FreshDatabase
from tests.replays.streams import (
    KIND,
    NOW,
    append,
    ending,
    import_log,
    key,
    make_stream,
    remark,
    version_of,
)

pytestmark = pytest.mark.database

TABLES = (Stream, StoredEvent, Anchor, Request, Outbox, Note, Import)


@pytest.fixture(autouse=True)
def rolled_back(request: pytest.FixtureRequest) -> None:
    """Everything here happens in a transaction, unless a test brings a database of its own."""
    if "fresh_database" not in request.fixturenames:
        request.getfixturevalue("db")


def sizes() -> dict[str, int]:
    return {table.__name__: table.objects.count() for table in TABLES}


def recorded(stream_id: UUID) -> list[RecordedEvent]:
    columns = ("version", "type", "schema", "payload", "actor", "recorded_at", "request_key")
    rows = StoredEvent.objects.filter(stream_id=stream_id).order_by("version")
    return [RecordedEvent(*row) for row in rows.values_list(*columns, "hash")]


def test_the_first_append_starts_the_stream_and_seals_it_onto_nothing() -> None:
    stream_id = uuid4()
    written = append(stream_id, 0, remark(1), remark(2))

    assert (written.stream_id, written.first_version, written.last_version) == (stream_id, 1, 2)
    first, second = recorded(stream_id)
    content, envelope = (remark(1).type, 2, remark(1).payload), ("user:1", timestamp(NOW), "")
    assert first.hash == event_hash(GENESIS, stream_id, 1, content, envelope)
    stream = Stream.objects.get(pk=stream_id)
    assert (stream.kind, stream.version) == (KIND, 2)
    assert stream.head_hash == second.hash == written.head_hash


def test_versions_are_gapless_and_every_call_leaves_one_anchor() -> None:
    stream_id = make_stream(1, 3, 1)
    rows = recorded(stream_id)
    assert [row.version for row in rows] == [1, 2, 3, 4, 5]
    assert first_break(stream_id, rows, {}) is None
    anchors = Anchor.objects.filter(stream_id=stream_id).order_by("version")
    assert list(anchors.values_list("version", "hash")) == [
        (row.version, row.hash) for row in rows if row.version in (1, 4, 5)
    ]


def test_a_thousand_events_go_in_at_once() -> None:
    stream_id = make_stream(1000)
    rows = recorded(stream_id)
    assert len(rows) == 1000
    assert first_break(stream_id, rows, {}) is None


@pytest.mark.parametrize("seen", [1, 3, 999])
def test_a_caller_who_saw_another_version_is_refused_and_nothing_is_written(seen: int) -> None:
    stream_id = make_stream(2)
    before = sizes()
    with pytest.raises(StreamConflict) as refused:
        append(stream_id, seen, request=key())
    assert (refused.value.status, refused.value.code) == (412, "version_conflict")
    assert refused.value.params == {"expected": seen, "actual": 2}
    assert sizes() == before


def test_a_stream_that_exists_is_not_started_again() -> None:
    stream_id = make_stream(2)
    with pytest.raises(StreamConflict) as refused:
        append(stream_id, 0)
    assert refused.value.params == {"expected": 0, "actual": 2}
    assert version_of(stream_id) == 2


def test_a_stream_that_does_not_exist_or_is_of_another_kind_is_unknown() -> None:
    with pytest.raises(UnknownStream) as refused:
        append(uuid4(), 3, kind="match")
    assert (refused.value.status, refused.value.code) == (404, "unknown_match")
    stream_id = make_stream(1)
    with pytest.raises(UnknownStream):
        append(stream_id, 1, kind="match")
    assert version_of(stream_id) == 1


def test_a_projection_that_fails_takes_the_whole_append_with_it() -> None:
    def fail(stream_id: UUID, events: Sequence[RecordedEvent]) -> NoReturn:
        raise RuntimeError("no projection")

    subscriptions.register_projection("failing", fail)
    before = sizes()
    with pytest.raises(RuntimeError, match="no projection"):
        append(uuid4(), 0, remark(), ending(), kind="failing", request=key())
    assert sizes() == before


def test_a_projection_sees_the_recorded_events_inside_the_transaction() -> None:
    seen = []

    def look(stream_id: UUID, events: Sequence[RecordedEvent]) -> None:
        seen.append((stream_id, list(events), StoredEvent.objects.filter(stream=stream_id).count()))

    subscriptions.register_projection("watched", look)
    stream_id = uuid4()
    append(stream_id, 0, remark(1), remark(2), kind="watched")
    assert seen == [(stream_id, recorded(stream_id), 2)]


def test_what_follows_the_commit_waits_for_the_outermost_transaction(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    woken = []

    def wake(stream_id: UUID, version: int) -> None:
        woken.append((stream_id, version))

    subscriptions.on_wakeup(wake)
    stream_id = uuid4()
    with django_capture_on_commit_callbacks(execute=True):
        with transaction.atomic():
            append(stream_id, 0, remark(), remark())
        assert woken == []
    assert woken == [(stream_id, 2)]


def test_one_append_owes_each_topic_one_row_for_the_newest_event_it_hears_of() -> None:
    stream_id = uuid4()
    append(stream_id, 0, ending(), remark(), ending(), remark())
    owed = Outbox.objects.filter(stream_id=stream_id, topic="verify").get()
    assert (owed.version, owed.sent_at, owed.attempts) == (3, None, 0)
    append(stream_id, 4)
    assert Outbox.objects.filter(stream_id=stream_id, topic="verify").count() == 1


def statements(context: CaptureQueriesContext) -> list[str]:
    words = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [query["sql"] for query in context if not query["sql"].startswith(words)]


def test_an_ordinary_move_with_a_request_key_costs_six_statements() -> None:
    stream_id = make_stream(1)
    with CaptureQueriesContext(connection) as context:
        append(stream_id, 1, request=key())
    assert len(statements(context)) <= 6
    with CaptureQueriesContext(connection) as context:
        append(stream_id, 2, *[remark(n) for n in range(200)])
    assert len(statements(context)) <= 4


@contextmanager
def locked() -> Iterator[None]:
    """Somebody else holds the lock, and we are impatient."""
    postgres = connection.vendor == "postgresql"
    other = connections.create_connection("default")
    with other.cursor() as holder:
        holder.execute("BEGIN" if postgres else "BEGIN IMMEDIATE")
        holder.execute("LOCK TABLE replays_stream" if postgres else "SELECT 1")
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '20ms'" if postgres else "PRAGMA busy_timeout = 20")
        yield
        holder.execute("ROLLBACK")
    other.close()


def test_a_lock_held_for_too_long_is_a_typed_refusal(fresh_database: FreshDatabase) -> None:
    stream_id = make_stream(1)
    other_id, rows = exported(2)
    with locked():
        with pytest.raises(StoreBusy) as refused:
            append(stream_id, 1)
        with pytest.raises(StoreBusy):
            import_log(other_id, rows)
    assert (refused.value.status, refused.value.code) == (503, "store_busy")
    assert append(stream_id, 1).last_version == 2
    assert import_log(other_id, rows).last_version == 2


def test_a_failure_of_the_database_that_is_no_lock_is_not_hidden() -> None:
    def fail(stream_id: UUID, events: Sequence[RecordedEvent]) -> NoReturn:
        raise OperationalError("the disk is full")

    subscriptions.register_projection("full", fail)
    with pytest.raises(OperationalError, match="the disk is full"):
        append(uuid4(), 0, kind="full")


# Request keys


def test_the_same_request_again_gets_the_first_answer_and_writes_nothing() -> None:
    stream_id = make_stream(1)
    first = append(stream_id, 1, remark(), remark(), request=key())
    append(stream_id, 3)
    before = sizes()
    again = append(stream_id, 1, remark(), remark(), request=key())
    assert again == msgspec.structs.replace(first, repeated=True)
    assert not first.repeated
    assert find_request(key()) == again
    assert sizes() == before


def test_a_key_that_comes_back_with_another_body_is_refused() -> None:
    stream_id = make_stream(1)
    append(stream_id, 1, request=key())
    with pytest.raises(RequestReused) as refused:
        append(stream_id, 2, request=key(body="another"))
    assert (refused.value.status, refused.value.code) == (422, "request_key_reused")
    with pytest.raises(RequestReused):
        find_request(key(body="another"))
    assert version_of(stream_id) == 2


def test_the_same_key_in_another_scope_is_another_request() -> None:
    stream_id = make_stream(1)
    append(stream_id, 1, request=key(scope="api:user:1"))
    written = append(stream_id, 2, request=key(scope="api:user:2"))
    assert (written.first_version, written.repeated) == (3, False)


def test_a_creation_sent_again_under_a_new_id_gives_the_stream_of_the_first() -> None:
    first = append(uuid4(), 0, request=key())
    again = append(uuid4(), 0, request=key())
    assert again.stream_id == first.stream_id
    assert Stream.objects.count() == 1


def test_a_key_whose_request_was_refused_is_free_again() -> None:
    stream_id = make_stream(1)
    with pytest.raises(StreamConflict):
        append(stream_id, 7, request=key())
    assert find_request(key()) is None
    assert not append(stream_id, 1, request=key()).repeated


def test_the_key_stands_in_the_sealed_events() -> None:
    stream_id = uuid4()
    append(stream_id, 0, remark(), remark(), request=key("abc-1"))
    assert {row.request_key for row in recorded(stream_id)} == {"abc-1"}


@pytest.mark.parametrize("name", ["", "x" * 201, "with space", "tab\t", "é", "nul\0", "\ud800"])
def test_a_key_that_cannot_be_sent_in_a_header_is_refused(name: str) -> None:
    with pytest.raises(InvalidAppend) as refused:
        append(uuid4(), 0, request=key(name))
    assert refused.value.code == "invalid_request_key"
    assert sizes()["Stream"] == 0


@pytest.mark.parametrize(
    ("scope", "body_digest"), [("", "0" * 64), ("s" * 121, "0" * 64), ("s", "")]
)
def test_a_key_without_a_sound_scope_and_digest_is_refused(scope: str, body_digest: str) -> None:
    with pytest.raises(InvalidAppend):
        append(uuid4(), 0, request=RequestKey(scope=scope, key="k", body_digest=body_digest))


def test_a_twin_that_came_in_between_is_answered_even_if_the_rules_now_refuse() -> None:
    stream_id = make_stream(1)

    @answered_once
    def service(*, envelope: Envelope) -> NoReturn:
        append(stream_id, 1, request=envelope.request)
        raise StreamConflict(expected=1, actual=2)

    envelope = Envelope("user:1", NOW, key())
    answer = service(envelope=envelope)
    assert (answer.last_version, answer.repeated) == (2, True)
    assert service(envelope=envelope) == answer


def test_a_refusal_without_a_twin_stays_a_refusal() -> None:
    @answered_once
    def service(*, envelope: Envelope) -> NoReturn:
        raise RuleViolation("not_your_turn")

    for request in (None, key()):
        with pytest.raises(RuleViolation):
            service(envelope=Envelope("user:1", NOW, request))


def test_a_service_that_could_miss_its_request_key_is_a_mistake_of_the_program() -> None:
    def service(envelope: Envelope) -> Any:
        """Takes the key by position, where nobody would look for it."""

    with pytest.raises(TypeError, match="by keyword only"):
        answered_once(service)


# Bad input


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([NewEvent("no.such_type", 1, "{}")], "unknown_event_type"),
        ([NewEvent("match.voided", 2, '{"note":null}')], "newer_schema"),
        ([NewEvent("match.voided", 0, '{"note":null}')], "newer_schema"),
        ([NewEvent("match.voided", 1, '{"note":7}')], "malformed_event"),
        ([NewEvent("match.voided", 1, '{"other":null}')], "malformed_event"),
        ([NewEvent("match.voided", 1, '{"note": null}')], "payload_not_canonical"),
        ([NewEvent("match.voided", 1, '{"note":"\\u0000"}')], "nul_character"),
        ([NewEvent("match.voided", 1, '{"note":"\ud800"}')], "lone_surrogate"),
        ([NewEvent("log.rewound", 1, '{"to":9007199254740992}')], "integer_too_large"),
        ([NewEvent("log.rewound", 1, '{"to":1.0}')], "not_plain_json"),
        ([remark(), NewEvent("match.voided", 1, "")], "not_plain_json"),
        ([NewEvent("match.voided", 1, "x" * (256 * 1024 + 1))], "payload_too_large"),
        ([NewEvent("match.voided", 1, "é" * (128 * 1024 + 1))], "payload_too_large"),
        ([], "no_events"),
        ([remark()] * 1001, "too_many_events"),
    ],
)
def test_events_that_cannot_be_stored_as_hashed_are_refused(
    events: list[NewEvent], code: str
) -> None:
    before = sizes()
    with pytest.raises((RuleViolation, KaitenError)) as refused:
        append_raw(events)
    assert isinstance(refused.value, RuleViolation | KaitenError)
    assert refused.value.code == code
    assert sizes() == before


def append_raw(events: list[NewEvent], **fields: Any) -> Appended:
    from replays.services.append import append_events

    fields = {"kind": KIND, "expected_version": 0, "actor": "user:1", "now": NOW} | fields
    return append_events(stream_id=uuid4(), events=events, **enveloped(fields))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"actor": ""}, "invalid_actor"),
        ({"actor": "a" * 81}, "invalid_actor"),
        ({"actor": "Ada Lovelace"}, "invalid_actor"),
        ({"actor": "user:\0"}, "invalid_actor"),
        ({"expected_version": -1}, "invalid_version"),
        ({"expected_version": True}, "invalid_version"),
        ({"expected_version": 2**31}, "invalid_version"),
        ({"kind": ""}, "invalid_kind"),
        ({"kind": "k" * 21}, "invalid_kind"),
    ],
)
def test_what_comes_with_the_events_is_checked_too(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidAppend) as refused:
        append_raw([remark()], **fields)
    assert refused.value.code == code
    assert sizes()["Stream"] == 0


def test_a_moment_without_a_time_zone_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="time zone"):
        append_raw([remark()], now=datetime(2026, 11, 16))  # noqa: DTZ001  (the point of the test)


def test_a_topic_has_one_subscriber() -> None:
    def somebody_else(stream_id: UUID, version: int) -> None:
        """Never called."""

    with pytest.raises(ValueError, match="topic verify is taken"):
        subscriptions.subscribe("verify", [], somebody_else)


def test_a_refusal_without_words_or_with_too_few_parameters_still_says_something() -> None:
    assert KaitenError("some_code").message == "some_code"
    assert "%(actual)s" in KaitenError("version_conflict").message
    assert str(KaitenError("some_code", 409, at=3)) == "some_code (at=3)"
    assert str(RequestReused()) == "request_key_reused"


def test_every_refusal_of_the_store_has_words() -> None:
    for error in (
        StreamConflict(expected=1, actual=2),
        RequestReused(),
        UnknownStream(),
        CorruptStream(version=3, problem="gap"),
        StreamDiffers(),
        InvalidAppend("too_many_events", 413, limit=1000),
    ):
        assert error.message != error.code
        assert "%(" not in error.message


# Notes


def test_a_note_lives_beside_the_log_and_only_its_digest_is_in_the_event() -> None:
    stream_id, text = make_stream(1), "Ada had to leave."
    event = new_event(MatchVoided(note=digest(text)))
    append(stream_id, 1, remark(), event, notes={1: text})
    note = Note.objects.get(stream_id=stream_id)
    assert (note.version, note.digest, note.text) == (3, digest(text), text)
    assert "Ada" not in "".join(row.payload for row in recorded(stream_id))


@pytest.mark.parametrize(
    ("notes", "code"),
    [
        ({0: "another text"}, "invalid_note"),
        ({1: "text"}, "invalid_note"),
        ({-1: "text"}, "invalid_note"),
        ({0: "te\0xt"}, "invalid_note"),
        ({0: "\ud800"}, "invalid_note"),
        ({0: "x" * (256 * 1024 + 1)}, "payload_too_large"),
    ],
)
def test_a_note_whose_digest_is_not_in_its_event_is_refused(
    notes: dict[int, str], code: str
) -> None:
    event = new_event(LogAnnotated(target=1, note=digest("text")))
    with pytest.raises(InvalidAppend) as refused:
        append(uuid4(), 0, event, notes=notes)
    assert refused.value.code == code
    assert sizes()["Stream"] == 0


# Imports


def exported(*calls: int) -> tuple[UUID, list[RecordedEvent]]:
    """Return the id and rows of a log made elsewhere: written here, then rolled back."""
    with transaction.atomic():
        stream_id = make_stream(*calls)
        rows = recorded(stream_id)
        transaction.set_rollback(True)
    return stream_id, rows


def test_an_import_keeps_envelope_id_and_hashes() -> None:
    stream_id, rows = exported(1, 3)
    written = import_log(stream_id, rows)
    assert (written.stream_id, written.last_version, written.repeated) == (stream_id, 4, False)
    assert recorded(stream_id) == rows
    assert Anchor.objects.get(stream_id=stream_id).hash == rows[-1].hash == written.head_hash
    imported = Import.objects.get(stream_id=stream_id)
    assert (imported.actor, imported.source, imported.imported_at) == ("cli", "a file", NOW)


def exported_note(text: str) -> tuple[UUID, list[RecordedEvent]]:
    with transaction.atomic():
        stream_id = make_stream(1)
        append(stream_id, 1, new_event(LogAnnotated(target=1, note=digest(text))))
        rows = recorded(stream_id)
        transaction.set_rollback(True)
    return stream_id, rows


def test_an_import_keeps_its_notes_beside_the_log_once() -> None:
    stream_id, rows = exported_note("text")
    for repeated in (False, True):
        assert import_log(stream_id, rows, notes={1: "text"}).repeated is repeated
        note = Note.objects.get(stream_id=stream_id)
        assert (note.version, note.digest, note.text) == (2, digest("text"), "text")


@pytest.mark.parametrize("notes", [{1: "another text"}, {0: "text"}, {2: "text"}])
def test_an_import_with_a_note_whose_digest_is_not_in_its_event_is_refused(
    notes: dict[int, str],
) -> None:
    stream_id, rows = exported_note("text")
    with pytest.raises(InvalidAppend, match="invalid_note"):
        import_log(stream_id, rows, notes=notes)
    assert sizes()["Stream"] == sizes()["Note"] == 0


def test_importing_the_same_log_twice_changes_nothing() -> None:
    stream_id, rows = exported(2)
    import_log(stream_id, rows)
    before = sizes()
    assert import_log(stream_id, rows, actor="user:2").repeated
    assert sizes() == before


def test_another_log_under_a_stored_id_is_refused() -> None:
    stream_id, rows = exported(2, 1)
    import_log(stream_id, rows)
    append(stream_id, 3)
    before = sizes()
    for other in (rows, rows[:1]):
        with pytest.raises(StreamDiffers) as refused:
            import_log(stream_id, other)
        assert refused.value.code == "stream_differs"
    assert sizes() == before


def test_an_imported_log_can_be_continued() -> None:
    stream_id, rows = exported(2)
    import_log(stream_id, rows)
    append(stream_id, 2)
    assert first_break(stream_id, recorded(stream_id), {}) is None


def test_a_log_that_was_changed_on_the_way_is_refused_at_the_row() -> None:
    stream_id, rows = exported(3)
    rows[1] = msgspec.structs.replace(rows[1], actor="user:2")
    with pytest.raises(CorruptStream) as refused:
        import_log(stream_id, rows)
    assert refused.value.params == {"version": 2, "problem": "hash_mismatch"}
    assert sizes()["Stream"] == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"actor": "Ada Lovelace"},
        {"recorded_at": "2026-11-16"},
        {"request_key": "k" * 201},
        {"payload": '{"note": null}'},
        {"type": "no.such_type"},
    ],
)
def test_a_log_whose_envelope_we_would_not_have_written_is_refused(changes: dict[str, str]) -> None:
    stream_id = UUID(int=7)
    usual: dict[str, Any] = {
        "version": 1,
        "type": "match.voided",
        "schema": 1,
        "payload": '{"note":null}',
        "actor": "user:1",
        "recorded_at": timestamp(NOW),
        "request_key": "",
    }
    fields = usual | changes
    version, type_, schema, payload, actor, recorded_at, request_key = fields.values()
    content, envelope = (type_, schema, payload), (actor, recorded_at, request_key)
    sealed = event_hash(GENESIS, stream_id, version, content, envelope)
    with pytest.raises((RuleViolation, KaitenError)):
        import_log(stream_id, [RecordedEvent(**fields, hash=sealed)])
    assert sizes()["Stream"] == 0
