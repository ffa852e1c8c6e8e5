"""The shape of what ladders answer with. Ratings are float64, never rounded here."""

from typing import get_args

from rest_framework import serializers

from tournaments.ladders.models import LadderStatus, LadderUsual, NoteCause
from tournaments.ladders.ratings.rules import System
from tournaments.people.api.serializers import Answer, NamedPlayerAnswer

SHOWN = "What the ladder sorts by: the rating, or for OpenSkill what it is sure of."
REASON = "Why the ladder does not count the match, a stable code; empty if it does."


class LadderAnswer(Answer):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    title = serializers.CharField(help_text="That of a usual ladder in the reader's language.")
    usual = serializers.ChoiceField(
        choices=LadderUsual.choices, help_text="Empty for a ladder of the club's own."
    )
    status = serializers.ChoiceField(choices=LadderStatus.choices)
    system = serializers.ChoiceField(choices=list(get_args(System)))
    rules = serializers.DictField()
    period_of = serializers.UUIDField(
        allow_null=True, help_text="The ladder whose players it goes on with."
    )
    players = serializers.IntegerField(help_text="Everybody who has a rating, hidden or not.")
    matches = serializers.IntegerField(help_text="Rated matches.")
    waiting = serializers.IntegerField(help_text="Changes the workers have yet to follow.")
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    frozen_at = serializers.DateTimeField(allow_null=True)


class LadderLineAnswer(NamedPlayerAnswer):
    rank = serializers.IntegerField(allow_null=True, help_text="Null for somebody hidden.")
    moved = serializers.IntegerField(
        allow_null=True, help_text="Ranks gained since last week; null for somebody new."
    )
    gained = serializers.FloatField(
        allow_null=True, help_text="Rating gained since last week; null for somebody new."
    )
    shown = serializers.FloatField(help_text=SHOWN)
    mu = serializers.FloatField()
    sigma = serializers.FloatField(help_text="0 in a system that does not say how sure it is.")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    last_at = serializers.DateTimeField(allow_null=True)
    provisional = serializers.BooleanField()
    hidden = serializers.BooleanField(help_text="Away for so long that they have no rank.")


class RatingPartAnswer(Answer):
    opponent = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    delta = serializers.FloatField(help_text="What this opponent contributed to the change.")


class ChangeAnswer(Answer):
    match = serializers.UUIDField()
    ended_at = serializers.DateTimeField(
        allow_null=True, help_text="Null where a frozen ladder keeps a match that goes on again."
    )
    player = serializers.UUIDField()
    label = serializers.CharField(help_text="The public name.")  # type: ignore[assignment]
    place = serializers.IntegerField()
    mu_before = serializers.FloatField()
    mu = serializers.FloatField()
    sigma_before = serializers.FloatField()
    sigma = serializers.FloatField()
    shown_before = serializers.FloatField()
    shown = serializers.FloatField()
    delta = serializers.FloatField(help_text="How much mu moved; its parts add up to it.")
    factor = serializers.FloatField(help_text="The K that applied; 0 in a system without one.")
    parts = RatingPartAnswer(many=True)
    text = serializers.CharField(help_text="The change in a sentence.")


class MatchOnLadderAnswer(Answer):
    ladder = serializers.UUIDField()
    title = serializers.CharField()
    match = serializers.UUIDField()
    rated = serializers.BooleanField(help_text="Whether it counts, or will once it is over.")
    reason = serializers.CharField(help_text=REASON)
    detail = serializers.CharField(help_text="The same in a sentence.")
    changes = ChangeAnswer(many=True, help_text="Empty until a worker has rated it.")


class MatchRatingsAnswer(Answer):
    match = serializers.UUIDField()
    ladders = MatchOnLadderAnswer(many=True)


class MoveAnswer(NamedPlayerAnswer):
    before = serializers.FloatField(allow_null=True, help_text="Null: was not on the ladder.")
    after = serializers.FloatField(allow_null=True, help_text="Null: is not on the ladder.")


class NoteAnswer(Answer):
    id = serializers.UUIDField()
    at = serializers.DateTimeField()
    cause = serializers.ChoiceField(choices=NoteCause.choices)
    text = serializers.CharField(help_text="The cause in words.")
    subject = serializers.UUIDField(help_text="The match, the player or the ladder it was about.")
    since = serializers.DateTimeField(allow_null=True, help_text="Null: everything, from nothing.")
    matches = serializers.IntegerField(help_text="How many matches were rated anew.")
    moves = MoveAnswer(many=True, help_text="The largest moves first, at most 50.")


class WorkedAnswer(Answer):
    ladder = serializers.UUIDField()
    matches = serializers.IntegerField(help_text="How many matches were rated, first or anew.")
    moved = serializers.IntegerField(help_text="How many players have another rating now.")


class UsualAnswer(Answer):
    begun = serializers.IntegerField(help_text="How many were not there yet.")
    ladders = LadderAnswer(many=True)


class PlannedAnswer(Answer):
    player = serializers.UUIDField()
    label = serializers.CharField(help_text="The public name.")  # type: ignore[assignment]
    rated = serializers.BooleanField(help_text="False for a seat that the ladder skips.")
    shown = serializers.FloatField(allow_null=True)
    first = serializers.FloatField(allow_null=True, help_text="The chance to be first, 0 to 1.")
    score = serializers.FloatField(
        allow_null=True, help_text="The share of opponents they should beat, 0 to 1."
    )
    shown_after = serializers.FloatField(allow_null=True)
    delta = serializers.FloatField(allow_null=True)
    parts = RatingPartAnswer(many=True)
    text = serializers.CharField(help_text="The change in a sentence; empty without places.")


class ForecastAnswer(Answer):
    ladder = serializers.UUIDField()
    version = serializers.IntegerField()
    players = PlannedAnswer(many=True)


class PlayerRatingAnswer(Answer):
    ladder = serializers.UUIDField()
    title = serializers.CharField()
    status = serializers.ChoiceField(choices=LadderStatus.choices)
    system = serializers.ChoiceField(choices=list(get_args(System)))
    shown = serializers.FloatField(help_text=SHOWN)
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    last_at = serializers.DateTimeField(allow_null=True)
    provisional = serializers.BooleanField()


class PlayerRatingsAnswer(NamedPlayerAnswer):
    ratings = PlayerRatingAnswer(many=True)


class TallyAnswer(Answer):
    played = serializers.IntegerField()
    won = serializers.IntegerField(help_text="First places, shared ones included.")
    places = serializers.IntegerField(help_text="The sum of the places.")


class GameTallyAnswer(TallyAnswer):
    game = serializers.CharField()


class SeatTallyAnswer(TallyAnswer):
    seat = serializers.IntegerField(help_text="From 0.")


class AgainstAnswer(NamedPlayerAnswer):
    met = serializers.IntegerField()
    ahead = serializers.IntegerField(help_text="How often the opponent did worse.")
    level = serializers.IntegerField()
    behind = serializers.IntegerField()


class LatelyAnswer(Answer):
    match = serializers.UUIDField()
    ended_at = serializers.DateTimeField()
    game = serializers.CharField()
    place = serializers.IntegerField()
    seats = serializers.IntegerField()


class RecordAnswer(NamedPlayerAnswer):
    games = GameTallyAnswer(many=True)
    seats = SeatTallyAnswer(many=True)
    opponents = AgainstAnswer(many=True, help_text="The most frequent first, at most 200.")
    lately = LatelyAnswer(many=True, help_text="The newest first, at most ten.")
