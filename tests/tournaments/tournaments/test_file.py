import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import transaction
from pytest_django import Settings

from games.core.canonical import canonical_json
from replays import subscriptions
from replays.chain import Problem, RecordedEvent
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Import, Match, Note, Outbox, Stream
from replays.selectors.whole import notes_beside
from replays.services import outbox
from replays.services.append import WholeLog, import_rows
from replays.services.life import void_match
from replays.services.notes import erase_note
from replays.services.verify import verify_stream
from tests.factories import NOW, make_bot, make_club, make_player
from tests.tournaments.seasons.played import (
    correct_evening,
    direct_it,
    lead_it,
    make_people,
    make_season,
    play_evening,
)
from tournaments.backups.archive import pack
from tournaments.backups.selectors import backup_parts
from tournaments.backups.services import restore_club
from tournaments.people.models import Club, Player
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.selectors.seasons import season_view
from tournaments.tournaments.director.rewinding import undone_in
from tournaments.tournaments.file import Header, _check, read_tournament
from tournaments.tournaments.models import (
    Tournament,
    TournamentEntrant,
    TournamentTable,
)
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services import files as tournament_files
from tournaments.tournaments.services.files import import_tournament, write_copy

pytestmark = pytest.mark.django_db

ROWS = (
    Tournament,
    TournamentEntrant,
    TournamentTable,
)
EVERYTHING = (Club, Player, Stream, Note, Match, *ROWS)


def projections() -> list[list[tuple[Any, ...]]]:
    return [list(model.objects.order_by("pk").values_list()) for model in ROWS]


def whole_tournament(club: Club | None = None) -> UUID:
    """Return the id of a tournament with a bit of everything that a file must keep."""
    club = club or make_club("Lively", slug="lively", time_zone="Europe/Paris", language="fr")
    people = [*make_people(club, 3), make_bot(club)]
    scores = {person: 40 - number for number, person in enumerate(people)}
    tournament_id = play_evening(club, scores, finish=False)
    late = make_player(club, "Never Played")
    direct_it(tournament_id, "enter", players=[str(late.id)], late="0")
    direct_it(tournament_id, "penalise", "was very late", stage=1, entrant=1, points="1/2")
    direct_it(tournament_id, "penalise", "forgotten by now", stage=1, entrant=2, points="1")
    erased = Note.objects.get(text="forgotten by now")
    Note.objects.filter(pk=erased.pk).update(text="", erased_at=NOW + timedelta(days=2))
    direct_it(tournament_id, "close_stage", stage=1)
    direct_it(tournament_id, "finish")
    direct_it(tournament_id, "rename", title="Undone")
    direct_it(tournament_id, "undo", "a slip of the hand")
    return tournament_id


@pytest.fixture
def exported() -> tuple[str, list[list[Any]]]:
    """The file and the rows of a tournament that is not in the database (any more)."""
    saved = transaction.savepoint()
    tournament_id = whole_tournament()
    text, rows = export_tournament(tournament_id), projections()
    transaction.savepoint_rollback(saved)
    assert not Club.objects.exists()
    return text, rows


def take_in(text: str) -> tournament_files.ImportedTournament:
    return import_tournament(text=text, envelope=Envelope("cli", NOW), source="test")


def refused(text: str, code: str) -> None:
    counts = [model.objects.count() for model in EVERYTHING]
    with pytest.raises(KaitenError) as refusal:
        take_in(text)
    assert refusal.value.code == code
    assert [model.objects.count() for model in EVERYTHING] == counts


def changed_header(text: str, **fields: Any) -> str:
    """Return a file whose header was changed by somebody who also renewed its checksum."""
    first, _, rest = text.partition("\n")
    header = json.loads(first) | fields
    struct = msgspec.convert(header, Header)
    struct = msgspec.structs.replace(struct, check=_check(struct))
    return canonical_json(struct) + "\n" + rest


