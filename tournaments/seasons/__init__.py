"""Seasons: evenings of a club that add up to a champion. Events, state and commands; no Django."""
