"""The bodies that the API takes."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from replays.http.fields import Choice, Flag, Id, Moment, StrictSerializer, Text, WholeNumber
from replays.services.seats import BOT_PREFIX
from replays.services.typing import LONGEST_TEXT

MOST_SEATS = 8
MOST_EVENTS = 500
MOST_ROUNDS = 100
MOST_DROPPED = 20_000
LONGEST_NOTE = 2000
LONGEST_BOT = 44

OPTIONAL: Any = {"required": False, "allow_null": True, "default": None}
PLACES = "The place of each seat, from 1; equal ones share the better."


class PlainObject(serializers.DictField):
    """A JSON object whose inside belongs to the game."""


def _per_seat(**kwargs: Any) -> serializers.ListField:
    return serializers.ListField(
        child=WholeNumber(), min_length=1, max_length=MOST_SEATS, **OPTIONAL, **kwargs
    )


def _note() -> Text:
    return Text(
        max_length=LONGEST_NOTE,
        required=False,
        allow_blank=True,
        default="",
        help_text="Free text, kept beside the log and erasable.",
    )


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "format": "uuid"},
            {"type": "string", "pattern": f"^{BOT_PREFIX}.+", "maxLength": LONGEST_BOT},
        ]
    }
)
class SeatChoiceField(Id):
    """A player's id, or `bot:` and the name of a bot."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the id, or the text that names a bot."""
        if isinstance(data, str) and data.startswith(BOT_PREFIX) and len(data) <= LONGEST_BOT:
            return data
        return super().to_internal_value(data)


class NewMatch(StrictSerializer):
    """A match to begin."""

    club = Id(help_text="The club whose match it is.")
    game = Text(max_length=40, help_text="The slug of the game.")
    players = serializers.ListField(
        child=SeatChoiceField(allow_null=True),
        min_length=1,
        max_length=MOST_SEATS,
        help_text="One player id per seat, null for nobody in particular, `bot:greedy` for a bot.",
    )
    options = PlainObject(
        required=False,
        default=dict,
        help_text="Options of the game; the rest are as in the club's box or take their defaults.",
    )
    source = Choice(  # type: ignore[assignment]
        choices=["table", "online", "bots"],
        required=False,
        default="table",
        help_text="Whether it is played at a table, online or between bots.",
    )
    rated = Flag(
        **OPTIONAL,
        help_text=(
            "Whether it counts for ratings, decided for good; by default a match at the table "
            "does, and any other one if a ladder asks for its kind."
        ),
    )


class NewBranch(StrictSerializer):
    """From where a match is played on, and by whom."""

    ply = WholeNumber(min_value=0, help_text="The step to play on from; 0 is the start.")
    version = WholeNumber(
        min_value=1, **OPTIONAL, help_text="The version by which steps are counted; the newest."
    )
    seat = WholeNumber(
        min_value=0, max_value=MOST_SEATS - 1, help_text="Your seat, counted from 0."
    )
    bots = serializers.ListField(
        child=Text(max_length=LONGEST_BOT),
        min_length=1,
        max_length=MOST_SEATS - 1,
        help_text="The bots at the other seats in their order, or one for all of them: `greedy`.",
    )


class GameEvent(StrictSerializer):
    """One event of a game, in its current schema."""

    type = Text(max_length=80, help_text="The kind of event, such as `sushi_bar.dice_rolled`.")
    payload = PlainObject(help_text="What happened, as the game describes it.")


class Play(StrictSerializer):
    """Events to append, all of them or none."""

    events = serializers.ListField(
        child=GameEvent(),
        min_length=1,
        max_length=MOST_EVENTS,
        help_text="What happened, in order.",
    )


class Notation(StrictSerializer):
    """Events as a record file writes them, all of them or none."""

    text = Text(
        max_length=LONGEST_TEXT,
        help_text="A line or many, pieces separated by `|`; headings may be left out.",
    )


class Nothing(StrictSerializer):
    """An empty object: chance is told nothing."""


class Rewind(StrictSerializer):
    """The version whose effective log is wanted back."""

    to = WholeNumber(min_value=1, help_text="The version to go back, or forward, to.")


