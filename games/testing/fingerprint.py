"""Prints one hash per number of seats: `python -m games.testing.fingerprint kaiten_nim:Nim`.

Run with two hash seeds, both must print the same.
"""

import sys
from importlib import import_module

from games.testing.play import sit
from games.testing.play_laws import fingerprint


def main() -> None:
    """Play the game that is named once per number of seats."""
    module, _, name = sys.argv[1].partition(":")
    rules = getattr(import_module(module), name)()
    for seats in rules.seats:
        sys.stdout.write(f"{seats} {fingerprint(sit(rules, seats, 1))}\n")


if __name__ == "__main__":
    main()
