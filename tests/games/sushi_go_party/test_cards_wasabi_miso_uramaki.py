"""WASABI, SOUPE MISO and CALIFORNIA in play: one test per sentence or ruling."""

import pytest

from tests.games.sushi_go_party.position import Table

# WASABI


def test_a_wasabi_does_nothing_when_it_is_laid() -> None:
    """« Quand vous jouez un Wasabi, il n'y a aucun effet immédiat. »"""
    table = Table("wasabi")
    table.lay("egg")
    table.lay("wasabi")
    assert table.dishes(0) == ["egg", "wasabi"]
    assert table.phase == "choose"


@pytest.mark.parametrize(("nigiri", "points"), [("egg", 3), ("salmon", 6), ("squid", 9)])
def test_the_next_nigiri_goes_onto_the_wasabi_and_counts_three_times(
    nigiri: str, points: int
) -> None:
    """« la prochaine carte SUSHI que vous jouerez devra être placée sur cette carte … triple »"""
    table = Table("wasabi")
    table.lay("wasabi")
    table.lay("tempura")
    table.lay(nigiri)
    assert table.dishes(0) == [f"wasabi_under_{nigiri}", "tempura", f"{nigiri}_on_wasabi"]
    table.end_round()
    assert table.scored("nigiri") == [points, 0, 0]


def test_a_nigiri_has_no_choice_about_a_free_wasabi() -> None:
    """« devra être placée sur cette carte »: the choice is of the card alone."""
    table = Table("wasabi", hands=["wasabi"])
    table.lay("wasabi")
    assert table.offered(0) >= {"egg", "salmon", "squid"}
    assert "squid_on_wasabi" not in table.offered(0)
    assert table.refuses_to_lay(0, "squid_on_wasabi") == "no_such_card"


def test_a_wasabi_takes_one_nigiri_only() -> None:
    """« Vous ne pouvez placer qu'un SUSHI sur chaque Wasabi. »"""
    table = Table("wasabi")
    for card in ("wasabi", "egg", "squid"):
        table.lay(card)
    assert table.dishes(0) == ["wasabi_under_egg", "egg_on_wasabi", "squid"]


def test_a_seat_may_have_several_wasabi() -> None:
    """« Vous pouvez jouer plusieurs Wasabi par manche. »"""
    table = Table("wasabi")
    for card in ("wasabi", "wasabi", "egg", "squid", "salmon"):
        table.lay(card)
    assert table.newest(0, 3) == ["egg_on_wasabi", "squid_on_wasabi", "salmon"]


def test_of_several_free_wasabi_the_oldest_is_used() -> None:
    """A25: nigiri with several free wasabi: all equivalent; use the oldest."""
    table = Table("wasabi")
    for card in ("wasabi", "wasabi", "egg"):
        table.lay(card)
    assert table.dishes(0) == ["wasabi_under_egg", "wasabi", "egg_on_wasabi"]


def test_a_wasabi_without_a_nigiri_is_worth_nothing() -> None:
    """« À la fin de la manche, un Wasabi sans Sushi dessus vaut 0 point. »"""
    table = Table("wasabi")
    table.lay("squid")
    table.lay("wasabi")
    table.lay("tempura", "wasabi")
    table.end_round()
    # The squid lay there before the wasabi, and the wasabi of a neighbour is not one's own.
    assert table.scored("nigiri") == [3, 0, 0]


def test_a_wasabi_serves_its_own_seat_only() -> None:
    """« la prochaine carte SUSHI que vous jouerez »"""
    table = Table("wasabi")
    table.lay("wasabi", "wasabi")
    table.lay("-", "egg", "squid")
    assert table.newest(2) == ["squid"]
    assert table.newest(1) == ["egg_on_wasabi"]
    assert table.dishes(0)[0] == "wasabi"


