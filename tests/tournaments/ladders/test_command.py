from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from replays.envelope import Envelope
from replays.models import StoredEvent
from replays.services.matches import NewMatch, create_match
from tests.factories import NOW, make_player
from tests.tournaments.ladders.nights import GAME, at, numbers, played, work
from tournaments.ladders.commands import Freeze, NewLadder
from tournaments.ladders.models import Ladder, LadderDue, LadderNote, LadderPlayer, RatedMatch
from tournaments.ladders.services.ladders import create_ladder, lead
from tournaments.ladders.usual import usual_id
from tournaments.people.csv import LARGEST_FILE
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players

pytestmark = pytest.mark.django_db

WRITTEN_TO = (StoredEvent, Ladder, LadderPlayer, RatedMatch, LadderDue, LadderNote)


def run(*args: Any) -> str:
    out = StringIO()
    call_command("ladder", *map(str, args), stdout=out)
    return out.getvalue()


def row_of(text: str, name: str) -> list[str]:
    [row] = [line for line in text.splitlines() if name in line and line.startswith("│")]
    return [cell.strip() for cell in row.strip("│").split("│")]


def row_counts() -> list[int]:
    return [model.objects.count() for model in WRITTEN_TO]


def is_refused(code: str, *args: Any) -> None:
    before = row_counts()
    with pytest.raises(CommandError, match=f"^{code}: ") as error:
        run(*args)
    assert error.value.returncode == 2
    assert "\n" not in str(error.value)
    assert row_counts() == before


def own(club: Club, title: str = "Cup", **rules: int) -> UUID:
    return create_ladder(
        club=club, wanted=NewLadder(title=title, rules=rules), envelope=Envelope("cli", NOW)
    ).stream_id


def test_a_ladder_is_begun_shown_explained_and_taken_home(club: Club, people: list[Player]) -> None:
    ladder = run("create", "Autumn", "--rules", f"games={GAME},plain", "start=1000").strip()
    assert Ladder.objects.get().rules["games"] == [GAME, "plain"]
    match = played(club, people, [40, 30, 20, 10])
    work()
    listed = row_of(run("list", "--club", club.slug), ladder)
    assert listed == [ladder, "Autumn", club.name, "going on", "4", "1"]
    shown = run("show", ladder)
    assert row_of(shown, "Ana A.")[:3] == ["1", "Ana A.", "1024?"]
    assert row_of(shown, "Dan D.")[:3] == ["4", "Dan D.", "976?"]
    assert "Bo B." not in run("show", ladder, "--search", "chloe")
    csv = run("show", ladder, "--csv", "--sort", "name", "--reverse").splitlines()
    assert csv[0].startswith("rank,player,label,rating,")
    assert [line.split(",")[2] for line in csv[1:]] == ["Dan D.", "Chloé C.", "Bo B.", "Ana A."]
    explained = run("explain", people[1].id, "--ladder", ladder)
    sentence = "+8: beat Chloé C. (+8) and Dan D. (+8), lost to Ana A. (−8)"
    assert f"{match}  1000 → 1008  {sentence}" in explained
    everywhere = run("explain", "bo b", "--last", 1)
    assert everywhere.count(sentence) == 3
    assert "All games" in everywhere
    assert run("explain", make_player(club, "New N").id) == "Not on any ladder.\n"


def test_the_usual_ladders_are_begun_once(club: Club) -> None:
    count = int(run("usual").rpartition(" ")[2])
    assert count == Ladder.objects.count() > 1
    assert run("usual", "--club", club.slug) == "Ladders begun: 0\n"


def test_rules_are_printed_and_changed_one_by_one(club: Club) -> None:
    ladder = own(club, start=1000)
    assert "start=1000\n" in run("rules", ladder)
    printed = run("rules", ladder, "bots=skip", 'k={"normal": 30}', "--title", "Other")
    assert "bots=skip\n" in printed
    row = Ladder.objects.get()
    assert (row.title, row.rules["start"], row.rules["k"]["normal"]) == ("Other", 1000, 30)
    # What is printed can be typed again.
    version = row.version
    assert run("rules", ladder, *printed.splitlines()) == printed
    assert Ladder.objects.get().version == version + 1


def test_an_old_list_is_taken_in_as_a_spreadsheet_saves_it(
    club: Club, people: list[Player], tmp_path: Path
) -> None:
    ladder = own(club)
    file = tmp_path / "old.csv"
    file.write_bytes("nom;cote\nChloé C;1612,5\n".encode("cp1252"))
    assert "imported" in run("startlist", ladder, file)
    work()
    assert LadderPlayer.objects.get(ladder=ladder).mu == 1612.5


def test_any_command_can_be_given_by_its_name(club: Club) -> None:
    ladder = own(club)
    told = run("do", ladder, "revise", "title=Mine", 'rules={"start": 1400}')
    assert told == "Mine · going on\n"
    assert run("do", "mine", "freeze") == "Mine · frozen\n"
    assert run("thaw", "min") == "Mine · going on\n"
    row = Ladder.objects.get(pk=ladder)
    assert (row.title, row.rules["start"], row.version) == ("Mine", 1400, 4)


def test_a_ladder_is_frozen_thawed_and_gone_on_with(club: Club, people: list[Player]) -> None:
    ladder = own(club)
    played(club, people, [40, 30, 20, 10])
    work()
    assert row_of(run("freeze", ladder), "Ana A.")[2] == "1524?"
    assert Ladder.objects.get(pk=ladder).status == "frozen"
    assert run("thaw", ladder).endswith(" · going on\n")
    made = run("period", ladder, "Spring", "--share", 50, "--rules", "since=2099-01-01").strip()
    assert Ladder.objects.get(pk=ladder).status == "frozen"
    assert Ladder.objects.get(pk=UUID(made)).period_of == ladder
    work()
    assert row_of(run("show", made), "Ana A.")[2] == "1512?"


