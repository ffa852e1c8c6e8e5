"""Clubs and players under /api/v1/, on the foundation that `replays.http` lays for every door."""
