"""The bodies that clubs and players take."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from replays.http.fields import Choice, Id, StrictSerializer, Text
from tournaments.models import Display


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
