"""Files that another server hands over; nothing of it is in the database of the test."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from tests.factories import make_bot, make_club, make_player
from tests.tournaments.seasons.played import direct_it, finish_evening, play_evening
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.states import TOURNAMENT


@dataclass(frozen=True)
class HandedOver:
    """The same evening at noon and when it was over, and who was there by name."""

    noon: str
    evening: str
    club: UUID
    players: dict[str, UUID]


def handed_over(*names: str, bot: bool = False) -> HandedOver:
    """Play an evening in a club that is gone again from this database."""
    with transaction.atomic():
        club = make_club("Laptop", slug="laptop")
        people = [make_player(club, name) for name in names] + [make_bot(club)] * bot
        scores = {person: 40 - number for number, person in enumerate(people)}
        tournament_id = play_evening(club, scores, finish=False)
        noon = export_tournament(tournament_id)
        direct_it(tournament_id, "penalise", "was very late", stage=1, entrant=1, points="1/2")
        finish_evening(tournament_id)
        found = HandedOver(
            noon, export_tournament(tournament_id), club.id, {str(one): one.id for one in people}
        )
        transaction.set_rollback(True)
    TOURNAMENT.forget()
    return found
