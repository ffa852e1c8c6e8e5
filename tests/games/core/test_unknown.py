"""Hidden zones against brute force: every explanation written down and counted."""

import itertools
from collections import Counter

import networkx  # type: ignore[import-untyped]
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.rng import SeededRng
from games.core.unknown import (
    Hand,
    Shortage,
    Zone,
    deal,
    feasible,
    require_feasible,
    shortage,
    unseen,
)

CARDS = "abcd"
pools = st.fixed_dictionaries({card: st.integers(0, 3) for card in CARDS})
zones = st.builds(
    lambda size, lacks: Zone(unknown=size, lacks=sorted(lacks)),
    st.integers(0, 3),
    st.sets(st.sampled_from(CARDS)),
)


def explanations(pool: dict[str, int], zones: list[Zone]) -> list[tuple[tuple[str, ...], ...]]:
    """Return every way to fill the zones, each zone as a sorted tuple."""
    if not zones:
        return [()]
    first, *rest = zones
    found = []
    allowed = [card for card in sorted(pool) if card not in first.lacks]
    for cards in itertools.combinations_with_replacement(allowed, first.unknown):
        used = Counter(cards)
        if all(used[card] <= pool[card] for card in used):
            left = {card: count - used[card] for card, count in pool.items()}
            found += [(cards, *others) for others in explanations(left, rest)]
    return found


@given(pools, st.lists(zones, max_size=3))
@example({"a": 1, "b": 1, "c": 0, "d": 0}, [Zone(unknown=1), Zone(unknown=1, lacks=["a"])])
@example({"a": 1, "b": 2, "c": 0, "d": 0}, [Zone(unknown=2, lacks=["b"]), Zone(unknown=1)])
def test_feasible_says_yes_exactly_when_there_is_an_explanation(
    pool: dict[str, int], zones: list[Zone]
) -> None:
    assert feasible(pool, zones) == bool(explanations(pool, zones))


def contradictions(pool: dict[str, int], zones: list[Zone]) -> list[tuple[int, ...]]:
    """Return every set of zones that nothing can fill together."""
    places = range(len(zones))
    sets = itertools.chain.from_iterable(itertools.combinations(places, n) for n in (1, 2, 3, 4))
    return [chosen for chosen in sets if not explanations(pool, [zones[one] for one in chosen])]


def holdable(pool: dict[str, int], zones: list[Zone]) -> set[str]:
    """Return the cards that are left and may lie in one of these zones."""
    return {card for card in pool if pool[card] and any(card not in z.lacks for z in zones)}


@given(pools, st.lists(zones, max_size=4))
@example({"a": 3, "b": 1, "c": 0, "d": 3}, [Zone(unknown=3), Zone(unknown=2, lacks=["a", "d"])])
@example(dict.fromkeys(CARDS, 1), [Zone(unknown=1, lacks=["a", "b"])] * 3 + [Zone(unknown=2)])
def test_a_shortage_is_the_smallest_contradiction(pool: dict[str, int], zones: list[Zone]) -> None:
    short = shortage(pool, zones)
    found = contradictions(pool, zones)
    assert (short is None) == (not found)
    assume(short is not None)
    assert short is not None
    # It is one, and nothing can be left out of it: neither a zone nor, with it, a card.
    assert short.zones in found
    assert not any(set(other) < set(short.zones) for other in found)
    named = [zones[place] for place in short.zones]
    cards = holdable(pool, named)
    assert short.needed == sum(zone.unknown for zone in named)
    assert short.left == sum(pool[card] for card in cards) < short.needed
    if cards:
        assert list(short.cards) == sorted(cards)
    else:
        assert list(short.cards) == [c for c in CARDS if any(c not in z.lacks for z in named)]
    assert list(short.others) == [card for card in CARDS if pool[card] and card not in cards]
    # No other contradiction has fewer cards, and none with as many has fewer zones.
    sizes = [
        (len(holdable(pool, [zones[one] for one in other])), len(other))
        for other in found
        if not any(set(less) < set(other) for less in found)
    ]
    assert (len(cards), len(named)) == min(sizes)