def test_only_nigiri_go_onto_wasabi() -> None:
    """« la prochaine carte SUSHI »"""
    table = Table("wasabi", "pudding")
    for card in ("wasabi", "maki3", "tempura", "pudding"):
        table.lay(card)
    assert table.dishes(0) == ["wasabi", "maki3", "tempura", "pudding"]


# SOUPE MISO


def test_a_miso_that_is_alone_in_its_turn_stays_and_gives_three() -> None:
    """« la seule à être jouée à ce tour, elle reste devant vous … elle vaudra 3 points »"""
    table = Table("miso")
    table.lay("miso")
    assert table.dishes(0) == ["miso"]
    table.end_round()
    assert table.scored("miso") == [3, 0, 0]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_miso_of_one_turn_are_all_discarded_at_once(number: int) -> None:
    """« plus d'une Soupe miso sont jouées au même tour … immédiatement défaussées »"""
    table = Table("miso", seats=4)
    table.lay(*["miso"] * number)
    assert all(table.dishes(seat) == [] for seat in range(number))
    assert table.discard == ["miso"] * number
    table.end_round()
    assert table.scored("miso") == [0, 0, 0, 0]


def test_discarded_miso_come_back_in_the_next_round() -> None:
    """« pour ne pas oublier de les reprendre à la manche suivante »"""
    table = Table("miso")
    table.lay("miso", "miso")
    table.end_round()
    assert (table.discard, table.state.deck) == ([], 54 + 5 + 3)
    table.deal(" ".join(["miso"] * 8))


def test_several_miso_of_different_turns_all_count() -> None:
    """« Vous pouvez marquer les points de plusieurs Soupes miso à la fin d'une manche. »"""
    table = Table("miso")
    table.lay("miso")
    table.lay("miso")
    table.lay("-", "miso")
    table.end_round()
    assert table.scored("miso") == [6, 3, 0]


def test_miso_of_earlier_turns_stay_when_others_are_discarded() -> None:
    """A5: soups of earlier turns are untouched."""
    table = Table("miso")
    table.lay("miso")
    table.lay("miso", "miso")
    assert table.dishes(0) == ["miso"]
    assert table.discard == ["miso", "miso"]


def test_two_miso_of_the_same_seat_in_one_turn_are_discarded_too() -> None:
    """« (y compris par vous) »; A5: two by the same player also annihilate."""
    table = Table("miso", "chopsticks")
    table.lay("chopsticks1")
    table.lay("chopsticks1: miso + miso")
    assert table.dishes(0) == []
    assert table.discard == ["miso", "miso"]


def bring_miso(table: Table, way: str) -> None:
    """Let seat 0 lay an extra miso in a turn in which seat 1 lays one; seat 0 has one before."""
    match way:
        case "chopsticks":
            table.lay("chopsticks2")
            table.lay("chopsticks2: egg + miso", "miso")
        case "spoon":
            table.lay("spoon5")
            table.lay("spoon5: egg", "miso")
            table.ask(0, "miso")
            table.give(1, "miso")
        case "menu":
            table.lay("menu8", "miso")
            table.draw(0, "miso")
            table.take(0, "miso")
        case "special_order":
            table.lay("special_order", "miso")
            table.copy(0, "miso")


@pytest.mark.parametrize("way", ["chopsticks", "spoon", "menu", "special_order"])
def test_an_extra_miso_counts_as_laid_in_the_same_turn(way: str) -> None:
    """« en utilisant une carte Baguettes, Cuillère, Menu ou Commande spéciale … même tour »"""
    table = Table("miso", way)
    table.lay("miso")
    bring_miso(table, way)
    assert table.dishes(0).count("miso") == 1
    assert "miso" not in table.dishes(1)
    second = "special_order" if way == "special_order" else "miso"
    assert sorted(table.discard) == sorted(["miso", second, *(["menu8"] if way == "menu" else [])])
    table.end_round()
    assert table.scored("miso") == [3, 0, 0]


