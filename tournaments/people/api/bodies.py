"""The bodies that clubs and players take."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from replays.http.fields import Choice, Flag, Id, StrictSerializer, Text, WholeNumber
from tournaments.people.models import Display, Openness, Visibility
from tournaments.people.services.clubs import LONGEST_DELAY

_ID = "c1b0a8de-7f5e-4a3b-8a55-9c1f0e2d3b4a"
_NAME: dict[str, Any] = {"max_length": 80, "help_text": "The name of the club."}
_SLUG: dict[str, Any] = {
    "max_length": 60,
    "help_text": "The short name in addresses; a new club without one gets it from its name. "
    "Up to 20 characters look well in print.",
}
_TIME_ZONE: dict[str, Any] = {
    "max_length": 60,
    "help_text": "Where it plays, such as `Europe/Paris`.",
}
_LANGUAGE: dict[str, Any] = {
    "choices": settings.LANGUAGES,
    "help_text": "The language of its files and messages.",
}
_VISIBILITY: dict[str, Any] = {
    "choices": Visibility.values,
    "help_text": "Who finds the club: everybody, whoever has an address, or its members alone.",
}
_DEFAULT: dict[str, Any] = {
    "choices": Visibility.values,
    "help_text": "Who finds its matches, tournaments, seasons and ladders that say nothing else.",
}
_DELAY: dict[str, Any] = {
    "min_value": 0,
    "max_value": LONGEST_DELAY,
    "allow_null": True,
    "help_text": "By how many minutes visitors are behind in a match that goes on; null: until its "
    "end.",
}
_OPEN: dict[str, Any] = {
    "choices": Openness.values,
    "help_text": "Who sees every hand once a match is over.",
}

_DISPLAY = "Which of the names the public reads, or `hidden`: a number instead."

NEW_CLUB = "A club in Lyon", {"name": "Les Dés", "time_zone": "Europe/Paris", "language": "fr"}
CLUB_CHANGE = "Another name", {"name": "Les Dés de Lyon"}
NEW_PLAYER = "A person", {"club": _ID, "first_name": "Anne", "last_name": "Petit"}
PLAYER_CHANGE = "Known by a nickname", {"nickname": "Nana", "display": "nickname"}
BOX = "Another -4", {"options": {"bone_values": [-1, -1, -1, -1, -2, -2, -2, -2, -3, -3, -4, -4]}}
HIDE = "No name at all", {"display": "hidden"}
MERGE = "The entry that stays", {"into": _ID}
ACCOUNT = "Anne's account", {"username": "anne"}
LEVEL = "For the club alone", {"visibility": "club"}


class NewClub(StrictSerializer):
    """A club to make."""

    name = Text(**_NAME)
    slug = Text(required=False, allow_blank=True, default="", **_SLUG)
    time_zone = Text(**_TIME_ZONE)
    language = Choice(required=False, default="en", **_LANGUAGE)


class ClubChange(StrictSerializer):
    """What to change of a club; what is not sent stays."""

    name = Text(required=False, **_NAME)
    slug = Text(required=False, **_SLUG)
    time_zone = Text(required=False, **_TIME_ZONE)
    language = Choice(required=False, **_LANGUAGE)
    visibility = Choice(required=False, **_VISIBILITY)
    default_visibility = Choice(required=False, **_DEFAULT)
    spectator_delay = WholeNumber(required=False, **_DELAY)
    open_hands = Choice(required=False, **_OPEN)


class Level(StrictSerializer):
    """Who finds something."""

    visibility = Choice(
        choices=Visibility.values,
        allow_null=True,
        help_text="Everybody, whoever has its address (`unlisted`), or the club alone; null: as "
        "the club has it.",
    )


class NameFields(StrictSerializer):
    """What a person is called, and how in public."""

    first_name = Text(
        max_length=60, required=False, allow_blank=True, help_text="The first name; may be empty."
    )
    last_name = Text(
        max_length=60, required=False, allow_blank=True, help_text="The last name; may be empty."
    )
    nickname = Text(
        max_length=40, required=False, allow_blank=True, help_text="The nickname; may be empty."
    )
    display = Choice(choices=Display.values, required=False, help_text=_DISPLAY)
    minor = Flag(
        required=False, help_text="True for a minor, whose full name the public never reads."
    )
    guest = Flag(required=False, help_text="True for somebody who is to be on no ladder.")
    confirm = Flag(
        required=False,
        default=False,
        help_text="True once somebody said that a similar name belongs to somebody else.",
    )


class NewPlayer(NameFields):
    """A person to add; with an id of the caller's own, sending it twice adds one person."""

    id = Id(required=False, help_text="An id of the caller's own; left out, one is made.")
    club = Id(help_text="The id of the club they play in.")


class PlayerChange(NameFields):
    """What to change of a person; what is not sent stays."""


class Box(StrictSerializer):
    """What is in a club's box of a game."""

    options = serializers.DictField(
        help_text=(
            "Options of the game that describe its box; what is left out is as the game has it, "
            "so that nothing at all resets the box."
        )
    )


class Account(StrictSerializer):
    """The account that a person signs in with."""

    username = Text(max_length=150, help_text="The user name of the account.")


class Shown(StrictSerializer):
    """How a person is called in public."""

    display = Choice(choices=Display.values, help_text=_DISPLAY)


class Merge(StrictSerializer):
    """The player that this one is read as from now on."""

    into = Id(help_text="The id of another player of the club.")