@pytest.mark.database
def test_what_was_undone_can_be_done_again_where_the_file_was_taken_in(
    exported: tuple[str, list[list[Any]]],
) -> None:
    tournament_id = take_in(exported[0]).tournament_id
    with reading(tournament_id) as state:
        assert state.title != "Undone"
        assert undone_in(state.log) == {state.version - 1}
    assert verify_stream(tournament_id).ok
    direct_it(tournament_id, "redo")
    with reading(tournament_id) as state:
        assert (state.title, undone_in(state.log)) == ("Undone", set())


@pytest.mark.database
def test_a_file_in_an_empty_database_is_the_same_tournament(
    exported: tuple[str, list[list[Any]]],
) -> None:
    text, rows = exported
    done = take_in(text)
    assert (done.created, done.matches) == (True, 1)
    assert projections() == rows
    club = Club.objects.get()
    assert (club.name, club.slug, club.time_zone, club.language) == (
        "Lively",
        "lively",
        "Europe/Paris",
        "fr",
    )
    assert export_tournament(done.tournament_id) == text
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
    assert Import.objects.count() == 2
    with reading(done.tournament_id) as state:
        assert state.finished
    names = Player.objects.order_by("search_name").values_list("first_name", "last_name", "bot")
    assert list(names) == [
        ("", "", "greedy"),
        ("Never", "Played", ""),
        *((f"Person{number}", "Test", "") for number in (1, 2, 3)),
    ]
    assert not Player.objects.filter(guest=True).exists()


def test_notes_come_along_and_erased_ones_stay_erased(
    exported: tuple[str, list[list[Any]]],
) -> None:
    take_in(exported[0])
    notes = Note.objects.order_by("version").values_list("text", "erased_at")
    erased = NOW + timedelta(days=2)
    assert list(notes) == [("was very late", None), ("", erased), ("a slip of the hand", None)]


@pytest.mark.database
def test_the_same_file_again_changes_nothing(exported: tuple[str, list[list[Any]]]) -> None:
    take_in(exported[0])
    counts = [model.objects.count() for model in EVERYTHING]
    again = take_in(exported[0])
    assert not again.created
    assert [model.objects.count() for model in EVERYTHING] == counts


def test_taking_a_file_in_makes_nothing_of_it_happen_again(
    exported: tuple[str, list[list[Any]]],
) -> None:
    take_in(exported[0])
    assert not Outbox.objects.filter(topic="tables").exists()


def test_a_tournament_that_went_on_elsewhere_is_refused(
    exported: tuple[str, list[list[Any]]],
) -> None:
    done = take_in(exported[0])
    direct_it(done.tournament_id, "reopen")
    refused(exported[0], "tournament_file_older")


def test_a_match_with_another_head_is_refused_with_everything(
    exported: tuple[str, list[list[Any]]],
) -> None:
    saved = transaction.savepoint()
    take_in(exported[0])
    transaction.savepoint_rollback(saved)
    file = read_tournament(exported[0])
    assert file.logs[1].kind == "match"
    make_club(club_id=file.club.id)
    beginning = WholeLog(file.logs[1].stream_id, "match", file.logs[1].rows[:1])
    import_rows(log=beginning, envelope=Envelope("cli", NOW), source="x")
    void_match(match_id=beginning.stream_id, expected_version=None, envelope=Envelope("cli", NOW))
    refused(exported[0], "tournament_file_differs")


def test_known_players_and_the_known_club_keep_their_names(
    exported: tuple[str, list[list[Any]]],
) -> None:
    file = read_tournament(exported[0])
    club = make_club("Renamed since", club_id=file.club.id)
    known = next(id_ for id_, label in file.labels.items() if label == "Person1 T.")
    make_player(club, "Paula Present", player_id=known)
    take_in(exported[0])
    assert Club.objects.get().name == "Renamed since"
    assert Player.objects.get(pk=known).first_name == "Paula"
    assert Player.objects.count() == 5


