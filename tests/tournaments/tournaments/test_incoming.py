"""Files of another club: who is who, whose everything is from then on, and what may follow."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import transaction

from games.core.canonical import canonical_json
from replays.chain import GENESIS, sealed
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Match, Note, StoredEvent, Stream
from replays.services.admission import NewEvent
from replays.services.append import WholeLog, import_rows
from replays.services.rebuild import rebuild_all
from replays.services.verify import verify_stream
from tests.factories import NOW, make_bot, make_club, make_player, make_token, make_user
from tests.tournaments.ladders.nights import begun, numbers, rebuilt, shown, work
from tests.tournaments.seasons.played import (
    PLAIN,
    correct_evening,
    direct_it,
    make_people,
    make_season,
    play_evening,
    record,
    table,
)
from tests.tournaments.tournaments.handed_over import handed_over
from tests.tournaments.tournaments.test_file import changed_header, projections
from tournaments.backups.archive import pack
from tournaments.backups.selectors import backup_parts
from tournaments.backups.services import restore_club
from tournaments.people.models import Club, LinkedClub, Player
from tournaments.people.policy import may
from tournaments.people.rights import TOURNAMENT_WRITE
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.tournaments.file import TournamentFile, read_tournament, write_tournament
from tournaments.tournaments.models import Tournament, TournamentTable
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.incoming import FileStanding
from tournaments.tournaments.services.files import (
    ImportedTournament,
    TournamentPreview,
    import_tournament,
    preview_tournament,
)

pytestmark = pytest.mark.django_db
EVERYTHING = (Club, Player, Stream, StoredEvent, Note, Match, Tournament, LinkedClub)


def take_in(text: str, club: Club | None = None, **more: Any) -> ImportedTournament:
    return import_tournament(
        text=text,
        envelope=Envelope("cli", NOW),
        source="test",
        club_id=club.id if club is not None else None,
        **more,
    )


def counts() -> list[int]:
    return [model.objects.count() for model in EVERYTHING]


def refused(code: str, text: str, club: Club | None = None, **more: Any) -> KaitenError:
    before = counts()
    with pytest.raises(KaitenError) as refusal:
        take_in(text, club, **more)
    assert refusal.value.code == code
    assert counts() == before
    return refusal.value


def logs_of(text: str) -> list[Any]:
    return [log.rows for log in read_tournament(text).logs]


def seen(preview: TournamentPreview) -> dict[str, tuple[str, list[str]]]:
    return {
        row.name: (row.status.value, [one.label for one in row.candidates])
        for row in preview.people
    }


# Who is who


def test_a_preview_says_who_is_who_and_writes_nothing(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr", "Marie", "Zoé Roy")
    ana = make_player(club, "ANA Bell")
    make_player(club, "Bo Car")
    make_player(club, "Marie Dupont")
    before = counts()
    preview = preview_tournament(text=away.evening, club=club)
    assert counts() == before
    assert (preview.title, preview.club_name, preview.foreign) == ("Friday", "Laptop", True)
    assert (preview.compared.standing, preview.matches) == (FileStanding.NEW, 1)
    assert seen(preview) == {
        "Ana Bell": ("same", ["ANA Bell"]),
        "Bo Carr": ("resembles", ["Bo Car"]),
        "Marie": ("resembles", ["Marie Dupont"]),
        "Zoé Roy": ("new", []),
    }
    assert preview.people[0].read_as == ana.id


@pytest.mark.parametrize("twice", ["here", "there"])
def test_the_same_name_twice_is_a_question(club: Club, twice: str) -> None:
    away = handed_over("Ana Bell", "Bell Ana" if twice == "there" else "Bo Carr")
    make_player(club, "Ana Bell")
    if twice == "here":
        make_player(club, "Ana Bell")
    preview = preview_tournament(text=away.evening, club=club)
    assert {row.status.value for row in preview.people if "Ana" in row.name} == {"resembles"}


def test_a_namesake_of_somebody_who_sat_there_too_is_somebody_else(club: Club) -> None:
    ana = make_player(club, "Ana Bell")
    with transaction.atomic():
        namesake = make_player(club, "Ana Bell")
        text = export_tournament(play_evening(club, {ana: 9, namesake: 5}))
        transaction.set_rollback(True)
    take_in(text)  # of the club itself: no question
    assert Player.objects.get(pk=namesake.id).merged_into is None


def test_those_in_doubt_need_a_choice_and_the_others_none(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr", "Zoé Roy")
    ana, bo = make_player(club, "Ana Bell"), make_player(club, "Bo Car")
    doubtful = away.players["Bo Carr"]
    refusal = refused("tournament_file_people", away.evening, club)
    assert (refusal.params["count"], refusal.params["players"]) == (1, [str(doubtful)])
    take_in(away.evening, club, choices={doubtful: bo.id})
    read_as = dict(Player.objects.exclude(merged_into=None).values_list("id", "merged_into"))
    assert read_as == {away.players["Ana Bell"]: ana.id, doubtful: bo.id}
    zoe = Player.objects.get(pk=away.players["Zoé Roy"])
    assert (zoe.club_id, str(zoe), zoe.guest, zoe.merged_into) == (club.id, "Zoé Roy", False, None)


def test_whoever_is_in_doubt_can_be_new_and_whoever_is_sure_somebody_else(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    make_player(club, "Ana Bell")
    make_player(club, "Bo Car")
    other = make_player(club, "Aurelia Bell")
    merged = make_player(club, "Aurelia Bel")
    merge_players(player_id=merged.id, into_id=other.id, envelope=Envelope("cli", NOW))
    take_in(away.evening, club, choices={away.players["Ana Bell"]: merged.id}, asking=False)
    assert Player.objects.get(pk=away.players["Ana Bell"]).merged_into == other
    assert Player.objects.get(pk=away.players["Bo Carr"]).merged_into is None


def test_a_choice_of_nobody_is_refused(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    ana = away.players["Ana Bell"]
    stranger = make_player(make_club())
    for choices in ({uuid4(): None}, {ana: uuid4()}, {ana: stranger.id}, {ana: make_bot(club).id}):
        refused("unknown_player", away.evening, club, choices=choices)


def test_who_was_merged_there_is_merged_here(club: Club) -> None:
    saved = transaction.savepoint()
    laptop = make_club("Laptop")
    ana, walk_in, bo = (make_player(laptop, name) for name in ("Ana Bell", "Anna", "Bo Carr"))
    merge_players(player_id=walk_in.id, into_id=ana.id, envelope=Envelope("cli", NOW))
    text = export_tournament(play_evening(laptop, {walk_in: 9, bo: 5}))
    transaction.savepoint_rollback(saved)
    here = make_player(club, "Ana Bell")
    take_in(text, club)
    assert {walk_in.id, ana.id} == set(
        Player.objects.filter(merged_into=here).values_list("pk", flat=True)
    )


def test_bots_ask_no_question(club: Club) -> None:
    away = handed_over("Ana Bell", bot=True)
    make_player(club, "Greedy")
    take_in(away.evening, club)
    assert Player.objects.get(pk=away.players["greedy"]).bot == "greedy"


def test_a_file_with_labels_alone_asks_about_those_whose_label_resembles(club: Club) -> None:
    away = handed_over("Ana Bell", "Zoé Roy")
    first, _, rest = away.evening.partition("\n")
    header = json.loads(first)
    del header["people"]
    text = changed_header(canonical_json(header) + "\n" + rest)
    make_player(club, "Ana Bell")
    preview = preview_tournament(text=text, club=club)
    assert seen(preview) == {"Ana B.": ("resembles", ["Ana Bell"]), "Zoé R.": ("new", [])}
    take_in(text, club, asking=False)
    assert Player.objects.filter(guest=True).count() == 2


# Whose it is


@pytest.mark.database
def test_the_logs_stay_as_they_are_and_everything_is_the_clubs(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    make_player(club, "Ana Bell")
    done = take_in(away.evening, club)
    assert (done.created, done.club_id) == (True, club.id)
    assert logs_of(export_tournament(done.tournament_id)) == logs_of(away.evening)
    assert Tournament.objects.get().club == club
    assert set(Match.objects.values_list("club_id", flat=True)) == {club.id}
    assert LinkedClub.objects.get().pk == away.club
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
    rows = projections()
    LinkedClub.objects.all().delete()
    rebuild_all()
    assert projections() == rows
    assert set(Match.objects.values_list("club_id", flat=True)) == {club.id}


def test_a_token_of_the_club_may_direct_what_came_in_and_one_of_another_may_not(club: Club) -> None:
    done = take_in(handed_over("Ana Bell", "Bo Carr").noon, club)
    [club_id] = Tournament.objects.filter(pk=done.tournament_id).values_list("club_id", flat=True)
    for home, expected in ((club, True), (make_club(), False)):
        token, _text = make_token(make_user(staff=True), club=home)
        assert may(f"token:{token.pk}", TOURNAMENT_WRITE, club_id) == expected


@pytest.mark.database
def test_it_goes_on_here_and_the_ladder_and_the_season_follow(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr", "Zoé Roy")
    ana, bo = make_player(club, "Ana Bell"), make_player(club, "Bo Carr")
    ladder = begun(club)
    done = take_in(away.evening, club)
    season = make_season(club, evenings=[done.tournament_id], planned=1)
    work()
    zoe = Player.objects.get(pk=away.players["Zoé Roy"])
    assert sorted(shown(ladder)) == sorted([ana.id, bo.id, zoe.id])
    assert shown(ladder)[ana.id] > shown(ladder)[bo.id]
    assert [label for label, *_ in table(season)] == ["Ana B.", "Bo C.", "Zoé R."]
    by_id = {player.id: player for player in Player.objects.all()}
    scores = (("Ana Bell", 1), ("Bo Carr", 9), ("Zoé Roy", 5))
    correct_evening(done.tournament_id, {by_id[away.players[name]]: at for name, at in scores})
    work()
    assert shown(ladder)[bo.id] > shown(ladder)[ana.id]
    assert [label for label, *_ in table(season)] == ["Bo C.", "Zoé R.", "Ana B."]
    assert numbers() == rebuilt()
    assert verify_stream(done.tournament_id).ok
    direct_it(done.tournament_id, "undo")
    assert Tournament.objects.get(pk=done.tournament_id).club == club


def test_a_round_that_is_played_here_belongs_to_the_same_club(club: Club) -> None:
    saved = transaction.savepoint()
    laptop = make_club("Laptop")
    people = make_people(laptop, 2)
    open_evening = play_evening(laptop, dict(zip(people, (9, 5), strict=True)), finish=False)
    rules = {"games": [PLAIN], "sizes": [2], "preferred": 2, "rounds": 2, "format": "swiss"}
    direct_it(open_evening, "set_stage", stage=1, rules=rules)
    text = export_tournament(open_evening)
    transaction.savepoint_rollback(saved)
    take_in(text, club)
    direct_it(open_evening, "propose", stage=1)
    direct_it(open_evening, "publish", stage=1)
    direct_it(open_evening, "record", stage=1, round=2, table=1, scores=[3, 8])
    assert set(Match.objects.values_list("club_id", flat=True)) == {club.id}
    assert Match.objects.count() == 2
    # Every log of it still names one club: it can go on elsewhere as it did here.
    again = export_tournament(open_evening)
    assert read_tournament(again).club.id == read_tournament(text).club.id
    backup = pack(str(club.id), backup_parts(club))
    assert not restore_club(data=backup, envelope=Envelope("cli", NOW), source="x").written
    assert not take_in(again).events


def test_nobody_enters_twice_under_two_ids(club: Club) -> None:
    ana = make_player(club, "Ana Bell")
    done = take_in(handed_over("Ana Bell", "Bo Carr").noon, club)
    with pytest.raises(KaitenError, match="entered_twice"):
        direct_it(done.tournament_id, "enter", players=[str(ana.id)], late="0")


@pytest.mark.database
def test_a_backup_holds_what_came_in_and_its_links(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    saved = transaction.savepoint()
    here = make_club("Home", club_id=uuid4())
    make_player(here, "Ana Bell")
    take_in(away.evening, here)
    data, rows = pack(str(here.id), backup_parts(here)), projections()
    transaction.savepoint_rollback(saved)
    restore_club(data=data, envelope=Envelope("cli", NOW), source="test")
    assert projections() == rows
    assert pack(str(here.id), backup_parts(Club.objects.get(pk=here.id))) == data
    assert not take_in(away.evening, Club.objects.get(pk=here.id)).events


@pytest.mark.database
def test_a_match_that_was_here_before_its_club_was_linked_is_rated_too(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    ladder = begun(club)
    match = read_tournament(away.evening).logs[1]
    import_rows(log=match, envelope=Envelope("cli", NOW), source="record")
    assert Match.objects.get().club_id == away.club
    work()
    done = take_in(away.evening, club)
    assert done.created
    work()
    assert Match.objects.get().club_id == club.id
    assert sorted(shown(ladder)) == sorted(away.players.values())
    assert numbers() == rebuilt()


def test_a_merge_that_an_import_made_can_be_undone(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    make_player(club, "Ana Bell")
    take_in(away.evening, club)
    undo_merge(player_id=away.players["Ana Bell"], envelope=Envelope("cli", NOW))
    assert Player.objects.get(pk=away.players["Ana Bell"]).merged_into is None


@pytest.mark.parametrize("how", ["here", "linked", "made"])
def test_a_club_is_one_club_of_here_only(club: Club, how: str) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    if how == "here":
        make_club("Laptop", club_id=away.club)
        refused("tournament_file_club", away.evening, club)
        return
    take_in(away.noon, make_club("Another"))
    refused("tournament_file_club", away.evening, club)
    if how == "made":
        with pytest.raises(KaitenError, match="club_is_here"):
            make_club("Laptop", club_id=away.club)


def test_without_saying_so_nothing_is_linked(club: Club) -> None:
    refused("tournament_file_club", handed_over("Ana Bell", "Bo Carr").evening)


def test_a_player_of_another_club_of_here_is_refused(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    make_player(make_club(), player_id=away.players["Ana Bell"])
    refused("tournament_file_players", away.evening, club)


# Twice, longer, older, another


def test_twice_is_once(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr", "Zoé Roy")
    make_player(club, "Ana Bell")
    take_in(away.evening, club)
    before = counts()
    for home in (club, None):
        again = take_in(away.evening, home)
        assert (again.created, again.events) == (False, 0)
    assert counts() == before
    preview = preview_tournament(text=away.evening, club=club)
    assert preview.compared.standing == FileStanding.HERE
    assert {row.status.value for row in preview.people} == {"known"}


@pytest.mark.database
def test_a_longer_file_goes_on_with_what_is_here(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    take_in(away.noon, club)
    preview = preview_tournament(text=away.evening, club=club)
    assert (preview.compared.standing, preview.compared.matches_here) == ("continues", 1)
    done = take_in(away.evening, club)
    assert (done.created, done.events) == (False, preview.compared.events)
    assert logs_of(export_tournament(done.tournament_id)) == logs_of(away.evening)
    assert [note.text for note in Note.objects.all()] == ["was very late"]
    assert Tournament.objects.get().status == "finished"
    assert verify_stream(done.tournament_id).ok
    rows = projections()
    rebuild_all()
    assert projections() == rows
    refused("tournament_file_older", away.noon, club)


def test_a_match_that_goes_on_with_its_tournament_is_told_once(club: Club) -> None:
    saved = transaction.savepoint()
    laptop = make_club("Laptop")
    people = make_people(laptop, 2)
    evening = play_evening(laptop, dict(zip(people, (9, 5), strict=True)), finish=False)
    direct_it(evening, "withdraw_result", stage=1, round=1, table=1)
    noon = export_tournament(evening)
    record(evening, dict(zip(people, (3, 5), strict=True)))
    text = export_tournament(evening)
    transaction.savepoint_rollback(saved)
    take_in(noon, club)
    assert TournamentTable.objects.get().status != "done"
    take_in(text, club)
    assert logs_of(export_tournament(evening)) == logs_of(text)
    assert verify_stream(evening).ok


def test_what_went_on_here_and_there_is_refused(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    done = take_in(away.noon, club)
    direct_it(done.tournament_id, "rename", title="Ours")
    refused("tournament_file_differs", away.evening, club)
    preview = preview_tournament(text=away.evening, club=club)
    assert (preview.compared.standing, preview.importable) == (FileStanding.DIFFERS, False)


# Forged


def forged(
    text: str, change: Callable[[dict[str, Any]], object], tournament_id: UUID | None = None
) -> str:
    """Return a file whose first event was changed by somebody who renewed every hash."""
    file: TournamentFile = read_tournament(text)
    own = msgspec.structs.replace(file.logs[0], stream_id=tournament_id or file.tournament)
    rows, previous = [], GENESIS
    for row in own.rows:
        payload = json.loads(row.payload)
        if row.version == 1:
            change(payload)
        event = NewEvent(row.type, row.schema, canonical_json(payload))
        envelope = (row.actor, row.recorded_at, row.request_key)
        rows += sealed(own.stream_id, [event], envelope, version=row.version - 1, previous=previous)
        previous = rows[-1].hash
    return write_tournament(
        club=file.club,
        labels=file.labels,
        people=file.people,
        logs=[WholeLog(own.stream_id, own.kind, tuple(rows)), *file.logs[1:]],
        notes=file.notes,
    )


def test_a_day_that_is_no_day_is_refused(club: Club) -> None:
    text = forged(handed_over("Ana Bell", "Bo Carr").evening, lambda one: one.update(day="someday"))
    assert refused("tournament_file_illegal", text, club).params["reason"] == "bad_date"


@pytest.mark.database
def test_a_match_that_is_at_another_table_here_is_refused(club: Club) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    take_in(away.noon, club)
    text = forged(away.noon, dict.copy, uuid4())
    assert read_tournament(text).logs[1] == read_tournament(away.noon).logs[1]
    assert refused("tournament_file_illegal", text, club).params["reason"] == "not_expected"
