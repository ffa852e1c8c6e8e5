"""Registers what each noun shows in the admin."""

from tournaments.batches import admin as batches
from tournaments.ladders.admin import ladders
from tournaments.ladders.admin import rows as ratings
from tournaments.people.admin import accounts, clubs
from tournaments.seasons import admin as seasons
from tournaments.tournaments.admin import tournaments
from tournaments.webhooks import admin as webhooks

__all__ = [
    "accounts",
    "batches",
    "clubs",
    "ladders",
    "ratings",
    "seasons",
    "tournaments",
    "webhooks",
]