def test_a_file_of_a_club_that_others_do_not_know_is_refused(
    exported: tuple[str, list[list[Any]]],
) -> None:
    make_club("Somebody else")
    refused(exported[0], "tournament_file_club")


def test_a_player_who_belongs_to_another_club_is_refused(
    exported: tuple[str, list[list[Any]]],
) -> None:
    file = read_tournament(exported[0])
    make_club(club_id=file.club.id)
    make_player(make_club("Other"), player_id=min(file.labels))
    refused(exported[0], "tournament_file_players")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda _text: "", "not_a_tournament_file"),
        (lambda _text: "[]\n", "not_a_tournament_file"),
        (lambda _text: "hello\n", "not_a_tournament_file"),
        (lambda text: text.replace("Lively", "Deadly", 1), "not_a_tournament_file"),
        (lambda text: text[:-20], "tournament_file_line"),
        (lambda text: text[: text.rindex("\n", 0, -1) + 1], "tournament_file_truncated"),
        (lambda text: text + "{}\n", "tournament_file_surplus"),
        (lambda text: text.replace("Friday", "Monday", 1), "tournament_file_chain"),
        (lambda text: text.replace("was very late", "was late", 1), "tournament_file_note"),
        (lambda text: text.replace('"check"', ' "check"', 1), "not_a_tournament_file"),
        (
            lambda text: text.replace('"tournament.entered"', ' "tournament.entered"', 1),
            "tournament_file_line",
        ),
        (
            lambda text: text.replace('"kaiten_tournament":1', '"kaiten_tournament":2', 1),
            "newer_record",
        ),
        (lambda text: changed_header(text, labels={}), "not_a_tournament_file"),
        (lambda text: changed_header(text, labels={"me": "x"}), "not_a_tournament_file"),
        (lambda text: changed_header(text, tournament=str(uuid4())), "not_a_tournament_file"),
        (lambda text: changed_header(text, logs=[]), "not_a_tournament_file"),
        (lambda text: changed_header(text, notes=-1), "not_a_tournament_file"),
        (lambda text: changed_header(text, notes=0), "tournament_file_surplus"),
    ],
)
def test_a_file_that_is_not_whole_is_refused_with_its_reason(
    exported: tuple[str, list[list[Any]]], change: Callable[..., Any], code: str
) -> None:
    refused(change(exported[0]), code)


def test_line_ends_and_marks_of_other_systems_do_no_harm(
    exported: tuple[str, list[list[Any]]],
) -> None:
    done = take_in("\ufeff" + exported[0].replace("\n", "\r\n"))
    assert export_tournament(done.tournament_id) == exported[0]


def test_a_club_that_contradicts_the_log_is_refused(exported: tuple[str, list[list[Any]]]) -> None:
    header = json.loads(exported[0].partition("\n")[0])
    refused(
        changed_header(exported[0], club=header["club"] | {"id": str(uuid4())}),
        "not_a_tournament_file",
    )


def test_a_head_that_is_not_the_last_hash_is_refused(exported: tuple[str, list[list[Any]]]) -> None:
    logs = json.loads(exported[0].partition("\n")[0])["logs"]
    logs[1]["head"] = "0" * 64
    refused(changed_header(exported[0], logs=logs), "tournament_file_chain")


