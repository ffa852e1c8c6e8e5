"""TOUR DE JEU, FIN DE MANCHE and FIN DU JEU: one test per sentence or ruling."""

from itertools import permutations

import pytest

from games.core.viewer import PUBLIC, seat_viewer
from games.sushi_go_party.components import HAND_SIZES
from games.sushi_go_party.events import CardChosen
from tests.games.sushi_go_party.position import RULES, Table

# 1. Choose


def test_all_seats_choose_at_the_same_time() -> None:
    """« Tout le monde joue en même temps ! »"""
    table = Table()
    needs = RULES.needs(table.state)
    assert [(need.kind, need.who, need.seat) for need in needs] == [
        ("choose", "seat", seat) for seat in range(3)
    ]
    table.play(table.chosen(1, "egg"))
    assert [need.seat for need in RULES.needs(table.state)] == [0, 2]


def test_the_order_in_which_seats_choose_changes_nothing() -> None:
    """« Les joueurs choisissent simultanément »"""
    ends = []
    for order in permutations(range(3)):
        table = Table("miso", "menu", "wasabi")
        cards = ["menu8", "miso", "miso"]
        for seat in order:
            table.play(table.chosen(seat, cards[seat]))
        ends.append(table.state)
    assert all(end == ends[0] for end in ends)


def test_a_card_is_chosen_from_the_own_hand() -> None:
    """« une carte de leur main qu'ils veulent garder »"""
    full = "egg egg salmon salmon tempura tempura tempura maki1 maki1 maki2"
    table = Table(hands=[full])
    assert table.offered(0) == {"egg", "salmon", "tempura", "maki1", "maki2"}
    assert table.refuses_to_lay(0, "squid") == "not_in_hand"
    table.play(table.chosen(0, "egg"))


def test_a_chosen_card_lies_face_down_until_all_have_chosen() -> None:
    """« et la mettent devant eux face cachée »"""
    table = Table(hands=["egg", "salmon"])
    table.play(table.chosen(0, "egg"))
    table.play(table.chosen(1, "salmon"))
    assert [table.dishes(seat) for seat in range(3)] == [[], [], []]
    assert table.hand(0) == ["egg"]
    for viewer in (PUBLIC, seat_viewer(2)):
        view = RULES.view(table.state, viewer)
        assert view.picked == [True, True, False]
        assert [pick and pick.card for pick in view.picks] == [None, None, None]
        assert RULES.redact(table.events[-1], table.state, viewer) == CardChosen(1, 1, None)
    own = RULES.view(table.state, seat_viewer(0)).picks
    assert [pick and pick.card for pick in own] == ["egg", None, None]


def test_a_seat_chooses_one_card_a_turn() -> None:
    """« choisissent simultanément une carte »"""
    table = Table()
    table.play(table.chosen(0, "egg"))
    assert table.refuses_to_lay(0, "salmon") == "not_your_turn"


# 2. Reveal


def test_all_cards_are_revealed_when_the_last_seat_has_chosen() -> None:
    """« Quand chaque joueur a fait son choix, tout le monde révèle simultanément sa carte. »"""
    table = Table(seats=4)
    table.lay("egg", "salmon", "squid", "tempura")
    assert [table.dishes(seat) for seat in range(4)] == [
        ["egg"],
        ["salmon"],
        ["squid"],
        ["tempura"],
    ]
    assert RULES.redact(table.events[-1], table.state, PUBLIC) == table.events[-1]


@pytest.mark.parametrize(
    "card",
    ["egg", "salmon", "squid", "maki3", "tempura", "sashimi", "dumpling", "tea", "pudding"],
)
def test_most_cards_only_lie_there_until_the_round_is_scored(card: str) -> None:
    """« La plupart permettent simplement de marquer des points à la fin de la manche »"""
    table = Table("tea", "soy_sauce")
    table.lay(card)
    assert table.dishes(0) == [card]
    assert (table.phase, table.state.turn) == ("choose", 2)
    assert table.outcome().scores == (0, 0, 0)


