"""Random tables for the rating systems."""

from uuid import UUID

from hypothesis import strategies as st

from tournaments.ladders.ratings.rating_system import Change, Seat, Standing

Table = tuple[list[Seat], list[Standing]]


def player(number: int) -> UUID:
    return UUID(int=number)


def seats_of(*places: int, scores: tuple[int | None, ...] = ()) -> list[Seat]:
    """Return seats with these places, of players 1, 2, 3 and so on."""
    given = scores or (None,) * len(places)
    return [
        Seat(player(number), place, score)
        for number, (place, score) in enumerate(zip(places, given, strict=True), 1)
    ]


def by_player(changes: tuple[Change, ...]) -> dict[UUID, tuple[float, float, dict[UUID, float]]]:
    """Return mu, sigma and parts by player, so that the order of the seats is not in it."""
    return {
        change.player: (
            change.mu,
            change.sigma,
            {part.opponent: part.delta for part in change.parts},
        )
        for change in changes
    }


@st.composite
def tables(
    draw: st.DrawFn,
    mu: tuple[float, float] = (200.0, 3000.0),
    sigma: tuple[float, float] = (0.0, 0.0),
    matches: tuple[int, int] = (0, 100),
) -> Table:
    """Draw 2 to 8 seats in any order, ties and gaps between places included."""
    count = draw(st.integers(2, 8))
    numbers = draw(st.permutations(range(1, count + 1)))
    seats = [
        Seat(
            player(number),
            draw(st.integers(1, count)),
            draw(st.none() | st.integers(-20, 120)),
        )
        for number in numbers
    ]
    standings = [
        Standing(
            draw(st.floats(*mu)),
            draw(st.floats(*sigma)),
            draw(st.integers(*matches)),
        )
        for _ in seats
    ]
    return seats, standings
