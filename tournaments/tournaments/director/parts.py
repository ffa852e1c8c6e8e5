"""What events are made of: who sits where, and how a table ended."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from tournaments.commands import names

Kind = Literal["complete", "on_time", "early", "walk_over", "void"]
Origin = Literal["slip", "match", "players", "ruling"]
"""Where a result came from: typed in, the match itself, players who agree, an arbiter."""
Ruling = Literal["stands", "changed", "replayed", "penalty"]
Numbers = tuple[int, ...]
EntrantNumber = Annotated[int, names("entrant", "The number the entrant has in the tournament.")]
Entrants = tuple[Annotated[int, names("entrant")], ...]
EntrantsInOrder = tuple[Annotated[int, names("entrant", ordered=True)], ...]
GameNumber = Annotated[int, names("game_at_hand", "Which of the stage's games; the first is 0.")]
Ending = Annotated[
    Kind,
    Meta(description="Played to the end, stopped on time or early, a walk-over, or void."),
]
Places = Annotated[
    Numbers,
    Meta(description="The place of each seat, 1 the best; left out, they follow from the scores."),
]
Scores = Annotated[
    tuple[int | None, ...],
    Meta(description="The score of each seat, in seat order; null for who was absent."),
]
Missing = Annotated[Entrants, Meta(description="Entrants of the table who were not there.")]
PlayOff = Annotated[
    EntrantsInOrder,
    Meta(description="Those who played off a tie in an elimination, the winner first."),
]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an event."""


class Entry(Part, frozen=True):
    """A player becomes an entrant."""

    entrant: int
    player: UUID
    club: str = ""
    """Entrants of the same (family, school, club) are not seated together without need."""
    late: str = ""
    """What each round missed is worth, as an exact fraction; empty: nobody is late."""


class Seating(Part, frozen=True):
    """Who sits at a table, in seat order, and the match that is played there."""

    table: int
    entrants: Numbers
    match: UUID
    game: int = 0
    """Which of the stage's games."""


class Draft(Part, frozen=True):
    """A table of a proposal."""

    table: int
    """The number of the table in its round."""
    entrants: EntrantsInOrder
    """Who sits there, in seat order."""
    locked: bool = False
    """Whether it stays when others are proposed."""
    game: GameNumber = 0


class Reported(Part, frozen=True):
    """How a table ended: places and raw scores by seat, never points."""

    kind: Ending = "complete"
    places: Places | None = None
    scores: Scores | None = None
    absent: Missing = ()
    play_off: PlayOff = ()

    def without_absent(self, entrants: Numbers) -> "Reported":
        """Return it without scores of those at the table who were absent: older ones made one up.

        So two reports are the same if they say the same about those who played.
        """
        if not self.absent or self.scores is None or len(self.scores) != len(entrants):
            return self
        pairs = zip(entrants, self.scores, strict=True)
        told = tuple(None if number in self.absent else score for number, score in pairs)
        return msgspec.structs.replace(self, scores=told)
