"""Every table of the app in one place, as Django looks for them; each noun keeps its own."""

from tournaments.batches import models as batches
from tournaments.ladders import models as ladders
from tournaments.people import account_models as accounts
from tournaments.people import models as people
from tournaments.seasons import models as seasons
from tournaments.tournaments import models as tournaments
from tournaments.webhooks import models as webhooks

__all__ = ["accounts", "batches", "ladders", "people", "seasons", "tournaments", "webhooks"]
