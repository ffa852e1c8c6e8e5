"""Tables that were only counted: scored as played ones are, and held to what the box has."""

from typing import Any

import pytest

from games.bots.random_bot import RandomBot
from games.core.errors import RuleViolation
from games.core.matches import play_match
from games.core.outcome import ScoreLine
from games.core.setup import Setup, resolve_options
from games.core.words import say
from games.sushi_go_party.components import COPIES, HAND_SIZES
from games.sushi_go_party.engine import SushiGoParty
from games.sushi_go_party.options import OPTIONS
from games.sushi_go_party.tally import count_fields, tally
from games.sushi_go_party.words import WORDS
from tests.games.sushi_go_party.table import setup_with

RULES = SushiGoParty()


def counted(setup: Setup, *seats: dict[str, list[str]]) -> list[dict[str, list[str]]]:
    """Return a count in which nothing lies but what is told."""
    nothing: dict[str, list[str]] = {field.name: [] for field in count_fields(setup)}
    tables = [nothing | seat for seat in seats]
    return tables + [nothing] * (setup.seats - len(tables))


def refusal(setup: Setup, *seats: dict[str, list[str]]) -> tuple[str, dict[str, Any]]:
    """Return the code and parameters with which a count is refused."""
    with pytest.raises(RuleViolation) as caught:
        tally(setup, counted(setup, *seats))
    for language in ("en", "fr"):
        text = say(WORDS, f"code.{caught.value.code}", language, **caught.value.params)
        assert "{" not in text
        assert not text.startswith("code.")
    return caught.value.code, caught.value.params


def test_three_rounds_and_desserts_are_scored_as_on_the_sheet() -> None:
    setup = setup_with("maki", "tempura", "wasabi", "tea", "ice_cream", seats=2)
    first = {
        "round1": ["squid_on_wasabi", "maki3", "ice_cream", "ice_cream"],
        "round2": ["tempura", "tempura", "tea", "tea", "ice_cream"],
        "round3": ["wasabi", "egg", "tea", "ice_cream"],
    }
    second = {"round1": ["maki1", "maki1"], "round2": ["maki2"], "round3": []}
    result = tally(setup, counted(setup, first, second))
    assert result.final
    assert result.ending == "complete"
    assert result.scores == (9 + 6 + 5 + 2 * 2 + 1 + 2 + 12, 3 + 6)
    assert result.places == (1, 2)
    assert result.breakdown[0][0] == ScoreLine("nigiri", 9, "3×3", 1)
    assert result.breakdown[0][-1] == ScoreLine("ice_cream", 12, "4")
    assert [line.round for line in result.breakdown[1] if line.rule == "maki"] == [1, 2, 3]


def test_dessert_cards_break_a_tie_of_counted_tables() -> None:
    """A23 « En cas d'égalité, celui ayant le plus de cartes DESSERT l'emporte ! »"""
    setup = setup_with("ice_cream", seats=3)
    result = tally(setup, counted(setup, {}, {"round2": ["ice_cream"]}))
    assert result.scores == (0, 0, 0)
    assert result.places == (2, 1, 2)


def test_a_field_offers_what_may_lie_there_and_how_often() -> None:
    setup = setup_with("uramaki", "spoon", "takeout_box", "fruit", "miso", seats=8)
    fields = {field.name: field for field in count_fields(setup)}
    assert list(fields) == ["round1", "round2", "round3", "uramaki1", "uramaki2", "uramaki3"]
    table = dict(zip(fields["round2"].of, fields["round2"].supply, strict=True))
    assert table["egg"] == COPIES["egg"]
    assert table["miso"] == HAND_SIZES[8]  # one turn each
    assert table["spoon"] == 3
    assert table["packed"] == 3 * 6
    assert table["fruit_wo"] == 3
    assert not {"spoon4", "takeout_box10", "takeout_box", "egg_on_wasabi"} & set(table)
    assert fields["uramaki1"].of == ("place1", "place2")
    assert fields["round1"].most == HAND_SIZES[8]


def test_wasabi_and_special_orders_change_what_is_offered() -> None:
    setup = setup_with("wasabi", "special_order", "pudding")
    field = count_fields(setup)[0]
    table = dict(zip(field.of, field.supply, strict=True))
    assert field.of[:6] == (
        *("egg", "salmon", "squid"),
        *("egg_on_wasabi", "salmon_on_wasabi", "squid_on_wasabi"),
    )
    assert table["squid"] == table["squid_on_wasabi"] == table["wasabi"] == 6
    assert table["pudding"] == 18
    assert "special_order" not in table


