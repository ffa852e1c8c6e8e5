"""Who is to sit where: players by their ids, bots by their names."""

from collections.abc import Collection, Sequence
from uuid import UUID

from games.core.errors import RuleViolation
from replays.ports import people

BOT_PREFIX = "bot:"

SeatChoice = UUID | str | None
"""A player's id, `bot:` and the name of a bot, or None for nobody in particular."""


def resolve_seats(
    club_id: UUID, choices: Sequence[SeatChoice], *, taken: Collection[UUID | None] = ()
) -> tuple[list[UUID | None], dict[UUID, str]]:
    """Return the player of each seat, and the labels of the bots that may have to be made.

    A bot chosen twice is seated with a copy of itself. Raises `unknown_bot`.
    """
    if not any(isinstance(choice, str) for choice in choices):
        return [choice for choice in choices if not isinstance(choice, str)], {}
    offers = {offer.name: offer for offer in people().bots(club_id, "en")}
    sitting = {*taken, *(choice for choice in choices if isinstance(choice, UUID))}
    players: list[UUID | None] = []
    bots: dict[UUID, str] = {}
    for choice in choices:
        if not isinstance(choice, str):
            players.append(choice)
            continue
        name = choice.removeprefix(BOT_PREFIX)
        offer = offers.get(name)
        free = (id_ for id_ in offer.ids if id_ not in sitting) if offer else iter(())
        player = next(free, None)
        if offer is None or player is None:
            raise RuleViolation("unknown_bot", bot=name[:40], known=list(offers))
        sitting.add(player)
        players.append(player)
        bots[player] = offer.label
    return players, bots
