"""The shape of everything the API answers with, for its OpenAPI description."""

from typing import Any, get_args

from rest_framework import serializers

from games.core.setup import OptionKind

MATCH_STATUSES = ["open", "finished", "reported", "stopped", "abandoned", "voided"]


class Answer(serializers.Serializer[Any]):
    """An answer is described here and built in `shapes.py`."""


class OptionChoiceAnswer(Answer):
    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class OptionWhenAnswer(Answer):
    option = serializers.CharField()
    value = serializers.CharField()


class OptionAnswer(Answer):
    name = serializers.CharField()
    kind = serializers.ChoiceField(
        choices=list(get_args(OptionKind)),
        help_text=(
            "What the value is: true or false (`flag`), one of `choices` (`choice`), a list of "
            "some of them (`set`), a whole number from `least` to `most` (`integer`), a list of "
            "whole numbers (`table`), a text (`text`)."
        ),
    )
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField()
    default = serializers.JSONField()
    choices = OptionChoiceAnswer(many=True)
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    seats = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The least and the most seats the option is for; null for any.",
    )
    when = OptionWhenAnswer(
        allow_null=True,
        help_text="Another option and its value with which alone this one matters; null for any.",
    )


class EventTypeAnswer(Answer):
    type = serializers.CharField()
    schema = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["chance", "choice", "sighting"])
    label = serializers.CharField()  # type: ignore[assignment]
    payload = serializers.DictField(help_text="JSON Schema of the payload.")


class GameAnswer(Answer):
    slug = serializers.CharField()
    name = serializers.CharField()
    blurb = serializers.CharField()
    rules = serializers.IntegerField(help_text="The current version of the rules.")
    seats = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of seats it can be played with."
    )
    reported_only = serializers.BooleanField()
    options = OptionAnswer(many=True)
    events = EventTypeAnswer(many=True)


class GameDetailAnswer(GameAnswer):
    words = serializers.DictField(
        child=serializers.CharField(), help_text="Every word of the game in the language asked for."
    )


class GamesAnswer(Answer):
    results = GameAnswer(many=True)


class SeatAnswer(Answer):
    seat = serializers.IntegerField()
    player = serializers.UUIDField(allow_null=True)
    label = serializers.CharField(  # type: ignore[assignment]
        allow_null=True, help_text="The public name of the player."
    )
    place = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    reported_place = serializers.IntegerField(allow_null=True)
    reported_score = serializers.IntegerField(allow_null=True)


class MatchAnswer(Answer):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    game = serializers.CharField()
    rules = serializers.IntegerField()
    options = serializers.DictField()
    source = serializers.ChoiceField(choices=["table", "online", "bots"])  # type: ignore[assignment]
    rated = serializers.BooleanField(
        allow_null=True, help_text="Decided when it began; null leaves it to each ladder."
    )
    imported = serializers.BooleanField(
        help_text="Brought in as a file: Kaiten vouches for no roll and no draw before that."
    )
    title = serializers.CharField()
    status = serializers.ChoiceField(choices=MATCH_STATUSES)
    result_kind = serializers.ChoiceField(
        choices=["derived", "reported", "ruled", "agreed"], allow_null=True
    )
    ending = serializers.CharField(allow_null=True)
    content_hash = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    seats = SeatAnswer(many=True)


class MatchDetailAnswer(MatchAnswer):
    version = serializers.IntegerField()


class WrittenAnswer(Answer):
    match = serializers.UUIDField()
    first_version = serializers.IntegerField()
    last_version = serializers.IntegerField()
    repeated = serializers.BooleanField(
        help_text="True when the Idempotency-Key had been seen: nothing was written this time."
    )
    status = serializers.ChoiceField(choices=MATCH_STATUSES)
    finished = serializers.BooleanField(help_text="True when the match has ended.")


class QuotedAnswer(Answer):
    type = serializers.CharField()
    schema = serializers.IntegerField()
    payload = serializers.DictField()


class RevealAnswer(Answer):
    version = serializers.IntegerField()
    event = QuotedAnswer()