class AmendPreview(StrictSerializer):
    """Another event in the place of the one recorded at `target`."""

    target = WholeNumber(min_value=1, help_text="The version of the event to replace.")
    replacement = GameEvent(help_text="What happened instead.")


class Amend(AmendPreview):
    """The same, naming the versions that the preview said would be dropped."""

    dropped = serializers.ListField(
        child=WholeNumber(min_value=1),
        max_length=MOST_DROPPED,
        required=False,
        default=list,
        help_text="Exactly the versions that the preview says would be dropped.",
    )


class Annotate(StrictSerializer):
    """A note on one version."""

    target = WholeNumber(min_value=1, help_text="The version that the note is about.")
    text = Text(max_length=LONGEST_NOTE, help_text="The note, kept beside the log and erasable.")


class NewComment(Annotate):
    """A comment on one version, and whom it is for."""

    audience = Choice(
        choices=["public", "club", "scorekeepers"],
        help_text="Who may read it: everybody, the club, or those who may record.",
    )


class Override(StrictSerializer):
    """An event that the rules refuse and an arbiter lets happen."""

    event = GameEvent(help_text="What happened at the table.")
    note = _note()


class Count(StrictSerializer):
    """A round that is over: what lies before each seat at its end, or the scores it gave."""

    round = WholeNumber(
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text="Which round, from 1; one that was counted before is counted again.",
    )
    tables = serializers.ListField(
        child=PlainObject(),
        min_length=1,
        max_length=MOST_SEATS,
        **OPTIONAL,
        help_text=(
            "What lies before each seat at the end of the round: the fields in `count` of `/needs` "
            "that name it, and in the last round those that name none."
        ),
    )
    scores = _per_seat(help_text="The scores of the round alone, where nothing is counted.")


class Report(StrictSerializer):
    """A result told by people: scores, places, rounds, or what lies before each seat."""

    scores = _per_seat(help_text="The score of each seat.")
    places = _per_seat(help_text=PLACES)
    rounds = serializers.ListField(
        child=serializers.ListField(child=WholeNumber(), min_length=1, max_length=MOST_SEATS),
        min_length=1,
        max_length=MOST_ROUNDS,
        **OPTIONAL,
        help_text="One list of scores per round.",
    )
    tables = serializers.ListField(
        child=PlainObject(),
        min_length=1,
        max_length=MOST_SEATS,
        **OPTIONAL,
        help_text="What lies before each seat at the end, scored by the rules.",
    )
    counted = Flag(
        required=False,
        default=False,
        help_text="Whether the result is what the rounds told with `count` add up to.",
    )
    ended_at = Moment(
        **OPTIONAL,
        help_text="When the match was really over, if it is entered later.",
    )
    confirm = Flag(
        required=False,
        default=False,
        help_text="Whether a score far outside what the game gives is meant (`score_unlikely`).",
    )


class Stop(StrictSerializer):
    """Why play ends early, and what counts."""

    reason = Choice(
        choices=["time", "left", "other"],
        help_text="Time ran out, somebody left, or something else.",
    )
    result = Choice(
        choices=["score", "places", "none"],
        help_text="What counts: the score so far, the `places` agreed on, or nothing.",
    )
    places = _per_seat(help_text=PLACES)
    note = _note()


class Rule(StrictSerializer):
    """An arbiter's result."""

    places = serializers.ListField(
        child=WholeNumber(), min_length=1, max_length=MOST_SEATS, help_text=PLACES
    )
    scores = _per_seat(help_text="The score of each seat.")
    note = _note()


class TakeOver(StrictSerializer):
    """Who sits at a seat from here on; null for nobody in particular."""

    seat = WholeNumber(min_value=0, max_value=MOST_SEATS - 1, help_text="Counted from 0.")
    player = Id(allow_null=True, help_text="Who sits there now; null for nobody in particular.")


class Confirm(StrictSerializer):
    """The seat that agrees to the result."""

    seat = WholeNumber(min_value=0, max_value=MOST_SEATS - 1, help_text="Counted from 0.")


class Reason(StrictSerializer):
    """Why."""

    note = _note()
