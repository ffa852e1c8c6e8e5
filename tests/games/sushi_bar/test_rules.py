"""One test per sentence of the rulebook and per ruling; the sentence or ruling is cited."""

from itertools import product

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.matches import content_hash, make_setup
from games.core.rng import SeededRng
from games.core.viewer import PUBLIC
from games.core.words import LANGUAGES, say
from games.sushi_bar.components import (
    BONE_VALUES,
    DIE,
    MOST_TURNS,
    SUSHI_VALUES,
    THROWN,
    Dice,
    Row,
    multisets,
)
from games.sushi_bar.events import DiceKept, DiceRolled, PortionStolen, PortionTaken, RowsLaid
from games.sushi_bar.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_bar.table import RULES, dice, keeps, kept, play, portions, rolled, table


def refusal(state: State, event: Event) -> str:
    before = state.clone()
    with pytest.raises(RuleViolation) as caught:
        RULES.check(state, event)
    assert state == before
    return caught.value.code


# Components


def test_a_die_has_two_sushi_two_bones_and_one_of_each_chopsticks() -> None:
    """« sushi x 10 (2 par dé), arêtes x 10 (2 par dé), baguettes bleues x 5 (1 par dé), … »"""
    assert sorted(DIE) == ["blue", "bone", "bone", "red", "sushi", "sushi"]
    for size, throws in enumerate(THROWN):
        assert sum(throws.values()) == 6**size


def test_there_are_twelve_sushi_and_twelve_bones_with_one_minus_four() -> None:
    """« 12 bouchées de sushi, 12 arêtes »; the sums follow from the scoring example: 42 - 23."""
    assert (len(SUSHI_VALUES), sum(SUSHI_VALUES)) == (12, 42)
    assert (len(BONE_VALUES), sum(BONE_VALUES)) == (12, -23)
    assert BONE_VALUES.count(-4) == 1


# Setting up


def test_both_rows_are_shuffled_apart_and_laid_face_up() -> None:
    """« Mélanger séparément les bouchées de sushi et les arêtes et former deux rangées, … »"""
    state = RULES.start(make_setup(RULES, seats=2, options={}))
    (need,) = RULES.needs(state)
    event = RULES.sample(state, need, SeededRng(1))
    assert event != RULES.sample(state, need, SeededRng(2))
    assert isinstance(event, RowsLaid)
    play(state, event)
    assert sorted(state.sushi) == sorted(SUSHI_VALUES)
    assert sorted(state.bones) == sorted(BONE_VALUES)
    assert (tuple(state.sushi), tuple(state.bones)) == (event.sushi, event.bones)


@pytest.mark.parametrize(
    ("sushi", "bones"),
    [
        (SUSHI_VALUES[1:], BONE_VALUES),
        (SUSHI_VALUES, BONE_VALUES[1:]),
        ((6, *SUSHI_VALUES[1:]), BONE_VALUES),
        (SUSHI_VALUES, tuple(-bone for bone in BONE_VALUES)),
        ((), ()),
        (BONE_VALUES, SUSHI_VALUES),
    ],
)
def test_rows_that_are_not_the_portions_of_the_box_are_refused(
    sushi: tuple[int, ...], bones: tuple[int, ...]
) -> None:
    state = RULES.start(make_setup(RULES, seats=2, options={}))
    assert refusal(state, RowsLaid(sushi, bones)) == "not_the_portions"


@pytest.mark.parametrize(
    ("sushi", "bones", "labels"),
    [
        ((6, *SUSHI_VALUES[1:]), BONE_VALUES, ("Values of the sushi", "Valeurs des sushis")),
        (SUSHI_VALUES, (-4, *BONE_VALUES[1:]), ("Values of the bones", "Valeurs des arêtes")),
    ],
)
def test_rows_of_another_box_are_refused_with_the_option_that_corrects_them(
    sushi: tuple[int, ...], bones: tuple[int, ...], labels: tuple[str, str]
) -> None:
    state = RULES.start(make_setup(RULES, seats=2, options={}))
    with pytest.raises(RuleViolation) as caught:
        RULES.check(state, RowsLaid(sushi, bones))
    for language, label in zip(LANGUAGES, labels, strict=True):
        assert label in say(RULES.words, "code.not_the_portions", language, **caught.value.params)


