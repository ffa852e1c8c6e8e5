"""A match whose rules are not here: it lists, exports and verifies, and nothing can be played."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

from games.core.errors import RuleViolation
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from replays.errors import CorruptStream, KaitenError, RulesMissing
from replays.events import LogAmended, LogOverridden, Quoted, Unread, quote
from replays.models import Match, MatchSeat, Stream, Verification
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.library import match_list, other_games
from replays.selectors.logs import load_log, stored_rows
from replays.services import life, matches, undo
from replays.services.chance import draw_chance
from replays.services.imports import import_record
from replays.services.rebuild import complete_bare_rows, rebuild_all, rebuild_match
from replays.services.verify import record_verification, verify_stream, verify_text
from tests.envelopes import taken_by
from tests.games.away import ABSENCES, Absence, with_fewer_events, without
from tests.games.hidden_game.events import CardChosen
from tests.known import known
from tests.replays.forging import parsed, resealed
from tests.replays.sittings import Sitting
from tests.replays.tables import CLUB, NOW, Table
from tests.replays.test_commands_records import run

pytestmark = pytest.mark.django_db

GAME = "hidden_game"


@pytest.fixture(params=ABSENCES)
def absence(request: pytest.FixtureRequest) -> tuple[Absence, str]:
    return ABSENCES[request.param]


def rows() -> list[Any]:
    return [*Match.objects.order_by("id").values(), *MatchSeat.objects.order_by("id").values()]


def refused(call: Callable[..., Any], *arguments: Any, **fields: Any) -> KaitenError:
    with pytest.raises(KaitenError) as refusal:
        call(*arguments, **fields)
    return refusal.value


def test_the_result_is_the_sealed_one_while_the_rules_are_away(
    absence: tuple[Absence, str],
) -> None:
    away, code = absence
    sitting = Sitting(GAME, seed=3).finish()
    before, entries = known(sitting.log().result), sitting.version
    with away(GAME):
        log = sitting.log()
        assert (log.result, log.version, log.status) == (before, entries, "finished")
        assert known(log.missing).code == code
        assert known(log.missing).params["game"] == GAME
        assert known(log.missing).params["group"] == "kaiten.games"
        assert log.seal_holds
    assert sitting.log().missing is None


def test_whatever_asks_the_rules_is_refused_and_nothing_is_written(
    absence: tuple[Absence, str],
) -> None:
    away, code = absence
    sitting = Sitting(GAME, seed=3, source="online")
    sitting.do(draw_chance)
    sitting.do(draw_chance)
    sitting.play_on(1)
    event, version = sitting.log().plies[-1].event, sitting.version
    before = rows()
    common = {"expected_version": version}
    asking: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (matches.play, {"events": [event]}),
        (draw_chance, {}),
        (undo.rewind, {"to": 1}),
        (undo.amend, {"target": version, "event": event, "dropped": ()}),
        (undo.override, {"event": event}),
        (life.report_result, {"scores": [1, 2]}),
        (life.report_result, {"tables": [{}, {}]}),
        (life.stop_match, {"reason": "time", "result": "score"}),
    ]
    with away(GAME):
        for service, fields in asking:
            assert refused(sitting.do, service, **common, **fields).code == code, service
        assert refused(export_kgn, sitting.id).code == code
        assert refused(lambda: sitting.log().content_hash).code == code
        assert sitting.version == version
        assert rows() == before


def test_its_life_goes_on_without_the_rules(absence: tuple[Absence, str]) -> None:
    away, _code = absence
    sitting = Sitting(GAME, seed=3)
    sitting.play_on(4)
    with away(GAME):
        sitting.do(undo.annotate, target=1, text="The package is gone")
        sitting.do(life.report_result, scores=[3, 5], places=[2, 1])
        assert [(seat.place, seat.score) for seat in sitting.seats] == [(2, 3), (1, 5)]
        sitting.do(life.rule_result, places=[1, 2], note="As agreed")
        sitting.do(life.reopen_match)
        sitting.do(life.stop_match, reason="other", result="places", places=[1, 1])
        sitting.do(life.void_match)
        written = rows()
        rebuild_all()
        assert rows() == written
    assert sitting.log().status == "voided"
    assert verify_stream(sitting.id).problem is None


def test_rows_survive_a_rebuild_while_the_rules_are_away(absence: tuple[Absence, str]) -> None:
    away, _code = absence
    for seed in range(3):
        Sitting(GAME, seed=seed).live(12)
    Sitting(GAME, seed=7).finish()
    Sitting(GAME, seed=8).do(life.report_result, scores=[1, 2])
    before = rows()
    with away(GAME):
        rebuild_all()
        assert rows() == before
    rebuild_all()
    assert rows() == before


def test_a_result_that_the_rules_computed_anew_survives_a_rebuild_without_them() -> None:
    sitting = Sitting(GAME, seed=3).finish()
    # As after a rule fix and a rebuild: another result than the one that was sealed.
    MatchSeat.objects.filter(match=sitting.id, seat=0).update(place=9, score=99)
    before = rows()
    with without(GAME):
        rebuild_match(match_id=sitting.id)
        assert rows() == before
        sitting.do(life.report_result, scores=[1, 2], places=[2, 1])
        assert sitting.seats[0].score == 99


def test_rows_that_were_lost_come_back_with_the_seal_and_are_completed_with_the_rules() -> None:
    sitting = Sitting(GAME, seed=3).finish()
    before = rows()
    Match.objects.all().delete()
    with without(GAME):
        rebuild_all()
        assert sitting.row.content_hash == ""
        sealed = known(sitting.log().result).scores
        assert tuple(seat.score for seat in sitting.seats) == sealed
        record_verification(stream_id=sitting.id, now=NOW)
        assert complete_bare_rows(now=NOW) == 0
    assert complete_bare_rows(now=NOW) == 1
    assert rows() == before
    verification = Verification.objects.get(pk=sitting.id)
    assert (verification.ok, verification.problem) == (True, "")
    assert complete_bare_rows(now=NOW) == 0


def test_verification_tells_an_unbroken_log_from_a_judged_one(absence: tuple[Absence, str]) -> None:
    away, code = absence
    sitting = Sitting(GAME, seed=3).finish()
    with away(GAME):
        report = verify_stream(sitting.id)
        assert (report.ok, report.problem, known(report.unjudged).code) == (True, None, code)
        record_verification(stream_id=sitting.id, now=NOW)
        kept = Verification.objects.get(pk=sitting.id)
        assert (kept.ok, kept.problem.partition(" ")[0]) == (True, code)
    report = verify_stream(sitting.id)
    assert (report.ok, report.unjudged) == (True, None)


def test_a_damaged_log_is_damaged_with_or_without_its_rules() -> None:
    sitting = Sitting(GAME, seed=3).finish()
    Stream.objects.filter(pk=sitting.id).update(head_hash="0" * 64)
    with without(GAME):
        assert known(verify_stream(sitting.id).problem).code == "head_mismatch"
        with pytest.raises(CorruptStream):
            load_log(sitting.id)


def test_what_needs_no_rules_is_judged_without_them() -> None:
    table = Table(GAME, seed=1)
    table.play(3)
    table.finish()
    table.add(table.events[-1])
    text = resealed(*parsed(stored(table)))
    with without(GAME):
        report = verify_text(text, now=NOW)
    assert known(report.problem).code == "match_ended"


def stored(table: Table) -> str:
    """Return the file of a table as it would be exported, sealed or not."""
    sitting = Sitting(GAME)
    header, [created] = parsed(export_jsonl(sitting.id))
    lines = [
        created
        | {
            "version": version,
            "type": event.type,
            "schema": event.schema,
            "payload": quote(event).payload,
        }
        for version, event in enumerate(table.events, 1)
    ]
    return "\n".join(json.dumps(line) for line in [header | {"version": len(lines)}, *lines])


def test_the_whole_log_is_exported_byte_by_byte(absence: tuple[Absence, str]) -> None:
    away, _code = absence
    sitting = Sitting(GAME, seed=3)
    sitting.live(30)
    before = export_jsonl(sitting.id)
    with away(GAME):
        assert export_jsonl(sitting.id) == before


def test_a_file_of_a_missing_game_is_not_taken_in_but_verified() -> None:
    text = export_jsonl(Sitting(GAME, seed=3).finish().id).replace("hidden_game", "other_game")
    text = resealed(*parsed(text))
    take = {"text": text, "club_id": CLUB, "actor": "cli", "now": NOW, "source": "a file"}
    refusal = refused(import_record, **taken_by(import_record, take))
    assert (refusal.code, refusal.status, refusal.params["game"]) == (
        "game_not_installed",
        409,
        "other_game",
    )
    report = verify_text(text, now=NOW)
    assert (report.ok, known(report.unjudged).code) == (True, "game_not_installed")
    assert verify_text(text.replace("blue", "dusk"), now=NOW).problem is not None


def test_a_notation_of_a_missing_game_is_refused_by_name() -> None:
    text = export_kgn(Sitting(GAME, seed=3).finish().id)
    with without(GAME):
        take = {"text": text, "club_id": CLUB, "actor": "cli", "now": NOW, "source": "a file"}
        refusal = refused(import_record, **taken_by(import_record, take))
    assert (refusal.code, refusal.params["game"]) == ("game_not_installed", GAME)


def test_nobody_but_the_arbiter_reads_what_a_missing_game_wrote() -> None:
    sitting = Sitting(GAME, seed=3)
    sitting.play_on(6)
    if found := sitting.amendment():
        target, event, dropped = found
        sitting.do(undo.amend, target=target, event=event, dropped=dropped)
    truth = {row.version: json.loads(row.payload) for row in stored_rows(sitting.id)}
    with without(GAME):
        log = sitting.log()
        for viewer in (PUBLIC, seat_viewer(0), seat_viewer(1)):
            for row in log.feed(viewer):
                if row.type.startswith(GAME):
                    assert row.payload is None
                if row.type == LogAmended.type:
                    assert known(row.payload)["replacement"] is None
                assert row.reveals == ()
        assert {row.version: row.payload for row in log.feed(ARBITER)} == truth


def test_events_that_are_quoted_in_the_log_are_kept_unread_too() -> None:
    table = Table(GAME, seed=1)
    table.play(3)
    table.add(LogOverridden(quote(CardChosen(0, 1, "blue"))))
    table.add(LogAmended(2, quote(table.events[1])))
    with with_fewer_events(GAME):
        log = table.log()
        assert [type(ply.event) for ply in log.plies].count(Unread) == 2
        assert known(log.missing).params["version"] == 5
    assert table.log().missing is None


def test_an_event_of_another_game_is_no_matter_of_an_old_package() -> None:
    table = Table(GAME, seed=1)
    table.add(LogOverridden(Quoted(f"{GAME}.card_chosen", 1, {"seat": "x"})))
    with pytest.raises(RuleViolation, match="malformed_log"):
        table.log()


def test_matches_of_a_missing_game_are_listed_by_its_slug() -> None:
    sitting = Sitting(GAME, seed=3).finish()
    with without(GAME):
        assert other_games(["sushi_bar"], match_list()) == [GAME]
        assert [match.pk for match in match_list(game=GAME)] == [sitting.id]


def test_commands_tell_what_is_missing() -> None:
    finished, running = Sitting(GAME, seed=3).finish(), Sitting(GAME, seed=4)
    running.play_on(3)
    whole = export_jsonl(finished.id)
    with without(GAME):
        code, out, err = run("verify", finished.id, running.id)
        assert (code, err) == (0, "")
        assert out.splitlines() == [
            f"{finished.id}: intact, {finished.version} events, not judged: game_not_installed",
            f"{running.id}: intact, 4 events, not judged: game_not_installed",
        ]
        assert run("verify", "--all")[0] == 0
        assert run("export", finished.id, "--format", "jsonl") == (0, whole, "")
        assert run("rebuild")[0] == 0
        for call in (("export", finished.id), ("replay", finished.id)):
            code, out, err = run(*call)
            assert (code, out) == (2, "")
            assert err.startswith("game_not_installed: ")
            assert "hidden_game" in err
            assert "kaiten.games" in err
    assert run("verify", finished.id) == (
        0,
        f"{finished.id}: intact, {finished.version} events\n",
        "",
    )


def test_a_game_that_was_never_here_cannot_be_begun() -> None:
    new = {"club_id": CLUB, "game": "ludo", "players": [None, None], "actor": "cli", "now": NOW}
    with pytest.raises(RuleViolation, match="unknown_game"):
        matches.create_match(**taken_by(matches.create_match, new))
    assert not Match.objects.exists()


def test_an_absence_says_in_both_languages_what_is_missing() -> None:
    with override("en"):
        assert "not installed" in RulesMissing("go").message
        assert "older" in RulesMissing("go", "newer_schema").message
    with override("fr"):
        assert "pas installées" in RulesMissing("go").message
        assert "plus ancien" in RulesMissing("go", "newer_schema").message
