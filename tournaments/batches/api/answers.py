"""The shape of what batches answer with, and how it is made."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from tournaments.batches.models import Batch, BatchResult, BatchStatus
from tournaments.batches.selectors.batches import Progress
from tournaments.batches.selectors.exports import settings_of
from tournaments.batches.statistics.distributions import Distribution
from tournaments.batches.statistics.intervals import Rate
from tournaments.batches.statistics.results import Statistics
from tournaments.people.api.serializers import Answer

_DIGITS = 6


class ProgressAnswer(Answer):
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    matches_per_second = serializers.FloatField(allow_null=True)
    seconds_left = serializers.IntegerField(
        allow_null=True, help_text="Null for a batch that has ended, or that has just begun."
    )


class RateAnswer(Answer):
    trials = serializers.IntegerField(help_text="How many seats were played.")
    firsts = serializers.IntegerField(help_text="First places, shared ones as well.")
    win_rate = serializers.FloatField(help_text="A shared first place is a share of a win.")
    low = serializers.FloatField(help_text="Where the 95 % interval (Wilson) begins.")
    high = serializers.FloatField(help_text="Where it ends.")


class CountAnswer(Answer):
    value = serializers.IntegerField()
    count = serializers.IntegerField()


class DistributionAnswer(Answer):
    least = serializers.IntegerField()
    median = serializers.IntegerField()
    average = serializers.FloatField()
    most = serializers.IntegerField()
    counts = CountAnswer(many=True)


class BotFiguresAnswer(RateAnswer):
    bot = serializers.CharField()
    scores = DistributionAnswer()


class SeatFiguresAnswer(RateAnswer):
    seat = serializers.IntegerField()


class StatisticsAnswer(Answer):
    matches = serializers.IntegerField(help_text="How many results these figures are made of.")
    chance = serializers.FloatField(help_text="The rate of wins if everybody is equally good.")
    bots = BotFiguresAnswer(many=True)
    seats = SeatFiguresAnswer(many=True)
    lengths = DistributionAnswer(help_text="The number of events of a match.")


class BatchAnswer(Answer):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    game = serializers.CharField()
    rules = serializers.IntegerField()
    options = serializers.DictField()
    bots = serializers.ListField(child=serializers.CharField(), help_text="By seat.")
    matches = serializers.IntegerField()
    seed = serializers.IntegerField()
    rotate = serializers.BooleanField()
    same_deal = serializers.BooleanField()
    rated = serializers.BooleanField()
    status = serializers.ChoiceField(choices=BatchStatus.choices)
    error = serializers.CharField(help_text="Why it failed, otherwise empty.")
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    done = serializers.IntegerField(help_text="How many matches are stored.")


class BatchDetailAnswer(BatchAnswer):
    progress = ProgressAnswer()
    statistics = StatisticsAnswer(allow_null=True, help_text="Null until there is a result.")


class BatchResultAnswer(Answer):
    index = serializers.IntegerField()
    match = serializers.UUIDField()
    bots = serializers.ListField(child=serializers.CharField(), help_text="By seat.")
    places = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    events = serializers.IntegerField()
    content_hash = serializers.CharField()
    at = serializers.DateTimeField()
    address = serializers.CharField(help_text="The match in this API.")


def batch(row: Batch, *, done: int) -> dict[str, Any]:
    """Return a batch as lists show it."""
    return {**settings_of(row), "done": done}


def batch_detail(row: Batch, found: Progress, figures: Statistics | None) -> dict[str, Any]:
    """Return a batch with its progress and what its results say."""
    return {
        **batch(row, done=found.done),
        "progress": progress(found),
        "statistics": None if figures is None else statistics(figures),
    }


def progress(found: Progress) -> dict[str, Any]:
    """Return how far a batch is."""
    return {
        "done": found.done,
        "total": found.total,
        "matches_per_second": None if found.per_second is None else round(found.per_second, 3),
        "seconds_left": None if found.left is None else int(found.left.total_seconds()),
    }


def statistics(found: Statistics) -> dict[str, Any]:
    """Return the figures of a batch."""
    return {
        "matches": found.matches,
        "chance": round(float(found.chance), _DIGITS),
        "bots": [
            {"bot": row.bot, **_rate(row.firsts, row.rate), "scores": _distribution(row.scores)}
            for row in found.bots
        ],
        "seats": [{"seat": row.seat, **_rate(row.firsts, row.rate)} for row in found.seats],
        "lengths": _distribution(found.lengths),
    }


def result(row: BatchResult) -> dict[str, Any]:
    """Return one match of a batch."""
    return {
        "index": row.index,
        "match": str(row.id),
        "bots": row.bots,
        "places": row.places,
        "scores": row.scores,
        "events": row.events,
        "content_hash": row.content_hash,
        "at": row.at,
        "address": reverse("api-match", args=[row.id]),
    }


def _rate(firsts: int, found: Rate) -> dict[str, Any]:
    return {
        "trials": found.trials,
        "firsts": firsts,
        "win_rate": round(float(found.value), _DIGITS),
        "low": round(found.low, _DIGITS),
        "high": round(found.high, _DIGITS),
    }


def _distribution(found: Distribution) -> dict[str, Any]:
    return {
        "least": found.least,
        "median": found.median,
        "average": round(float(found.average), _DIGITS),
        "most": found.most,
        "counts": [{"value": value, "count": count} for value, count in found.counts],
    }
