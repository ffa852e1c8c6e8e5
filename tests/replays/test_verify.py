"""Whatever was changed behind our back is found, at the row where it was changed."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import connection, connections, transaction
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.models import QuerySet

from games.testing.scale import scaled
from replays import subscriptions
from replays.append_only import install
from replays.chain import GENESIS, Problem, RecordedEvent, seal
from replays.errors import CorruptStream, UnknownStream, message_of
from replays.models import Anchor, StoredEvent, Stream, Verification
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.health import traced_streams
from replays.services.verify import record_verification, verify_stream, verify_text
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.replays.streams import NOW, append, key, make_stream
from tests.threads import run_together

pytestmark = pytest.mark.database

COLUMNS = ("version", "type", "schema", "payload", "actor", "recorded_at", "request_key", "hash")


@pytest.fixture
def unprotected(fresh_database: FreshDatabase) -> None:
    """The database of somebody who owns the file or the server and has removed the triggers."""
    for name in all_triggers():
        drop(name)


def all_triggers() -> list[tuple[str, ...]]:
    tables = ("replays_storedevent", "replays_anchor")
    if connection.vendor == "postgresql":
        return [(table, f"{table}_append_only") for table in tables]
    guards = ("no_update", "no_delete", "no_replace")
    return [(table, f"{table}_{guard}") for table in tables for guard in guards]


def drop(trigger: tuple[str, ...]) -> None:
    table, name = trigger
    where = f" ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{where}")


def rows_of(stream_id: UUID) -> list[RecordedEvent]:
    rows = StoredEvent.objects.filter(stream_id=stream_id).order_by("version")
    return [RecordedEvent(*row) for row in rows.values_list(*COLUMNS)]


def row(stream_id: UUID, version: int) -> QuerySet[Any]:
    return StoredEvent.objects.filter(stream_id=stream_id, version=version)


def problem_of(stream_id: UUID) -> Problem | None:
    return verify_stream(stream_id).problem


# What is intact


def test_an_intact_stream_has_no_problem(fresh_database: FreshDatabase) -> None:
    stream_id = make_stream(1, 5, 1)
    append(stream_id, 7, request=key())
    report = verify_stream(stream_id)
    assert (report.ok, report.version, report.problem) == (True, 8, None)


def test_a_stream_nobody_ever_wrote_is_unknown(fresh_database: FreshDatabase) -> None:
    with pytest.raises(UnknownStream):
        verify_stream(uuid4())


@pytest.mark.parametrize("table", ["replays_storedevent", "replays_anchor"])
def test_a_stream_that_grows_meanwhile_is_verified_up_to_where_it_stood(
    fresh_database: FreshDatabase, table: str
) -> None:
    stream_id = make_stream(1)
    grown: list[Any] = []

    def grow_first(
        execute: Callable[..., Any],
        sql: str,
        params: tuple[int | str, ...],
        many: bool,
        context: dict[str, Any],
    ) -> SQLiteCursorWrapper:
        if f'FROM "{table}"' in sql and not grown:
            grown.extend(run_together([partial(append, stream_id, 1)]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(grow_first):
        report = verify_stream(stream_id)
    assert [answer.last_version for answer in grown] == [2]
    assert (report.ok, report.version) == (True, 1)
    assert verify_stream(stream_id).version == 2


def test_a_request_whose_events_are_gone_is_not_answered_as_if_they_stood(
    unprotected: None,
) -> None:
    stream_id = make_stream(1)
    append(stream_id, 1, request=key())
    row(stream_id, 2).delete()
    with pytest.raises(CorruptStream) as refused:
        append(stream_id, 1, request=key())
    assert refused.value.params == {"version": 2, "problem": "gap"}


# A thousand tampers

WAYS: dict[str, Callable[[random.Random, RecordedEvent], Any]] = {
    "type": lambda _rng, old: "match.voided" if old.type != "match.voided" else "match.reopened",
    "schema": lambda rng, old: old.schema + rng.randint(1, 5),
    "payload": lambda rng, old: old.payload.replace('"target":', f'"target":{rng.randint(1, 9)}'),
    "actor": lambda rng, _old: f"user:{rng.randint(2, 99)}",
    "recorded_at": lambda rng, _old: f"2026-11-16T01:43:{rng.randint(1, 59):02}.123456Z",
    "request_key": lambda _rng, old: old.request_key + "x",
    "hash": lambda rng, _old: f"{rng.getrandbits(256):064x}",
    "version": lambda _rng, old: old.version + 1000,
}


def tamper_with_a_field(rng: random.Random, stream_id: UUID, rows: list[RecordedEvent]) -> int:
    old = rng.choice(rows)
    column = rng.choice(sorted(WAYS))
    row(stream_id, old.version).update(**{column: WAYS[column](rng, old)})
    return old.version


def swap_two_payloads(rng: random.Random, stream_id: UUID, rows: list[RecordedEvent]) -> int:
    first, second = sorted(rng.sample(rows, 2), key=lambda row: row.version)
    row(stream_id, first.version).update(payload=second.payload)
    row(stream_id, second.version).update(payload=first.payload)
    return first.version


def delete_a_row(rng: random.Random, stream_id: UUID, rows: list[RecordedEvent]) -> int:
    gone = rng.choice(rows).version
    row(stream_id, gone).delete()
    return gone


def forge_a_row_and_its_hash(rng: random.Random, stream_id: UUID, rows: list[RecordedEvent]) -> int:
    old = rng.choice(rows)
    previous = rows[old.version - 2].hash if old.version > 1 else GENESIS
    forged = msgspec.structs.replace(old, actor="user:666")
    row(stream_id, old.version).update(actor="user:666", hash=seal(previous, stream_id, forged))
    return old.version


def forge_everything_from_a_row_on(
    rng: random.Random, stream_id: UUID, rows: list[RecordedEvent]
) -> int:
    start = rng.choice(rows).version
    previous = rows[start - 2].hash if start > 1 else GENESIS
    for old in rows[start - 1 :]:
        forged = msgspec.structs.replace(old, actor="user:666")
        previous = seal(previous, stream_id, forged)
        row(stream_id, old.version).update(actor="user:666", hash=previous)
    Stream.objects.filter(pk=stream_id).update(head_hash=previous)
    return start


TAMPERS = (
    tamper_with_a_field,
    tamper_with_a_field,
    swap_two_payloads,
    delete_a_row,
    forge_a_row_and_its_hash,
    forge_everything_from_a_row_on,
)


def test_a_thousand_random_tampers_are_found_at_the_right_row(unprotected: None) -> None:
    rng = random.Random(20261116)
    stream_ids = [make_stream(*[1] * 25) for _ in range(4)]
    for _ in range(scaled(1000)):
        stream_id = rng.choice(stream_ids)
        tamper = rng.choice(TAMPERS)
        with transaction.atomic():
            at = tamper(rng, stream_id, rows_of(stream_id))
            found = problem_of(stream_id)
            transaction.set_rollback(True)
        assert found is not None, f"{tamper.__name__} at {at}"
        assert found.version == at, f"{tamper.__name__}: {found}"
    assert all(verify_stream(stream_id).ok for stream_id in stream_ids)


def test_a_changed_event_inside_one_long_call_is_found_at_its_row(unprotected: None) -> None:
    stream_id = make_stream(200)
    row(stream_id, 77).update(actor="user:2")
    assert problem_of(stream_id) == Problem("hash_mismatch", 77)


def test_a_row_that_was_read_before_is_looked_at_again(unprotected: None) -> None:
    sitting = Sitting()
    sitting.play_on(5)
    assert sitting.log() is sitting.log()
    row(sitting.id, 3).update(actor="user:2")
    with pytest.raises(CorruptStream) as refused:
        sitting.log()
    assert refused.value.params == {"version": 3, "problem": "hash_mismatch"}


# A cut tail


@pytest.mark.parametrize("cut", [1, 2, 5])
def test_a_cut_tail_is_found(unprotected: None, cut: int) -> None:
    stream_id = make_stream(1, 1, 3, 1)
    StoredEvent.objects.filter(stream_id=stream_id, version__gt=6 - cut).delete()
    assert problem_of(stream_id) == Problem("tail_cut", 7 - cut)


@pytest.mark.parametrize("cut", [1, 2, 5, 6])
def test_a_cut_tail_is_found_even_if_the_stream_row_was_reset(unprotected: None, cut: int) -> None:
    stream_id = make_stream(1, 1, 3, 1)
    kept = rows_of(stream_id)[: 6 - cut]
    StoredEvent.objects.filter(stream_id=stream_id, version__gt=len(kept)).delete()
    head = kept[-1].hash if kept else GENESIS
    Stream.objects.filter(pk=stream_id).update(version=len(kept), head_hash=head)
    assert problem_of(stream_id) == Problem("tail_cut", 7 - cut)


def test_a_tail_cut_together_with_its_anchors_is_found_by_the_stream_row(unprotected: None) -> None:
    stream_id = make_stream(1, 1, 1)
    StoredEvent.objects.filter(stream_id=stream_id, version=3).delete()
    Anchor.objects.filter(stream_id=stream_id, version=3).delete()
    assert problem_of(stream_id) == Problem("tail_cut", 3)


def test_an_event_written_past_the_service_is_found(unprotected: None) -> None:
    stream_id = make_stream(1, 1)
    last = rows_of(stream_id)[-1]
    forged = msgspec.structs.replace(last, version=3)
    fields = msgspec.structs.asdict(forged) | {"hash": seal(last.hash, stream_id, forged)}
    StoredEvent.objects.create(stream_id=stream_id, **fields)
    assert problem_of(stream_id) == Problem("anchor_missing", 3)
    Anchor.objects.create(stream_id=stream_id, version=3, hash=fields["hash"])
    assert problem_of(stream_id) == Problem("head_mismatch", 3)


def test_a_stream_row_that_was_changed_or_removed_is_found(unprotected: None) -> None:
    stream_id = make_stream(1, 1)
    Stream.objects.filter(pk=stream_id).update(version=1)
    assert problem_of(stream_id) == Problem("head_mismatch", 2)
    Stream.objects.filter(pk=stream_id).update(version=2, head_hash=GENESIS)
    assert problem_of(stream_id) == Problem("head_mismatch", 2)
    Stream.objects.filter(pk=stream_id).update(version=9)
    assert problem_of(stream_id) == Problem("tail_cut", 3)


def test_a_changed_anchor_is_found(unprotected: None) -> None:
    stream_id = make_stream(1, 1, 1)
    Anchor.objects.filter(stream_id=stream_id, version=2).update(hash=GENESIS)
    assert problem_of(stream_id) == Problem("anchor_mismatch", 2)


# What an intact chain says


def write_sealed(*contents: tuple[str, int, str]) -> UUID:
    """Write rows with right hashes, as an owner of the database could."""
    stream_id = uuid4()
    stream = Stream.objects.create(id=stream_id, kind="judged")
    previous = GENESIS
    for version, (type_, schema, payload) in enumerate(contents, start=1):
        fields = (version, type_, schema, payload, "user:1", "2026-11-16T01:43:00.123456Z", "")
        previous = seal(previous, stream_id, RecordedEvent(*fields, ""))
        StoredEvent.objects.create(
            stream_id=stream_id, **dict(zip(COLUMNS, (*fields, previous), strict=True))
        )
    Anchor.objects.create(stream=stream, version=len(contents), hash=previous)
    Stream.objects.filter(pk=stream_id).update(version=len(contents), head_hash=previous)
    return stream_id


GOOD = ("match.voided", 1, '{"note":null}')


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (("no.such_type", 1, "{}"), "unknown_event_type"),
        (("match.voided", 9, '{"note":null}'), "newer_schema"),
        (("match.voided", 1, '{"note":7}'), "malformed_event"),
        (("match.voided", 1, '{ "note":null}'), "payload_not_canonical"),
    ],
)
def test_an_event_that_cannot_be_read_is_found_even_with_the_right_hash(
    bad: tuple[str, int, str], code: str
) -> None:
    assert problem_of(write_sealed(GOOD, bad, GOOD)) == Problem(code, 2)


@pytest.mark.django_db
def test_each_kind_of_stream_has_its_own_judge_of_what_the_log_says() -> None:
    def judge(stream_id: UUID, events: Sequence[RecordedEvent]) -> Problem | None:
        return Problem("too_late", 2) if len(events) > 1 else None

    subscriptions.register_verifier("judged", judge)
    assert verify_stream(write_sealed(GOOD)).ok
    assert problem_of(write_sealed(GOOD, GOOD)) == Problem("too_late", 2)


# What is kept


def test_what_was_found_is_kept_and_replaced_by_the_next_verification(unprotected: None) -> None:
    stream_id = make_stream(1, 1)
    assert record_verification(stream_id=stream_id, now=NOW).ok
    kept = Verification.objects.get(stream_id=stream_id)
    assert (kept.ok, kept.version, kept.problem, kept.checked_at) == (True, 2, "", NOW)

    row(stream_id, 2).update(actor="user:2")
    record_verification(stream_id=stream_id, now=NOW)
    kept = Verification.objects.get(stream_id=stream_id)
    assert (kept.ok, kept.problem) == (False, "hash_mismatch @2")


@pytest.mark.parametrize(
    "code",
    [
        "gap",
        "duplicate_version",
        "hash_mismatch",
        "anchor_mismatch",
        "anchor_missing",
        "tail_cut",
        "stream_row_missing",
        "head_mismatch",
        "payload_not_canonical",
    ],
)
def test_every_problem_has_words(code: str) -> None:
    assert message_of(code) != code


def test_putting_the_triggers_back_does_not_hide_what_was_done_without_them(
    unprotected: None,
) -> None:
    stream_id = make_stream(1, 1)
    row(stream_id, 1).update(actor="user:2")
    install(connection)
    assert problem_of(stream_id) == Problem("hash_mismatch", 1)


def test_a_stream_row_that_is_gone_is_found(unprotected: None) -> None:
    stream_id = make_stream(1, 1)
    behind_the_back("DELETE FROM replays_stream")
    assert problem_of(stream_id) == Problem("stream_row_missing", 1)


def behind_the_back(*statements: str) -> None:
    """Run statements that no foreign key watches over."""
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(
            "SET session_replication_role = replica" if postgres else "PRAGMA foreign_keys = OFF"
        )
        for statement in statements:
            cursor.execute(statement)
    connections.close_all()


@pytest.mark.parametrize(
    "also", [[], ["DELETE FROM replays_storedevent"], ["DELETE FROM replays_anchor"]]
)
def test_a_stream_of_which_only_a_trace_is_left_is_among_those_to_verify(
    unprotected: None, also: list[str]
) -> None:
    stream_id = make_stream(1, 2)
    behind_the_back("DELETE FROM replays_stream", *also)
    whole = make_stream(1)
    assert list(traced_streams()) == sorted([stream_id, whole])
    assert verify_stream(whole).ok
    assert not verify_stream(stream_id).ok


def test_what_is_stored_is_to_be_verified_once_and_in_order(fresh_database: FreshDatabase) -> None:
    stream_ids = [make_stream(1, 2) for _ in range(9)]
    assert list(traced_streams()) == sorted(stream_ids)


# Files


@pytest.mark.django_db
def test_a_record_file_is_verified_without_being_stored() -> None:
    sitting = Sitting().finish()
    for export in (export_jsonl, export_kgn):
        report = verify_text(export(sitting.id), now=NOW)
        assert (report.ok, report.stream_id) == (True, sitting.id)
    assert Stream.objects.count() == 1


@pytest.mark.django_db
def test_a_record_file_that_was_changed_is_reported_at_its_row() -> None:
    sitting = Sitting()
    sitting.play_on(5)
    text = export_jsonl(sitting.id)
    lines = text.splitlines(keepends=True)
    lines[4] = lines[4].replace('"actor":"cli"', '"actor":"user:2"')
    report = verify_text("".join(lines), now=NOW)
    assert (report.stream_id, report.problem) == (None, Problem("hash_mismatch", 4))
    assert report.refusal is not None
    assert report.refusal.params["line"] == 5
    assert verify_text("".join(lines[:-1]), now=NOW).problem is not None
    assert verify_text("what is this", now=NOW).problem == Problem("record_unknown", 0)
