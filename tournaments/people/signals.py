"""Sent inside the transaction that changed a club or a player, to whoever follows them."""

from django.dispatch import Signal

club_moved = Signal()
"""A club keeps another time zone now, so its days are others. Carries `club_id`."""

matches_joined = Signal()
"""Matches of a club of elsewhere are read as a club's of here now. Carries `match_ids`."""

player_changed = Signal()
"""Somebody became a guest or ceased to be one. Carries `club_id` and `player_id`."""