def test_the_english_uramaki_have_a_third_place() -> None:
    fields = count_fields(setup_with("uramaki", uramaki="en"))
    assert fields[-1].of == ("place1", "place2", "place3")


@pytest.mark.parametrize(
    "tables",
    [
        [],
        [{}],
        [{"round1": [], "round2": []}] * 4,
        [{"round1": [], "round2": [], "round3": [], "round4": []}] * 4,
        [{"round1": [], "round2": [], "round3": None}] * 4,
        [{"round1": [], "round2": [], "round3": "egg"}] * 4,
        [{"round1": [], "round2": [], "round3": ["uramaki3"]}] * 4,
        [{"round1": [], "round2": [], "round3": [[]]}] * 4,
        [{"round1": [], "round2": [], "round3": [{}, 1, None]}] * 4,
        [{1: 2}] * 4,
        [None] * 4,
    ],
)
def test_what_is_no_count_is_refused(tables: list[Any]) -> None:
    with pytest.raises(RuleViolation, match="bad_tables"):
        tally(setup_with("maki"), tables)


def test_more_of_a_card_than_the_box_has_is_refused() -> None:
    setup = setup_with("maki", "wasabi")
    eggs = [{"round2": ["egg"] * 3}, {"round2": ["egg_on_wasabi"] * 2}]
    code, params = refusal(setup, *eggs)
    assert code == "count_too_many"
    assert params == {"cards": ["egg"], "round": 2, "found": 5, "most": 4}
    code, params = refusal(setup, {"round1": ["wasabi"] * 2}, {"round1": ["egg_on_wasabi"] * 2})
    assert (code, params["cards"]) == ("count_too_many", ["wasabi"])
    tally(setup, counted(setup, {"round1": ["egg"] * 4, "round2": ["egg"] * 4}))


def test_numbered_cards_are_counted_together() -> None:
    setup = setup_with("chopsticks", "spoon")
    tally(setup, counted(setup, {"round1": ["chopsticks"] * 3}))
    code, params = refusal(setup, {"round1": ["chopsticks"] * 2}, {"round1": ["chopsticks"] * 2})
    assert (code, params["cards"], params["most"]) == ("count_too_many", ["chopsticks"], 3)


def test_more_miso_than_turns_is_refused() -> None:
    """« Si plus d'une Soupe miso sont jouées au même tour … immédiatement défaussées »"""
    setup = setup_with("miso", seats=8)
    seats = [{"round1": ["miso"]}] * 8
    assert refusal(setup, *seats)[1] == {"cards": ["miso"], "round": 1, "found": 8, "most": 7}
    tally(setup, counted(setup, *seats[:7]))


def test_special_orders_stand_in_for_cards_that_the_box_does_not_have() -> None:
    """A Special Order is counted as what it copies, and there are three."""
    setup = setup_with("special_order", "tempura", "maki", "tofu")
    tally(setup, counted(setup, {"round1": ["tempura"] * 9}, {"round1": ["tempura"] * 2}))
    five = {"round1": ["squid"] * 5}
    tally(setup, counted(setup, five, {"round1": ["tempura"] * 9}))
    code, params = refusal(setup, five, {"round1": ["tempura"] * 9}, {"round1": ["tempura"]})
    assert (code, params) == ("count_too_many_copies", {"round": 1, "found": 4, "most": 3})
    code, params = refusal(setup, {"round1": ["squid"] * 7})
    assert (code, params["most"]) == ("count_too_many", 6)


def test_a_special_order_kept_as_a_dessert_is_gone_for_later_rounds() -> None:
    """« Elle ne sera donc pas remise dans le paquet aux manches suivantes. »"""
    setup = setup_with("special_order", "pudding")
    kept = {"round1": ["pudding"] * 6, "round2": ["squid"] * 5}  # five puddings were shuffled in
    tally(setup, counted(setup, kept))
    code, params = refusal(setup, {**kept, "round2": ["squid"] * 6})
    assert (code, params["most"]) == ("count_too_many", 5)


