"""The people of the demo club."""

from uuid import UUID, uuid5

from tournaments.people.models import Club
from tournaments.people.selectors.clubs import DEMO_CLUB_ID
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import add_player

PEOPLE = (
    ("Alice", "Moreau"),
    ("Bruno", "Lefèvre"),
    ("Chloé", "Garnier"),
    ("David", "Roussel"),
    ("Élodie", "Fontaine"),
    ("Farid", "Benali"),
    ("Gaëlle", "Le Goff"),
    ("Hugo", "Mercier"),
    ("Inès", "Carvalho"),
    ("Jules", "Perrin"),
    ("Karim", "Haddad"),
    ("Léa", "Dubois"),
    ("Manon", "Girard"),
    ("Noé", "Lambert"),
)
"""Nobody is meant: the name of the club says so."""
IDS = tuple(uuid5(DEMO_CLUB_ID, f"demo/{first_name}") for first_name, _ in PEOPLE)


def add_people(club: Club) -> tuple[UUID, ...]:
    """Add everybody, and return their ids."""
    for id_, name in zip(IDS, PEOPLE, strict=True):
        person = PersonName(*name)
        add_player(player_id=id_, club=club, name=person, now=club.created_at, confirm=True)
    return IDS