def test_cards_that_are_all_gone_are_not_named() -> None:
    """Forty types of which most lie on the table: only what is left and may be there matters."""
    pool = {f"gone{number}": 0 for number in range(40)} | {"flan": 2, "tofu": 5}
    hands = [Zone(unknown=2, lacks=["tofu"]), Zone(unknown=1, lacks=["tofu"]), Zone(unknown=1)]
    assert shortage(pool, hands) == Shortage(("flan",), 3, 2, (0, 1), ("tofu",))
    with pytest.raises(RuleViolation) as refused:
        require_feasible(pool, hands)
    assert refused.value.params == {"cards": ["flan"], "needed": 3, "left": 2}


def test_a_hand_that_can_hold_nothing_is_told_by_what_it_cannot_hold() -> None:
    with pytest.raises(RuleViolation) as refused:
        require_feasible({"a": 2, "b": 0, "c": 1}, [Zone(unknown=1, lacks=["a", "b", "c"])])
    assert refused.value.code == "no_other_cards_explain"
    assert refused.value.params == {"cards": ["a", "c"], "needed": 1, "left": 0}


def test_the_same_contradiction_is_named_every_time() -> None:
    pool = {"b": 1, "a": 1}
    twins = [Zone(unknown=2, lacks=["a"]), Zone(unknown=2, lacks=["b"])]
    assert shortage(pool, twins) == Shortage(("b",), 2, 1, (0,), ("a",))
    assert shortage(dict(sorted(pool.items())), twins) == shortage(pool, twins)


@given(pools, st.lists(zones, max_size=3), st.integers())
def test_a_deal_is_an_explanation_whenever_there_is_one(
    pool: dict[str, int], zones: list[Zone], seed: int
) -> None:
    before = dict(pool)
    found = explanations(pool, zones)
    if found:
        dealt = deal(pool, zones, SeededRng(seed))
        assert tuple(map(tuple, dealt)) in found
        assert dealt == deal(pool, zones, SeededRng(seed))
    else:
        with pytest.raises(RuleViolation):
            deal(pool, zones, SeededRng(seed))
    assert pool == before


def test_every_explanation_is_dealt_sooner_or_later() -> None:
    pool = {"a": 2, "b": 2, "c": 1}
    tight = [Zone(unknown=2, lacks=["a"]), Zone(unknown=2, lacks=["c"])]
    found = {tuple(map(tuple, deal(pool, tight, SeededRng(seed)))) for seed in range(300)}
    assert found == set(explanations(pool, tight))


def test_a_deal_that_chance_would_hardly_ever_find_is_found() -> None:
    pool = dict.fromkeys("abcdefghijklmnop", 1)
    tight = [Zone(unknown=1, lacks=[c for c in sorted(pool) if c != only]) for only in sorted(pool)]
    assert deal(pool, tight, SeededRng(1)) == [[card] for card in sorted(pool)]


def test_free_deals_are_uniform_over_the_cards() -> None:
    counts: Counter[str] = Counter()
    rng = SeededRng(3)
    for _ in range(3000):
        counts.update(deal({"a": 3, "b": 1}, [Zone(unknown=1)], rng)[0])
    assert 2100 < counts["a"] < 2400


@given(st.data())
def test_a_large_box_agrees_with_a_maximum_flow(data: st.DataObject) -> None:
    """22 types and 8 hands: too many to write down, so another algorithm is the judge."""
    types = [f"t{number:02}" for number in range(22)]
    pool = {card: data.draw(st.integers(0, 4)) for card in types}
    hands = [
        Zone(
            unknown=data.draw(st.integers(0, 9)),
            lacks=sorted(data.draw(st.sets(st.sampled_from(types), min_size=12))),
        )
        for _ in range(8)
    ]
    graph = networkx.DiGraph()
    graph.add_nodes_from(["deck", "table"])
    for card, count in pool.items():
        graph.add_edge("deck", card, capacity=count)
    for index, hand in enumerate(hands):
        graph.add_edge(index, "table", capacity=hand.unknown)
        graph.add_edges_from((card, index) for card in types if card not in hand.lacks)
    placed = networkx.maximum_flow_value(graph, "deck", "table")
    assert feasible(pool, hands) == (placed == sum(hand.unknown for hand in hands))


