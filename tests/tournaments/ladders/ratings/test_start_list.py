"""A club's old rating list: what is read, and every refusal with its line."""

import pytest

from games.core.errors import RuleViolation
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.ratings.start_list import StartLine, read_start_list
from tournaments.ladders.ratings.systems import most_first

ANA = "6f1d0b1e-7a3c-4f4e-9d43-0c8a3a1b2c3d"
BO = "0a9b8c7d-1111-4222-8333-444455556666"


def refusal(text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(RuleViolation) as caught:
        read_start_list(text)
    return caught.value.code, caught.value.params


def test_an_english_list_is_read() -> None:
    text = f"player,name,rating,matches\n{ANA},Ana,1623.5,48\n,Bo Lin,1500,\n"
    assert read_start_list(text) == (
        StartLine(2, "Ana", ANA, 1623.5, 48),
        StartLine(3, "Bo Lin", "", 1500.0, 0),
    )


def test_a_french_list_is_read_as_excel_saves_it() -> None:
    text = f"\ufeffParties;Cote;NOM;Joueur\r\n48;1623,5;Chloé;{ANA.upper()}\r\n\r\n;1500;Élo;\r\n"
    assert read_start_list(text) == (
        StartLine(2, "Chloé", ANA, 1623.5, 48),
        StartLine(4, "Élo", "", 1500.0, 0),
    )


def test_tabs_separate_too_and_a_decimal_may_have_either_mark() -> None:
    lines = read_start_list("Nom\tElo\nAna\t1500,25\nBo\t1500.25\n")
    assert [line.rating for line in lines] == [1500.25, 1500.25]


def test_names_may_hold_the_separator_in_quotes() -> None:
    assert read_start_list('name,rating\n"Petit, Anne",1500\n')[0].name == "Petit, Anne"


def test_a_line_break_inside_quotes_counts_as_one_line_of_the_spreadsheet() -> None:
    assert refusal('name,rating\n"Anne\nPetit",1500\nBo,x\n')[1]["line"] == 3


def test_an_id_alone_or_a_name_alone_is_enough() -> None:
    assert read_start_list(f"player,rating\n{ANA},1500\n") == (StartLine(2, "", ANA, 1500.0, 0),)
    assert read_start_list("name,rating\nAna,1500\n") == (StartLine(2, "Ana", "", 1500.0, 0),)


def test_empty_columns_and_spaces_around_cells_do_not_matter() -> None:
    assert read_start_list(" name , rating ,,\n Ana , 1500 ,,\n") == (
        StartLine(2, "Ana", "", 1500.0, 0),
    )


def test_the_lines_stay_in_their_order() -> None:
    names = [line.name for line in read_start_list("name,rating\nZoe,1\nAna,9000\nMia,50\n")]
    assert names == ["Zoe", "Ana", "Mia"]


def test_unknown_columns_are_named() -> None:
    text = "name,rating,town,age\nAna,1500,Lyon,33\n"
    assert refusal(text) == ("unknown_columns", {"names": "town, age"})


@pytest.mark.parametrize(
    ("header", "names"),
    [("name,matches", "rating"), ("rating,matches", "name"), ("matches", "name, rating")],
)
def test_missing_columns_are_named(header: str, names: str) -> None:
    assert refusal(f"{header}\n1,2\n") == ("missing_columns", {"names": names})


def test_two_columns_for_the_same_thing_are_refused() -> None:
    assert refusal("name,rating,Elo\nAna,1500,1600\n") == ("start_column_twice", {"column": "Elo"})


@pytest.mark.parametrize(
    "value",
    [
        *("-5", "0", "0.0", "", "+1500", "10000.1", "99999999999", "15.", ".5", "1.5.0", "1 500"),
        *("good", "nan", "inf", "-inf", "1e3", "1_500", "0x10", "１５００"),
    ],
)
def test_a_rating_is_a_number_above_zero_up_to_ten_thousand(value: str) -> None:
    code, params = refusal(f"name,rating\nAna,1500\nBo,{value}\n")
    assert code == "bad_start_rating"
    assert params == {"line": 3, "value": value, "most": 10_000.0}


@pytest.mark.parametrize("value", ["10000", "0.5", "0001500"])
def test_the_bounds_of_a_rating_are_allowed(value: str) -> None:
    assert read_start_list(f"name,rating\nAna,{value}\n")[0].rating == float(value)


def test_openskill_takes_its_own_scale_only() -> None:
    most = most_first(LadderRules(system="openskill"))
    assert most_first(LadderRules()) == 10_000.0
    assert read_start_list("name,rating\nAna,31.5\n", most)[0].rating == 31.5
    with pytest.raises(RuleViolation) as caught:
        read_start_list("name,rating\nAna,1500\n", most)
    assert caught.value.params["most"] == 100.0


def test_a_decimal_comma_between_commas_is_refused() -> None:
    assert refusal("name,rating\nAna,1512,5\n") == ("start_line_too_long", {"line": 2})
    assert refusal('name,rating\nAna,"1,512"\n')[0] == "bad_start_rating"


def test_a_value_without_a_header_is_refused() -> None:
    assert refusal("name,rating,\nAna,1500,7\n") == ("start_line_too_long", {"line": 2})


@pytest.mark.parametrize("value", ["-1", "1.5", "many", "100001", "9" * 30])
def test_matches_are_a_whole_number(value: str) -> None:
    code, params = refusal(f"name,rating,matches\nAna,1500,{value}\n")
    assert (code, params) == ("bad_start_matches", {"line": 2, "value": value[:40]})


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "name,rating\n", "name,rating\n,\n\n"])
def test_a_list_without_players_is_empty(text: str) -> None:
    assert refusal(text) == ("start_list_empty", {})


