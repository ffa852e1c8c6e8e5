"""BOITE À EMPORTER before equal nigiri on several wasabi: whole pairs, or cards of two pairs."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations
from typing import Any

import pytest

from games.core.canonical import canonical_json
from games.core.events import Event, decode_payload, encode_payload
from games.core.forms import form_for
from games.core.viewer import PUBLIC, seat_viewer
from games.sushi_go_party.events import BoxPacked
from games.sushi_go_party.state import Laid, dish_of
from games.sushi_go_party.tables import turn_face_down
from tests.games.sushi_go_party.position import RULES, Table

ON, UNDER = "salmon_on_wasabi", "wasabi_under_salmon"
SAME, OTHER = "wasabi_under_same_salmon", "wasabi_under_other_salmon"
LABELS = ("Ana", "Bo", "Cy")


def boxed(*cards: str, **options: Any) -> Table:
    """Return a table at which seat 0 has laid some cards, one a turn, and now a Takeout Box."""
    table = Table("takeout_box", "wasabi", **options)
    for card in cards:
        table.lay(card)
    table.lay("takeout_box10")
    return table


def two_pairs() -> Table:
    return boxed("wasabi", "salmon", "wasabi", "salmon")


def three_pairs() -> Table:
    return boxed(*("wasabi", "salmon") * 3)


def crossed_pairs() -> Table:
    """Return two pairs of which the older nigiri lies on the younger wasabi."""
    table = boxed("wasabi", "wasabi", "salmon", "salmon")
    table.pack(0, ON)
    table.lay("salmon")
    table.lay("takeout_box11")
    assert table.dishes(0)[:5] == [UNDER, UNDER, "packed", ON, ON]
    first, second, _, older, younger, _ = table.state.tables[0]
    assert (older.on, younger.on) == (second.id, first.id)
    return table


TABLES = {"two": two_pairs, "three": three_pairs, "crossed": crossed_pairs}


def test_a_whole_pair_and_cards_of_two_pairs_are_different_choices() -> None:
    """« une ou des carte(s) posée(s) devant vous »"""
    table = two_pairs()
    table.pack(0, ON, UNDER)
    assert table.dishes(0) == ["packed", "packed", UNDER, ON]
    assert table.worth("nigiri")[0] == 6
    table = two_pairs()
    table.pack(0, ON, OTHER)
    assert table.dishes(0) == ["wasabi", "packed", "packed", "salmon"]
    assert table.worth("nigiri")[0] == 2
    table.lay("egg")
    assert table.newest(0) == ["egg_on_wasabi"]


def test_both_can_be_said_where_the_older_nigiri_lies_on_the_younger_wasabi() -> None:
    """A25: the wasabi that a box freed is the oldest, so a later nigiri went onto it."""
    table = crossed_pairs()
    table.pack(0, ON, UNDER)  # the oldest of each, as it always was
    assert table.dishes(0) == ["packed", "wasabi", "packed", "packed", "salmon"]
    table = crossed_pairs()
    table.pack(0, ON, SAME)
    assert table.dishes(0) == [UNDER, "packed", "packed", "packed", ON]


@pytest.mark.parametrize("pairs", ["two", "three", "crossed"])
def test_every_different_way_to_pack_is_offered_exactly_once(pairs: str) -> None:
    """Every set of cards is tried by brute force; equal pairs that change places are no choice."""
    table = TABLES[pairs]()
    before = table.state.tables[0]
    ready = [laid.id for laid in before if laid.face and laid.turn < table.state.turn]
    subsets = chain.from_iterable(combinations(ready, size) for size in range(len(ready) + 1))
    possible = {position_of(turned(table, ids)) for ids in subsets}
    offered = list(RULES.choices(table.state, 0))
    reached = [position_of(packed_by(table, event)) for event in offered]
    assert len(reached) == len(set(reached))
    assert set(reached) == possible
    (need,) = RULES.needs(table.state)
    for event in offered:
        assert form_for([need], event) is not None


def turned(table: Table, ids: Iterable[int]) -> tuple[Laid, ...]:
    """Return the table of seat 0 with these cards face down."""
    state = table.state.clone()
    turn_face_down(state, 0, list(ids))
    return state.tables[0]


def packed_by(table: Table, event: Event) -> tuple[Laid, ...]:
    """Return the table of seat 0 after a choice."""
    state = table.state.clone()
    RULES.check(state, event)
    RULES.apply(state, event)
    return state.tables[0]


def position_of(table: tuple[Laid, ...]) -> tuple[tuple[str, int], ...]:
    """Return what lies on a table, whatever its order."""
    faces = Counter(dish_of(laid, table) for laid in table)
    faces.pop("takeout_box10", None)
    faces.pop("takeout_box11", None)
    return tuple(sorted(faces.items()))


@pytest.mark.parametrize("pairs", TABLES)
def test_one_choice_has_one_way_to_be_said(pairs: str) -> None:
    """Whatever the form allows is refused, or is one of the choices offered."""
    table = TABLES[pairs]()
    offered = list(RULES.choices(table.state, 0))
    (need,) = RULES.needs(table.state)
    (field,) = need.forms[0].fields
    assert {name for event in offered for name in dishes_of(event)} == set(field.of)
    supply = [
        item for item, count in zip(field.of, field.supply, strict=True) for _ in range(count)
    ]
    tried = chain.from_iterable(combinations(supply, size) for size in range(field.most + 1))
    for dishes in set(tried):
        event = BoxPacked(0, tuple(map(str, dishes)))
        if event not in offered:
            assert table.refuses(event) in ("not_packable", "packs_more_simply")


def dishes_of(event: Event) -> tuple[str, ...]:
    assert isinstance(event, BoxPacked)
    return event.dishes


@pytest.mark.parametrize(
    ("said", "simply"),
    [
        ((OTHER,), [UNDER]),
        ((ON, SAME), [ON, UNDER]),
        ((ON, UNDER, OTHER), [ON, UNDER, UNDER]),
        ((ON, ON, SAME), [ON, ON, UNDER]),
    ],
)
def test_words_that_say_nothing_new_are_refused_with_the_plain_ones(
    said: tuple[str, ...], simply: list[str]
) -> None:
    refusal = two_pairs().refusal(BoxPacked(0, said))
    assert refusal.code == "packs_more_simply"
    assert refusal.params == {"dishes": simply}


def test_another_pair_must_be_there() -> None:
    assert two_pairs().refuses(BoxPacked(0, (ON, ON, OTHER))) == "not_packable"
    assert boxed("wasabi", "salmon").refuses(BoxPacked(0, (ON, OTHER))) == "not_packable"
    assert boxed("salmon").refuses(BoxPacked(0, (OTHER,))) == "not_packable"


def test_different_nigiri_on_two_wasabi_need_no_such_words() -> None:
    """With two used wasabi the name of the nigiri says which of them is packed."""
    table = boxed("wasabi", "egg", "wasabi", "squid")
    (need,) = RULES.needs(table.state)
    assert need.forms[0].fields[0].of == (
        *("wasabi_under_egg", "egg_on_wasabi"),
        *("wasabi_under_squid", "squid_on_wasabi"),
    )


@pytest.mark.parametrize("pairs", TABLES)
@pytest.mark.parametrize("dishes", [[], [ON], [UNDER], [ON, UNDER], [ON, ON, UNDER]])
def test_an_event_of_the_first_schema_packs_the_oldest_dishes(
    pairs: str, dishes: list[str]
) -> None:
    """What was stored before keeps its meaning, and its form."""
    table = TABLES[pairs]()
    payload = canonical_json({"dishes": dishes, "seat": 0})
    old = decode_payload("sushi_go_party.box_packed", 1, payload)
    assert old == BoxPacked(0, tuple(dishes))
    assert encode_payload(old) == payload
    left = list(dishes)
    oldest = []
    for laid in table.state.tables[0]:
        if dish_of(laid, table.state.tables[0]) in left:
            left.remove(dish_of(laid, table.state.tables[0]))
            oldest.append(laid.id)
    after = packed_by(table, old)
    assert [laid.id for laid in after if not laid.face and laid.id in oldest] == oldest
    assert position_of(after) == position_of(turned(table, oldest))


def test_the_schema_is_the_second() -> None:
    assert BoxPacked.schema == 2


# In words


@pytest.mark.parametrize("pairs", TABLES)
def test_the_notation_writes_and_reads_every_way_to_pack(pairs: str) -> None:
    table = TABLES[pairs]()
    texts = set()
    for event in RULES.choices(table.state, 0):
        text = RULES.write(table.state, event, LABELS)
        assert RULES.read(table.state, text, LABELS) == event
        texts.add(text)
    assert len(texts) == len(list(RULES.choices(table.state, 0)))


@pytest.mark.parametrize(
    ("text", "dishes"),
    [
        ("Ana packs salmon_on_wasabi wasabi_under_salmon", (ON, UNDER)),
        ("Ana packs salmon>wasabi wasabi_under_salmon", (ON, UNDER)),
        ("Ana packs salmon_on_wasabi wasabi_under_other_salmon", (ON, OTHER)),
        ("Ana emporte saumon>wasabi wasabi-sous-un-autre-saumon", (ON, OTHER)),
        ("Ana packs salmon>wasabi wasabi-under-another-salmon-nigiri", (ON, OTHER)),
        # Needless words are read as what they mean.
        ("Ana packs salmon_on_wasabi wasabi_under_same_salmon", (ON, UNDER)),
        ("Ana emporte saumon>wasabi wasabi-sous-le-même-saumon", (ON, UNDER)),
        ("Ana packs wasabi_under_other_salmon", (UNDER,)),
        # What is not there is read as it is said, and refused.
        ("Ana packs wasabi_under_other_squid", ("wasabi_under_other_squid",)),
    ],
)
def test_packing_is_read_in_both_languages_and_as_it_always_was(
    text: str, dishes: tuple[str, ...]
) -> None:
    assert RULES.read(two_pairs().state, text, LABELS) == BoxPacked(0, dishes)


def test_a_sentence_says_which_wasabi_is_meant() -> None:
    table = two_pairs()

    def told(*dishes: str) -> list[str]:
        return [
            RULES.describe(table.state, BoxPacked(0, dishes), LABELS, language)
            for language in ("en", "fr")
        ]

    assert told(ON, UNDER) == [
        "Ana turns face down: salmon nigiri on wasabi, wasabi under the same salmon nigiri.",
        "Ana retourne : sushi saumon sur wasabi, wasabi sous le même sushi saumon.",
    ]
    assert told(ON, OTHER) == [
        "Ana turns face down: salmon nigiri on wasabi, wasabi under another salmon nigiri.",
        "Ana retourne : sushi saumon sur wasabi, wasabi sous un autre sushi saumon.",
    ]
    assert told(UNDER)[0] == "Ana turns face down: wasabi under salmon nigiri."
    assert told(ON, ON, UNDER)[0] == (
        "Ana turns face down: salmon nigiri on wasabi ×2, wasabi under salmon nigiri."
    )


def test_everybody_sees_which_wasabi_was_packed() -> None:
    table = two_pairs()
    event = BoxPacked(0, (ON, OTHER))
    table.play(event)
    for viewer in (PUBLIC, seat_viewer(1)):
        assert RULES.redact(event, table.state, viewer) == event
        assert RULES.view(table.state, viewer).tables == table.state.tables


def test_a_bot_sees_what_the_two_ways_are_worth() -> None:
    table = boxed("wasabi", "salmon", "wasabi", "salmon", *("-",) * 4)  # nothing more can come
    whole, split = (
        RULES.evaluate(table.state, 0, BoxPacked(0, (ON, wasabi))) for wasabi in (UNDER, OTHER)
    )
    assert whole - split == 400