def test_a_refusal_says_which_cards_are_too_few() -> None:
    with pytest.raises(RuleViolation) as refused:
        require_feasible({"a": 5, "b": 1}, [Zone(unknown=2, lacks=["a"])])
    assert refused.value.code == "no_deal_explains"
    assert refused.value.params == {"cards": ["b"], "needed": 2, "left": 1}


def test_more_known_cards_than_the_box_holds_are_a_shortage() -> None:
    pool = unseen({"a": 1, "b": 2}, [["a", "b"], ["a"]])
    assert pool == {"a": -1, "b": 1}
    assert shortage(pool, []) == Shortage(("a",), 1, 0)
    assert not feasible(pool, [])


def test_a_card_that_is_not_in_the_box_is_a_shortage() -> None:
    assert not feasible(unseen({"a": 1}, [["z"]]), [])


def test_a_denial_covers_the_unknown_cards_only() -> None:
    zone = Zone(known=["a"], unknown=2)
    zone.deny("a")
    zone.deny("a")
    assert zone == Zone(["a"], 2, ["a"])
    assert zone.may_hold("a")
    zone.take("a")
    assert not zone.may_hold("a")
    assert zone.may_hold("b")


def test_a_shown_card_is_one_of_the_unknown_ones_unless_it_was_known() -> None:
    zone = Zone(known=["b"], unknown=2)
    zone.show("a")
    zone.show("b")
    assert zone == Zone(["a", "b"], 1)


def test_a_newcomer_nobody_saw_is_not_covered_by_earlier_denials() -> None:
    zone = Zone(unknown=2, lacks=["a"])
    zone.put(None)
    assert zone == Zone(unknown=3)
    zone.put("a")
    assert zone == Zone(["a"], 3)


def test_a_card_that_left_unseen_leaves_nothing_certain_behind() -> None:
    zone = Zone(known=["a", "b"], unknown=1, lacks=["a", "c"])
    zone.take(None)
    assert zone == Zone(unknown=2, lacks=["c"])


def test_a_zone_laid_open_has_no_unknowns() -> None:
    zone = Zone(unknown=2, lacks=["c"])
    zone.lay_open(["b", "a"])
    assert (zone.known, zone.unknown, zone.size) == (["a", "b"], 0, 2)


def test_a_hand_is_known_to_its_watchers_and_what_was_shown_to_all() -> None:
    hand = Hand(["a", "a", "b"])
    hand.look(1)
    hand.look(0)
    hand.look(1)
    hand.show("a")
    hand.deny("c")
    assert hand.watchers == [0, 1]
    assert hand.known_to(0) == hand
    stranger = hand.known_to(2)
    assert (stranger.known, stranger.unknown, stranger.lacks) == (["a"], 2, ["c"])
    assert hand.known_to(None) == stranger
    assert stranger.known_to(2) == stranger


def test_a_hand_forgets_what_left_it() -> None:
    hand = Hand(["a", "a", "b"])
    hand.show("a")
    hand.take("a")
    assert (hand.known, hand.seen) == (["a", "b"], [])
    hand.take("b")
    assert (hand.known, hand.seen) == (["a"], [])


def test_a_hand_can_prove_a_card_without_showing_it() -> None:
    hand = Hand(unknown=2)
    hand.prove("a")
    assert (hand.known, hand.unknown, hand.seen) == (["a"], 1, [])
    hand.show("a")
    assert (hand.known, hand.unknown, hand.seen) == (["a"], 1, ["a"])
    hand.take(None)
    assert (hand.known, hand.unknown, hand.seen) == ([], 1, [])


def test_clones_of_zones_share_nothing() -> None:
    hand = Hand(["a"], 1, ["b"], ["a"], [0])
    twin = hand.clone()
    assert twin == hand
    for name in ("known", "lacks", "seen", "watchers"):
        assert getattr(twin, name) is not getattr(hand, name)
