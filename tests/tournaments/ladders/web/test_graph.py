"""The graph of a rating: what is drawn of many matches, and the round numbers beside it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.utils.translation import override

from tournaments.ladders.selectors.players import RatingPoint
from tournaments.ladders.web.graph import MOST_DOTS, graph_of, thinned

BEGIN = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def points(
    values: list[float] | Iterator[Any], *, apart: timedelta = timedelta(days=1)
) -> list[RatingPoint]:
    return [
        RatingPoint((BEGIN + apart * number).isoformat(), UUID(int=number).hex, 1, value, 0.0)
        for number, value in enumerate(values)
    ]


def walk(count: int, seed: int = 1) -> Iterator[float]:
    luck, value = Random(seed), 1500.0
    for _ in range(count):
        value += luck.uniform(-20, 20)
        yield value


def test_one_match_is_no_graph() -> None:
    assert graph_of(points([1500.0]), "elo", UTC) is None


def test_few_matches_are_all_drawn_within_the_plot_from_left_to_right() -> None:
    graph = graph_of(points(walk(60)), "elo", UTC)
    assert graph is not None
    assert len(graph.dots) == 60
    assert graph.left_out == 0
    across = [dot.x for dot in graph.dots]
    assert across == sorted(across)
    assert (across[0], across[-1]) == (0.0, 1000.0)
    assert all(0 <= dot.y <= 1000 for dot in graph.dots)
    highest = max(graph.dots, key=lambda dot: dot.point.shown)
    assert highest.y == min(dot.y for dot in graph.dots)


def test_of_thousands_the_ends_and_every_extreme_stay() -> None:
    for seed in range(5):
        every = points(walk(5000, seed))
        kept = thinned(every, MOST_DOTS)
        assert len(kept) <= MOST_DOTS
        assert kept == sorted(kept)
        shown = [point.shown for point in every]
        assert {every[0], every[-1]} <= set(kept)
        assert {min(shown), max(shown)} <= {point.shown for point in kept}
        # Wherever the walk has a summit or a valley, one as high or deep is drawn close by.
        numbers = {point: number for number, point in enumerate(every)}
        near = 2 * len(every) // ((MOST_DOTS - 2) // 2)
        for number in range(0, len(every), 7):
            close = [one.shown for one in kept if abs(numbers[one] - number) <= near]
            assert min(close) <= shown[number] <= max(close)


def test_the_axes_have_few_round_labels() -> None:
    graph = graph_of(points(walk(200)), "elo", UTC)
    assert graph is not None
    assert 3 <= len(graph.ratings) <= 8
    assert all(int(tick.text) % 10 == 0 for tick in graph.ratings)
    assert [tick.text for tick in graph.times][:2] == ["April 2026", "May 2026"]
    assert len(graph.times) <= 6


def test_many_years_are_labelled_by_year_and_few_weeks_by_day() -> None:
    years = graph_of(points(walk(300), apart=timedelta(days=20)), "elo", UTC)
    assert years is not None
    assert all(tick.text.isdigit() for tick in years.times)
    days = graph_of(points(walk(20)), "elo", UTC)
    assert days is not None
    assert [tick.text for tick in days.times][:2] == ["1 March", "5 March"]
    assert 2 <= len(days.times) <= 6


def test_months_are_written_in_the_language_of_the_page() -> None:
    with override("fr"):
        graph = graph_of(points(walk(200)), "elo", UTC)
    assert graph is not None
    assert [tick.text for tick in graph.times][:3] == ["avr. 2026", "mai 2026", "juin 2026"]


def test_matches_of_one_moment_and_a_rating_that_never_moves_are_drawn_too() -> None:
    graph = graph_of(points([1500.0] * 3, apart=timedelta(0)), "elo", UTC)
    assert graph is not None
    assert {dot.x for dot in graph.dots} == {0.0}
    assert {dot.y for dot in graph.dots} == {500.0}


def test_openskill_has_a_scale_of_its_own() -> None:
    graph = graph_of(points([0.5, 3.2, -1.0]), "openskill", UTC)
    assert graph is not None
    assert all(0 <= dot.y <= 1000 for dot in graph.dots)
    assert "0.0" in [tick.text for tick in graph.ratings]