def test_a_further_miso_in_a_turn_in_which_miso_were_discarded_is_discarded_too() -> None:
    """A31"""
    table = Table("miso", "chopsticks")
    table.lay("chopsticks3")
    table.lay("chopsticks3: egg + miso", "miso", "miso")
    assert table.discard == ["miso"] * 3
    assert not any("miso" in table.dishes(seat) for seat in range(3))
    # In the next turn everything is as before.
    table.lay("-", "miso")
    assert table.newest(1) == ["miso"]


# CALIFORNIA


def test_the_first_to_have_ten_icons_gets_eight_at_once_and_discards_them() -> None:
    """« La 1re fois qu'un joueur cumule au moins 10 symboles … gagne immédiatement 8 points »"""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki4")
    table.lay("egg", "uramaki5")
    assert table.at_once() == [0, 0, 0]
    table.lay("uramaki5")
    assert table.at_once() == [8, 0, 0]
    assert table.outcome().scores == (8, 0, 0)
    # « défausse immédiatement ses cartes California »
    assert table.dishes(0) == ["egg"]
    assert table.discard == ["uramaki5", "uramaki5"]
    assert table.dishes(1)[:2] == ["uramaki4", "uramaki5"]


def test_nine_icons_are_not_enough_and_twelve_count_like_ten() -> None:
    """« au moins 10 symboles »"""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki3")
    table.lay("uramaki4", "uramaki5")
    assert table.at_once() == [0, 0, 0]
    table.lay("-", "uramaki4")
    assert table.at_once() == [0, 8, 0]


def test_the_second_time_gives_six() -> None:
    """« La 2e fois qu'un joueur cumule au moins 10 symboles … gagne immédiatement 6 points »"""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki5")
    table.lay("uramaki5")
    table.lay("-", "uramaki5")
    assert table.at_once() == [8, 6, 0]
    assert table.discard == ["uramaki5"] * 4


def test_one_seat_may_win_several_places_in_a_round() -> None:
    """« NB : il est possible qu'un joueur gagne plusieurs places … à la même manche. »"""
    table = Table("uramaki")
    for card in ("uramaki5", "uramaki5", "uramaki5", "uramaki5", "uramaki3"):
        table.lay(card)
    assert table.at_once() == [14, 0, 0]
    table.end_round()
    assert table.scored("uramaki") == [16, 0, 0]


def test_the_third_time_gives_nothing_and_the_cards_stay_for_the_end() -> None:
    """A3: nothing scored, cards stay and count for the end-of-round 2."""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki5", "uramaki4")
    table.lay("uramaki5", "-", "uramaki4")
    table.lay("-", "uramaki5", "-")
    table.lay("-", "-", "uramaki3")
    assert table.at_once() == [8, 6, 0]
    assert [dish for dish in table.dishes(2) if "uramaki" in dish] == [
        "uramaki4",
        "uramaki4",
        "uramaki3",
    ]
    table.end_round()
    assert table.scored("uramaki") == [8, 6, 2]


def test_reaching_ten_in_the_same_turn_is_a_tie_whatever_the_totals() -> None:
    """A2: same turn = tie regardless of totals. « ils gagnent tous la totalité des points »"""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki3")
    table.lay("uramaki4", "uramaki4")
    table.lay("uramaki5", "uramaki3")
    assert table.at_once() == [8, 8, 0]
    assert len(table.discard) == 6


def test_after_a_tie_for_the_first_place_the_second_is_still_there() -> None:
    """A1: not skipped (as with maki)."""
    table = Table("uramaki", seats=4)
    table.lay("uramaki5", "uramaki5", "uramaki4")
    table.lay("uramaki5", "uramaki5", "uramaki4")
    assert table.at_once() == [8, 8, 0, 0]
    table.lay("-", "-", "uramaki3")
    assert table.at_once() == [8, 8, 6, 0]


def test_a_tie_for_the_second_place_gives_six_to_both() -> None:
    """« Si plusieurs joueurs sont à égalité pour une place : … la totalité des points. »"""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki4", "uramaki4")
    table.lay("uramaki5", "uramaki3", "uramaki4")
    table.lay("-", "uramaki3", "uramaki3")
    assert table.at_once() == [8, 6, 6]