def test_a_club_may_correct_the_values_of_its_box() -> None:
    mine = [1, 1, 1, 2, 2, 2, 3, 3, 3, 9, 9, 9]
    state = RULES.start(make_setup(RULES, seats=2, options={"sushi_values": mine[::-1]}))
    assert refusal(state, RowsLaid(SUSHI_VALUES, BONE_VALUES)) == "not_the_portions"
    play(state, RowsLaid(tuple(mine), BONE_VALUES))
    (field, _) = RULES.needs(RULES.start(make_setup(RULES, seats=2, options={})))[0].forms[0].fields
    assert (field.of, field.supply) == ((1, 2, 3, 4, 5, 6), (2, 2, 2, 2, 2, 2))


@pytest.mark.parametrize(
    ("option", "values", "code"),
    [
        ("sushi_values", [1] * 11, "not_twelve_values"),
        ("bone_values", [-1] * 13, "not_twelve_values"),
        ("sushi_values", [0] * 12, "sushi_value_out_of_range"),
        ("sushi_values", [21] * 12, "sushi_value_out_of_range"),
        ("bone_values", [1] * 12, "bone_value_out_of_range"),
        ("bone_values", [-21] * 12, "bone_value_out_of_range"),
    ],
)
def test_tables_that_no_box_could_have_are_refused(
    option: str, values: list[int], code: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        make_setup(RULES, seats=2, options={option: values})
    assert caught.value.code == code


# Turns


def test_play_goes_round_the_table_from_the_first_seat() -> None:
    """« Les joueurs jouent à tour de rôle … Le dernier à avoir mangé des sushis … commence. »"""
    state = table(seats=3)
    for seat in (0, 1, 2, 0):
        assert state.seat == seat
        play(state, rolled("SBUUR"), PortionTaken(seat, "sushi"))


def test_a_turn_starts_with_all_five_dice() -> None:
    """« Le joueur commence par lancer les 5 dés. »"""
    state = table()
    assert RULES.needs(state)[0].forms[0].fields[0].least == 5
    assert refusal(state, rolled("SBUR")) == "wrong_number_of_dice"
    assert refusal(state, rolled("SBURSS")) == "wrong_number_of_dice"


def test_a_face_that_no_die_has_is_refused() -> None:
    assert (
        refusal(table(), DiceRolled(("sushi", "sushi", "bone", "blue", "green"))) == "no_such_face"  # type: ignore[arg-type]
    )


def test_dice_have_no_order_so_equal_throws_are_equal_events() -> None:
    one = decode_event("sushi_bar.dice_rolled", {"dice": ["red", "sushi", "blue", "bone", "sushi"]})
    other = decode_event(
        "sushi_bar.dice_rolled", {"dice": ["sushi", "sushi", "red", "bone", "blue"]}
    )
    setup = make_setup(RULES, seats=2, options={})
    assert one == other
    assert isinstance(one, DiceRolled)
    assert one.dice == ("sushi", "sushi", "bone", "blue", "red")
    assert content_hash(setup, [one]) == content_hash(setup, [other])
    assert DiceKept(0, ("red", "blue")) == DiceKept(0, ("blue", "red"))


def test_dice_set_aside_count_with_those_thrown_again() -> None:
    """« les dés mis de côté viendront s'ajouter au résultat obtenu »"""
    state = play(table(), rolled("SSBUR"), kept(0, "SS"), rolled("SBB"))
    assert portions(state) == [PortionTaken(0, "sushi"), PortionTaken(0, "bones")]
    play(state, PortionTaken(0, "sushi"))
    assert state.sushi_stacks[0] == [SUSHI_VALUES[2]]


def test_at_least_one_die_is_set_aside_before_throwing_again() -> None:
    """« il laisse au minimum 1 dé de côté »"""
    assert refusal(play(table(), rolled("SSBUR")), kept(0, "")) == "nothing_set_aside"


def test_the_second_time_too_a_die_of_that_very_throw_is_set_aside() -> None:
    """A3 « Là encore, il met de côté au minimum 1 dé de son deuxième lancer. »"""
    state = play(table(), rolled("SSBUR"), kept(0, "SSU"), rolled("BB"))
    assert refusal(state, kept(0, "S")) == "dice_not_thrown"
    assert refusal(state, kept(0, "")) == "nothing_set_aside"
    assert refusal(state, kept(0, "BBB")) == "dice_not_thrown"
    play(state, kept(0, "B"))
    assert (state.loose, state.kept_dice) == (1, dice("SSBU"))


def test_only_the_dice_that_were_not_set_aside_are_thrown_again() -> None:
    """« Il relance les dés restants. »"""
    state = play(table(), rolled("SSBUR"), kept(0, "SU"))
    assert refusal(state, rolled("SSBUR")) == "wrong_number_of_dice"
    play(state, rolled("SBR"))


def test_nobody_throws_a_fourth_time() -> None:
    """« le joueur dispose de trois lancers de dés au maximum »"""
    state = play(
        table(), rolled("SSBUR"), kept(0, "S"), rolled("SSBU"), kept(0, "S"), rolled("BBU")
    )
    assert keeps(state) == []
    assert refusal(state, kept(0, "B")) == "no_throw_left"
    assert RULES.needs(state)[0].kind == "portion"


def test_who_threw_one_die_the_second_time_has_no_third_throw() -> None:
    """« Celui qui n'a relancé qu'un seul dé … ne dispose pas de troisième lancer. »"""
    state = play(table(), rolled("SSBUR"), kept(0, "SSBU"), rolled("R"))
    assert state.throw == 2
    assert keeps(state) == []
    assert refusal(state, kept(0, "R")) == "no_throw_left"
    assert portions(state) == [PortionTaken(0, "sushi"), PortionTaken(0, "bones")]


@pytest.mark.parametrize("thrown", multisets(5))
def test_every_distinct_part_of_a_throw_may_be_set_aside(thrown: Dice) -> None:
    """A3: at least one die, up to all of them."""
    state = play(table(), DiceRolled(thrown))
    expected = {
        tuple(sorted(die for die, chosen in zip(thrown, mask, strict=True) if chosen))
        for mask in product((0, 1), repeat=5)
    } - {()}
    offered = [tuple(sorted(choice.dice)) for choice in keeps(state)]
    assert len(offered) == len(set(offered))
    assert set(offered) == expected


def test_setting_all_dice_aside_ends_throwing_and_what_is_legal_must_be_taken() -> None:
    """A3, A4: with something legal on the dice there is no forced take."""
    state = play(table(), rolled("SSUUR"), kept(0, "SSUUR"))
    assert state.phase == "choosing"
    assert keeps(state) == []
    assert list(RULES.choices(state, 0)) == [PortionTaken(0, "sushi")]


def test_setting_all_dice_aside_with_nothing_legal_takes_by_force_on_purpose() -> None:
    """A3b"""
    state = table(sushi=[3], bones=[-2, -4, -1])
    play(state, rolled("SSUUR"), kept(0, "SSUUR"))
    assert state.bone_stacks[0] == [-4]
    assert (state.seat, state.throw, state.loose) == (1, 0, 5)


def test_a_player_may_stop_after_any_throw_by_taking() -> None:
    """A4 « S'il ne peut ou ne veut pas prendre de portion, … »"""
    for throws in ([], [kept(0, "U"), rolled("SSBR")], [kept(0, "UR"), rolled("SSB")]):
        state = play(table(), rolled("SSBUR"), *throws, PortionTaken(0, "sushi"))
        assert state.seat == 1


def test_a_portion_ends_the_turn() -> None:
    """« Dès qu'un joueur s'est emparé d'une portion, c'est au suivant de lancer les dés. »"""
    state = play(table(), rolled("SSBUR"), PortionTaken(0, "bones"))
    assert (state.seat, state.turn, state.phase) == (1, 2, "throwing")
    assert (state.kept, state.rolled) == (0, ())


# Taking from the table


@pytest.mark.parametrize("count", range(1, 6))
@pytest.mark.parametrize("row", ["sushi", "bones"])
def test_the_number_of_symbols_says_exactly_which_portion_is_taken(count: int, row: Row) -> None:
    """A2 « Le nombre de sushis obtenus indique … la 1re, 2e, 3e, 4e ou 5e bouchée … »"""
    letter = "S" if row == "sushi" else "B"
    state = table(sushi=[6, 5, 4, 3, 2, 1], bones=[-1, -2, -3, -4, -1, -2])
    tile = (state.sushi if row == "sushi" else state.bones)[count - 1]
    play(state, rolled((letter * count + "UURRR")[:5]), PortionTaken(0, row))
    stacks = state.sushi_stacks if row == "sushi" else state.bone_stacks
    assert stacks[0] == [tile]


def test_without_the_symbol_nothing_is_taken_from_a_row() -> None:
    """« Si au moins un des dés indique une arête, le joueur peut prendre une arête. »"""
    state = play(table(), rolled("SSUUR"))
    assert refusal(state, PortionTaken(0, "bones")) == "symbol_not_thrown"
    assert refusal(state, PortionTaken(0, "tea")) == "no_such_row"  # type: ignore[arg-type]


def test_more_symbols_than_portions_left_is_no_option() -> None:
    """A2: never a smaller one instead."""
    state = play(table(sushi=[5, 6], bones=[-1]), rolled("SSSBU"))
    assert refusal(state, PortionTaken(0, "sushi")) == "row_too_short"
    assert portions(state) == [PortionTaken(0, "bones")]


def test_rows_close_up_after_each_take() -> None:
    """A7 « Les espaces qui apparaissent sont resserrés au fur et à mesure. »"""
    state = play(table(sushi=[1, 2, 3]), rolled("SSUUR"), PortionTaken(0, "sushi"))
    assert state.sushi == [1, 3]
    play(state, rolled("SSUUR"), PortionTaken(1, "sushi"))
    assert state.sushi_stacks[1] == [3]


def test_portions_go_on_top_of_the_stack_of_their_kind() -> None:
    """« Les portions récupérées sont placées sur le dessus de la pile correspondante »"""
    state = table(seats=2, sushi_stacks={0: [4, 2]}, bone_stacks={0: [-1]})
    play(state, rolled("SBBBB"), PortionTaken(0, "sushi"))
    play(state, rolled("SBUUR"), PortionTaken(1, "sushi"))
    play(state, rolled("SBUUR"), PortionTaken(0, "bones"))
    assert state.sushi_stacks[0] == [4, 2, 1]
    assert state.bone_stacks[0] == [-1, -1]


# Stealing


def test_three_blue_steal_only_the_top_sushi_of_any_opponent() -> None:
    """« seule la portion située au sommet de la pile correspondante peut être volée »"""
    state = table(sushi_stacks={0: [1], 1: [2, 3], 2: [4, 5, 6]}, bone_stacks={1: [-1]})
    play(state, rolled("BBUUU"))
    assert portions(state) == [
        PortionTaken(0, "bones"),
        PortionStolen(0, 1, "sushi", 1),
        PortionStolen(0, 2, "sushi", 1),
    ]
    assert refusal(state, PortionStolen(0, 2, "sushi", 2)) == "only_the_top"
    assert refusal(state, PortionStolen(0, 1, "bones", 1)) == "too_few_chopsticks"
    assert refusal(state, PortionStolen(0, 0, "sushi", 1)) == "own_stack"
    assert refusal(state, PortionStolen(0, 3, "sushi", 1)) == "no_such_seat"
    assert refusal(state, PortionStolen(0, 1, "tea", 1)) == "no_such_row"  # type: ignore[arg-type]


def test_three_red_steal_only_the_top_bone() -> None:
    """« 3 dés indiquant des baguettes rouges : Le joueur peut voler une arête »"""
    state = table(sushi_stacks={1: [2]}, bone_stacks={1: [-1, -4], 2: [-2]})
    play(state, rolled("SURRR"))
    assert portions(state) == [
        PortionTaken(0, "sushi"),
        PortionStolen(0, 1, "bones", 1),
        PortionStolen(0, 2, "bones", 1),
    ]
    play(state, PortionStolen(0, 1, "bones", 1))
    assert state.bone_stacks == [[-4], [-1], [-2]]


@pytest.mark.parametrize(("letters", "stack"), [("U", "sushi"), ("R", "bones")])
@pytest.mark.parametrize("count", [4, 5])
def test_four_or_five_chopsticks_steal_any_portion_of_the_colour(
    letters: str, stack: Row, count: int
) -> None:
    """A1 « voler n'importe quelle bouchée … correspondant à la couleur obtenue »"""
    state = table(sushi_stacks={1: [2, 3], 2: [6]}, bone_stacks={1: [-1, -2], 2: [-3]})
    play(state, rolled((letters * count + "S")[:5]))
    steals = [choice for choice in portions(state) if isinstance(choice, PortionStolen)]
    assert steals == [
        PortionStolen(0, 1, stack, 1),
        PortionStolen(0, 1, stack, 2),
        PortionStolen(0, 2, stack, 1),
    ]
    for position in (0, -1, 3, 2**70):
        code = refusal(state, PortionStolen(0, 1, stack, position))
        assert code == "no_such_position"


def test_a_stolen_portion_goes_on_top_and_the_others_keep_their_order() -> None:
    """A6"""
    state = table(sushi_stacks={0: [1], 1: [2, 3, 4]})
    play(state, rolled("BUUUU"), PortionStolen(0, 1, "sushi", 2))
    assert state.sushi_stacks == [[1, 3], [2, 4], []]


def test_an_empty_stack_cannot_be_stolen_from() -> None:
    """A6"""
    state = play(table(sushi_stacks={2: [1]}), rolled("BUUUU"))
    assert refusal(state, PortionStolen(0, 1, "sushi", 1)) == "stack_empty"
    state = play(table(sushi_stacks={0: [1]}), rolled("UUURR"), kept(0, "UUURR"))
    assert state.seat == 1  # nobody else has sushi: the -4 was taken by force
    assert state.bone_stacks[0] == [-4]


# No choice


def test_at_the_end_something_legal_must_be_taken_but_any_of_it() -> None:
    """A4 « Si le résultat du dé offre plusieurs possibilité à un joueur, il choisit … »"""
    state = table(sushi_stacks={1: [2]})
    play(state, rolled("SBUUR"), kept(0, "SBU"), rolled("UU"))
    play(state, kept(0, "UU"))
    assert state.phase == "choosing"
    assert portions(state) == [
        PortionTaken(0, "sushi"),
        PortionTaken(0, "bones"),
        PortionStolen(0, 1, "sushi", 1),
    ]


def test_with_nothing_legal_the_worst_bone_is_taken_the_leftmost_of_equals() -> None:
    """A5 « il est obligé de prendre l'arête avec la plus forte valeur négative »"""
    state = table(sushi=[1], bones=[-1, -3, -2, -3])
    play(state, rolled("SSUUR"), kept(0, "S"), rolled("SUUR"), kept(0, "S"), rolled("UUR"))
    assert state.bone_stacks[0] == [-3]
    assert state.bones == [-1, -2, -3]
    assert state.seat == 1


def test_with_no_bones_left_the_lowest_sushi_is_taken_the_leftmost_of_equals() -> None:
    """A5 « S'il ne reste plus d'arêtes, il prend la bouchée … avec la plus petite valeur. »"""
    state = table(sushi=[5, 2, 4, 2], bones=[])
    play(state, rolled("BBUUR"), kept(0, "BBUU"), rolled("R"))
    assert state.sushi_stacks[0] == [2]
    assert state.sushi == [5, 4, 2]


def test_nothing_is_forced_while_a_throw_is_left() -> None:
    """A4: the forced take applies only when no throw is left."""
    state = play(table(sushi=[], bones=[-1]), rolled("SSUUR"))
    assert portions(state) == []
    assert len(keeps(state)) > 0
    assert state.phase == "choosing"


# The end


def test_the_match_ends_when_the_last_portion_of_both_rows_is_gone() -> None:
    """A8 « La partie s'arrête dès que la dernière portion sur la table est prise. »"""
    state = table(seats=2, sushi=[3], bones=[-1])
    play(state, rolled("SBUUR"), PortionTaken(0, "sushi"))
    assert RULES.needs(state) != ()
    play(state, rolled("SBUUR"), PortionTaken(1, "bones"))
    assert RULES.needs(state) == ()
    assert list(RULES.choices(state, 0)) == list(RULES.choices(state, 1)) == []
    assert RULES.outcome(state).final
    assert RULES.outcome(state).ending == "complete"
    for event in (rolled("SSSSS"), PortionTaken(0, "sushi"), RowsLaid((), ())):
        assert refusal(state, event) == "match_over"


def test_a_forced_take_of_the_last_portion_ends_the_match_too() -> None:
    state = table(seats=2, sushi=[], bones=[-1])
    play(state, rolled("SSSSS"), kept(0, "SSSSS"))
    assert RULES.outcome(state).final


def test_a_match_that_never_ends_is_cut_off_as_abandoned() -> None:
    """A3b: steals have no bound in the rules."""
    state = table(seats=2, sushi=[3], bones=[], sushi_stacks={0: [6]})
    state.seat = 1
    for number in range(MOST_TURNS):
        assert RULES.outcome(state).ending == "running"
        seat = state.seat
        assert seat == (number + 1) % 2
        play(state, rolled("BBUUU"), PortionStolen(seat, 1 - seat, "sushi", 1))
    assert RULES.needs(state) == ()
    outcome = RULES.outcome(state)
    assert (outcome.final, outcome.ending) == (True, "abandoned")
    assert refusal(state, rolled("SSSSS")) == "match_over"


def test_the_last_portion_in_the_last_turn_still_completes_the_match() -> None:
    state = table(seats=2, sushi=[3], bones=[])
    state.turn = MOST_TURNS
    play(state, rolled("SBUUR"), PortionTaken(0, "sushi"))
    assert RULES.outcome(state).ending == "complete"


# Refusals that every game has


def test_events_out_of_place_are_refused_by_code() -> None:
    state = RULES.start(make_setup(RULES, seats=2, options={}))
    assert refusal(state, rolled("SSBUR")) == "not_expected"
    assert refusal(state, PortionTaken(0, "sushi")) == "not_expected"
    state = table()
    assert refusal(state, kept(0, "S")) == "not_expected"
    assert refusal(state, RowsLaid(SUSHI_VALUES, BONE_VALUES)) == "not_expected"
    play(state, rolled("SSBUR"))
    assert refusal(state, rolled("SSBUR")) == "not_expected"
    for choice in (kept(1, "S"), PortionTaken(1, "sushi"), PortionStolen(1, 0, "sushi", 1)):
        assert refusal(state, choice) == "not_your_turn"
    for seat in (-1, 3, 2**70):
        assert refusal(state, kept(seat, "S")) == "no_such_seat"
        assert refusal(state, PortionStolen(seat, 0, "sushi", 1)) == "no_such_seat"


def test_an_event_of_another_game_changes_nothing() -> None:
    state = table()
    assert refusal(state, StrangerCame(0)) == "not_expected"
    RULES.apply(state, StrangerCame(0))
    assert state == table()


def test_chance_is_sampled_only_for_what_is_open() -> None:
    laying = RULES.start(make_setup(RULES, seats=2, options={}))
    (need,) = RULES.needs(laying)
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.sample(table(), need, SeededRng(1))


def test_hiding_covered_portions_changes_boards_but_not_what_anybody_knows() -> None:
    """A10 « Il est interdit de regarder les portions recouvertes. »"""
    state = table(hide_covered=True, sushi_stacks={1: [2, 3, 4]}, bone_stacks={1: [-1]})
    stacks = RULES.to_data(state)["stacks"]
    assert stacks[1]["shown"] == {"sushi": [None, None, 4], "bones": [-1]}
    assert stacks[0]["shown"] == {"sushi": [], "bones": []}
    assert stacks[1]["sushi"] == [2, 3, 4]
    assert RULES.view(state, PUBLIC) == state
    assert "? ? +4" in RULES.text_board(state, ("A", "B", "C"), "en")
    open_table = table(sushi_stacks={1: [2, 3, 4]})
    assert RULES.to_data(open_table)["stacks"][1]["shown"]["sushi"] == [2, 3, 4]


def test_at_the_end_all_portions_are_shown() -> None:
    state = table(seats=2, hide_covered=True, sushi=[3], bones=[], sushi_stacks={0: [1, 2]})
    play(state, rolled("SBUUR"), PortionTaken(0, "sushi"))
    assert RULES.to_data(state)["stacks"][0]["shown"]["sushi"] == [1, 2, 3]


def test_states_are_equal_by_what_they_hold() -> None:
    state = table()
    assert state == state.clone()
    assert state != play(state.clone(), rolled("SSBUR"))
    assert state != "state"
    assert "phase='throwing'" in repr(state)
