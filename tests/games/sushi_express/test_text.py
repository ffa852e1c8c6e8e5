"""Sentences and boards made for people, in both languages."""

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.viewer import PUBLIC
from games.sushi_express.events import (
    ActionDrawn,
    BetPlaced,
    CustomersRevealed,
    CustomerTaken,
    DiceThrown,
    DieRerolled,
    HandShown,
    ParkCameFirst,
    PawnsSwapped,
    RerollChosen,
    RowDecided,
    VanMoved,
)
from games.sushi_express.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_express.table import HAND, LABELS, RULES, bet, play, table, throw
from tests.games.sushi_express.test_orders import driven, gone

NONE = {0: (), 1: (), 2: ()}


def told(state: State, event: Event, language: str = "en") -> str:
    RULES.check(state, event)
    return RULES.describe(state, event, LABELS, language)


def reroller() -> State:
    return throw(bet(table(hands={0: (*HAND, "reroll", "swap")}), 9, 8, 7), (2, 5))


@pytest.mark.parametrize(
    ("state", "event", "english", "french"),
    [
        (table(), BetPlaced(0, 7), "Ana bets on 7.", "Ana parie sur 7."),
        (
            bet(table(), 7),
            BetPlaced(1, 7),
            "Bo lays down a “same bet” and bets on 7 too, on top.",
            "Bo joue « même pari » et parie aussi sur 7, par-dessus.",
        ),
        (
            bet(table(hands={1: ("swap",)}), 7),
            BetPlaced(1, 8, 1),
            "Bo bets on 8. Swap cards laid down: 1.",
            "Bo parie sur 8. Cartes « changer de place » jouées : 1.",
        ),
        (
            bet(table(hands={2: ("swap",)}), 7, 8),
            PawnsSwapped(2, 7),
            "Cy swaps the pawns on 7 and 8.",
            "Cy intervertit les pions des cases 7 et 8.",
        ),
        (
            bet(table(), 9, 8, 7),
            DiceThrown((4, 5)),
            "Ana throws 4 and 5: 9 reaches the bet of 9.",
            "Ana lance 4 et 5 : 9 atteint le pari de 9.",
        ),
        (
            throw(bet(table(), 9, 8, 7), (1, 1)),
            DiceThrown((4, 4)),
            "Ana throws 4 and 4: 8 is below the bet of 9. "
            "Ana takes the pawn back and gets an action card.",
            "Ana lance 4 et 4 : 8 est inférieur au pari de 9. "
            "Ana reprend son pion et a droit à une carte action.",
        ),
        (
            throw(bet(table(pile=0), 9, 8, 7), (1, 1)),
            DiceThrown((4, 4)),
            "Ana throws 4 and 4: 8 is below the bet of 9. "
            "Ana takes the pawn back; no action card is left.",
            "Ana lance 4 et 4 : 8 est inférieur au pari de 9. "
            "Ana reprend son pion ; il n'y a plus de carte action.",
        ),
        (
            reroller(),
            RerollChosen(0, 2),
            "Ana lays down a “reroll” and throws the 2 again.",
            "Ana joue « nouveau jet de dés » et relance le 2.",
        ),
        (
            reroller(),
            RerollChosen(0, None),
            "Ana throws no die again.",
            "Ana ne relance pas de dé.",
        ),
        (
            play(reroller(), RerollChosen(0, 2)),
            DieRerolled(3),
            "The die shows 3: 8 is below the bet of 9.",
            "Le dé montre 3 : 8 est inférieur au pari de 9.",
        ),
        (
            play(reroller(), RerollChosen(0, 2)),
            DieRerolled(4),
            "The die shows 4: 9 reaches the bet of 9.",
            "Le dé montre 4 : 9 atteint le pari de 9.",
        ),
        (
            throw(bet(table(), 9, 8, 7), (4, 5)),
            VanMoved(0, 0),
            "Ana drives 9 tiles to tile 9.",
            "Ana avance de 9 : tuile 9.",
        ),
        (
            throw(bet(table(), 5, 4, 3), (4, 5)),
            VanMoved(0, 1),
            "Ana drives 6 tiles, 1 of them by cards, to the park.",
            "Ana avance de 6, dont 1 par cartes : le parc.",
        ),
        (
            throw(bet(table(), 9, 8, 7), (1, 1), (1, 1)),
            ActionDrawn(0, "tip_action"),
            "Ana draws an action card: tip card.",
            "Ana pioche une carte action : carte pourboire.",
        ),
        (
            throw(bet(table(), 9, 8, 7), (1, 1), (1, 1)),
            ActionDrawn(0, None),
            "Ana draws an action card (hidden).",
            "Ana pioche une carte action (cachée).",
        ),
        (
            throw(bet(table(vans=(8, 1, 3), hands=NONE), 8, 2, 3), (6, 6)),
            ParkCameFirst(0),
            "Ana draws the card of the park before choosing a customer.",
            "Ana pioche la carte du parc avant de choisir un client.",
        ),
        (
            driven(),
            RowDecided(2, "keep"),
            "Cy keeps the rest of the row: light blue, dark blue, pink.",
            "Cy laisse le reste de la rangée : bleu clair, bleu foncé, rose.",
        ),
        (
            driven(discarded=gone(33)),
            RowDecided(2, "discard"),
            "Cy discards the rest of the row: light blue, dark blue, pink. "
            "The pile cannot complete the row: the match ends.",
            "Cy défausse le reste de la rangée : bleu clair, bleu foncé, rose. "
            "La pioche ne suffit plus à compléter la rangée : la partie se termine.",
        ),
        (
            play(driven(), RowDecided(2, "discard")),
            CustomersRevealed(("tip", "pink", "tip")),
            "Customers turned up: pink, tip × 2.",
            "Clients retournés : rose, pourboire × 2.",
        ),
    ],
)
def test_events_are_told_in_both_languages(
    state: State, event: Event, english: str, french: str
) -> None:
    assert told(state, event) == english
    assert told(state, event, "fr") == french


