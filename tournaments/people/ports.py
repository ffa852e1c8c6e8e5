"""What replays asks about players, answered from the club's tables."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from uuid import UUID

from django.urls import reverse
from django.utils import translation

from games.core.setup import OptionValue
from replays.ports import BotOffer
from tournaments.people.labels import bot_public_label, public_label
from tournaments.people.selectors import players
from tournaments.people.selectors.boxes import box_of
from tournaments.people.selectors.clubs import club_list, club_of, home_of
from tournaments.people.services.bots import bots_of_club, ensure_bots
from tournaments.people.services.players import ensure_players


class ClubPeople:
    """The players of the clubs, as `replays.ports.People`."""

    def labels(self, ids: Collection[UUID], language: str) -> dict[UUID, str]:
        return players.labels_of(ids, language)

    def ensure(self, club_id: UUID, labels: Mapping[UUID, str]) -> None:
        club, now = club_of(home_of(club_id)), datetime.now(UTC)
        ensure_bots(club=club, player_ids=labels, now=now)
        ensure_players(club=club, labels=labels, now=now)

    def bots(self, club_id: UUID, language: str) -> list[BotOffer]:
        with translation.override(language):
            return [
                BotOffer(bot, bot_public_label(bot), ids)
                for bot, ids in bots_of_club(club_id).items()
            ]

    def is_bot(self, ids: Collection[UUID]) -> set[UUID]:
        return players.bots_among(ids)

    def strangers(self, club_id: UUID, ids: Collection[UUID]) -> set[UUID]:
        return players.strangers_among(home_of(club_id), ids)

    def home(self, club_id: UUID) -> UUID:
        return home_of(club_id)

    def aliases(self, player_id: UUID) -> set[UUID]:
        return {player_id, *players.same_person(player_id)}

    def clubs(self) -> list[tuple[UUID, str]]:
        return [(club.id, club.name) for club in club_list()]

    def roster(self, club_id: UUID, language: str) -> list[tuple[UUID, str]]:
        """Return the players of a club that may be seated, people first, each in their order."""
        with translation.override(language):
            seated = players.player_list(club_id=club_id).order_by("-kind", "search_name", "id")
            return [(player.id, public_label(player)) for player in seated]

    def address(self, player_id: UUID) -> str | None:
        return reverse("tournaments:player", args=[player_id])

    def time_zone(self, club_id: UUID) -> str:
        """Return the time zone by whose clock a club plays; that of the world for a foreign one."""
        known = club_list().filter(pk=home_of(club_id)).values_list("time_zone", flat=True).first()
        return known or "UTC"

    def box(self, club_id: UUID, game: str) -> Mapping[str, OptionValue]:
        return box_of(home_of(club_id), game)

    def box_address(self, club_id: UUID, game: str) -> str | None:
        return reverse("tournaments:box", args=[club_id, game])
