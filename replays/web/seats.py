"""People at a table, by the labels and addresses the ports give."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from replays import ports
from replays.services.seats import BOT_PREFIX, SeatChoice
from replays.web.sitters import Sitter


class Roster(NamedTuple):
    """Everybody whom a form can seat: people by id, then bots by name, made or not."""

    labels: Mapping[str, str]
    """What a form sends for somebody → their label."""
    bots: Mapping[UUID, str]
    """What it sends for the players that bots are."""

    def value_of(self, player: UUID | None) -> str:
        """Return what a form sends for a player; empty for nobody, or one who is not here."""
        value = self.bots.get(player, str(player)) if player else ""
        return value if value in self.labels else ""


def roster_of(club_id: UUID, language: str) -> Roster:
    """Return whom a form can seat in a match of a club."""
    people = ports.people()
    offers = people.bots(club_id, language)
    bots = {id_: f"{BOT_PREFIX}{offer.name}" for offer in offers for id_ in offer.ids}
    persons = people.roster([club_id], language)
    labels = {str(player): label for player, label in persons if player not in bots}
    labels |= {f"{BOT_PREFIX}{offer.name}": offer.label for offer in offers}
    return Roster(labels, bots)


def seatable(club_id: UUID, language: str) -> list[tuple[str, str]]:
    """Return everybody whom a form can seat: people by id, then bots by name, made or not."""
    return list(roster_of(club_id, language).labels.items())


def is_bot(value: str) -> bool:
    """Say whether what a form sends for a seat names a bot."""
    return value.startswith(BOT_PREFIX)


def player_called(name: str, roster: Mapping[str, str]) -> str:
    """Return the id of a player of the roster whose label was typed as a guest's name."""
    wanted = name.strip().casefold()
    return next((id_ for id_, label in roster.items() if label.casefold() == wanted), "")


def newcomer(known: str, guest: str, id_: UUID) -> tuple[SeatChoice, dict[UUID, str]]:
    """Return who sits down, and the guest to be made for it under `id_` if there is one."""
    if known:
        return known if is_bot(known) else UUID(known), {}
    return (id_, {id_: guest}) if guest else (None, {})


def seat_name(seat: int) -> str:
    """Return what a seat without a known player is called; people count from 1."""
    return _("Seat %(number)s") % {"number": seat + 1}


def seat_labels(players: Sequence[UUID | None], language: str) -> list[str]:
    """Return one label per seat, no two alike."""
    return [sitter.label for sitter in sitters_of(players, language)]


def sitters_of(players: Sequence[UUID | None], language: str) -> list[Sitter]:
    """Return who sits at each seat, no two labels alike."""
    return seat_people(players, known_labels(players, language))


def known_labels(players: Iterable[UUID | None], language: str) -> dict[UUID, str]:
    """Return the labels of many players in one question."""
    ids = {player for player in players if player is not None}
    return ports.people().labels(ids, language) if ids else {}


def seat_people(players: Sequence[UUID | None], labels: Mapping[UUID, str]) -> list[Sitter]:
    """Return who sits at each seat from labels known already, no two alike."""
    people = ports.people()
    sitters = [
        Sitter(labels[player], people.address(player))
        if player is not None and labels.get(player)
        else Sitter(seat_name(seat), None)
        for seat, player in enumerate(players)
    ]
    names = [sitter.label for sitter in sitters]
    return [
        sitter._replace(label=f"{sitter.label} ({seat + 1})")
        if names.count(sitter.label) > 1
        else sitter
        for seat, sitter in enumerate(sitters)
    ]
