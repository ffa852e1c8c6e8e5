"""Sentences and the text board, in both languages."""

import pytest

from games.core.errors import RuleViolation
from games.core.events import Choice, Event
from games.core.matches import make_setup
from games.core.rng import SeededRng
from games.core.viewer import PUBLIC
from games.sushi_boat import events as facts
from games.sushi_boat.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_boat.table import ANA, BELT, BO, CY, RULES, STAFF, plates, play, table

LABELS = ("Ana", "Bo", "Cy")


def told(state: State, event: Event, language: str = "en") -> str:
    return RULES.describe(state, event, LABELS, language)


@pytest.mark.parametrize(
    ("state", "event", "english", "french"),
    [
        (
            table(phase="reveal"),
            facts.CardRevealed("tempura_green"),
            "Ana reveals Tempura, green symbol. No plate is needed.",
            "Ana révèle Tempura, symbole vert. Aucune assiette n'est nécessaire.",
        ),
        (
            table(phase="move"),
            facts.PawnMoved(ANA, "L3"),
            "Ana sits down at left 3, by California roll on blue.",
            "Ana s'installe : gauche 3, devant california sur bleu.",
        ),
        (
            table(phase="move", belt=BELT.replace("BC", "-")),
            facts.PawnMoved(ANA, "L3"),
            "Ana sits down at left 3, by an empty slot.",
            "Ana s'installe : gauche 3, devant un emplacement vide.",
        ),
        (
            table(at="L5"),
            facts.PlateEaten(ANA, 1),
            "Ana eats shrimp on blue (slot 1).",
            "Ana mange : crevette sur bleu (empl. 1).",
        ),
        (
            table(at="L5"),
            facts.PlateFetched(ANA, 12),
            "Ana pays 1 yen, and Hiroshi fetches omelette on red (slot 12).",
            "Ana paie 1 yen, et Hiroshi apporte : tamago sur rouge (empl. 12).",
        ),
        (
            table(hands={ANA: ["tempura"]}),
            facts.TempuraPlayed(ANA, 13),
            "Ana plays Tempura, pushes cucumber roll on red (slot 13) on and takes 1 yen. "
            "Into the trash: cucumber roll on red.",
            "Ana joue Tempura, pousse maki concombre sur rouge (empl. 13) et prend 1 yen. "
            "À la poubelle : maki concombre sur rouge.",
        ),
        (
            table(hands={ANA: ["mochi"]}),
            facts.MochiPlayed(ANA, ("L1", "R1")),
            "Ana plays Mochi: Neko and Momoko swap places.",
            "Ana joue Mochi : Neko et Momoko échangent leurs places.",
        ),
        (
            table(hands={ANA: ["miso"]}),
            facts.MisoPlayed(ANA),
            "Ana plays Miso soup; the discard pile is empty.",
            "Ana joue la Soupe miso ; la défausse est vide.",
        ),
        (
            table(seat=CY, turn=21),
            facts.TurnEnded(CY),
            "Cy ends the turn. That was the turn of the last card.",
            "Cy finit son tour. C'était le tour de la dernière carte.",
        ),
    ],
    ids=lambda case: type(case).__name__,
)
def test_events_are_told_with_what_follows_from_them(
    state: State, event: Event, english: str, french: str
) -> None:
    assert told(state, event) == english
    assert told(state, event, "fr") == french


def test_an_event_of_another_game_cannot_be_told() -> None:
    with pytest.raises(RuleViolation, match="not_expected"):
        told(table(), StrangerCame(ANA))


def test_a_draw_tells_what_falls_and_that_the_bag_ran_out() -> None:
    state = table(phase="reveal", belt=BELT.replace("BC", "-"), bag="YT", trash="GS GP GO")
    play(state, facts.CardRevealed("tempura_red"))
    assert told(state, facts.PlatesDrawn(plates("YT GP"))) == (
        "Onto the belt: tuna on yellow, shrimp on green. The bag ran out: the trash went back into "
        "it. Into the trash: cucumber roll on red."
    )


def test_a_challenge_is_told_with_what_the_tunnel_hid_and_who_keeps_cubes() -> None:
    state = play(table(phase="reveal"), facts.CardRevealed("wasabi"))
    secret = facts.GuessPlaced(ANA, 1, None)
    assert told(RULES.view(state, PUBLIC), secret) == "Ana guesses in secret."
    play(state, facts.GuessPlaced(ANA, 1, ("blue", "red")))
    assert "  Guess: cubes laid\n" in RULES.text_board(RULES.view(state, PUBLIC), LABELS, "en")
    assert "  Guess: blue, red\n" in RULES.text_board(state, LABELS, "en")
    assert "  Guess: still thinking\n" in RULES.text_board(state, LABELS, "en")
    play(state, facts.GuessPlaced(BO, 1, ("red", "red")), facts.GuessPlaced(CY, 1, ("green",) * 2))
    (need,) = RULES.needs(state)
    sentence = told(state, RULES.sample(state, need, SeededRng(1)))
    assert sentence.endswith(
        "The tunnel hid cucumber roll on blue, salmon on red. Cubes kept: Ana 2, Bo 1, Cy 0."
    )


def test_a_challenge_that_needs_no_plates_is_told_with_the_last_guess() -> None:
    state = play(table(phase="reveal", bag="", trash=""), facts.CardRevealed("wasabi"))
    state.belt = [None, *state.belt[1:]]
    for seat in (ANA, BO):
        play(state, facts.GuessPlaced(seat, 1, ("blue", "red")))
    assert "Cubes kept: Ana 2, Bo 2, Cy 1." in told(state, facts.GuessPlaced(CY, 1, ("red",) * 2))