def test_effects_of_one_turn_run_from_the_smallest_number_to_the_largest() -> None:
    """« appliquez-les dans l'ordre du nombre inscrit en bas à droite … du plus petit nombre … »"""
    table = Table("menu", "takeout_box", seats=5)
    table.lay()
    table.lay("takeout_box11", "menu9", "takeout_box10", "menu7", "menu8")
    order = []
    while table.phase != "choose":
        order.append(table.acting)
        if table.phase == "draw":
            table.draw(table.state.acting)
            table.take(table.state.acting, "egg" if len(order) < 5 else "salmon")
        else:
            table.pack(table.state.acting)
    assert order == [("draw", 3), ("draw", 4), ("draw", 1), ("pack", 2), ("pack", 0)]


def test_chopsticks_come_before_spoons_and_spoons_before_menus() -> None:
    """The printed numbers: Chopsticks 1-3, Spoon 4-6, Menu 7-9."""
    table = Table("chopsticks", "spoon", seats=4)
    table.lay("spoon4", "chopsticks3")
    table.lay("spoon4: egg", "chopsticks3: egg + salmon")
    # The second card of Chopsticks lies there already when the Spoon asks.
    assert table.acting == ("ask", 0)
    assert table.newest(1, 2) == ["egg", "salmon"]

    table = Table("spoon", "menu", seats=4)
    table.lay("spoon6")
    table.lay("spoon6: egg", "menu7")
    assert table.acting == ("ask", 0)
    table.ask(0, "wasabi")
    assert table.acting == ("draw", 1)


def test_an_extra_card_with_a_number_waits_for_its_turn() -> None:
    """A6: a Menu or Takeout Box that is an extra card enters the queue at its number."""
    table = Table("menu", "takeout_box", seats=4)
    table.lay()
    table.lay("menu8", "takeout_box10", "menu7", "takeout_box12")
    table.draw(2)
    table.take(2, "takeout_box11")
    assert table.acting == ("draw", 0)
    table.draw(0)
    table.take(0, "egg")
    for seat in (1, 2, 3):
        assert table.acting == ("pack", seat)
        table.pack(seat)
    assert table.phase == "choose"


def test_first_cards_lie_before_the_first_numbered_effect() -> None:
    """A6: reveal, place first cards, then run numbered effects."""
    table = Table("menu", "wasabi")
    table.lay("menu7", "wasabi", "tempura")
    assert table.acting == ("draw", 0)
    assert (table.dishes(1), table.dishes(2)) == (["wasabi"], ["tempura"])


# 3. Pass


def test_hands_go_to_the_left_neighbour() -> None:
    """« chacun passe toutes les cartes qu'il a en main, face cachée, à son voisin de gauche »"""
    table = Table(hands=["egg maki1", "salmon maki2", "squid maki3"])
    table.lay("egg", "salmon", "squid")
    assert [table.hand(seat) for seat in range(3)] == [["maki3"], ["maki1"], ["maki2"]]
    table.lay("maki3", "maki1", "maki2")
    assert table.dishes(0) == ["egg", "maki3"]


def test_a_seat_sees_the_hand_it_gets_and_remembers_the_one_it_passed() -> None:
    """« Chacun prend ses nouvelles cartes et le tour suivant commence. »"""
    table = Table(hands=["egg maki1", "salmon maki2", "squid maki3"])
    table.lay("egg", "salmon", "squid")
    view = RULES.view(table.state, seat_viewer(1))
    assert [view.held(seat).known for seat in range(3)] == [[], ["maki1"], ["maki2"]]


def test_every_turn_leaves_one_card_less() -> None:
    """« À présent, chacun a moins de cartes qu'avant pour faire son choix. »"""
    table = Table(seats=2)
    for left in range(9, 0, -1):
        table.lay()
        assert [hand.size for hand in table.state.hands] == [left, left]


def test_laid_cards_stay_until_the_round_is_scored() -> None:
    """« les cartes face visible restent devant vous jusqu'au décompte à la fin de la manche »"""
    table = Table()
    table.lay("egg")
    table.pass_turns(8)
    assert table.dishes(0)[0] == "egg"
    assert len(table.dishes(0)) == 9
    table.lay()
    assert table.dishes(0) == []
    assert table.state.sheets[0].tables[0][0].card == "egg"


