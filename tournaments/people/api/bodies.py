"""The bodies that clubs, players and batches take."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from replays.http.fields import Choice, Id, StrictSerializer, Text, WholeNumber
from tournaments.people.models import Display


class Flag(serializers.BooleanField):
    """A JSON true or false; texts and numbers are not flags."""

    def to_internal_value(self, data: Any) -> bool:
        """Return a boolean that came as one."""
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:80])
        return data


class NewClub(StrictSerializer):
    """A club to make."""

    name = Text(max_length=80)
    slug = Text(max_length=60, required=False, allow_blank=True, default="")
    time_zone = Text(max_length=60, required=False, default="UTC")
    language = Choice(choices=settings.LANGUAGES, required=False, default="en")


class ClubChange(StrictSerializer):
    """What to change of a club; what is not sent stays."""

    name = Text(max_length=80, required=False)
    slug = Text(max_length=60, required=False)
    time_zone = Text(max_length=60, required=False)
    language = Choice(choices=settings.LANGUAGES, required=False)


class NameFields(StrictSerializer):
    """What a person is called, and how in public."""

    first_name = Text(max_length=60, required=False, allow_blank=True)
    last_name = Text(max_length=60, required=False, allow_blank=True)
    nickname = Text(max_length=40, required=False, allow_blank=True)
    display = Choice(choices=Display.choices, required=False)
    guest = Flag(required=False)
    confirm = Flag(
        required=False,
        default=False,
        help_text="True once somebody said that a similar name belongs to somebody else.",
    )


class NewPlayer(NameFields):
    """A person to add; with an id of the caller's own, sending it twice adds one person."""

    id = Id(required=False)
    club = Id()


class PlayerChange(NameFields):
    """What to change of a person; what is not sent stays."""


class Merge(StrictSerializer):
    """The player that this one is read as from now on."""

    into = Id()


class NewBatch(StrictSerializer):
    """Many matches between bots; what does not fit the game is refused by the rules."""

    club = Id()
    game = Text(max_length=40)
    bots = serializers.ListField(
        child=Text(max_length=40), max_length=40, help_text="The name of a bot per seat."
    )
    matches = WholeNumber()
    seed = WholeNumber(
        required=False, allow_null=True, default=None, help_text="Left out, the batch gets its own."
    )
    options = serializers.DictField(required=False, default=dict)
    rotate = Flag(
        required=False, default=True, help_text="Everybody moves on by one seat each match."
    )
    same_deal = Flag(
        required=False, default=False, help_text="The same chance in every rotation of the seats."
    )
    rated = Flag(required=False, default=False, help_text="Whether the matches count for ratings.")