def test_the_text_board_shows_the_belt_row_by_row_with_spaces_staff_and_pawns() -> None:
    state = table(pawns={BO: "L3"}, stacks={ANA: "YS"}, discard=("miso",))
    lines = RULES.text_board(state, LABELS, "en").splitlines()
    assert lines[0] == "Turn 4 of 21: Ana. Up to two actions, side dishes, yen."
    assert lines[2] == "The belt, from the tunnel down"
    assert lines[3] == (
        "  Row 1: [left 1, Neko] slot 5 omelette on blue | – | "
        "slot 8 shrimp on red [right 1, Momoko]"
    )
    assert lines[4].startswith("  Row 2: [left 2, pawn of Ana] slot 4 tuna on blue | [middle 2] |")
    assert "[left 3, Yuki & Takeshi, pawn of Bo]" in lines[5]
    assert lines[9] == "Trash: salmon on green, shrimp on green, octopus on green"
    assert lines[10:13] == [
        "Bag: 36 plates",
        "Deck: 17 cards, 4 of them wasabi",
        "Discard pile: Miso soup",
    ]
    assert lines[13:18] == [
        "Ana: 0 points",
        "  2 yen, 0 cubes",
        "  Stack (bottom to top): salmon on yellow",
        "  Hand: none",
        "  Eaten: none",
    ]
    assert len(lines) == 13 + 3 * 5


def test_the_text_board_tells_setup_and_end_and_satsukis_plates() -> None:
    assert "laid out" in RULES.text_board(table(phase="staff"), LABELS, "en")
    assert "terminée" in RULES.text_board(table(phase="over"), LABELS, "fr")
    state = play(table(at="R3"), facts.SatsukiAsked(ANA), facts.SatsukiDrew(plates("WS GT")))
    assert "Satsuki brought: tuna on green, salmon on white" in RULES.text_board(
        state, LABELS, "en"
    )


SPOKEN = [
    (table(phase="act"), facts.OrderPlaced(ANA), "special order"),
    (table(phase="act", pawns={BO: "L1"}), facts.PawnBoughtOut(ANA, BO), "pays 1 yen to Bo"),
    (table(at="L1"), facts.TrashSearched(ANA, "green_salmon"), "Neko brings salmon on green"),
    (table(at="R1", discard=("miso",)), facts.DishFetched(ANA), "side dish Miso soup"),
    (table(at="R3"), facts.SatsukiAsked(ANA), "Satsuki goes to the bag"),
    (table(), facts.YenTaken(ANA), "Ana takes 1 yen"),
    (table(hands={ANA: ["gyoza"]}), facts.GyozaPlayed(ANA), "Gyoza, worth 1 point"),
    (
        table(hands={ANA: ["miso"]}, discard=("mochi",)),
        facts.MisoPlayed(ANA),
        "takes the side dish Mochi",
    ),
    (
        table(hands={ANA: ["edamame"]}, stacks={ANA: "YS"}),
        facts.EdamamePlayed(ANA, 3),
        "gives salmon on yellow for California roll on blue (slot 3)",
    ),
    (
        table(hands={ANA: ["yakitori"]}),
        facts.YakitoriPlayed(ANA, (1, 9)),
        "swaps shrimp on blue (slot 1) and octopus on red (slot 9)",
    ),
    (
        table(phase="discard", hands={ANA: ["miso", "mochi", "gyoza"]}),
        facts.DishDiscarded(ANA, "mochi"),
        "Ana discards Mochi",
    ),
]


@pytest.mark.parametrize(("state", "event", "part"), SPOKEN, ids=lambda case: str(case)[:20])
def test_every_choice_has_its_sentence(state: State, event: Choice, part: str) -> None:
    assert part in told(state, event)
    assert told(state, event) != told(state, event, "fr")


def test_setup_and_satsukis_plates_have_their_sentences() -> None:
    state = table(phase="staff")
    tiles = facts.StaffPlaced(tuple(STAFF.values()))
    assert "left 1: Neko, right 1: Momoko" in told(state, tiles)
    fresh = RULES.start(make_setup(RULES, seats=3, options={}))
    play(fresh, tiles)
    filled = facts.BeltFilled(plates(BELT), plates("GS GP GO"))
    assert told(fresh, filled) == (
        "14 plates go onto the belt; into the trash go salmon on green, shrimp on green, "
        "octopus on green."
    )
    drawn = play(table(at="R3"), facts.SatsukiAsked(ANA))
    brought = facts.SatsukiDrew(plates("WS GT"))
    assert told(drawn, brought) == "Satsuki brings tuna on green, salmon on white."
    play(drawn, brought)
    kept = facts.PlateKept(ANA, "green_tuna", "bottom")
    assert told(drawn, kept) == "Ana puts tuna on green at the bottom."


def test_takoyaki_has_its_sentences() -> None:
    state = play(table(phase="reveal", hands={BO: ["takoyaki"]}), facts.CardRevealed("wasabi"))
    assert "the trash goes back" in told(table(phase="reveal"), facts.CardRevealed("wasabi"))
    declared = facts.GuessPlaced(BO, 1, ("takoyaki",))
    assert told(state, declared) == "Bo plays Takoyaki and guesses after the others."
    play(state, declared, facts.GuessPlaced(ANA, 1, ("red", "red")))
    play(state, facts.GuessPlaced(CY, 1, ("red", "red")))
    late = facts.TakoyakiGuessed(BO, 1, ("blue", "red", "red"))
    assert told(state, late) == "Bo has seen the others' cubes and lays cubes on blue, red, red."