# FIN DE MANCHE


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_round_ends_when_all_dealt_cards_are_laid(seats: int) -> None:
    """« Quand toutes les cartes distribuées sont jouées … la manche se termine. »"""
    table = Table("tea", "soy_sauce", seats=seats)
    table.pass_turns(HAND_SIZES[seats] - 1)
    assert table.state.sheets == []
    table.lay()
    assert len(table.state.sheets) == 1
    assert (table.phase, table.state.round) == ("deal", 2)


def test_desserts_are_set_aside_until_the_end_of_the_match() -> None:
    """« Chacun met d'abord de côté ses … cartes DESSERT … jusqu'à la fin de la partie »"""
    table = Table("pudding")
    table.lay("pudding", "pudding")
    table.lay("pudding")
    table.end_round()
    assert [len(kept) for kept in table.state.kept] == [2, 1, 0]
    assert [laid.face for laid in table.state.kept[0]] == ["pudding", "pudding"]
    # « Elles seront comptées à ce moment-là. »
    assert all(line.rule != "pudding" for lines in table.outcome().breakdown for line in lines)
    table.deal()
    assert table.dishes(0) == []
    table.lay("pudding")
    table.end_match()
    assert [len(kept) for kept in table.state.kept] == [3, 1, 0]
    desserts = [lines[-1] for lines in table.outcome().breakdown]
    assert [(line.rule, line.points) for line in desserts] == [
        ("pudding", 6),
        ("pudding", 0),
        ("pudding", -6),
    ]


def test_all_other_cards_are_scored_at_the_end_of_the_round() -> None:
    """« Faites ensuite le décompte de toutes les autres cartes jouées à cette manche. »"""
    table = Table("wasabi")
    table.lay("wasabi", "squid", "maki3")
    table.lay("salmon", "egg", "maki2")
    table.end_round()
    assert table.scored("nigiri") == [6, 4, 0]
    assert table.scored("maki")[2] == 6
    sheet = table.state.sheets[0].lines
    assert table.outcome().scores == tuple(sum(line.points for line in lines) for lines in sheet)


def test_all_cards_but_desserts_are_shuffled_into_the_deck() -> None:
    """« Toutes les cartes, sauf les cartes DESSERT, sont récupérées et mélangées … »"""
    table = Table("miso", "menu", "pudding")
    table.lay("miso", "miso", "pudding")
    table.lay("menu7")
    table.draw(0)
    table.take(0, "pudding")
    assert len(table.discard) == 3
    table.end_round()
    assert table.discard == []
    # « Ajoutez-y les cartes DESSERT de la nouvelle manche »
    assert (table.state.deck, table.state.pile) == (54 + 5 - 2 + 3, 15 - 5 - 3)
    table.deal("miso miso menu7")
    assert table.hand(0) == ["menu7", "miso", "miso"]


def test_a_new_round_is_played_like_the_one_before() -> None:
    """« C'est parti pour une nouvelle manche qui se déroule comme la précédente. »"""
    table = Table("uramaki", "wasabi")
    table.lay("uramaki5", "wasabi")
    table.lay("uramaki5")
    assert table.at_once() == [8, 0, 0]
    table.end_round()
    table.deal("uramaki5 uramaki5")
    assert table.at_once() == [0, 0, 0]
    table.lay("uramaki5")
    # The wasabi of the round before is gone, and the first place is free again.
    table.lay("-", "squid")
    assert table.newest(1) == ["squid"]
    table.lay("uramaki5")
    assert table.at_once() == [8, 0, 0]


def test_hands_start_at_their_own_seat_in_every_round() -> None:
    """« distribuez des cartes … à chaque joueur »: passing starts anew."""
    table = Table()
    table.end_round()
    table.deal("egg squid", "salmon")
    assert (table.hand(0), table.hand(1)) == (["egg", "squid"], ["salmon"])
    table.lay("egg")
    assert table.hand(1) == ["squid"]


# FIN DU JEU


