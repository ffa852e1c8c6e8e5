"""A step of a match as a picture, made from the board that the page shows."""
