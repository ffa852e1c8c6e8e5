"""Prints one hash per game and table size; run with two hash seeds, both must print the same."""

import sys

from games.registry import register
from tests.games.contract.play import seatings, sitting, slugs
from tests.games.contract.play_laws import fingerprint
from tests.games.hidden_game import RULES


def main() -> None:
    """Play every game once per number of seats."""
    register(RULES)
    for slug, seats in seatings(slugs()):
        sys.stdout.write(f"{slug} {seats} {fingerprint(sitting(slug, seats, 1))}\n")


if __name__ == "__main__":
    main()
