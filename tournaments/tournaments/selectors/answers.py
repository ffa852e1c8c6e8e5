"""What the answers of tournaments share: whom they are about, exact numbers, names by number."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from replays.http.answers import Answer

Labels = Mapping[int, str]
"""Public names by entrant number."""
Number = Annotated[int, Meta(description="The number the entrant has in the tournament.")]
Label = Annotated[str, Meta(description="The public name of the entrant.")]
Numbers = tuple[int, ...]
Names = Annotated[
    dict[int, str],
    Meta(description="The public names of those who stand here as a number, by that number."),
]
Exact = Annotated[Fraction, Meta(description="An exact number such as 7 or 7/2.")]
StageNumber = Annotated[int, Meta(description="The number of the stage; the first is 1.")]
RoundNumber = Annotated[int, Meta(description="The number of the round in its stage, from 1.")]
TableNumber = Annotated[int, Meta(description="The number of the table in its round.")]
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


class TournamentPartAnswer(Answer, frozen=True):
    """Something about a tournament, with the version it is from."""

    tournament: UUID
    """The tournament."""
    title: str
    """Its title."""
    version: int
    """The version of the tournament this shows: what a command takes as If-Match."""


def named(labels: Labels, *groups: Iterable[int]) -> dict[int, str]:
    """Return the public names of some entrants; somebody who was removed since has none."""
    return {number: labels[number] for group in groups for number in group if number in labels}
