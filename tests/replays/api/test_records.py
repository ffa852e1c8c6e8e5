"""Record files go out whole and come in whole, or not at all."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from replays.models import Match, StoredEvent, Stream
from tests.answers import Answer
from tests.factories import make_club
from tests.replays.api.conftest import Table, refused, script
from tests.replays.forging import parsed, resealed

pytestmark = [pytest.mark.django_db, pytest.mark.database]

JSON_LINES = "application/x-ndjson"


def export(table: Table, match: UUID | str, format_: str) -> str:
    answer = table.public.get(f"/matches/{match}/export", {"format": format_})
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Disposition"].endswith(f'.{format_}"')
    return answer.content.decode()


def take(
    table: Table, text: bytes | str, kind: str = JSON_LINES, club: UUID | None = None
) -> Answer:
    where = f"/imports?club={club or table.club.id}"
    return table.arbiter.post(where, text, **{"Content-Type": kind})


def test_what_goes_out_comes_in_as_the_same_match(table: Table) -> None:
    match = table.whole("hidden_game")
    for format_, kind in (("jsonl", JSON_LINES), ("kgn", "text/plain; charset=utf-8")):
        again = take(table, export(table, match, format_), kind)
        assert again.status_code == 200, again.content
        assert again.json() == {"match": str(match), "created": False}


def test_an_export_is_refused_while_the_match_has_secrets(table: Table) -> None:
    match = table.begin("hidden_game")
    for format_ in ("kgn", "jsonl"):
        answer = table.public.get(f"/matches/{match}/export", {"format": format_})
        refused(answer, 403, "export_hidden")
        answer = table.arbiter.get(f"/matches/{match}/export", {"format": format_})
        assert answer.status_code == 200
    refused(table.arbiter.get(f"/matches/{match}/export", {"format": "pdf"}), 400, "unknown_format")


def test_notes_are_in_a_readable_record_for_those_who_may_write_to_the_match(table: Table) -> None:
    match = table.whole("sushi_bar")
    version = Stream.objects.get(pk=match).version
    body = {"target": 2, "text": "The dice fell off the table."}
    assert table.arbiter.post(f"/matches/{match}/annotate", body, version).status_code == 201
    staff = table.arbiter.get(f"/matches/{match}/export", {"format": "kgn"}).content.decode()
    assert "{The dice fell off the table.}" in staff
    for format_ in ("kgn", "jsonl"):
        assert "fell off" not in export(table, match, format_)


@pytest.fixture
def record() -> Callable[..., Any]:
    """A `.jsonl` file of a finished match that is not in the database any more."""

    class Undone(Exception):
        pass

    def made(table: Table, game: str = "sushi_bar") -> str:
        kept = []
        try:
            with transaction.atomic():
                kept.append(export(table, table.whole(game), "jsonl"))
                raise Undone
        except Undone:
            return kept[0]

    return made


def test_a_record_from_elsewhere_becomes_a_match_once(
    table: Table, record: Callable[..., Any]
) -> None:
    text = record(table)
    first = take(table, text)
    assert first.status_code == 201, first.content
    match = first.json()["match"]
    assert first.json()["created"] is True
    assert table.public.get(f"/matches/{match}").json()["status"] == "finished"
    assert export(table, match, "jsonl") == text
    assert take(table, text).json() == {"match": match, "created": False}
    assert Stream.objects.filter(kind="match").count() == 1


def test_a_truncated_record_is_refused_and_nothing_is_written(
    table: Table, record: Callable[..., Any]
) -> None:
    text = record(table)
    lines = text.splitlines(keepends=True)
    refused(take(table, "".join(lines[:-1])), 422, "record_truncated")
    refused(take(table, lines[0]), 422, "record_truncated")
    refused(take(table, text[:-10]), 422, "record_line")
    refused(take(table, text[: len(lines[0]) // 2]), 422, "record_header")
    assert not StoredEvent.objects.exists()


def test_an_edited_record_is_refused_and_nothing_is_written(
    table: Table, record: Callable[..., Any]
) -> None:
    text = record(table)
    changed = text.replace('"row":"sushi"', '"row":"bones"', 1)
    assert changed != text
    refused(take(table, changed), 422, "record_chain")
    assert not StoredEvent.objects.exists()


def test_a_record_of_a_newer_schema_is_refused_and_nothing_is_written(
    table: Table, record: Callable[..., Any]
) -> None:
    header, rows = parsed(record(table))
    rows[2]["schema"] = 99
    refused(take(table, resealed(header, rows)), 422, "newer_schema")
    assert not StoredEvent.objects.exists()


def test_a_record_that_breaks_the_rules_is_refused_although_its_chain_is_whole(
    table: Table, record: Callable[..., Any]
) -> None:
    header, rows = parsed(record(table))
    rows[2]["payload"], rows[3]["payload"] = rows[3]["payload"], rows[2]["payload"]
    rows[2]["type"], rows[3]["type"] = rows[3]["type"], rows[2]["type"]
    refused(take(table, resealed(header, rows)), 422, "record_illegal")
    assert not StoredEvent.objects.exists()


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        ("", JSON_LINES, 400, "empty_body"),
        (" \n ", JSON_LINES, 400, "empty_body"),
        ("hello", JSON_LINES, 422, "record_unknown"),
        (b"\xff\xfe", JSON_LINES, 400, "invalid_utf8"),
        ("{}\0", JSON_LINES, 400, "nul_character"),
        ("{}", "application/json", 415, "unsupported_media_type"),
        ("{}", "application/xml", 415, "unsupported_media_type"),
    ],
)
def test_a_body_that_is_no_record_is_refused(
    table: Table, body: bytes | str, kind: str, status: int, code: str
) -> None:
    refused(take(table, body, kind), status, code)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        "{}\n",
        "{\n",
        "[\n",
        "[Game sushi_bar]\n",
        '{"a": ' * 50_000,
        "[" * 50_000,
        '{"kaiten": 1.5}\n',
        '{"kaiten": NaN}\n',
        '{"kaiten": "\\ud800"}\n',
        '{"kaiten": ' + "9" * 400 + "}\n",
        '[Game "sushi_bar"]\n\n1: nonsense\n',
        '[Game "nothing"]\n',
    ],
)
@pytest.mark.parametrize("kind", [JSON_LINES, "text/plain"])
def test_a_broken_record_is_refused_with_a_code(table: Table, text: str, kind: str) -> None:
    answer = take(table, text, kind)
    assert 400 <= answer.status_code < 500
    refused(answer, answer.status_code, answer.json()["code"])
    assert not Match.objects.exists()


def test_a_record_larger_than_the_limit_is_refused_unread(table: Table) -> None:
    answer = take(table, "{" + " " * (20 * 1024 * 1024))
    refused(answer, 413, "body_too_large")


def test_a_record_of_another_club_is_not_moved_to_this_one(
    table: Table, record: Callable[..., Any]
) -> None:
    text = record(table)
    answer = take(table, text, club=make_club().id)
    refused(answer, 409, "import_other_club")


def test_an_import_names_its_club(table: Table) -> None:
    kind: dict[str, Any] = {"Content-Type": JSON_LINES}
    refused(table.arbiter.post("/imports", "{}", **kind), 400, "missing_parameter")
    refused(table.arbiter.post("/imports?club=x", "{}", **kind), 400, "bad_id")
    answer = table.public.post(f"/imports?club={table.club.id}", "{}", **kind)
    refused(answer, 401, "not_authenticated")
    answer = table.arbiter.post(f"/imports?club={uuid4()}", "{}", **kind)
    refused(answer, 403, "permission_denied")


def test_a_stored_log_is_verified_for_anybody(table: Table) -> None:
    match = table.begin("hidden_game")
    table.play(match, script("hidden_game")[:2], 1)
    answer = table.public.get(f"/matches/{match}/verify")
    assert answer.json() == {
        "match": str(match),
        "ok": True,
        "imported": False,
        "problem": None,
        "unjudged": None,
    }
