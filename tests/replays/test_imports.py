"""Files in: the same bytes come out again, and nothing doubtful gets in."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from games.core.errors import RuleViolation
from games.testing.scale import scaled
from replays.errors import KaitenError
from replays.events import MatchCreated
from replays.models import Import, Match, Stream
from replays.records.kgn import write_kgn
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.logs import load_log
from replays.services import imports, life, undo
from replays.services.imports import import_record
from replays.services.verify import verify_stream
from tests.envelopes import enveloped
from tests.games.hidden_game.events import Dealt
from tests.known import known
from tests.replays.forging import parsed, resealed
from tests.replays.people import Names
from tests.replays.sittings import Sitting
from tests.replays.tables import CLUB, NOW, PLAYERS, Table

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.database,
    pytest.mark.usefixtures("names"),
]


def imported(text: str, **fields: Any) -> imports.ImportResult:
    fields = {"club_id": CLUB, "actor": "cli", "now": NOW, "source": "a test"} | fields
    return import_record(text=text, **enveloped(fields))


def refused(text: str, **fields: Any) -> KaitenError | RuleViolation:
    streams = Stream.objects.count()
    with pytest.raises((KaitenError, RuleViolation)) as refusal:
        imported(text, **fields)
    assert Stream.objects.count() == streams
    assert isinstance(refusal.value, KaitenError | RuleViolation)
    return refusal.value


def renamed(text: str, match_id: UUID) -> tuple[str, UUID]:
    """Return a record under another id, as if it came from another server, chain and all."""
    header, rows = parsed(text)
    new_id = uuid4()
    return resealed(header | {"stream": str(new_id)}, rows), new_id


def lived(seed: int, game: str = "hidden_game") -> Sitting:
    sitting = Sitting(game, seed=seed)
    sitting.live(14)
    return sitting


@pytest.mark.parametrize("seed", range(scaled(30)))
@pytest.mark.parametrize("game", ["hidden_game", "sushi_bar", "plain"])
def test_a_jsonl_file_comes_out_with_the_bytes_it_came_in_with(seed: int, game: str) -> None:
    text, match_id = renamed(export_jsonl((old := lived(seed, game)).id), old.id)
    result = imported(text)
    assert (result.match_id, result.created) == (match_id, True)
    assert export_jsonl(match_id) == text
    assert verify_stream(match_id).ok


@pytest.mark.parametrize("seed", range(scaled(30)))
@pytest.mark.parametrize("game", ["hidden_game", "sushi_bar", "plain"])
def test_a_kgn_file_comes_out_with_the_bytes_it_came_in_with(seed: int, game: str) -> None:
    old = lived(seed, game)
    new_id = uuid4()
    text = export_kgn(old.id).replace(str(old.id), str(new_id))
    result = imported(text)
    assert (result.match_id, result.created) == (new_id, True)
    assert export_kgn(new_id) == text
    assert verify_stream(new_id).ok
    assert load_log(new_id).content_hash == load_log(old.id).content_hash
    assert load_log(new_id).result == load_log(old.id).result


def test_a_match_with_an_override_goes_through_both_formats() -> None:
    sitting = Sitting("hidden_game", seed=1)
    sitting.play_on(1)
    hand = sitting.log().plies[0].event
    assert isinstance(hand, Dealt)
    sitting.do(undo.override, event=Dealt(1, (*hand.cards, hand.cards[0])))
    sitting.play_on(3)
    text, match_id = renamed(export_jsonl(sitting.id), sitting.id)
    imported(text)
    assert export_jsonl(match_id) == text
    kgn, other = export_kgn(sitting.id), uuid4()
    imported(kgn.replace(str(sitting.id), str(other)))
    assert export_kgn(other) == kgn.replace(str(sitting.id), str(other))


def test_the_same_file_twice_is_a_no_op() -> None:
    sitting = lived(3)
    versions = sitting.version
    for text in (export_jsonl(sitting.id), export_kgn(sitting.id)):
        result = imported(text)
        assert (result.match_id, result.created) == (sitting.id, False)
    assert sitting.version == versions
    assert not Import.objects.exists()


def test_an_import_gives_the_projections_and_says_who_did_it() -> None:
    sitting = Sitting().finish()
    text, match_id = renamed(export_jsonl(sitting.id), sitting.id)
    imported(text, actor="user:7", source="evening.jsonl")
    assert Match.objects.get(pk=match_id).content_hash == sitting.row.content_hash
    note = Import.objects.get(stream_id=match_id)
    assert (note.actor, note.source, note.imported_at) == ("user:7", "evening.jsonl", NOW)


def test_the_same_id_with_another_head_is_refused() -> None:
    sitting = Sitting()
    sitting.play_on(4)
    text = export_jsonl(sitting.id)
    sitting.play_on(1)
    assert refused(text).code == "import_other_head"


def test_the_same_match_with_other_moves_or_another_result_is_refused() -> None:
    sitting = Sitting()
    sitting.play_on(4)
    text = export_kgn(sitting.id)
    sitting.play_on(1)
    assert refused(text).code == "import_other_content"
    plain = Sitting("plain")
    plain.do(life.report_result, scores=[1, 2])
    text = export_kgn(plain.id)
    plain.do(life.report_result, scores=[2, 1])
    assert refused(text).code == "import_other_content"


def test_a_log_of_another_club_of_this_place_is_refused() -> None:
    text, _ = renamed(export_jsonl((old := lived(1)).id), old.id)
    assert refused(text, club_id=uuid4()).code == "import_other_club"
    assert imported(text, club_id=None).created


def test_a_log_from_elsewhere_keeps_its_club_and_brings_its_players(names: Names) -> None:
    elsewhere, here = uuid4(), uuid4()
    sitting = Sitting(club_id=elsewhere)
    text, match_id = renamed(export_jsonl(sitting.id), sitting.id)
    imported(text, club_id=here)
    assert load_log(match_id).club_id == elsewhere
    assert names.homes == {PLAYERS[0]: here, PLAYERS[1]: here}


def test_a_notation_file_goes_to_the_club_that_imports_it() -> None:
    old, new_id, club = lived(1), uuid4(), uuid4()
    text = export_kgn(old.id).replace(str(old.id), str(new_id))
    imported(text, club_id=club)
    assert load_log(new_id).club_id == club


def test_an_illegal_log_with_a_perfect_chain_is_refused_at_its_version() -> None:
    sitting = Sitting()
    sitting.play_on(4)
    header, rows = parsed(export_jsonl(sitting.id))
    rows[3]["payload"], rows[3]["type"] = rows[1]["payload"], rows[1]["type"]
    refusal = refused(resealed(header, rows))
    assert (refusal.code, refusal.params) == (
        "record_illegal",
        {"version": 4, "reason": "not_expected"},
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"schema": 99}, "newer_schema"),
        ({"type": "sushi_bar.flown_away"}, "unknown_event_type"),
        ({"payload": {"dice": 3}}, "malformed_event"),
        ({"payload": {"dice": 1.5}}, "record_chain"),
    ],
)
def test_an_event_this_version_does_not_know_is_refused(change: dict[str, Any], code: str) -> None:
    sitting = Sitting()
    sitting.play_on(4)
    header, rows = parsed(export_jsonl(sitting.id))
    rows[2] |= change
    refusal = refused(resealed(header, rows))
    assert (refusal.code, refusal.params["version"]) == (code, 3)


def test_rules_from_the_future_are_refused() -> None:
    table = Table("sushi_bar")
    created = table.events[0]
    assert isinstance(created, MatchCreated)
    sitting = Sitting()
    header, [row] = parsed(export_jsonl(sitting.id))
    row["payload"]["rules"] = created.rules + 1
    refusal = refused(resealed(header, [row]))
    assert refusal.params["reason"] == "unknown_rules_version"


@pytest.mark.parametrize("text", ["", "   \n", "hello", "\0", "Kaiten", "%", "]["])
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    assert refused(text).code == "record_unknown"


@pytest.mark.parametrize("text", ["{", "{}", "[]", '[Kaiten "2"]', '{"kaiten":1}', "{" * 5000])
def test_what_only_begins_like_a_record_is_refused(text: str) -> None:
    assert refused(text).code in {"record_header", "bad_notation"}


def test_a_huge_file_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "LARGEST_RECORD", 100)
    assert refused("{" + "x" * 200).code == "record_too_large"


def test_every_cut_of_a_jsonl_file_is_refused() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    text, _ = renamed(export_jsonl(sitting.id), sitting.id)
    for length in range(0, len(text) - 1, 7):
        refused(text[:length])


def test_unknown_players_become_light_players(names: Names) -> None:
    sitting = Sitting(seats=3)
    header, rows = parsed(renamed(export_jsonl(sitting.id), sitting.id)[0])
    header["labels"][str(PLAYERS[2])] = "Chloé D."
    imported(resealed(header, rows))
    assert names.known[PLAYERS[2]] == "Chloé D."
    assert names.known[PLAYERS[0]] == "Chloé B."


def handwritten(*, seed: int = 5, headers: str = "") -> str:
    """Return a notation file as a person would write it: labels, no ids, no remarks."""
    table = Table("sushi_bar", seed=seed)
    table.finish()
    lines = write_kgn(table.log(), {}).splitlines()
    kept = [
        line for line in lines if not line.startswith("% ") and line.split(" ")[0][1:] not in _OURS
    ]
    if headers:
        kept.insert(kept.index(""), headers)
    return "\n".join(kept) + "\n"


_OURS = {"Match", "Club", "Date", "Source", "Player1", "Player2", "Content", "Status"}
_OURS |= {"Result", "Places", "Scores"}


def test_a_file_written_by_hand_gets_its_id_from_its_content(names: Names) -> None:
    text = handwritten()
    first = imported(text)
    again = imported(text, now=NOW.replace(year=2027))
    assert first.created
    assert (again.match_id, again.created) == (first.match_id, False)
    log = load_log(first.match_id)
    assert log.status == "finished"
    assert [names.known[known(player)] for player in log.players] == ["A", "B"]
    assert imported(handwritten(seed=6)).match_id != first.match_id


def test_a_day_is_date_enough() -> None:
    result = imported(handwritten(headers='[Date "2024-05-01"]'))
    assert load_log(result.match_id).created_at == "2024-05-01T00:00:00.000000Z"


def test_a_file_written_by_hand_needs_a_club() -> None:
    assert refused(handwritten(), club_id=None).code == "club_needed"


def test_an_illegal_move_in_a_notation_file_is_named_by_its_line() -> None:
    text = handwritten()
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("1:"))
    del lines[at]
    refusal = refused("\n".join(lines) + "\n")
    assert refusal.code == "bad_notation"
    assert refusal.params["line"] == at + 1


def test_an_empty_seat_stays_empty_through_a_notation_file() -> None:
    sitting = Sitting(players=[None, PLAYERS[1]])
    text = export_kgn(sitting.id).replace(str(sitting.id), str(new_id := uuid4()))
    imported(text)
    assert load_log(new_id).players == (None, PLAYERS[1])