def test_the_match_ends_after_the_third_round() -> None:
    """« La partie dure 3 manches. » « À la fin de la 3e manche, la partie se termine. »"""
    table = Table()
    for number in (1, 2, 3):
        assert (table.phase, table.state.round) == ("choose", number)
        assert not table.outcome().final
        table.end_round()
        if number < 3:
            table.deal()
    assert table.phase == "over"
    assert table.outcome().final
    assert RULES.needs(table.state) == ()
    assert table.refuses_to_lay(0, "egg") == "match_over"


def test_desserts_of_all_rounds_are_counted_just_after_the_third() -> None:
    """« Juste après le décompte habituel, faites le décompte des cartes DESSERT »"""
    table = Table("ice_cream")
    table.lay("ice_cream")
    table.lay("ice_cream")
    table.end_round()
    table.deal()
    table.lay("ice_cream")
    table.end_round()
    before = table.outcome().scores[0]
    assert before == sum(line.points for sheet in table.state.sheets for line in sheet.lines[0])
    table.deal()
    table.lay("ice_cream")
    table.end_round()
    third = sum(line.points for line in table.state.sheets[2].lines[0])
    assert table.outcome().scores[0] == before + third + 12


def even_match(seats: int = 2) -> Table:
    """Return a table at which everybody lays the same plain cards in every turn but the first."""
    return Table("temaki", "tea", "soy_sauce", "ice_cream", seats=seats)


def play_evenly(table: Table, *first: str) -> None:
    """Play a match in which seats differ by their very first cards only."""
    table.lay(*first)
    for number in range(1, 4):
        cards = {"tempura": 2, "sashimi": 3, "dumpling": 3, "temaki": 1 if number == 1 else 2}
        for card, turns in cards.items():
            for _ in range(turns):
                table.lay(*[card] * table.state.seats)
        if number < 3:
            table.deal()


def test_the_most_points_win() -> None:
    """« Le joueur cumulant le plus de points est le vainqueur ! »"""
    table = even_match()
    play_evenly(table, "salmon", "squid")
    one, other = table.outcome().scores
    assert other == one + 1
    assert table.outcome().places == (2, 1)


def test_a_tie_goes_to_the_most_dessert_cards() -> None:
    """« En cas d'égalité, celui ayant le plus de cartes DESSERT l'emporte ! »"""
    table = even_match()
    play_evenly(table, "ice_cream", "tempura")
    assert table.outcome().scores[0] == table.outcome().scores[1]
    assert table.outcome().places == (1, 2)


def test_a_tie_in_desserts_too_is_a_shared_victory() -> None:
    """A23: still tied, the victory is shared."""
    table = even_match()
    play_evenly(table, "ice_cream", "ice_cream")
    assert table.outcome().places == (1, 1)


def test_a_score_may_fall_below_nothing() -> None:
    """A22: nothing says that a score stops at 0."""
    table = Table("eel", "temaki", "fruit")
    for card in ["eel", *["sashimi"] * 2, "tempura"]:
        table.lay(card, "temaki", "temaki")
    assert RULES.to_data(table.state)["seats"][0]["now"] == -3 - 4


def test_what_every_hand_held_is_known_at_the_end_of_a_round() -> None:
    """Hands that nobody saw are found out by play: all that left them but did not come in later."""
    first = "chopsticks1 egg egg salmon tempura tempura sashimi sashimi maki1 maki2"
    second = "egg salmon salmon squid tempura sashimi maki1 maki1 maki2 maki2"
    known = Table("chopsticks", seats=2, hands=[first, second])
    hidden = Table("chopsticks", seats=2)
    turns = [("chopsticks1", "egg"), ("salmon", "egg")]
    for table in (known, hidden):
        for cards in turns:
            table.lay(*cards)
        table.lay("chopsticks1: egg + salmon", "salmon")
    while not known.state.sheets:
        plain = [str(known.plain(seat).card) for seat in range(2)]
        known.lay(*plain)
        hidden.lay(*plain)
    dealt = (tuple(sorted(first.split())), tuple(sorted(second.split())))
    assert known.state.sheets[0].dealt == dealt
    assert hidden.state.sheets == known.state.sheets
