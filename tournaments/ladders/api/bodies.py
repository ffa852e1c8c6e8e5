"""The bodies that ladders take, and how a start list comes in."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework import serializers
from rest_framework.parsers import BaseParser

from replays.http.fields import Id, StrictSerializer, WholeNumber
from replays.http.parsers import LARGEST_BODY
from replays.http.problems import Refusal
from tournaments.ladders.commands import NewLadder, NewPeriod
from tournaments.ladders.selectors.forecasts import MOST_SEATS
from tournaments.people.api.commands import body_of
from tournaments.people.csv import decoded

NEW_LADDER = body_of(NewLadder)
NEW_PERIOD = body_of(NewPeriod)
RATE = "A match that is over", {"match": "c1b0a8de-7f5e-4a3b-8a55-9c1f0e2d3b4a"}
WHAT_IF = (
    "Three at a table, and how it might end",
    {
        "players": [
            "5f0f7a3e-1d0b-4c57-9d3c-0c8c7c1d2a11",
            "0a6c1a52-52a5-4d1c-9c55-3f1f6f2d7b22",
            "7f1d7c1e-6f0c-4a55-8a3e-5d1c2b3a4f33",
        ],
        "places": [1, 2, 2],
    },
)


class MatchToRate(StrictSerializer):
    """A match of the club that is over."""

    match = Id(help_text="The id of the match.")


class PlannedTable(StrictSerializer):
    """Who might sit at a table and, if wanted, how it might end."""

    players = serializers.ListField(
        child=Id(), min_length=1, max_length=MOST_SEATS, help_text="Two to eight players."
    )
    places = serializers.ListField(
        child=WholeNumber(),
        min_length=1,
        max_length=MOST_SEATS,
        required=False,
        help_text="How it might end: the place of each player, from 1.",
    )
    scores = serializers.ListField(
        child=WholeNumber(),
        min_length=1,
        max_length=MOST_SEATS,
        required=False,
        help_text="For a ladder that looks at the margin; without places the highest is first.",
    )


class ListParser(BaseParser):
    """A CSV file of at most 1 MB as a spreadsheet saves it, as text."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return what the body of a JSON request would have been."""
        body: bytes = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise Refusal("body_too_large", 413, limit=LARGEST_BODY)
        return {"text": decoded(body)}
