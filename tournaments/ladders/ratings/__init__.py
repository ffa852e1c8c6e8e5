"""Ratings of players: who is rated for a match, by which system, and what it changes. Pure."""
