"""Points: 3 for the first customer of each colour, 1 for every further one, and the tips."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.core.errors import RuleViolation
from games.core.needs import Field
from games.core.outcome import Outcome, ScoreLine, shared_places
from games.sushi_express.components import (
    ACTION_ORDER,
    ACTIONS,
    BOX,
    CUSTOMER_ORDER,
    CUSTOMERS,
    FIRST_OF_A_COLOUR,
    FURTHER_OF_A_COLOUR,
    TIP,
    TIP_ACTION,
)
from games.sushi_express.state import State

_FIELDS: dict[str, dict[str, int]] = {"customers": CUSTOMER_ORDER, "actions": ACTION_ORDER}


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
    over = state.phase == "over"
    return _outcome(state.tables, tips_shown, left, final=over)


def count_fields(start: State) -> tuple[Field, ...]:
    """Return the customers before a seat and the action cards left in its hand."""
    kinds = [kind for kind, count in enumerate(start.copies) if count]
    return (
        Field(
            "customers",
            tuple(CUSTOMERS[kind] for kind in kinds),
            many=True,
            least=0,
            most=sum(start.copies),
            supply=tuple(start.copies[kind] for kind in kinds),
        ),
        Field("actions", ACTIONS, many=True, least=0, most=sum(BOX), supply=BOX),
    )


def tally(start: State, tables: Sequence[Mapping[str, Any]]) -> Outcome:
    """Score `{"customers": […], "actions": […]}` as they lie before each seat at the end.

    Raises `bad_tables`, or `tally_too_many` when there are more of a card than in the box.
    """
    if len(tables) != start.seats:
        raise RuleViolation("bad_tables", expected=start.seats, found=len(tables))
    customers = [_counted(table, "customers") for table in tables]
    actions = [_counted(table, "actions") for table in tables]
    for names, box, counted in ((CUSTOMERS, start.copies, customers), (ACTIONS, BOX, actions)):
        for index, name in enumerate(names):
            found = sum(counts[index] for counts in counted)
            if found > box[index]:
                raise RuleViolation("tally_too_many", cards=[name], found=found, box=box[index])
    tips = [counts[TIP_ACTION] for counts in actions]
    left = [sum(counts) - more for counts, more in zip(actions, tips, strict=True)]
    return _outcome(customers, tips, left, final=True)


def _counted(table: object, name: str) -> list[int]:
    if not isinstance(table, Mapping) or not table.keys() <= set(_FIELDS):
        raise RuleViolation("bad_tables", fields=list(_FIELDS))
    order = _FIELDS[name]
    cards = table.get(name, [])
    if not isinstance(cards, list | tuple) or not all(
        isinstance(card, str) and card in order for card in cards
    ):
        raise RuleViolation("bad_tables", field=name)
    counts = [0] * len(order)
    for card in cards:
        counts[order[card]] += 1
    return counts


def _outcome(
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
    scores = tuple(sum(line.points for line in lines) for lines in breakdown)
    ending: Literal["complete", "running"] = "complete" if final else "running"
    return Outcome(
        final=final,
        places=shared_places(list(zip(scores, cards_left, strict=True))),
        scores=scores,
        breakdown=tuple(breakdown),
        ending=ending,
    )
