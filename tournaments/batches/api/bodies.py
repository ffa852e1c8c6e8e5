"""What a batch of bot matches is asked for."""

from rest_framework import serializers

from replays.http.fields import Flag, Id, StrictSerializer, Text, WholeNumber

NEW_BATCH = (
    "A hundred matches",
    {
        "club": "c1b0a8de-7f5e-4a3b-8a55-9c1f0e2d3b4a",
        "game": "sushi_bar",
        "bots": ["greedy", "random", "random"],
        "matches": 100,
        "seed": 7,
    },
)


class NewBatch(StrictSerializer):
    """Many matches between bots; what does not fit the game is refused by the rules."""

    club = Id(help_text="The id of the club whose matches they are.")
    game = Text(max_length=40, help_text="The slug of the game.")
    bots = serializers.ListField(
        child=Text(max_length=40), max_length=40, help_text="The name of a bot per seat."
    )
    matches = WholeNumber(help_text="How many matches to play.")
    seed = WholeNumber(
        required=False, allow_null=True, default=None, help_text="Left out, the batch gets its own."
    )
    options = serializers.DictField(
        required=False, default=dict, help_text="Options of the game; what is not sent is as usual."
    )
    rotate = Flag(
        required=False, default=True, help_text="Everybody moves on by one seat each match."
    )
    same_deal = Flag(
        required=False, default=False, help_text="The same chance in every rotation of the seats."
    )
    rated = Flag(required=False, default=False, help_text="Whether the matches count for ratings.")
