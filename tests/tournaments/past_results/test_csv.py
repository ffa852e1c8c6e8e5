from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.errors import KaitenError
from tournaments.past_results.csv import MOST_MATCHES, PastMatch, SeatCells, read_matches

WIDE = "date,game,player 1,score 1,player 2,score 2\n"
LONG = "date,game,match,player,score,place\n"


def code_of(text: str) -> str:
    with pytest.raises(KaitenError) as refusal:
        read_matches(text.encode())
    return refusal.value.code


def seats_of(match: PastMatch) -> list[tuple[str, int | None, int | None]]:
    return [(seat.name, seat.score, seat.place) for seat in match.seats]


def errors_of(text: str) -> list[str]:
    return [match.error.code if match.error else "" for match in read_matches(text.encode())]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_french_spreadsheet_is_read_as_it_was_saved(encoding: str, separator: str) -> None:
    rows = [
        [
            "Date",
            "Heure",
            "Jeu",
            "Joueur 1",
            "Points 1",
            "Rang 1",
            "Joueur 2",
            "Points 2",
            "Rang 2",
        ],
        ["31/01/2026", "20h30", "Échecs", "Zoé", "1", "1er", "Noé", "0", "2e"],
    ]
    text = "\r\n".join(separator.join(row) for row in rows)
    [match] = read_matches(text.encode(encoding))
    assert (match.line, match.day, match.hour) == (2, date(2026, 1, 31), time(20, 30))
    assert (match.game, match.error) == ("Échecs", None)
    assert seats_of(match) == [("Zoé", 1, 1), ("Noé", 0, 2)]


@pytest.mark.parametrize(
    ("cell", "day", "hour"),
    [
        ("2026-01-31", date(2026, 1, 31), None),
        ("2026/1/31", date(2026, 1, 31), None),
        ("31/01/2026", date(2026, 1, 31), None),
        ("03/04/2026", date(2026, 4, 3), None),
        ("3.4.2026", date(2026, 4, 3), None),
        ("2026-01-31T20:30:00", date(2026, 1, 31), time(20, 30)),
        ("31/01/2026 8:05", date(2026, 1, 31), time(8, 5)),
        ("31-01-2026 20h", date(2026, 1, 31), time(20)),
    ],
)
def test_a_day_is_written_year_first_or_day_first(cell: str, day: date, hour: time | None) -> None:
    [match] = read_matches(f"{WIDE}{cell},Go,A,1,B,2\n".encode())
    assert (match.day, match.hour, match.error) == (day, hour, None)


@pytest.mark.parametrize(
    "cell", ["01/31/2026", "2026-02-30", "31/01/26", "yesterday", "2026-01-31Z"]
)
def test_no_other_order_of_a_date_is_guessed(cell: str) -> None:
    assert errors_of(f"{WIDE}{cell},Go,A,1,B,2\n") == ["unknown_day"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (",Go,A,1,B,2", "day_missing"),
        ("2026-01-31 25:00,Go,A,1,B,2", "unknown_time"),
        ("2026-01-31 8 pm,Go,A,1,B,2", "unknown_time"),
        ("2026-01-31,,A,1,B,2", "game_missing"),
        ("2026-01-31,Go,A,one,B,2", "unknown_score"),
        ("2026-01-31,Go,A,1.5,B,2", "unknown_score"),
        ("2026-01-31,Go,A,1,,2", "seat_without_player"),
        ("2026-01-31,Go,A,1,B,2,x", "too_many_columns"),
        ("2026-01-31,Go,A,1,B,2,,", ""),
        ("2026-01-31,Go,A,12.0,B,−3", ""),
        ("2026-01-31,Go,A,1", ""),
    ],
)
def test_what_is_wrong_with_a_line_is_said_of_that_line(line: str, code: str) -> None:
    assert errors_of(f"{WIDE}2026-01-30,Go,A,1,B,2\n{line}\n") == ["", code]


def test_one_line_for_each_seat_is_one_match_where_date_game_and_match_are_the_same() -> None:
    text = (
        f"{LONG}"
        "2026-01-30,Go,1,Ana,3,\n"
        "2026-01-30,Go,1,Bo,1,\n"
        "2026-01-30,Go,2,Ana,,2\n"
        ",,,Bo,,1\n"
        ",,3,Ana,5,\n"
        ",,,Chloé,4,\n"
        "2026-01-31,,1,Bo,2,\n"
    )
    found = [(m.line, m.day.day, m.game, seats_of(m)) for m in read_matches(text.encode())]
    assert found == [
        (2, 30, "Go", [("Ana", 3, None), ("Bo", 1, None)]),
        (4, 30, "Go", [("Ana", None, 2), ("Bo", None, 1)]),
        (6, 30, "Go", [("Ana", 5, None), ("Chloé", 4, None)]),
        (8, 31, "Go", [("Bo", 2, None)]),
    ]


def test_a_match_is_told_in_one_place_but_a_table_is_used_again() -> None:
    lines = "2026-01-30,Go,1,Ana,3\n2026-01-30,Go,2,Bo,1\n2026-01-30,Go,1,Bo,1\n"
    assert errors_of(f"date,game,match,player,score\n{lines}") == ["", "", "match_apart"]
    assert errors_of(f"date,game,table,player,score\n{lines}") == ["", "", ""]


def test_guests_and_the_lowest_score_are_told_in_columns_of_their_own() -> None:
    text = "date;jeu;meilleur score;joueur 1;score 1;invité 1\n2026-01-30;Golf;plus bas;Zoé;3;oui\n"
    [match] = read_matches(text.encode())
    assert match.lowest is True
    assert match.seats == (SeatCells("Zoé", 3, None, True),)
    assert errors_of(text.replace("plus bas", "Zoé")) == ["unknown_best_score"]
    assert errors_of(text.replace("oui", "perhaps")) == ["unknown_flag"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "list_empty"),
        ("date,player 1,score 1\n", "header_missing"),
        ("date,game,score 1\n", "header_missing"),
        ("date,game,player,score\n", "match_column_missing"),
        ("date,game,match,player,player 1\n", "layouts_mixed"),
        ("date,jour,game,player 1\n", "header_twice"),
        (f'{WIDE}"open\n', "list_not_csv"),
        (WIDE + "2026-01-30,Go,A,1,B,2\n" * (MOST_MATCHES + 1), "too_many_matches"),
        (LONG + "2026-01-30,Go,1,A,1,\n" * (8 * MOST_MATCHES + 1), "too_many_matches"),
        ("date,game,player 1\n" + "x" * 600_000, "file_too_large"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_code(text: str, code: str) -> None:
    assert code_of(text) == code


@given(st.text(st.sampled_from('Aa1,;\n\t/-:h "é2026'), max_size=120), st.booleans())
def test_whatever_stands_in_the_lines_is_read_or_refused(text: str, by_seat: bool) -> None:
    lines, code = [], ""
    try:
        lines = [
            match.line for match in read_matches(((LONG if by_seat else WIDE) + text).encode())
        ]
    except KaitenError as refusal:
        code = refusal.code
    assert code in ("", "list_not_csv")
    assert lines == sorted(set(lines))