def test_more_desserts_than_were_shuffled_in_are_refused() -> None:
    """« Manche 1 : 5 cartes DESSERT … manche 2 : 3 … manche 3 : 2 »"""
    setup = setup_with("pudding")
    tally(setup, counted(setup, {"round1": ["pudding"] * 5, "round2": ["pudding"] * 3}))
    tally(setup, counted(setup, {"round3": ["pudding"] * 9}, {"round3": ["pudding"]}))
    for number, most in ((1, 5), (2, 8), (3, 10)):
        cards = ["pudding"] * (most // 2 + 1)
        code, params = refusal(setup, *[{f"round{number}": cards}] * 2)
        assert code == "count_too_many_desserts"
        assert (params["round"], params["most"]) == (number, most)


def test_a_fruit_that_was_kept_does_not_come_back() -> None:
    setup = setup_with("fruit")
    code, params = refusal(setup, {"round1": ["fruit_ww"] * 2, "round3": ["fruit_ww"]})
    assert (code, params["cards"]) == ("count_too_many_desserts", ["fruit_ww"])


def test_copies_of_two_kinds_of_fruit_need_an_order_each() -> None:
    setup = setup_with("fruit", "special_order", seats=6)
    cards = {"round1": ["fruit_ww"] * 4, "round2": ["fruit_oo"] * 4}
    code, params = refusal(setup, cards)
    assert (code, params) == ("count_too_many_copies", {"round": 2, "found": 4, "most": 3})


def test_a_table_has_no_more_cards_than_the_round_has_turns() -> None:
    setup = setup_with("maki", "wasabi")
    nine = ["maki1"] * 4 + ["maki2"] * 5
    tally(setup, counted(setup, {"round1": nine}))
    code, params = refusal(setup, {}, {"round3": [*nine, "maki3"]})
    assert code == "count_table_too_full"
    assert params == {"number": 2, "round": 3, "found": 10, "most": 9}
    assert refusal(setup, {"round1": [*nine[1:], "egg_on_wasabi"]})[1]["found"] == 10


def test_packed_cards_took_a_takeout_box_and_there_are_three() -> None:
    setup = setup_with("takeout_box", seats=5)
    tally(setup, counted(setup, {"round1": ["packed"] * 8}))
    assert refusal(setup, {"round1": ["packed"] * 9})[0] == "count_table_too_full"
    packers = [{"round2": ["packed"]}] * 4
    tally(setup, counted(setup, *packers[:3]))
    assert refusal(setup, *packers) == ("count_too_many_boxes", {"round": 2, "found": 4, "most": 3})


FRENCH = setup_with("uramaki", seats=3)
ENGLISH = setup_with("uramaki", seats=4, uramaki="en")


def scores(setup: Setup, *seats: dict[str, list[str]]) -> tuple[int, ...]:
    """Return the scores of a count."""
    return tally(setup, counted(setup, *seats)).scores


def test_places_for_uramaki_are_counted_with_the_prize_at_the_end() -> None:
    """SGP-X4 Ozzie and Jonas reach ten in the same turn; Jonas and Orphée have four left."""
    left = ["uramaki4"]
    ozzie, jonas = {"uramaki1": ["place1"]}, {"uramaki1": ["place1"], "round1": left}
    assert scores(FRENCH, ozzie, jonas, {"round1": left}) == (8, 10, 2)


def test_a_second_place_for_uramaki_needs_a_first() -> None:
    assert scores(FRENCH, {"uramaki2": ["place1", "place2"]}) == (14, 0, 0)
    code, params = refusal(FRENCH, {"uramaki2": ["place2"]})
    assert (code, params) == ("count_place_not_free", {"places": ["place2"], "round": 2})


def test_whether_a_tie_skips_the_second_place_is_the_option() -> None:
    """A1 Not skipped, unless the club plays `skip_place_after_tie`."""
    tie = [{"uramaki1": ["place1"]}, {"uramaki1": ["place1"]}, {"uramaki1": ["place2"]}]
    assert scores(FRENCH, *tie) == (8, 8, 6)
    skipping = setup_with("uramaki", seats=3, skip_place_after_tie=True)
    assert refusal(skipping, *tie)[0] == "count_place_not_free"
    assert scores(skipping, *tie[1:]) == (8, 6, 0)


def test_english_places_skip_after_a_tie() -> None:
    first, second, third = ({"uramaki1": [f"place{n}"]} for n in (1, 2, 3))
    assert scores(ENGLISH, first, second, third) == (8, 5, 2, 0)
    assert scores(ENGLISH, first, first, third, third) == (8, 8, 2, 2)
    assert scores(ENGLISH, first, first, first) == (8, 8, 8, 0)
    for seats in (
        (second,),
        (first, third),
        (first, first, second),
        (first, second, second, third),
        (first, first, first, third),
    ):
        assert refusal(ENGLISH, *seats)[0] == "count_place_not_free"


def test_an_english_place_that_nobody_claimed_is_given_at_the_end() -> None:
    first, left = {"uramaki3": ["place1"]}, {"round3": ["uramaki3"]}
    assert scores(ENGLISH, first, left) == (8, 5, 0, 0)
    assert scores(ENGLISH, left) == (8, 0, 0, 0)


def test_a_place_is_not_claimed_twice_by_one_seat() -> None:
    """A4, A7 It would take two more cards after the first ten, in one turn."""
    twice = {"uramaki1": ["place1", "place1"]}
    assert refusal(FRENCH, twice)[0] == "count_place_twice"
    assert refusal(ENGLISH, twice)[0] == "count_place_twice"
    many = setup_with("uramaki", "chopsticks", seats=3, many_bonus_cards=True)
    assert scores(many, twice) == (16, 0, 0)


def test_ten_icons_do_not_stay_while_a_place_is_free() -> None:
    """A3 Cards stay only the third time somebody reaches ten."""
    ten = ["uramaki5", "uramaki5"]
    code, params = refusal(FRENCH, {"uramaki1": ["place1"]}, {"round1": ten})
    assert (code, params["number"]) == ("count_ten_not_claimed", 2)
    both = {"uramaki1": ["place1", "place2"]}
    assert scores(FRENCH, both, {"round1": ten}) == (14, 2, 0)
    assert refusal(ENGLISH, both, {"round1": ten})[0] == "count_ten_not_claimed"
    assert scores(ENGLISH, both, {"uramaki1": ["place3"]}, {"round1": ten}) == (13, 2, 0, 0)


def test_claimed_places_use_up_uramaki_of_the_box() -> None:
    """Ten icons four times leave eight of the 48 at most."""
    four = [{"uramaki1": ["place1"]}] * 3 + [{"uramaki1": ["place2"]}]
    setup = setup_with("uramaki", seats=5)
    assert scores(setup, *four) == (8, 8, 8, 6, 0)
    code, params = refusal(setup, *four, {"round1": ["uramaki5", "uramaki5"]})
    assert (code, params) == ("count_too_few_uramaki", {"round": 1, "found": 4})
    assert refusal(setup, *four, {"uramaki1": ["place2"]})[0] == "count_too_few_uramaki"
    ordered = setup_with("uramaki", "special_order", seats=5)
    assert scores(ordered, *four, {"uramaki1": ["place2"]}) == (8, 8, 8, 6, 6)


def test_claimed_places_use_up_turns() -> None:
    setup = setup_with("uramaki", seats=2)  # ten turns
    both = {"uramaki1": ["place1", "place2"]}
    assert scores(setup, {**both, "round1": ["egg"] * 4 + ["squid"] * 2})[0] == 24
    full = ["egg"] * 4 + ["squid"] * 3
    assert refusal(setup, {**both, "round1": full})[0] == "count_table_too_full"


def test_junk_is_refused_or_scored_but_never_breaks() -> None:
    setup = setup_with("uramaki", "takeout_box", "special_order", seats=3)
    names = [field.name for field in count_fields(setup)]
    junks: list[Any] = [None, True, 0, 2**70, "", "egg"]
    junks += [[1], [[]], [{}], [None], {"egg": 1}, ["\0"]]
    for junk in junks:
        for name in names:
            with pytest.raises(RuleViolation, match="bad_tables"):
                tally(setup, counted(setup, {name: junk}))


# Played matches, counted


PLAYED = [
    ("sushi_go", 2, {}),
    ("my_first_meal", 8, {}),
    ("party_sampler", 4, {}),
    ("master_menu", 5, {"takeout_frees_wasabi": False}),
    ("points_platter", 3, {"uramaki": "en"}),
    ("points_platter", 6, {}),
    ("cutthroat_combo", 7, {}),
    ("big_banquet", 6, {"many_bonus_cards": True}),
    ("dinner_for_two", 2, {"skip_place_after_tie": True}),
]


@pytest.mark.parametrize(("menu", "seats", "options"), PLAYED)
def test_a_played_match_that_is_only_counted_has_the_same_outcome(
    menu: str, seats: int, options: dict[str, Any]
) -> None:
    chosen = resolve_options(OPTIONS, seats, {"menu": menu, **options})
    setup = Setup("sushi_go_party", 1, seats, chosen)
    for seed in range(5):
        state = RULES.start(setup)
        for event in play_match(RULES, setup, [RandomBot()] * seats, f"{menu}/{seed}"):
            RULES.apply(state, event)
        assert tally(setup, RULES.recorded_counts(state)) == RULES.outcome(state)
