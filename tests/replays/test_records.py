"""Files out: both formats, their headers, and what a reader can rely on."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pytest_django import DjangoAssertNumQueries

from games.core.canonical import canonical_json
from games.core.notation import read_record
from games.core.viewer import PUBLIC
from games.registry import rules_of
from replays.chain import GENESIS, event_hash
from replays.errors import KaitenError
from replays.events import AUDIENCES, MatchReopened, quote
from replays.legality import first_problem
from replays.log import make_log
from replays.records.jsonl import read_jsonl, write_jsonl
from replays.records.kgn import read_kgn, steps_of, write_kgn
from replays.selectors.exports import export_jsonl, export_kgn
from replays.services import undo
from tests.games.hidden_game.events import Dealt
from tests.known import known
from tests.replays.forging import checked
from tests.replays.people import Names
from tests.replays.sittings import Sitting
from tests.replays.tables import CLUB, PLAYERS, Table


@pytest.mark.django_db
@pytest.mark.database
def test_a_jsonl_file_is_a_header_and_one_line_per_event(names: Names) -> None:
    sitting = Sitting().finish()
    header, *lines = export_jsonl(sitting.id).splitlines()
    log = sitting.log()
    assert json.loads(header) == {
        "kaiten": 1,
        "kind": "match",
        "stream": str(sitting.id),
        "version": log.version,
        "head": log.head_hash,
        "labels": {str(PLAYERS[0]): "Chloé B.", str(PLAYERS[1]): "Bo"},
        "check": checked(json.loads(header))["check"],
    }
    assert [json.loads(line)["version"] for line in lines] == list(range(1, log.version + 1))
    assert all(line == canonical_json(json.loads(line)) for line in (header, *lines))


@pytest.mark.django_db
def test_every_hash_of_a_jsonl_file_can_be_computed_from_the_file_alone(names: Names) -> None:
    sitting = Sitting()
    sitting.play_on(12)
    header, *lines = map(json.loads, export_jsonl(sitting.id).splitlines())
    previous = GENESIS
    for line in lines:
        previous = event_hash(
            previous,
            header["stream"],
            line["version"],
            (line["type"], line["schema"], canonical_json(line["payload"])),
            (line["actor"], line["recorded_at"], line["request_key"]),
        )
        assert previous == line["hash"]
    assert previous == header["head"]


@pytest.mark.django_db
def test_an_export_takes_the_same_queries_for_a_long_match(
    names: Names, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    short, long = Sitting(), Sitting().finish()
    for sitting in (short, long):
        sitting.do(undo.annotate, target=1, text="A note")
        for export in (export_jsonl, export_kgn):
            with django_assert_num_queries(1):
                export(sitting.id)
        with django_assert_num_queries(2):
            export_kgn(sitting.id, read=AUDIENCES)


@pytest.mark.django_db
def test_a_kgn_file_names_match_club_date_players_content_and_result(names: Names) -> None:
    sitting = Sitting(seats=3).finish()
    text = export_kgn(sitting.id)
    log = sitting.log()
    headers = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    assert headers["Match"] == str(sitting.id)
    assert headers["Club"] == str(CLUB)
    assert headers["Date"] == log.created_at
    assert headers["Seats"] == "Chloé Bo C"
    assert headers["Player1"] == f"{PLAYERS[0]} Chloé B."
    assert headers["Player3"] == str(PLAYERS[2])
    assert headers["Content"] == log.content_hash
    assert headers["Status"] == "finished"
    assert headers["Result"] == "derived"
    assert headers["Places"] == " ".join(map(str, known(log.result).places))
    assert headers["Scores"] == " ".join(map(str, known(known(log.result).scores)))


@pytest.mark.django_db
def test_a_kgn_file_can_be_read_by_the_notation_alone() -> None:
    sitting = Sitting().finish()
    record = read_record(export_kgn(sitting.id), rules_of)
    log = sitting.log()
    assert (record.setup, record.events) == (log.setup, log.events)
    [line] = record.remarks[len(log.plies)]
    assert line == canonical_json(quote(log.entries[-1].event))


def test_a_kgn_file_tells_the_effective_log_only() -> None:
    table = Table("hidden_game", seed=3)
    table.live(12)
    log = table.log()
    read = read_kgn(write_kgn(log, {}))
    assert list(read.steps) == log.events
    assert read.players == log.created.players


def test_an_end_that_was_undone_is_not_in_the_file() -> None:
    table = Table("sushi_bar", seed=3)
    table.finish()
    table.add(MatchReopened())
    table.rewind(5)
    assert [step.type for step in steps_of(table.log()) if step.type.startswith("match")] == []


@pytest.mark.django_db
def test_after_an_override_every_event_stands_in_a_remark() -> None:
    sitting = Sitting("hidden_game", seed=1)
    sitting.play_on(1)
    hand = sitting.log().plies[0].event
    assert isinstance(hand, Dealt)
    sitting.do(undo.override, event=Dealt(1, (*hand.cards, hand.cards[0])))
    sitting.play_on(3)
    log = sitting.log()
    read = read_kgn(export_kgn(sitting.id))
    assert [step.type for step in read.steps[:2]] == ["hidden_game.dealt", "log.overridden"]
    assert read.content_hash == log.content_hash
    assert list(read.steps) == steps_of(log)


def jsonl(sitting: Sitting) -> list[str]:
    return export_jsonl(sitting.id).splitlines()


def refused(lines: list[str]) -> KaitenError:
    with pytest.raises(KaitenError) as refusal:
        read_jsonl("\n".join(lines) + "\n")
    return refusal.value


@pytest.mark.django_db
def test_a_cut_file_is_refused_at_the_version_that_is_missing() -> None:
    sitting = Sitting()
    sitting.play_on(5)
    refusal = refused(jsonl(sitting)[:-2])
    assert (refusal.code, refusal.params) == ("record_truncated", {"version": 5, "expected": 6})


@pytest.mark.django_db
def test_a_line_taken_out_or_put_elsewhere_is_refused() -> None:
    sitting = Sitting()
    sitting.play_on(5)
    lines = jsonl(sitting)
    assert refused([*lines[:3], *lines[4:]]).params == {
        "version": 3,
        "line": 4,
        "problem": "gap",
    }
    assert refused([*lines[:3], lines[4], lines[3], *lines[5:]]).code == "record_chain"
    assert refused([*lines, lines[-1]]).code == "record_chain"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("actor", "user:9"),
        ("recorded_at", "2026-11-16T19:30:02.000001Z"),
        ("request_key", "other"),
        ("schema", 2),
        ("type", "sushi_bar.portion_taken"),
        ("hash", "0" * 64),
        ("payload", {"dice": []}),
    ],
)
def test_an_edited_line_is_refused_by_its_number(
    field: str, value: dict[str, list[Any]] | int | str
) -> None:
    sitting = Sitting()
    sitting.play_on(5)
    lines = jsonl(sitting)
    lines[4] = canonical_json(json.loads(lines[4]) | {field: value})
    refusal = refused(lines)
    assert (refusal.code, refusal.params["line"], refusal.params["version"]) == (
        "record_chain",
        5,
        4,
    )


@pytest.mark.django_db
def test_a_header_that_does_not_fit_its_lines_is_refused() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    header, *lines = jsonl(sitting)
    data = json.loads(header)
    for change, code in [
        ({"labels": {str(UUID(int=1)): "Ana"}}, "record_check"),
        ({"check": "0" * 64}, "record_check"),
        ({"version": 3}, "record_surplus"),
        ({"version": 5}, "record_truncated"),
        ({"head": "0" * 64}, "record_head"),
        ({"kaiten": 2}, "newer_record"),
        ({"kaiten": 0}, "record_header"),
        ({"kaiten": "1"}, "record_header"),
        ({"kind": "season"}, "record_header"),
        ({"stream": "here"}, "record_header"),
        ({"labels": {"Ana": "Ana"}}, "record_header"),
        ({"labels": {str(UUID(int=1)): "a\0b"}}, "record_header"),
        ({"more": 1}, "record_header"),
        ({"stream": str(UUID(int=5))}, "record_chain"),
    ]:
        assert refused([canonical_json(data | change), *lines]).code == code
    assert refused(lines).code == "record_header"
    assert refused([header, "{", *lines]).params == {"line": 2}
    assert refused([header]).code == "record_truncated"
    for name in data:
        less = {key: value for key, value in data.items() if key != name}
        assert refused([canonical_json(less), *lines]).code == "record_header"


@pytest.mark.django_db
def test_a_line_that_is_not_canonical_is_refused_although_it_says_the_same() -> None:
    sitting = Sitting()
    sitting.play_on(2)
    header, first, *lines = jsonl(sitting)
    shouted = header.replace(str(sitting.id), str(sitting.id).upper())
    assert refused([header, json.dumps(json.loads(first)), *lines]).params == {"line": 2}
    assert refused([header, f"{first} ", *lines]).code == "record_line"
    assert refused([header, first, *lines, ""]).code == "record_line"
    assert refused([json.dumps(json.loads(header)), first, *lines]).code == "record_header"
    assert refused([shouted, first, *lines]).code == "record_header"


@pytest.mark.django_db
def test_a_file_without_its_last_line_end_is_refused_as_cut() -> None:
    sitting = Sitting()
    sitting.play_on(2)
    lines = jsonl(sitting)
    with pytest.raises(KaitenError) as refusal:
        read_jsonl("\n".join(lines))
    assert (refusal.value.code, refusal.value.params) == ("record_line", {"line": 4})


@pytest.mark.django_db
def test_a_redacted_feed_is_not_a_record() -> None:
    sitting = Sitting("hidden_game")
    sitting.play_on(3)
    header = jsonl(sitting)[0]
    rows = [canonical_json(row) for row in sitting.log().feed(PUBLIC)]
    assert refused([header, *rows]).code == "record_redacted"
    assert refused(rows).code == "record_header"


@pytest.mark.django_db
def test_a_line_end_of_another_system_and_a_mark_at_the_start_do_no_harm() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    text = "\ufeff" + "\r\n".join(jsonl(sitting)) + "\r\n"
    assert len(read_jsonl(text).rows) == 4


def kgn_with(table: Table, old: str, new: str) -> str:
    text = write_kgn(table.log(), {})
    assert old in text
    return text.replace(old, new)


def test_a_kgn_file_whose_moves_were_changed_is_refused() -> None:
    table = Table("sushi_bar", seed=1)
    table.finish()
    text = write_kgn(table.log(), {})
    cut = "\n".join(line for line in text.splitlines() if not line.startswith("% "))
    lines = cut.splitlines()
    with pytest.raises(KaitenError) as refusal:
        read_kgn("\n".join(lines[:-1]) + "\n")
    assert refusal.value.code == "record_content"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Match "00', '[Match "xx'),
        ('[Club "00', '[Club "{0'),
        ('[Date "2026', '[Date "26'),
        ('[Source "table', '[Source "moon'),
        ('[Player1 "0', '[Player1 "Z'),
    ],
)
def test_a_kgn_header_that_cannot_be_read_is_refused(old: str, new: str) -> None:
    with pytest.raises(KaitenError) as refusal:
        read_kgn(kgn_with(Table("sushi_bar"), old, new))
    assert refusal.value.code == "record_header"
    assert str(refusal.value.params["header"]) in old


@pytest.mark.parametrize(
    "remark",
    [
        "{",
        '{"type":"match.finished"}',
        '{"payload":{"to":1},"schema":1,"type":"log.rewound"}',
        '{"payload":{"note":null,"target":1},"schema":1,"type":"log.annotated"}',
    ],
)
def test_a_remark_that_cannot_be_part_of_a_record_is_refused(remark: str) -> None:
    table = Table("sushi_bar", seed=1)
    table.play(2)
    text = write_kgn(table.log(), {}) + f"% {remark}\n"
    with pytest.raises(KaitenError) as refusal:
        read_kgn(text)
    assert refusal.value.code == "record_remark"
    assert refusal.value.params["ply"] == 2


def test_a_remark_of_somebody_else_is_passed_over() -> None:
    table = Table("sushi_bar", seed=1)
    table.play(2)
    text = write_kgn(table.log(), {}) + "% seen from the balcony\n"
    assert list(read_kgn(text).steps) == table.log().events


PAGE = Path(__file__).parents[2] / "docs" / "record-format.md"


def example(language: str) -> str:
    """Return the first block of a language in the page about record files."""
    return known(re.search(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL))[1]


def test_the_file_in_the_documentation_is_whole_and_legal() -> None:
    record = read_jsonl(example("jsonl"))
    log = make_log(record.stream_id, record.rows)
    assert first_problem(log) is None
    assert write_jsonl(record.stream_id, record.rows, record.labels) == example("jsonl")
    assert write_kgn(log, record.labels) == example("kgn")


def test_the_hash_in_the_documentation_is_what_its_formula_gives() -> None:
    envelope = example("json").strip()
    header, first, second = map(json.loads, example("jsonl").splitlines())
    found = hashlib.sha256(bytes.fromhex(first["hash"]) + envelope.encode()).hexdigest()
    assert found == second["hash"] == header["head"]
    assert found in PAGE.read_text().split("followed by it gives")[1]
    names = ("version", "type", "schema", "payload", "actor", "recorded_at", "request_key")
    assert json.loads(envelope) == [header["stream"], *(second[name] for name in names)]


FIRST_SCHEMA = """\
{"check":"2a9dd81416de7aacb6a5d947b28390c51d6d35b8993e695749f22dd9c94936a2","head":"e7e79d8e25006f44905b390096462b2ab71c06d0f74533944ed822415de73c9a","kaiten":1,"kind":"match","labels":{"1f0c6e0a-0d5c-4d0e-9a53-3c8a4d2f6b01":"Ana B.","8b6f4c52-2f4b-4b7e-8d0b-5e9d7c1a9e02":"Bo"},"stream":"5b3d8c1e-7a46-4f0b-9c52-6d1e0f2a3b4c","version":2}
{"actor":"user:4a1d2c3b-5e6f-4071-8293-a4b5c6d7e8f9","hash":"4044135ba7894a465238c46c50db718251255eba186ea0a5506e1023d4e10a4e","payload":{"club":"c2a7e9d4-1b3f-4e58-a6c0-9f8d7b6a5e03","game":"plain","options":{"title":"Hanabi","winner":"highest"},"players":["1f0c6e0a-0d5c-4d0e-9a53-3c8a4d2f6b01","8b6f4c52-2f4b-4b7e-8d0b-5e9d7c1a9e02"],"rules":1,"seats":2,"source":"table"},"recorded_at":"2026-11-16T19:30:00.000000Z","request_key":"","schema":1,"type":"match.created","version":1}
{"actor":"user:4a1d2c3b-5e6f-4071-8293-a4b5c6d7e8f9","hash":"e7e79d8e25006f44905b390096462b2ab71c06d0f74533944ed822415de73c9a","payload":{"places":[2,1],"rounds":null,"scores":[18,25],"tables":null},"recorded_at":"2026-11-16T19:30:00.000000Z","request_key":"","schema":1,"type":"match.reported","version":2}
"""  # noqa: E501
"""A file written before matches said whether they are rated."""


def test_a_file_of_the_first_schemas_is_read_as_rated_at_the_table() -> None:
    record = read_jsonl(FIRST_SCHEMA)
    log = make_log(record.stream_id, record.rows)
    assert first_problem(log) is None
    assert log.created.rated is True
    assert known(log.life.reported).ended_at is None
    assert log.ended_at == "2026-11-16T19:30:00.000000Z"
    assert write_jsonl(record.stream_id, record.rows, record.labels) == FIRST_SCHEMA


def test_a_file_says_whether_its_match_is_rated_where_that_is_not_as_usual() -> None:
    table = Table("sushi_bar", seed=1, rated=False)
    text = write_kgn(table.log(), {})
    assert '[Rated "no"]' in text
    assert read_kgn(text).rated is False
    usual = write_kgn(Table("sushi_bar", seed=1, rated=True).log(), {})
    assert "[Rated" not in usual
    assert read_kgn(usual).rated is True
    with pytest.raises(KaitenError) as refusal:
        read_kgn(text.replace('[Rated "no"]', '[Rated "perhaps"]'))
    assert refusal.value.code == "record_header"
