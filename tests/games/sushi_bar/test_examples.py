"""The worked examples of the rulebook, SB-X1 to SB-X8."""

import pytest

from games.core.errors import RuleViolation
from games.sushi_bar.events import PortionStolen, PortionTaken
from games.sushi_bar.scoring import score_lines
from tests.games.sushi_bar.table import RULES, keeps, kept, play, portions, rolled, table

MARTIN, NICOLAS, OLIVIA = 0, 1, 2
LABELS = ("Martin", "Nicolas", "Olivia")


def test_x1_nicolas_may_take_the_second_sushi_or_the_third_bone_or_throw_again() -> None:
    """« Nicolas peut choisir de prendre, soit la 2e bouchée de sushi, soit la 3e arête … »"""
    state = play(table(seat=NICOLAS), rolled("SSBBB"))
    assert portions(state) == [PortionTaken(NICOLAS, "sushi"), PortionTaken(NICOLAS, "bones")]
    assert len(keeps(state)) == 3 * 4 - 1
    told = [RULES.describe(state, event, LABELS, "en") for event in portions(state)]
    assert told == ["Nicolas takes the 2nd sushi (+1).", "Nicolas takes the 3rd bone (−1)."]


def test_x2_olivia_collects_blue_chopsticks_and_steals_the_bottom_sushi_of_nicolas() -> None:
    """« Exemple de tour de jeu »"""
    state = table(seat=OLIVIA, sushi_stacks={MARTIN: [2], NICOLAS: [6, 1, 2], OLIVIA: [3]})
    play(state, rolled("SSBUR"))
    assert portions(state) == [PortionTaken(OLIVIA, "sushi"), PortionTaken(OLIVIA, "bones")]
    assert "2nd sushi" in RULES.describe(state, PortionTaken(OLIVIA, "sushi"), LABELS, "en")

    play(state, kept(OLIVIA, "U"), rolled("SBUU"))
    assert portions(state) == [
        PortionTaken(OLIVIA, "sushi"),
        PortionTaken(OLIVIA, "bones"),
        PortionStolen(OLIVIA, MARTIN, "sushi", 1),
        PortionStolen(OLIVIA, NICOLAS, "sushi", 1),
    ]

    play(state, kept(OLIVIA, "UU"), rolled("SU"))
    assert portions(state) == [
        PortionTaken(OLIVIA, "sushi"),
        PortionStolen(OLIVIA, MARTIN, "sushi", 1),
        PortionStolen(OLIVIA, NICOLAS, "sushi", 1),
        PortionStolen(OLIVIA, NICOLAS, "sushi", 2),
        PortionStolen(OLIVIA, NICOLAS, "sushi", 3),
    ]
    assert keeps(state) == []

    play(state, PortionStolen(OLIVIA, NICOLAS, "sushi", 3))
    assert state.sushi_stacks == [[2], [1, 2], [3, 6]]


def test_x3_nicolas_must_choose_between_sushi_bone_and_the_top_bone_of_an_opponent() -> None:
    """« prendre la 1re portion de sushi ou la 1re arête sur la table ou voler l'arête … »"""
    state = table(seat=NICOLAS, bone_stacks={MARTIN: [-1, -2], NICOLAS: [-4], OLIVIA: [-3]})
    play(state, rolled("SBBUR"), kept(NICOLAS, "R"), rolled("SUUR"), kept(NICOLAS, "R"))
    play(state, rolled("SBR"))
    assert list(RULES.choices(state, NICOLAS)) == [
        PortionTaken(NICOLAS, "sushi"),
        PortionTaken(NICOLAS, "bones"),
        PortionStolen(NICOLAS, MARTIN, "bones", 1),
        PortionStolen(NICOLAS, OLIVIA, "bones", 1),
    ]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Nothing can be taken or stolen: Martin must take the −3."),
        ("fr", "Rien à prendre ni à voler : Martin doit prendre le −3."),
    ],
)
def test_x4_martin_must_take_the_minus_three(language: str, sentence: str) -> None:
    """« À ce moment du jeu, il s'agit du -3 car le -4 a déjà été pris. »"""
    state = table(seat=MARTIN, sushi=[5], bones=[-1, -3, -2], bone_stacks={OLIVIA: [-4]})
    play(state, rolled("SSUUR"), kept(MARTIN, "SS"), rolled("UUR"), kept(MARTIN, "UR"))
    assert RULES.describe(state, rolled("R"), LABELS, language).endswith(sentence)
    play(state, rolled("R"))
    assert state.bone_stacks[MARTIN] == [-3]
    assert (state.bones, state.seat) == ([-1, -2], NICOLAS)


def test_x5_to_x7_martin_nicolas_and_olivia_count_their_portions() -> None:
    """« Exemple de décompte »: 4, 2 and 6 points; the three hold the whole box."""
    martin, nicolas, olivia = (
        ([1, 2, 4, 5, 5], [-1, -2, -2, -3]),
        ([6, 3], [-1, -1, -1, -4]),
        ([1, 3, 4, 6, 2], [-1, -2, -2, -3]),
    )
    assert [
        sum(line.points for line in score_lines(*held)) for held in (martin, nicolas, olivia)
    ] == [
        4,
        2,
        6,
    ]
    assert [line.detail for line in score_lines(*martin)] == ["+1 +2 +4 +5", "+5", "-1 -2 -2 -3"]
    assert [line.rule for line in score_lines(*nicolas)] == ["sushi", "bones"]
    assert [line.detail for line in score_lines(*olivia)][1] == "+2"

    state = table(sushi=[], bones=[])
    for seat, (sushi, bones) in enumerate((martin, nicolas, olivia)):
        state.sushi_stacks[seat], state.bone_stacks[seat] = sushi, bones
    assert RULES.outcome(state).places == (2, 3, 1)


def test_x8_the_second_sushi_from_the_top_of_olivia_is_a_legal_wish() -> None:
    """« Je voudrais la deuxième bouchée de sushi en partant du haut dans la pile d'Olivia. »"""
    stacks = {OLIVIA: [1, 2, 3, 4]}
    state = play(table(sushi_stacks=stacks), rolled("UUUUR"))
    wish = PortionStolen(MARTIN, OLIVIA, "sushi", 2)
    assert RULES.describe(state, wish, LABELS, "fr") == (
        "Martin vole à Olivia la 2e bouchée de sushi en partant du haut (+3)."
    )
    play(state, wish)
    assert state.sushi_stacks == [[3], [], [1, 2, 4]]
    with pytest.raises(RuleViolation, match="only_the_top"):
        RULES.check(play(table(sushi_stacks=stacks), rolled("UUURR")), wish)
