"""People for tests: labels in a dictionary."""

from collections.abc import Collection, Mapping
from uuid import UUID

from replays.ports import AnonymousPeople
from tests.replays.tables import CLUB


class Names(AnonymousPeople):
    """Knows labels; what is ensured is remembered, and known labels are never changed."""

    def __init__(self, labels: Mapping[UUID, str] | None = None) -> None:
        self.known = dict(labels or {})
        self.homes: dict[UUID, UUID] = {}

    def labels(self, ids: Collection[UUID], _language: str) -> dict[UUID, str]:
        return {player: self.known[player] for player in ids if player in self.known}

    def ensure(self, club_id: UUID, labels: Mapping[UUID, str]) -> None:
        for player, label in labels.items():
            self.known.setdefault(player, label)
            self.homes[player] = club_id

    def clubs(self) -> list[tuple[UUID, str]]:
        return [(CLUB, "Club")]

    def address(self, player_id: UUID) -> str | None:
        return f"/people/{player_id}/"

    def time_zone(self, _club_id: UUID) -> str:
        return "Europe/Paris"
