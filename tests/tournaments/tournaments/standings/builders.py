"""Short ways to write down results, and random tournaments for properties."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from tournaments.tournaments.standings.results import Bye, Penalty, ResultKind, TableResult
from tournaments.tournaments.standings.schemes import PRESETS
from tournaments.tournaments.standings.scoring import ScoringRules
from tournaments.tournaments.standings.tally import History


def table(
    entrants: Sequence[int],
    places: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    *,
    round_: int = 1,
    number: int = 1,
    kind: ResultKind = ResultKind.COMPLETE,
    absent: Sequence[int] = (),
) -> TableResult:
    """Return a result; without places but with scores the higher score is placed first."""
    if places is None and scores is not None:
        places = places_of(scores)
    return TableResult(
        stage=1,
        round=round_,
        table=number,
        entrants=tuple(entrants),
        places=None if places is None else tuple(places),
        scores=None if scores is None else tuple(scores),
        kind=kind,
        absent=frozenset(absent),
    )


def places_of(scores: Sequence[int] | Sequence[Fraction]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def fractions(*numbers: int | str) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in numbers)


sizes = st.integers(2, 8)
score_lists = sizes.flatmap(
    lambda size: st.lists(st.integers(-20, 60), min_size=size, max_size=size)
)
place_lists = sizes.flatmap(
    lambda size: st.lists(st.integers(1, 4), min_size=size, max_size=size).map(
        lambda marks: tuple(1 + sum(other < mark for other in marks) for mark in marks)
    )
)
scorings = st.builds(
    ScoringRules, scheme=st.sampled_from(list(PRESETS.values())), share_ties=st.booleans()
)


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Return up to four rounds of random tables, with byes, no-shows and odd endings."""
    count = draw(st.integers(2, 13))
    entrants = list(range(1, count + 1))
    results: list[TableResult] = []
    byes: list[Bye] = []
    for round_ in range(1, draw(st.integers(0, 4)) + 1):
        waiting = draw(st.permutations(entrants))
        number = 0
        while len(waiting) > 1:
            number += 1
            size = draw(st.integers(2, min(8, len(waiting))))
            seated, waiting = waiting[:size], waiting[size:]
            results.append(draw(_endings(seated, round_, number)))
        byes.extend(Bye(1, round_, entrant) for entrant in waiting)
    penalties = draw(
        st.lists(
            st.builds(
                Penalty,
                entrant=st.sampled_from(entrants),
                points=st.sampled_from(fractions(1, "1/2", "2/3")),
                stage=st.just(1),
                round=st.integers(1, 4),
                reason=st.sampled_from(["late", "conduct"]),
            ),
            max_size=3,
        )
    )
    lots = draw(st.dictionaries(st.sampled_from(entrants), st.integers(1, 5)))
    return History(entrants=entrants, results=results, byes=byes, penalties=penalties, lots=lots)


@st.composite
def _endings(draw: st.DrawFn, seated: list[int], round_: int, number: int) -> TableResult:
    scores = draw(st.lists(st.integers(-3, 9), min_size=len(seated), max_size=len(seated)))
    kind = draw(st.sampled_from([ResultKind.COMPLETE, *ResultKind]))
    absent: list[int] = []
    if kind is ResultKind.WALK_OVER:
        absent = seated[1:]
    elif len(seated) > 2 and draw(st.booleans()):
        absent = seated[:1]
    present = [
        score for entrant, score in zip(seated, scores, strict=True) if entrant not in absent
    ]
    ranked = iter(places_of(present))
    places = [0 if entrant in absent else next(ranked) for entrant in seated]
    return table(seated, places, scores, round_=round_, number=number, kind=kind, absent=absent)