def test_a_list_may_hold_five_thousand_and_no_more() -> None:
    rows = "".join(f"P{number},1500\n" for number in range(5000))
    assert len(read_start_list("name,rating\n" + rows)) == 5000
    assert refusal("name,rating\n" + rows + "One more,1500\n") == (
        "start_list_too_long",
        {"limit": 5000},
    )


def test_a_line_without_name_and_id_is_refused() -> None:
    text = "player,name,rating\n,Ana,1500\n,,1500\n"
    assert refusal(text) == ("start_name_missing", {"line": 3})


def test_an_id_must_be_one() -> None:
    assert refusal("player,rating\nana,1500\n") == (
        "bad_start_player",
        {"line": 2, "value": "ana"},
    )


def test_the_same_id_twice_is_refused() -> None:
    text = f"player,name,rating\n{ANA},Ana,1500\n{ANA.upper()},Anna,1600\n"
    assert refusal(text) == ("player_listed_twice", {"line": 3, "first": 2, "name": "Anna"})


@pytest.mark.parametrize("again", ["CHLOÉ PETIT", "chloe petit", " Chloé  Petit ", "Chloé-Petit"])
def test_the_same_name_twice_is_refused_however_it_is_written(again: str) -> None:
    assert refusal(f"name,rating\nChloé Petit,1500\nBo,1500\n{again},1600\n") == (
        "player_listed_twice",
        {"line": 4, "first": 2, "name": again.strip()},
    )


def test_two_people_of_one_name_are_told_apart_by_their_ids() -> None:
    text = f"player,name,rating\n{ANA},Ana,1500\n{BO},Ana,1600\n"
    assert [line.player for line in read_start_list(text)] == [ANA, BO]


@pytest.mark.parametrize("nameless_id_at", [0, 1, 2])
def test_one_of_that_name_without_an_id_could_be_either_of_them(nameless_id_at: int) -> None:
    rows = [f"{ANA},Ana,1500", f"{BO},Ana,1600"]
    rows.insert(nameless_id_at, ",Ana,1700")
    assert refusal("player,name,rating\n" + "\n".join(rows))[0] == "player_listed_twice"


def test_names_of_signs_alone_are_compared_as_written() -> None:
    assert len(read_start_list("name,rating\n!!!,1500\n???,1500\n")) == 2
    assert refusal("name,rating\n!!!,1500\n!!!,1500\n")[0] == "player_listed_twice"


def test_an_unfinished_quotation_is_not_csv() -> None:
    assert refusal('name,rating\nAna,1500\n"Bo,1500\n') == ("start_list_not_csv", {"line": 3})