def test_what_follows_by_itself_is_told_too() -> None:
    state = bet(table(hands=NONE, vans=(8, 1, 3), row=("tip", "tip", "tip")), 7, 3, 2)
    assert told(state, DiceThrown((6, 6))) == (
        "Ana throws 6 and 6: 12 reaches the bet of 7. Ana drives 7 tiles to tile 5. "
        "Bo drives 3 tiles to the park. Ana takes the only kind of customer left: tip."
    )


def test_a_drive_chosen_by_a_seat_is_told_once() -> None:
    state = throw(bet(table(hands={0: HAND, 1: (), 2: ()}), 7, 5, 4), (6, 6))
    assert told(state, VanMoved(0, 0)) == (
        "Ana drives 7 tiles to tile 7. Bo drives 5 tiles to tile 5. Cy drives 4 tiles to tile 4."
    )


def test_a_customer_chosen_by_a_seat_is_told_once() -> None:
    state = throw(bet(table(hands=NONE, vans=(8, 1, 3)), 7, 3, 2), (6, 6))
    assert told(state, CustomerTaken(0, "pink")).startswith("Ana takes a customer: pink. Bo drives")


def test_the_forced_discard_is_told() -> None:
    state = throw(bet(table(hands=NONE, pile=0), 9, 8, 7), *[(1, 1)] * 5)
    assert told(state, DiceThrown((1, 1))).endswith(
        "Nobody reached a bet: the whole row is discarded."
    )


def test_a_shown_hand_is_told() -> None:
    state = driven(discarded=gone(33))
    state.unknown[2] = 2
    play(state, RowDecided(2, "discard"))
    assert told(state, HandShown(2, ("swap", "swap"))) == "Cy shows: swap × 2."


def test_an_event_of_another_game_cannot_be_told() -> None:
    with pytest.raises(RuleViolation, match="not_expected"):
        RULES.describe(table(), StrangerCame(0), LABELS, "en")


def test_the_board_tells_everything_that_lies_on_the_table() -> None:
    state = bet(table(customers={1: ["pink", "tip", "tip"]}, vans=(0, 6, 3)), 7, 7)
    assert RULES.text_board(state, LABELS, "en").splitlines() == [
        "Round 1: Cy bets",
        "Row: light blue, dark blue, pink (30 in the pile; 22 action cards)",
        "Bets (bottom first): 7 Ana, Bo",
        "Ana: −2 points",
        "  Van: Sushi Express",
        "  Customers: –",
        "  Action cards: same bet, one tile further",
        "Bo: 3 points",
        "  Van: the park",
        "  Customers: pink, tip × 2",
        "  Action cards: one tile further",
        "Cy: −2 points",
        "  Van: tile 3",
        "  Customers: –",
        "  Action cards: same bet, one tile further",
    ]


def test_the_board_tells_the_dice_and_the_throw() -> None:
    state = throw(bet(table(), 9, 8, 7), (2, 5))
    board = RULES.text_board(state, LABELS, "fr").splitlines()
    assert board[0] == "Tour 1 : Ana a parié 9, jet 2 sur 2"
    assert "Dés : 2 5" in board


def test_the_board_hides_the_cards_that_nobody_has_seen() -> None:
    state = table(hands={0: (*HAND, "tip_action", "swap")})
    hidden = RULES.text_board(RULES.view(state, PUBLIC), LABELS, "en")
    assert "same bet, one tile further, hidden × 2" in hidden
    assert "tip card" not in hidden


def test_every_phase_has_its_headline() -> None:
    heads = set()
    for state in (
        table(),
        bet(table(hands={1: ("swap",)}), 7),
        reroller(),
        play(reroller(), RerollChosen(0, 2)),
        throw(bet(table(), 9, 8, 7), (6, 6)),
        throw(bet(table(), 9, 8, 7), (1, 1), (1, 1)),
        driven(),
        play(driven(), RowDecided(2, "discard")),
        play(driven(discarded=gone(33)), RowDecided(2, "discard")),
    ):
        head = RULES.text_board(state, LABELS, "en").splitlines()[0]
        assert "board." not in head
        assert "{" not in head
        heads.add(head)
    assert len(heads) == 9
