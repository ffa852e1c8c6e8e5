import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.people.name_index import NameIndex
from tournaments.people.names import (
    Name,
    fold,
    is_one_slip,
    is_same,
    name_of,
    resembles,
    search_name,
    slips,
)

people = st.builds(
    name_of,
    st.text("abceéèmM -'", max_size=8),
    st.text("abceéèmM -'", max_size=8),
    st.text("abceM", max_size=5),
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Éloïse", "eloise"),
        ("  Jean-Luc  ", "jean luc"),
        ("O'Brien", "o brien"),
        ("Œuvrard", "oeuvrard"),
        ("STRASSE", "strasse"),
        ("straße", "strasse"),
        ("Łukasz Ørsted", "lukasz orsted"),
        ("e\u0301lan", "elan"),
        ("!!!", ""),
    ],
)
def test_folding_leaves_letters_without_accents_and_capitals(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("", "", 0),
        ("abc", "", 3),
        ("marie", "marei", 1),
        ("camille", "camile", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
    ],
)
def test_slips_are_letters_added_left_out_changed_or_swapped(
    one: str, other: str, count: int
) -> None:
    assert slips(one, other) == slips(other, one) == count


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_one_slip_is_told_without_counting_them_all(one: str, other: str) -> None:
    assert is_one_slip(one, other) == (slips(one, other) == 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Éloïse", "Martin"), ("eloise", "MARTIN")),
        (("Marie", "Dupont"), ("Dupont", "Marie")),
        (("Jean-Luc", "Petit"), ("Jean Luc", "Petit")),
    ],
)
def test_a_name_is_the_same_but_for_accents_capitals_hyphens_and_order(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    assert is_same(name_of(*one), name_of(*other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Camille", "Bernard"), ("Camile", "Bernrad")),
        (("Marie",), ("Marie", "Dupont")),
        (("Marie", "D."), ("Marie", "Dupont")),
        (("Jeanluc", "Petit"), ("Jean-Luc", "Petit")),
        (("Maxime", "Roy", "Max"), ("Max",)),
        (("", "", "Momo"), ("Momo",)),
        (("", "", "Momo"), ("Mohamed", "B.", "momo")),
        (("Bernard", "Camile"), ("Camille", "Bernard")),
    ],
)
def test_a_name_resembles_its_typos_short_forms_and_nicknames(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    first, second = name_of(*one), name_of(*other)
    assert resembles(first, second)
    assert not is_same(first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Marie", "Durand"), ("Marie", "Dupont")),
        (("Léa",), ("Léo",)),
        (("Anne", "Petit"), ("Paul", "Petit")),
        (("", "", "Zed"), ("", "", "Zoe")),
        (("Marie", "D."), ("Marie", "Martin")),
    ],
)
def test_different_people_are_not_asked_about(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert not resembles(name_of(*one), name_of(*other))


@given(people, people)
def test_resembling_is_mutual_and_includes_the_same_name(one: Name, other: Name) -> None:
    assert resembles(one, other) == resembles(other, one)
    assert is_same(one, other) == is_same(other, one)
    assert resembles(one, one)


# Few letters and words of five or six of them: most of these names are a slip or two apart.
close_words = st.text("ab", min_size=4, max_size=6)
close_people = st.builds(name_of, close_words, close_words, st.just("") | close_words)


@given(
    st.lists((people | close_people).filter(lambda name: name.words or name.nickname), max_size=14),
    people | close_people,
    st.sampled_from([1, 5, 99]),
)
def test_the_index_finds_exactly_what_comparing_with_everyone_finds(
    known: list[Name], asked: Name, most: int
) -> None:
    index = NameIndex(enumerate(known))
    found = [
        (number, is_same(asked, name))
        for number, name in enumerate(known)
        if resembles(asked, name) and (asked.words or asked.nickname)
    ]
    expected = sorted(found, key=lambda answer: not answer[1])[:most]
    assert index.similar(asked, most=most) == expected


def test_somebody_with_two_names_is_found_once() -> None:
    index = NameIndex([("a", name_of("Marie", "Dupond")), ("a", name_of("Marie", "Dupont"))])
    assert index.similar(name_of("Marie", "Dupont"), most=5) == [("a", True)]


def test_a_search_looks_at_every_part_of_a_name() -> None:
    assert search_name("Éloïse", "Martin-Petit", "Lola") == "eloise martin petit lola"
