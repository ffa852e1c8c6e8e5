"""Bots as players of a club, and whole matches between them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from games.bots import bot_named, bot_names
from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.matches import make_setup, play_match
from games.core.outcome import Outcome
from games.core.setup import Setup
from tournaments.people.labels import bot_name
from tournaments.people.models import Club, Kind, Player
from tournaments.people.services.names import index_names

NAMESPACE = UUID("b1d6a6a4-6a0e-5f0b-9a7d-2f1f1f6f7a5c")
"""The root of the ids of matches that are made from a seed."""

MOST_COPIES = 8
"""As many of one bot as the largest table has seats."""


@dataclass(frozen=True, slots=True)
class BotMatch:
    """A whole match between bots that nobody has stored yet."""

    id: UUID
    setup: Setup
    bots: tuple[str, ...]
    events: tuple[Event, ...]
    outcome: Outcome


def require_playable(rules: AnyRules, bots: Sequence[str], options: Mapping[str, object]) -> Setup:
    """Return the setup of a match between bots, or raise the code of what is wrong with it."""
    if rules.reported_only:
        raise RuleViolation("reported_only")
    for bot in bots:
        bot_named(bot)
    return make_setup(rules, seats=len(bots), options=options)


def play_bot_match(
    *,
    rules: AnyRules,
    setup: Setup,
    bots: Sequence[str],
    seed: int | str,
    pulse: Callable[[], None] | None = None,
) -> BotMatch:
    """Play a match; the same arguments give the same match under the same id."""
    events = play_match(rules, setup, [bot_named(bot) for bot in bots], seed, pulse)
    state = rules.start(setup)
    for event in events:
        rules.apply(state, event)
    identity = canonical_json([setup.game, setup.rules, setup.options, list(bots), str(seed)])
    return BotMatch(
        id=uuid5(NAMESPACE, identity),
        setup=setup,
        bots=tuple(bots),
        events=tuple(events),
        outcome=rules.outcome(state),
    )


def bot_id(club_id: UUID, bot: str, copy: int = 1) -> UUID:
    """Return the id a bot has in a club; a second one at the same table is a copy."""
    return uuid5(club_id, f"bot/{bot}" if copy == 1 else f"bot/{bot}/{copy}")


def bot_player(*, club: Club, bot: str, now: datetime, copy: int = 1) -> Player:
    """Return the player a bot is in a club, made on first use."""
    player_id = bot_id(club.id, bot, copy)
    if (known := Player.objects.filter(pk=player_id).first()) is not None:
        return known
    player = Player(id=player_id, club=club, kind=Kind.BOT, bot=bot, created_at=now)
    player.nickname = bot_label(bot, copy) if copy > 1 else ""
    index_names(player)
    # Two callers at once make one player: the id is the same for both.
    Player.objects.bulk_create([player], ignore_conflicts=True)
    return Player.objects.get(pk=player_id)


def bots_of_club(club_id: UUID) -> dict[str, tuple[UUID, ...]]:
    """Return the ids that each bot, weakest first, and its copies have in a club, made or not."""
    copies = range(1, MOST_COPIES + 1)
    return {bot: tuple(bot_id(club_id, bot, copy) for copy in copies) for bot in bot_names()}


def ensure_bots(*, club: Club, player_ids: Collection[UUID], now: datetime) -> None:
    """Make those of the club's bots, and their copies, that are among these ids."""
    for bot, ids in bots_of_club(club.id).items():
        for copy, id_ in enumerate(ids, 1):
            if id_ in player_ids:
                bot_player(club=club, bot=bot, now=now, copy=copy)


def copies_of(bots: Sequence[str]) -> list[tuple[str, int]]:
    """Return each bot of a table with its number among its likes, from 1."""
    return [(bot, list(bots[: seat + 1]).count(bot)) for seat, bot in enumerate(bots)]


def bot_label(bot: str, copy: int = 1) -> str:
    """Return what a bot at a table is called, its likes told apart by number."""
    return bot_name(bot) if copy == 1 else f"{bot_name(bot)} {copy}"
