"""Matches between bots as record files, without a database: the same seed gives the same bytes."""

from datetime import datetime
from uuid import UUID

from replays.chain import sealed, timestamp
from replays.events import MatchCreated
from replays.life import finished
from replays.log import make_log
from replays.records.jsonl import write_jsonl
from replays.records.kgn import write_kgn
from replays.services.append import new_event
from tournaments.people.services.bots import BotMatch, bot_id, bot_label, copies_of

ACTOR = "cli"


def record_files(match: BotMatch, *, club_id: UUID, now: datetime) -> dict[str, str]:
    """Return the `.jsonl` and the `.kgn` of a match between bots, by suffix."""
    seated = copies_of(match.bots)
    players = tuple(bot_id(club_id, bot, copy) for bot, copy in seated)
    labels = {
        player: f"{bot_label(bot, copy)} (bot)"
        for player, (bot, copy) in zip(players, seated, strict=True)
    }
    setup = match.setup
    created = MatchCreated(
        game=setup.game,
        rules=setup.rules,
        seats=setup.seats,
        options=setup.options,
        players=players,
        club=club_id,
        source="bots",
    )
    events = [created, *match.events, finished(match.outcome)]
    contents = (new_event(event) for event in events)
    rows = sealed(match.id, contents, (ACTOR, timestamp(now), ""))
    log = make_log(match.id, rows)
    return {"jsonl": write_jsonl(match.id, rows, labels), "kgn": write_kgn(log, labels)}
