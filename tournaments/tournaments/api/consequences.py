"""What a command would change: the shape of the answer, and how it is made."""

from typing import Any

from rest_framework import serializers

from tournaments.people.api.answers import Answer
from tournaments.tournaments.api.answers import EXACT
from tournaments.tournaments.api.shapes import exact
from tournaments.tournaments.director.consequences import Consequences


class StandingChangeAnswer(Answer):
    entrant = serializers.IntegerField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    points_before = serializers.CharField(allow_null=True, help_text=EXACT)
    points_after = serializers.CharField(allow_null=True, help_text=EXACT)
    cut_before = serializers.CharField(allow_null=True)
    cut_after = serializers.CharField(allow_null=True)


class StageChangeAnswer(Answer):
    stage = serializers.IntegerField()
    cut = serializers.IntegerField(allow_null=True)
    changes = StandingChangeAnswer(many=True)


class PlaceChangeAnswer(Answer):
    entrant = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class RoundChangeAnswer(Answer):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    differs = serializers.BooleanField()
    tables = serializers.IntegerField()
    begun = serializers.IntegerField()


class ForeseenSeasonAnswer(Answer):
    id = serializers.UUIDField()
    title = serializers.CharField()
    other_champion = serializers.BooleanField()


class RatingMoveAnswer(Answer):
    player = serializers.UUIDField()
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class ForeseenLadderAnswer(Answer):
    id = serializers.UUIDField()
    title = serializers.CharField()
    matches = serializers.IntegerField(help_text="So many matches would be rated anew.")
    moves = RatingMoveAnswer(many=True, help_text="Empty where that is too much to work out.")


class ConsequencesAnswer(Answer):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    nothing = serializers.BooleanField()
    usual_answer = serializers.CharField(
        help_text="What is done with the next round: keep, repair."
    )
    stages = StageChangeAnswer(many=True)
    places = PlaceChangeAnswer(many=True)
    next_round = RoundChangeAnswer(allow_null=True)
    seasons = ForeseenSeasonAnswer(
        many=True, help_text="Closed seasons that would have been others; they stay as they are."
    )
    ladders = ForeseenLadderAnswer(
        many=True, help_text="Ladders whose ratings would be others; they follow by themselves."
    )


def consequences(found: Consequences) -> dict[str, Any]:
    """Return what a command would change."""
    following = found.next_round
    return {
        "nothing": found.nothing,
        "usual_answer": found.usual_answer,
        "seasons": [
            {"id": row.id, "title": row.title, "other_champion": row.other_champion}
            for row in found.seasons
        ],
        "ladders": [
            {
                "id": row.id,
                "title": row.title,
                "matches": row.matches,
                "moves": [
                    {"player": move.player, "before": move.before, "after": move.after}
                    for move in row.moves
                ],
            }
            for row in found.ladders
        ],
        "stages": [
            {
                "stage": row.stage,
                "cut": row.cut,
                "changes": [
                    {
                        "entrant": change.entrant,
                        "rank_before": change.rank_before,
                        "rank_after": change.rank_after,
                        "points_before": exact(change.points_before),
                        "points_after": exact(change.points_after),
                        "cut_before": change.cut_before,
                        "cut_after": change.cut_after,
                    }
                    for change in row.changes
                ],
            }
            for row in found.stages
        ],
        "places": [
            {"entrant": row.entrant, "before": row.before, "after": row.after}
            for row in found.places
        ],
        "next_round": None
        if following is None
        else {
            "stage": following.stage,
            "round": following.round,
            "differs": following.differs,
            "tables": following.tables,
            "begun": following.begun,
        },
    }