def test_a_log_that_does_not_fold_is_refused(
    exported: tuple[str, list[list[Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def sceptical(stream_id: UUID, rows: tuple[RecordedEvent, ...]) -> Problem:
        return Problem("not_expected", 3)

    monkeypatch.setitem(subscriptions._verifiers, "match", sceptical)
    refused(exported[0], "tournament_file_illegal")


def test_a_note_on_what_was_appended_meanwhile_belongs_to_the_next_export() -> None:
    tournament_id = whole_tournament()
    first = Note.objects.filter(stream_id=tournament_id).order_by("version")[0]
    kept = notes_beside({tournament_id: first.version})
    assert [note.version for note in kept] == [first.version]


def test_an_unknown_tournament_cannot_be_exported() -> None:
    with pytest.raises(KaitenError) as refusal:
        export_tournament(uuid4())
    assert (refusal.value.code, refusal.value.status) == ("unknown_tournament", 404)


def test_a_copy_is_written_after_every_result(settings: Settings, tmp_path: Path) -> None:
    settings.TOURNAMENT_FOLDER = str(tmp_path / "copies")
    club = make_club()
    people = make_people(club, 3)
    tournament_id = play_evening(club, dict(zip(people, (9, 8, 7), strict=True)))
    owed = Outbox.objects.filter(topic=tournament_files.TOPIC, stream_id=tournament_id)
    assert owed.exists()
    for row in list(owed):
        outbox.consume(outbox_id=row.pk)
    [path] = (tmp_path / "copies").iterdir()
    assert path.name == f"{tournament_id}.jsonl"
    assert path.read_text() == export_tournament(tournament_id)
    correct_evening(tournament_id, dict(zip(people, (7, 8, 9), strict=True)))
    for row in list(owed.all()):
        outbox.consume(outbox_id=row.pk)
    assert path.read_text() == export_tournament(tournament_id)


def test_without_a_folder_nothing_is_owed(settings: Settings) -> None:
    assert settings.TOURNAMENT_FOLDER == ""
    club = make_club()
    play_evening(club, dict(zip(make_people(club, 2), (9, 8), strict=True)))
    assert not Outbox.objects.filter(topic=tournament_files.TOPIC).exists()


def test_whoever_was_overtaken_writes_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    people = make_people(club, 2)
    tournament_id = play_evening(club, dict(zip(people, (9, 8), strict=True)), finish=False)
    older = export_tournament(tournament_id)
    said = [older]

    def overtaken(asked: UUID) -> str:
        if said:
            direct_it(asked, "close_stage", stage=1)
            return said.pop()
        return export_tournament(asked)

    monkeypatch.setattr(tournament_files, "export_tournament", overtaken)
    path = write_copy(tournament_id, tmp_path)
    assert path.read_text() == export_tournament(tournament_id) != older


def test_a_copy_that_cannot_be_written_leaves_the_old_one_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    tournament_id = play_evening(club, dict(zip(make_people(club, 2), (9, 8), strict=True)))
    path = write_copy(tournament_id, tmp_path)
    before = path.read_text()

    def full(*args: Path | str) -> NoReturn:
        raise OSError("no space left")

    monkeypatch.setattr("tournaments.tournaments.services.files.os.replace", full)
    with pytest.raises(KaitenError) as refusal:
        write_copy(tournament_id, tmp_path)
    assert refusal.value.code == "file_unwritable"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == before


@pytest.mark.database
def test_a_backup_keeps_tournaments_and_seasons() -> None:
    saved = transaction.savepoint()
    tournament_id = whole_tournament()
    club = Club.objects.get()
    season_id = make_season(club, evenings=[tournament_id], planned=1)
    lead_it(season_id, "close")
    data = pack(str(club.id), backup_parts(club))
    seasons = (Season, SeasonEvening)
    rows = projections() + [list(model.objects.order_by("pk").values_list()) for model in seasons]
    shown = season_view(season_id)
    transaction.savepoint_rollback(saved)
    restore_club(data=data, envelope=Envelope("cli", NOW), source="test")
    found = projections() + [list(model.objects.order_by("pk").values_list()) for model in seasons]
    assert found == rows
    assert season_view(season_id) == shown
    assert pack(str(club.id), backup_parts(Club.objects.get())) == data
    assert not Outbox.objects.filter(topic="tables").exists()


def test_an_erased_note_is_erased_in_the_file_too() -> None:
    tournament_id = whole_tournament()
    note = Note.objects.get(text="was very late")
    erase_note(match_id=tournament_id, version=note.version, now=NOW)
    assert "was very late" not in export_tournament(tournament_id)
