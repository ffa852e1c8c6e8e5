import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from replays.errors import KaitenError
from tests.factories import NOW, make_club, make_player
from tournaments.people.csv import LARGEST_FILE, MOST_ROWS, read_rows, text_of
from tournaments.people.labels import public_label
from tournaments.people.layouts import guess_layout
from tournaments.people.models import Club, Player
from tournaments.people.services.imports import import_players, preview_import

pytestmark = pytest.mark.django_db
FRENCH = "Prénom;Nom;Pseudo;Affichage;Invité\r\nÉloïse;Martin;Lola;pseudo;non\r\nNoé;;;;oui\r\n"
# What small files are refused with; a file that can be read has no code.
UNREADABLE = ("", "list_empty", "list_not_text", "list_not_csv", "header_missing", "header_twice")


def code_of(data: bytes, club: Club | None = None) -> str:
    with pytest.raises(KaitenError) as refusal:
        preview_import(club=club or make_club(), data=data)
    return refusal.value.code


def statuses(club: Club, text: str) -> list[str]:
    return [row.status.value for row in preview_import(club=club, data=text.encode()).rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_list_saved_by_a_french_spreadsheet_is_read_in_every_encoding(encoding: str) -> None:
    club = make_club()
    done = import_players(club=club, data=FRENCH.encode(encoding), mode="all", now=NOW)
    assert [public_label(player) for player in done.added] == ["Lola", "Noé"]
    assert [player.guest for player in done.added] == [False, True]
    assert Player.objects.filter(club=club).count() == 2


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_the_one_the_header_uses(separator: str) -> None:
    text = f"First name{separator}Last name\nAnne{separator}Petit\n"
    [row] = read_rows(text.encode())
    assert (row.first_name, row.last_name) == ("Anne", "Petit")


def test_a_quoted_value_may_hold_the_separator_and_a_quote() -> None:
    [row] = read_rows(b'first_name,nickname\n"Anne","the ""big"", one"\n')
    assert row.nickname == 'the "big", one'


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Nom\nMarie Dupont\n", "Marie/Dupont/"),
        ("Nom;Prénom;Club\nDupont;Marie;Nord\n", "Marie/Dupont/"),
        ("Name,Club\nMarie Dupont,North\n", "Marie/Dupont/"),
        ("Pseudo\tNom\tPrénom\nNana\tDupont\tMarie\n", "Marie/Dupont/Nana"),
        ("First name\nMarie\n", "Marie//"),
        ("Marie Dupont\nBo\n", "Marie/Dupont/ Bo//"),
        ("Marie;Dupont\nBo;Lind\n", "Marie/Dupont/ Bo/Lind/"),
        ("Marie Dupont, Nana\nBo Lind, Bobo\n", "Marie/Dupont/Nana Bo/Lind/Bobo"),
        ("Marie Dupont\nBo Lind, Bobo\nZoé\n", "Marie/Dupont/ Bo/Lind/Bobo Zoé//"),
        ('Marie "Nana" Dupont\n"Bobo" Bo\n', "Marie/Dupont/Nana Bo//Bobo"),
        ("DUPONT Marie\nJP Lind\n", "Marie/DUPONT/ JP/Lind/"),
        ("Marie\tDupont\nBo\tLind\tBobo\n", "Marie/Dupont/ Bo/Lind/Bobo"),
        ('Nom;Club\n"Dupont; Marie";"open\n', "list_not_csv"),
        ('Marie;Dupont\n"Bo;Lind\n', "list_not_csv"),
        ("", "list_empty"),
        (" ; ;\n\n,,\n", "list_empty"),
    ],
)
def test_columns_are_guessed_with_a_header_or_without(text: str, read: str) -> None:
    assert _guessed(text.encode()) == read