def test_the_example_of_the_book_with_ozzie_jonas_and_orphee() -> None:
    """« Ozzie et Jonas sont les premiers à atteindre, au même tour, les 10 symboles … » (X4)"""
    table = Table("uramaki", seats=4)
    table.lay("uramaki5", "uramaki5", "uramaki4")
    table.lay("uramaki5", "uramaki5")
    assert table.at_once() == [8, 8, 0, 0]
    table.lay("-", "uramaki4")
    table.end_round()
    assert table.scored("uramaki") == [8, 10, 2, 0]


def test_the_most_icons_left_at_the_end_give_two() -> None:
    """« Le joueur avec le plus de symboles California devant lui gagne 2 points. »"""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki4", "uramaki3")
    table.end_round()
    assert table.scored("uramaki") == [2, 0, 0]


def test_the_prize_at_the_end_takes_at_least_one_icon() -> None:
    """A3: the prize of 2 needs at least 1 icon."""
    table = Table("uramaki")
    table.lay("uramaki5")
    table.lay("uramaki5")
    table.end_round()
    assert table.scored("uramaki") == [8, 0, 0]


def test_discarded_uramaki_come_back_in_the_next_round() -> None:
    """« Pensez à les reprendre à la manche suivante. »"""
    table = Table("uramaki")
    table.lay("uramaki5", "uramaki5")
    table.lay("uramaki5", "uramaki5")
    assert table.refuses_to_lay(2, "uramaki5") == "all_copies_laid"
    table.end_round()
    table.deal("uramaki5 uramaki5 uramaki5 uramaki5")


def bring_uramaki(table: Table, way: str) -> None:
    """Let seat 0, with five icons before it, lay five more as an extra card."""
    match way:
        case "chopsticks":
            table.lay("chopsticks2")
            table.lay("chopsticks2: egg + uramaki5")
        case "spoon":
            table.lay("spoon5")
            table.lay("spoon5: egg")
            table.ask(0, "uramaki5")
            table.give(1, "uramaki5")
        case "menu":
            table.lay("menu8")
            table.draw(0, "uramaki5")
            table.take(0, "uramaki5")
        case "special_order":
            table.lay("special_order")
            table.copy(0, "uramaki5")


@pytest.mark.parametrize("way", ["chopsticks", "spoon", "menu", "special_order"])
def test_ten_icons_are_looked_for_after_every_extra_card(way: str) -> None:
    """A4: after the reveal and after every extra card."""
    table = Table("uramaki", way)
    table.lay("uramaki5")
    bring_uramaki(table, way)
    assert table.at_once() == [8, 0, 0]
    assert not any("uramaki" in dish for dish in table.dishes(0))


def test_an_extra_card_ties_with_a_first_card_of_the_same_turn() -> None:
    """A4: everything within one turn counts as simultaneous (A2)."""
    table = Table("uramaki", "chopsticks")
    table.lay("chopsticks1")
    table.lay("uramaki5", "uramaki5")
    table.lay("chopsticks1: egg + uramaki5", "uramaki5")
    assert table.at_once() == [8, 8, 0]
    table.lay("-", "-", "uramaki4")
    table.lay("-", "-", "uramaki4")
    table.lay("-", "-", "uramaki4")
    assert table.at_once() == [8, 8, 6]


def test_ten_icons_count_between_two_effects_of_a_turn() -> None:
    """« gagne immédiatement »: the score stands before the next numbered effect."""
    table = Table("uramaki", "menu")
    table.lay("uramaki5", "uramaki5")
    table.lay("menu7", "menu8")
    table.draw(0, "uramaki5")
    table.take(0, "uramaki5")
    assert table.acting == ("draw", 1)
    assert table.at_once() == [8, 0, 0]
    assert table.discard == ["menu7", "uramaki5", "uramaki5", "menu8"]
