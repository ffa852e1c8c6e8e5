"""A second, slow reading of the scoring rules, from names of cards alone."""

from collections import Counter
from collections.abc import Sequence


def recounted(
    tables: Sequence[Sequence[str]], hands: Sequence[Sequence[str]]
) -> tuple[list[int], list[int]]:
    """Return scores and places, read off the rulebook sentence by sentence."""
    tips = [
        len([card for card in table if card == "tip"])
        + len([card for card in hand if card == "tip_action"])
        for table, hand in zip(tables, hands, strict=True)
    ]
    scores = []
    for seat, table in enumerate(tables):
        score = 0
        for colour, number in Counter(table).items():
            if colour != "tip":
                for nth in range(1, number + 1):
                    score += 3 if nth == 1 else 1
        if all(tips[seat] <= other for other in tips):
            score -= max(tips)
        scores.append(score)
    left = [len([card for card in hand if card != "tip_action"]) for hand in hands]
    places = []
    for seat, score in enumerate(scores):
        better = [
            other
            for other in range(len(scores))
            if scores[other] > score or (scores[other] == score and left[other] > left[seat])
        ]
        places.append(1 + len(better))
    return scores, places
