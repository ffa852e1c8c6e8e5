"""The lanterns in the box; invented, so there is no rulebook to cite."""

CARDS = ("amber", "blue", "coral", "dusk")
VALUES = {"amber": 1, "blue": 2, "coral": 3, "dusk": 4}
COUNTS = (6, 5, 4, 3)
LARGEST_HAND = 4