class FeedRowAnswer(Answer):
    version = serializers.IntegerField()
    type = serializers.CharField()
    schema = serializers.IntegerField()
    payload = serializers.DictField()
    recorded_at = serializers.CharField()
    reveals = RevealAnswer(many=True)
    actor = serializers.CharField(required=False, help_text="For the arbiter only.")
    hash = serializers.CharField(required=False, help_text="For the arbiter only.")


class FeedAnswer(Answer):
    match = serializers.UUIDField()
    version = serializers.IntegerField(help_text="The newest version there is.")
    viewer = serializers.CharField()
    events = FeedRowAnswer(many=True)
    more = serializers.BooleanField(help_text="True when more follow: ask again with `after`.")


class ScoreLineAnswer(Answer):
    rule = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    points = serializers.IntegerField()
    detail = serializers.CharField()
    round = serializers.IntegerField(
        help_text="The round that gave the points; 0 for the match as a whole."
    )


class OutcomeAnswer(Answer):
    final = serializers.BooleanField()
    ending = serializers.CharField()
    places = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    breakdown = serializers.ListField(child=ScoreLineAnswer(many=True))


class StateAnswer(Answer):
    match = serializers.UUIDField()
    version = serializers.IntegerField()
    ply = serializers.IntegerField()
    plies = serializers.IntegerField(help_text="How many plies the effective log has there.")
    viewer = serializers.CharField()
    state = serializers.DictField(help_text="The state as the game writes it; unknown is null.")
    outcome = OutcomeAnswer(help_text="What the rules count of what this viewer knows.")


class FieldAnswer(Answer):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    of = serializers.ListField(child=serializers.JSONField())
    many = serializers.BooleanField()  # type: ignore[assignment]
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    supply = serializers.ListField(child=serializers.IntegerField())
    ordered = serializers.BooleanField()
    unknown = serializers.BooleanField()
    seats = serializers.BooleanField()


class FormAnswer(Answer):
    event = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    fixed = serializers.DictField(child=serializers.IntegerField())
    seats = serializers.ListField(child=serializers.CharField())
    fields = FieldAnswer(many=True)  # type: ignore[assignment]


class NeedAnswer(Answer):
    kind = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    who = serializers.ChoiceField(choices=["chance", "seat", "table"])
    seat = serializers.IntegerField(allow_null=True)
    forms = FormAnswer(many=True)


class NeedsAnswer(Answer):
    match = serializers.UUIDField()
    version = serializers.IntegerField()
    viewer = serializers.CharField()
    needs = NeedAnswer(many=True)
    count = FieldAnswer(many=True, help_text="What the `tables` of a report take of each seat.")


class ChoiceAnswer(Answer):
    type = serializers.CharField()
    payload = serializers.DictField()
    text = serializers.CharField()


class ChoicesAnswer(Answer):
    match = serializers.UUIDField()
    version = serializers.IntegerField()
    seat = serializers.IntegerField()
    choices = ChoiceAnswer(many=True)
    truncated = serializers.BooleanField()


class DroppedAnswer(QuotedAnswer):
    version = serializers.IntegerField()


class ViolationAnswer(Answer):
    code = serializers.CharField()
    detail = serializers.CharField()


class AmendmentPreviewAnswer(Answer):
    match = serializers.UUIDField()
    version = serializers.IntegerField(help_text="The version this was computed for.")
    ply = serializers.IntegerField()
    legal = serializers.BooleanField(help_text="False when the replacement cannot happen there.")
    violation = ViolationAnswer(
        allow_null=True,
        help_text="Why it is refused, or why the first dropped event no longer fits.",
    )
    dropped = DroppedAnswer(many=True)


class ImportedAnswer(Answer):
    match = serializers.UUIDField()
    created = serializers.BooleanField(help_text="False when the same record was here already.")


class FaultAnswer(Answer):
    code = serializers.CharField()
    version = serializers.IntegerField(allow_null=True)


class VerifyAnswer(Answer):
    match = serializers.UUIDField()
    ok = serializers.BooleanField()
    imported = serializers.BooleanField(
        help_text="Brought in as a file: unbroken and legal, but not recorded here."
    )
    problem = FaultAnswer(allow_null=True)
