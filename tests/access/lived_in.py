"""A world in which there is something to see on every page."""

from random import Random

from tests.access.world import World
from tests.factories import make_member, make_player
from tests.tournaments.batches.batch_runs import make_batch
from tests.tournaments.ladders.nights import begun, played
from tests.tournaments.seasons.played import lead_it, make_season, play_evening
from tests.tournaments.tournaments.play import Friday, swiss


def lived_in(size: int = 1) -> World:
    """Return a club in which there is something of everything, or so many times as much."""
    friday = Friday(12 * size, swiss(), swiss())
    friday.play_round(Random(1))
    friday.announce()
    friday.record(1, round_=2, scores=[40, 30, 20, 10])
    world = World("public", friday)
    club, places = world.club, world.addresses.places
    people = [make_player(club, f"Bea{number} B") for number in range(4 + 4 * size)]
    for number in range(4 * size):
        night = people[number : number + 4]
        played(club, night, [40, 30, 20, 10], minutes=number)
        make_member(club, "organiser")
        evening = play_evening(club, dict(zip(night, (4, 3, 2, 1), strict=True)), title=f"{number}")
        lead_it(places["season_id"], "add_evening", tournament=str(evening))
        make_season(club, title=f"Season {number}")
        make_batch(club=club)
    for number in range(size):
        begun(club, f"Ladder {number}")
    return world