def test_a_preview_says_row_by_row_what_would_happen_and_writes_nothing() -> None:
    club = make_club()
    known = make_player(club, "Camille Bernard")
    text = (
        "first name,last name,display\n"
        "Paul,Petit,\n"
        "CAMILLE,bernard,\n"
        "Camile,Bernard,\n"
        "\n"
        ",Nameless,\n"
        "Zoé,Roy,loudly\n"
        "Paul,Petit,\n"
        "Pauul,Petit,\n"
        "a,b,,d\n"
    )
    preview = preview_import(club=club, data=text.encode())
    rows = [(row.line, row.status.value, row.code, row.same_as_line) for row in preview.rows]
    assert rows == [
        (2, "new", "", None),
        (3, "exists", "", None),
        (4, "resembles", "", 3),
        (6, "error", "name_missing", None),
        (7, "error", "unknown_display", None),
        (8, "exists", "", 2),
        (9, "resembles", "", 2),
        (10, "error", "too_many_columns", None),
    ]
    assert [one.id for one in preview.rows[2].candidates] == [known.id]
    assert preview.counts == {"new": 1, "exists": 2, "resembles": 2, "error": 3}
    assert Player.objects.filter(club=club).count() == 1


def test_everything_or_nothing_refuses_the_file_for_one_doubtful_row() -> None:
    club = make_club()
    make_player(club, "Camille Bernard")
    data = b"first_name,last_name\nPaul,Petit\nCamile,Bernard\nCamille,Bernard\n"
    with pytest.raises(KaitenError) as refusal:
        import_players(club=club, data=data, mode="all", now=NOW)
    assert (refusal.value.code, refusal.value.params["lines"]) == ("import_refused", [3])
    assert Player.objects.filter(club=club).count() == 1


def test_confirmed_lines_are_added_and_what_exists_is_left_alone() -> None:
    club = make_club()
    make_player(club, "Camille Bernard")
    data = b"first_name,last_name\nPaul,Petit\nCamile,Bernard\nCamille,Bernard\n"
    done = import_players(club=club, data=data, mode="all", now=NOW, confirmed_lines=[3, 4])
    assert [player.first_name for player in done.added] == ["Paul", "Camile"]
    again = import_players(club=club, data=data, mode="all", now=NOW)
    assert again.added == ()


def test_valid_rows_only_leaves_the_others_out() -> None:
    club = make_club()
    data = b"first_name,last_name\nPaul,Petit\n,X\nPauul,Petit\n"
    done = import_players(club=club, data=data, mode="valid", now=NOW)
    assert [player.first_name for player in done.added] == ["Paul"]


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(KaitenError, match="unknown_mode"):
        import_players(club=make_club(), data=b"first_name\nA\n", mode="some", now=NOW)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "list_empty"),
        (b" \n \n", "list_empty"),
        (b";;;\n;;\n", "list_empty"),
        (b"x" * (LARGEST_FILE + 1), "file_too_large"),
        (b"\x00\x01\x02", "list_not_text"),
        (b"\xff\xfe\x00", "list_not_text"),
        (b"PK\x03\x04 a spreadsheet, not a CSV", "list_not_text"),
        (b"colour,size\nred,9\n", "header_missing"),
        ("prénom;first name\na;b\n".encode(), "header_twice"),
        (b'first_name\n"open\n', "list_not_csv"),
        (b'first_name\n"a"b\n', "list_not_csv"),
        (b"first_name\n" + b"A\n" * (MOST_ROWS + 1), "too_many_rows"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_code(data: bytes, code: str) -> None:
    assert code_of(data) == code


def test_a_preview_of_many_rows_costs_a_fixed_number_of_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    club = make_club()
    for number in range(8):
        make_player(club, f"Camille{'abcdefgh'[number]} Bernard")
    text = "first_name,last_name\n" + "Camille,Bernard\n" * 40
    with django_assert_num_queries(2):
        preview_import(club=club, data=text.encode())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.binary(max_size=200))
def test_whatever_bytes_come_are_read_or_refused_with_a_code(data: bytes) -> None:
    for content in (data, b"first_name;last_name\n" + data):
        lines, code = [], ""
        try:
            lines = [row.line for row in read_rows(content)]
        except KaitenError as refusal:
            code = refusal.code
        assert code in UNREADABLE
        guessed = _guessed(content)
        assert "/" in guessed or guessed in UNREADABLE
        assert lines == sorted(set(lines))
        assert all(1 < line <= len(content) for line in lines)


def _guessed(content: bytes) -> str:
    """Return the names of a list whose columns are guessed, or the code of why not."""
    try:
        rows = read_rows(content, guess_layout(text_of(content)))
    except KaitenError as refusal:
        return refusal.code
    return " ".join(f"{row.first_name}/{row.last_name}/{row.nickname}" for row in rows)