def test_a_match_is_rated_at_once(club: Club, people: list[Player]) -> None:
    ladder = own(club)
    match = played(club, people[:2], [5, 3])
    assert run("rate", ladder, match) == "matches rated: 1\n"
    assert RatedMatch.objects.filter(ladder=ladder, match_id=match).exists()
    assert run("rate", ladder, match) == "matches rated: 0\n"


def test_rebuilding_one_or_all_gives_the_same_digits(club: Club, people: list[Player]) -> None:
    played(club, people, [40, 30, 20, 10])
    played(club, people[1:], [1, 2, 3], minutes=30)
    work()
    before = numbers()
    ladder = usual_id(club.id)
    assert run("rebuild", ladder) == (f"{ladder}  matches rated: 2  ratings that changed: 0\n")
    assert run("rebuild", "--all") == "2 ladders rebuilt\n"
    assert numbers() == before
    out = StringIO()
    call_command("rebuild", stdout=out)
    assert out.getvalue() == "2 matches rebuilt\n2 ladders rebuilt\n"
    assert numbers() == before


def test_a_planned_table_is_foreseen(club: Club, people: list[Player]) -> None:
    played(club, people, [40, 30, 20, 10])
    work()
    ladder = usual_id(club.id)
    plain = run("forecast", ladder, "ana", people[3].id)
    assert row_of(plain, "Dan D.") == ["Dan D.", "1476", "43.1%", "43.1%", ""]
    told = run("forecast", ladder, "ana", "dan", "--places", 2, 1)
    assert row_of(told, "│ Dan D.")[4] == "+27: beat Ana A. (+27)"
    assert run("forecast", ladder, "ana", "dan", "--scores", 3, 9) == told


def test_what_cannot_be_rated_is_refused_by_its_reason(club: Club, people: list[Player]) -> None:
    ladder, frozen = own(club), own(club, "Frozen")
    lead(ladder_id=frozen, command=Freeze(), envelope=Envelope("cli", NOW))
    twin = make_player(club, "Twin T")
    twice = played(club, [people[0], twin, people[1]], [5, 4, 3])
    merge_players(player_id=twin.id, into_id=people[0].id, envelope=Envelope("cli", at(5)))
    whole = played(club, people[:2], [5, 3])
    players = [people[0].id, people[1].id]
    unfinished = create_match(
        match=NewMatch(club_id=club.id, game=GAME, players=players, options={}),
        envelope=Envelope("cli", NOW),
    ).stream_id
    work()
    is_refused("match_unfinished", "rate", ladder, unfinished)
    is_refused("player_twice", "rate", ladder, twice)
    is_refused("ladder_frozen", "rate", frozen, whole)
    is_refused("unknown_match", "rate", ladder, uuid4())
    is_refused("player_twice", "forecast", ladder, people[0].id, twin.id)
    is_refused("too_many_at_table", "forecast", ladder, people[0].id)
    is_refused("bad_places", "forecast", ladder, "ana", "bo", "--places", 1)
    for action in ("freeze", "rebuild"):
        is_refused("ladder_frozen", action, frozen)
    is_refused("ladder_frozen", "rules", frozen, "start=1000")
    is_refused("ladder_not_frozen", "thaw", ladder)
    is_refused("ladder_not_frozen", "do", ladder, "thaw")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name,rating,colour\nAna A,1500,red\n", "unknown_columns"),
        ("name,rating\nAna A,-5\n", "bad_start_rating"),
        ("name,rating\nNobody Atall,1500\n", "start_unknown_player"),
        ("", "start_list_empty"),
        ("name,rating\nAna A,15\x0100\n", "list_not_text"),
    ],
)
def test_a_list_with_something_wrong_writes_nothing(
    club: Club, people: list[Player], tmp_path: Path, text: str, code: str
) -> None:
    ladder = own(club)
    file = tmp_path / "old.csv"
    file.write_text(text)
    is_refused(code, "startlist", ladder, file)


def test_bad_input_is_one_line_with_its_code(
    club: Club, people: list[Player], tmp_path: Path
) -> None:
    ladder = own(club)
    make_player(club, "Ana Other")
    is_refused("unknown_name", "show", "x")
    is_refused("unknown_ladder", "show", uuid4())
    is_refused("title_missing", "create", " ")
    is_refused("bad_ladder_rules", "create", "A", "--rules", "start=-5")
    is_refused("bad_ladder_rules", "create", "A", "--rules", "luck=1")
    is_refused("unknown_game", "create", "A", "--rules", "games=chess960")
    is_refused("bad_option_text", "create", "A", "--rules", "start")
    is_refused("unknown_club", "create", "A", "--club", "nowhere")
    is_refused("file_unreadable", "startlist", ladder, tmp_path / "none.csv")
    large = tmp_path / "large.csv"
    large.write_bytes(b"x" * (LARGEST_FILE + 1))
    is_refused("file_too_large", "startlist", ladder, large)
    is_refused("bad_share", "period", ladder, "B", "--share", 101)
    is_refused("ladders_or_all", "rebuild")
    is_refused("ladders_or_all", "rebuild", ladder, "--all")
    is_refused("unknown_name", "explain", "Nobody")
    is_refused("ambiguous_name", "explain", "ana")
