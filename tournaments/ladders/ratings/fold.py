"""Ratings as a fold over matches in their order, and the text in which each change is kept."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

import msgspec

from tournaments.ladders.ratings.rating_system import Change, Part, RatingSystem, Seat, Standing


class Ratings:
    """Everybody's standing between two matches; players come in with their first one."""

    def __init__(
        self,
        system: RatingSystem,
        starts: Mapping[UUID, Standing],
        standings: dict[UUID, Standing] | None = None,
    ) -> None:
        self.system = system
        self.starts = starts
        self.standings = {} if standings is None else standings
        self._newcomer = system.first()

    def standing_of(self, player: UUID) -> Standing:
        """Return where somebody stands, or would begin."""
        return self.standings.get(player) or self.starts.get(player) or self._newcomer

    def rate(self, seats: tuple[Seat, ...], ended: int) -> tuple[Change, ...]:
        """Fold in one match and return what it changed."""
        before = [self.standing_of(seat.player) for seat in seats]
        changes = self.system.rate(seats, before)
        for change in changes:
            was = change.before
            self.standings[change.player] = Standing(
                change.mu,
                change.sigma,
                was.matches + 1,
                was.firsts + (change.place == 1),
                ended,
            )
        return changes


class _StoredChange(msgspec.Struct, array_like=True):
    """One seat of a rated match as it is stored."""

    player: UUID
    place: int
    score: int | None
    before: tuple[float, float, int, int, int | None]
    mu: float
    sigma: float
    factor: float
    parts: list[float]
    """By opponent, in the order of the other seats of the same row."""


class _Around(msgspec.Struct, array_like=True, gc=False):
    """The beginning of a kept seat: the rating before and after, without the parts."""

    player: str
    place: int
    score: int | None
    before: tuple[float, float, int, int, int | None]
    mu: float
    sigma: float


_decoder = msgspec.json.Decoder(list[_StoredChange])
_seat_decoder = msgspec.json.Decoder(_Around)
_encode = msgspec.json.Encoder().encode


def text_of(seats: tuple[Seat, ...], changes: tuple[Change, ...]) -> str:
    """Return the changes of a match as they are stored: exact, every part with its opponent."""
    stored = [
        (
            change.player,
            change.place,
            seat.score,
            change.before,
            change.mu,
            change.sigma,
            change.factor,
            [part.delta for part in change.parts],
        )
        for seat, change in zip(seats, changes, strict=True)
    ]
    return _encode(stored).decode()


def changes_of(text: str) -> tuple[Change, ...]:
    """Return stored changes."""
    stored = _decoder.decode(text)
    players = [one.player for one in stored]
    return tuple(
        Change(
            player=one.player,
            place=one.place,
            before=Standing(*one.before),
            mu=one.mu,
            sigma=one.sigma,
            factor=one.factor,
            parts=tuple(
                Part(opponent, delta)
                for opponent, delta in zip(
                    (player for player in players if player != one.player), one.parts, strict=True
                )
            ),
        )
        for one in stored
    )


class Step(NamedTuple):
    """A player's rating after one match, without its parts."""

    place: int
    before: float
    sigma_before: float
    mu: float
    sigma: float


@lru_cache(maxsize=64)
def _beginning(player: UUID) -> str:
    """Return how the kept seat of a player begins; thousands of rows are searched for it."""
    return f'["{player}"'


def step_of(text: str, player: UUID) -> Step | None:
    """Return the rating of one player around a match: what a graph needs, and little more."""
    start = text.find(_beginning(player))
    if start < 0:
        return None
    # Reading one seat of the row takes a fraction of the time of reading all of them.
    one = _seat_decoder.decode(text[start : text.index("]]", start) + 2])
    return Step(one.place, one.before[0], one.before[1], one.mu, one.sigma)


def seats_of(text: str) -> tuple[Seat, ...]:
    """Return the seats that stored changes were made from."""
    return tuple(Seat(one.player, one.place, one.score) for one in _decoder.decode(text))
