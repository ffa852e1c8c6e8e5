"""Where Kaiten deals, nobody chooses what chance does: attacks from outside, in every game."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command

from games.bots.random_bot import RandomBot
from games.core.matches import make_setup, play_match
from games.registry import rules_of
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Match
from replays.selectors.exports import export_jsonl
from replays.selectors.logs import load_log
from replays.services.append import WholeLog, import_rows
from replays.services.imports import read_record_file
from replays.services.matches import (
    NewMatch,
    create_match,
    created_event,
    play_drawn,
    record_bot_match,
)
from replays.services.verify import verify_stream
from tests.factories import make_bot
from tests.known import known
from tests.replays.api.conftest import Table, refused, script
from tests.replays.dealing import OPTIONS, SEATS, before, chance_kinds, other_outcome, sent
from tests.replays.forging import parsed, resealed

pytestmark = pytest.mark.database

CODE = "chance_drawn_here"
KINDS = chance_kinds()
every_kind = pytest.mark.parametrize("kind", KINDS)


def dealt(table: Table, kind: str, *, with_it: bool = False, **fields: Any) -> UUID:
    """Begin a match that Kaiten deals and let it come to something of a kind, or past it."""
    game = kind.partition(".")[0]
    options = OPTIONS.get(game, {})
    match = table.begin(game, SEATS, **{"source": "online", "options": options} | fields)
    prefix, event = before(kind)
    events = [*prefix, event] if with_it else prefix
    if events:
        play_drawn(
            match_id=match,
            expected_version=1,
            events=events,
            envelope=Envelope("bot", datetime.now(UTC)),
        )
    return match


def version_of(match: UUID) -> int:
    return load_log(match).version


def test_every_game_with_rules_is_attacked() -> None:
    games = {kind.partition(".")[0] for kind in KINDS}
    assert games >= {
        "sushi_bar",
        "sushi_boat",
        "sushi_express",
        "sushi_go_party",
        "sushi_roll",
    }


@every_kind
def test_an_outcome_of_ones_choice_is_refused_and_the_server_draws(table: Table, kind: str) -> None:
    match = dealt(table, kind)
    version = version_of(match)

    for event in (before(kind)[1], other_outcome(kind)):
        problem = refused(table.play(match, [sent(event)], version), 422, CODE)
        assert problem["params"] == {"type": kind}
    assert version_of(match) == version

    drawn = table.arbiter.post(f"/matches/{match}/chance", {}, version)
    assert drawn.status_code == 201
    assert load_log(match).plies[-1].event.type == kind
    assert verify_stream(match).ok


@every_kind
def test_what_chance_did_cannot_be_amended(table: Table, kind: str) -> None:
    match = dealt(table, kind, with_it=True)
    log = load_log(match)
    target = log.plies[-1].version
    body = {"target": target, "replacement": sent(other_outcome(kind))}

    refused(table.arbiter.post(f"/matches/{match}/amend/preview", body), 422, CODE)
    refused(table.arbiter.post(f"/matches/{match}/amend", body, log.version), 422, CODE)
    assert load_log(match).head_hash == log.head_hash


@every_kind
def test_not_even_an_arbiter_overrides_chance(table: Table, kind: str) -> None:
    match = dealt(table, kind, with_it=True)
    log = load_log(match)
    body = {"event": sent(before(kind)[1]), "note": "It fell off the table"}

    refused(table.arbiter.post(f"/matches/{match}/override", body, log.version), 422, CODE)
    assert load_log(match).head_hash == log.head_hash


def test_chance_hidden_behind_choices_takes_them_along(table: Table) -> None:
    match = dealt(table, "sushi_bar.dice_rolled", with_it=True)
    log = load_log(match)
    choice = next(log.rules.choices(log.state, known(log.rules.needs(log.state)[0].seat)))
    roll = {"type": "sushi_bar.dice_rolled", "payload": {"dice": ["sushi"] * 5}}

    refused(table.play(match, [sent(choice), roll], log.version), 422, CODE)
    assert version_of(match) == log.version
    assert table.play(match, [sent(choice)], log.version).status_code == 201


def test_a_choice_does_not_become_chance_nor_chance_a_choice(table: Table) -> None:
    match = dealt(table, "sushi_bar.dice_rolled", with_it=True)
    log = load_log(match)
    choice = next(log.rules.choices(log.state, known(log.rules.needs(log.state)[0].seat)))
    assert table.play(match, [sent(choice)], log.version).status_code == 201
    roll = sent(before("sushi_bar.dice_rolled")[1])

    for target, replacement in ((log.version + 1, roll), (log.version, sent(choice))):
        body = {"target": target, "replacement": replacement}
        path = f"/matches/{match}/amend"
        refused(table.arbiter.post(path, body, log.version + 1), 422, CODE)
    assert version_of(match) == log.version + 1


def test_a_choice_is_still_corrected_where_kaiten_deals(table: Table) -> None:
    match = dealt(table, "sushi_bar.dice_rolled", with_it=True)
    log = load_log(match)
    seat = log.rules.needs(log.state)[0].seat
    first, second, *_ = log.rules.choices(log.state, known(seat))
    table.play(match, [sent(first)], log.version)

    body = {"target": log.version + 1, "replacement": sent(second)}
    answer = table.arbiter.post(f"/matches/{match}/amend", body, log.version + 1)
    assert answer.status_code == 201, answer.content


def test_undo_and_redo_bring_back_what_the_server_drew(table: Table) -> None:
    match = dealt(table, "sushi_bar.dice_rolled", with_it=True)
    rolled = load_log(match)
    for to in (rolled.version - 1, rolled.version):
        version = version_of(match)
        answer = table.arbiter.post(f"/matches/{match}/rewind", {"to": to}, version)
        assert answer.status_code == 201
    assert load_log(match).events == rolled.events


def test_a_match_between_bots_is_dealt_here_too(table: Table) -> None:
    match = dealt(table, KINDS[0], players=["bot:greedy"] * SEATS, source="bots")
    refused(table.play(match, [sent(before(KINDS[0])[1])], 1), 422, CODE)
    assert table.arbiter.post(f"/matches/{match}/chance", {}, 1).status_code == 201


def test_at_a_table_people_record_what_chance_did(table: Table) -> None:
    match = table.begin()
    assert table.play(match, script()[:2], 1).status_code == 201


def test_the_refusal_speaks_both_languages(table: Table) -> None:
    match = dealt(table, "sushi_bar.rows_laid")
    event = sent(before("sushi_bar.rows_laid")[1])
    path, body = f"/matches/{match}/events", {"events": [event]}
    english = table.arbiter.post(path, body, 1, Accept_Language="en").json()["detail"]
    french = table.arbiter.post(path, body, 1, Accept_Language="fr").json()["detail"]
    assert english.startswith("Kaiten rolls and draws in this match")
    assert french.startswith("Dans cette partie")


# What was imported says so: nobody can vouch for its chance.


def forged(table: Table) -> tuple[UUID, str]:
    """Return the record of a match at a table, made to look as if Kaiten had dealt it."""
    match = table.begin()
    assert table.play(match, script()[:4], 1).status_code == 201
    header, rows = parsed(export_jsonl(match))
    rows[0]["payload"] |= {"source": "online"}
    forged_id = uuid4()
    return forged_id, resealed(header | {"stream": str(forged_id)}, rows)


def brought_in(table: Table) -> UUID:
    match, text = forged(table)
    path = f"/imports?club={table.club.id}"
    answer = table.arbiter.post(path, text, Content_Type="application/x-ndjson")
    assert answer.status_code == 201, answer.content
    return match


def test_an_imported_match_does_not_pass_as_dealt_here(table: Table) -> None:
    match, own = brought_in(table), table.begin(source="online")

    rows = {row["id"]: row for row in table.public.get("/matches").json()["results"]}
    for id_, imported in ((match, True), (own, False)):
        assert rows[str(id_)]["source"] == "online"
        assert rows[str(id_)]["imported"] is imported
        assert table.public.get(f"/matches/{id_}").json()["imported"] is imported
        checked = table.arbiter.get(f"/matches/{id_}/verify").json()
        assert (checked["ok"], checked["imported"]) == (True, imported)
    badge = ">imported</span>"
    assert badge in table.public.client.get(f"/matches/{match}/").content.decode()
    assert badge not in table.public.client.get(f"/matches/{own}/").content.decode()


def test_what_a_backup_brought_back_is_not_called_imported(table: Table) -> None:
    match, text = forged(table)
    reading = read_record_file(text=text, club_id=None, envelope=Envelope("cli", datetime.now(UTC)))
    import_rows(
        log=WholeLog(match, "match", reading.rows),
        envelope=Envelope("cli", datetime.now(UTC)),
        source="backup",
        restored=True,
    )
    assert table.public.get(f"/matches/{match}").json()["imported"] is False
    assert table.arbiter.get(f"/matches/{match}/verify").json()["imported"] is False


def test_the_command_says_what_was_imported(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    match, own = brought_in(table), table.begin(source="online")
    call_command("verify", str(match), str(own))
    imported, here = capsys.readouterr().out.splitlines()
    assert imported == f"{match}: intact, 5 events, imported"
    assert here == f"{own}: intact, 1 event"


def test_the_chance_of_an_imported_match_is_not_amended(table: Table) -> None:
    match = brought_in(table)
    log = load_log(match)
    target = next(ply for ply in log.plies if ply.event.type == "sushi_bar.dice_rolled")
    body = {"target": target.version, "replacement": sent(other_outcome("sushi_bar.dice_rolled"))}
    refused(table.arbiter.post(f"/matches/{match}/amend", body, log.version), 422, CODE)
    assert version_of(match) == log.version


# A match between bots seats no people.


@pytest.mark.parametrize(
    "seats", [["person", "person"], ["person", None], ["bot:greedy", "person"]]
)
def test_people_are_not_seated_between_bots(table: Table, seats: list[str | None]) -> None:
    [person, other] = table.seats(2)
    people = iter((person, other))
    players = [next(people) if seat == "person" else seat for seat in seats]
    body = {"club": str(table.club.id), "game": "sushi_bar", "players": players, "source": "bots"}

    problem = refused(table.arbiter.post("/matches", body), 422, "bots_only")
    assert problem["params"]["player"] in (person, other)
    assert table.public.get("/matches").json()["results"] == []
    assert not table.club.players.filter(kind="bot").exists()


def test_a_person_does_not_take_a_bots_seat_over(table: Table) -> None:
    match = table.begin(players=["bot:greedy", "bot:random"], source="bots")
    path = f"/matches/{match}/takeover"
    body = {"seat": 0, "player": table.seats(1)[0]}

    refused(table.arbiter.post(path, body, 1), 422, "bots_only")
    assert version_of(match) == 1
    another = make_bot(table.club, "search:64")
    for player in (str(another.id), None):
        body = {"seat": 0, "player": player}
        assert table.arbiter.post(path, body, version_of(match)).status_code == 201


def test_guests_of_a_refused_match_are_not_left_behind(table: Table) -> None:
    guest = uuid4()
    with pytest.raises(KaitenError, match="bots_only"):
        create_match(
            match=NewMatch(
                club_id=table.club.id,
                game="sushi_bar",
                players=[guest, None],
                options={},
                source="bots",
            ),
            guests={guest: "Guest"},
            envelope=Envelope("cli", datetime.now(UTC)),
        )
    assert not table.club.players.filter(pk=guest).exists()


def test_a_whole_match_between_bots_seats_no_people(table: Table) -> None:
    rules = rules_of("sushi_bar")
    setup = make_setup(rules, seats=2, options={})
    match = uuid4()
    with pytest.raises(KaitenError, match="bots_only"):
        record_bot_match(
            match_id=match,
            created=created_event(
                setup, table.club.id, [player.id for player in table.players[:2]]
            ),
            events=play_match(rules, setup, [RandomBot()] * 2, 1),
            envelope=Envelope("cli", datetime.now(UTC)),
        )
    assert not Match.objects.filter(pk=match).exists()
