"""Points: 3 for the first customer of each colour, 1 for every further one, and the tips."""

from collections.abc import Sequence

from games.core.outcome import Outcome, ScoreLine, ranked
from games.sushi_express.components import FIRST_OF_A_COLOUR, FURTHER_OF_A_COLOUR, TIP, TIP_ACTION
from games.sushi_express.state import State


def customer_points(table: Sequence[int]) -> tuple[int, int]:
    """Return what the first customers of their colours and all further ones are worth."""
    colours = TIP - table[:TIP].count(0)
    more = sum(table[:TIP]) - colours
    return FIRST_OF_A_COLOUR * colours, FURTHER_OF_A_COLOUR * more


def tip_points(tips: Sequence[int]) -> list[int]:
    """Return what each seat loses: those with the fewest tips as many points as the most (A14)."""
    fewest, most = min(tips), max(tips)
    return [-most if count == fewest else 0 for count in tips]


def outcome(state: State) -> Outcome:
    """Return the score as it stands, tips in hand counted once they have been shown."""
    tips_shown = [seen[TIP_ACTION] for seen in state.seen]
    left = [state.hand_size(seat) - tips for seat, tips in enumerate(tips_shown)]
    return result(state.tables, tips_shown, left, final=state.phase == "over")


def result(
    tables: Sequence[Sequence[int]],
    tip_cards: Sequence[int],
    cards_left: Sequence[int],
    *,
    final: bool,
) -> Outcome:
    """Return places by score, then by action cards left without the tips (A15)."""
    tips = [table[TIP] + more for table, more in zip(tables, tip_cards, strict=True)]
    lost = tip_points(tips)
    breakdown = []
    for seat, table in enumerate(tables):
        first, more = customer_points(table)
        breakdown.append(
            (
                ScoreLine("first_customers", first, f"{first // FIRST_OF_A_COLOUR} × 3"),
                ScoreLine("further_customers", more, f"{more} × 1"),
                ScoreLine("tips", lost[seat], f"{tips[seat]} ({min(tips)}–{max(tips)})"),
                ScoreLine("cards_left", 0, str(cards_left[seat])),
            )
        )
    return ranked(breakdown, cards_left, final=final)
