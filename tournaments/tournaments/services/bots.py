"""Bots in tournaments: they enter, and play the tables at which nobody else sits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from uuid import UUID

from games.bots import bot_named
from games.core.contract import AnyRules
from games.core.rng import SeededRng
from games.core.setup import with_box
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.installed import installed_rules
from replays.models import Match
from replays.ports import people
from replays.selectors.logs import load_log
from replays.services.append import Appended
from replays.services.matches import created_event, play_drawn, record_bot_match
from tournaments.people.models import Club, Kind, Player
from tournaments.people.services.bots import (
    BotMatch,
    bot_id,
    bot_player,
    play_bot_match,
    require_playable,
)
from tournaments.tournaments.director.commands.entries import Enter
from tournaments.tournaments.director.commands.results import Record
from tournaments.tournaments.director.rules import GameAtHand
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import direct

USUAL_BOTS = ("greedy", "random")
MOST_BOTS = 500
_HIGHEST_SCORE = 60
"""What bots are said to reach at most in a game that Kaiten has no rules for."""


@dataclass(frozen=True, slots=True)
class BotTable:
    """A table at which bots only wait to play."""

    club: UUID
    stage: int
    round: int
    number: int
    match: UUID
    game: GameAtHand
    bots: tuple[str, ...]
    players: tuple[UUID, ...]
    seed: str


def enter_bots(
    *,
    tournament_id: UUID,
    number: int,
    envelope: Envelope,
    bots: Sequence[str] = USUAL_BOTS,
) -> Appended:
    """Make so many bots of the club entrants who are there; a bot enters as often as is needed.

    Raises `bad_bot_count`, `unknown_bot`, or what the tournament refuses.
    """
    if not 1 <= number <= MOST_BOTS:
        raise KaitenError("bad_bot_count", 422, limit=MOST_BOTS)
    for bot in bots:
        bot_named(bot)
    with reading(tournament_id) as state:
        club = Club.objects.get(pk=state.club)
        known = {entrant.player for entrant in state.entrants.values()}
    free = ((bot, copy) for bot, copy in _copies(bots) if bot_id(club.id, bot, copy) not in known)
    players = [
        bot_player(club=club, bot=bot, now=envelope.now, copy=copy).id
        for bot, copy in islice(free, number)
    ]
    command = Enter(players=tuple(players), present=True)
    return direct(tournament_id=tournament_id, command=command, envelope=envelope)


def _copies(bots: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the first of each bot, then the second of each, and so on."""
    for copy in count(1):
        for bot in bots:
            yield bot, copy


def play_tables(
    *,
    tournament_id: UUID,
    envelope: Envelope,
    stage: int | None = None,
    round_: int | None = None,
    thin: bool = False,
) -> list[BotTable]:
    """Let bots play the open tables at which only bots sit; the results follow from the matches.

    `thin` reports the scores alone. The same tournament gives the same matches. Raises
    `reported_only` for a game without rules, unless it is thin.
    """
    with reading(tournament_id) as state:
        tables = list(_open_bot_tables(state, stage, round_))
    for table in tables:
        (_report if thin else _record)(tournament_id, table, envelope)
    return tables


def _open_bot_tables(
    state: State, stage_number: int | None, round_number: int | None
) -> Iterator[BotTable]:
    entered = [entrant.player for entrant in state.entrants.values()]
    bots = dict(Player.objects.filter(pk__in=entered, kind=Kind.BOT).values_list("pk", "bot"))
    for stage in state.stages.values():
        if stage.status != "running" or stage_number not in (None, stage.number):
            continue
        for round_ in stage.rounds.values():
            for table in round_.tables.values() if round_number in (None, round_.number) else ():
                players = tuple(state.entrants[number].player for number in table.entrants)
                if table.is_open and all(player in bots for player in players):
                    yield BotTable(
                        club=state.written_club,
                        stage=stage.number,
                        round=round_.number,
                        number=table.number,
                        match=table.match,
                        game=stage.rules.games[table.game],
                        bots=tuple(bots[player] for player in players),
                        players=players,
                        seed=f"{state.seed}/match/{stage.number}/{round_.number}/{table.number}",
                    )


def _played(
    rules: AnyRules, table: BotTable, options: Mapping[str, object] | None = None
) -> BotMatch:
    if options is None:
        options = with_box(
            rules.options(), people().box(table.club, rules.slug), table.game.options
        )
    setup = require_playable(rules, table.bots, options)
    return play_bot_match(rules=rules, setup=setup, bots=table.bots, seed=table.seed)


def _record(_tournament_id: UUID, table: BotTable, envelope: Envelope) -> None:
    rules = installed_rules(table.game.game)
    if Match.objects.filter(pk=table.match).exists():
        # Somebody has begun to record the table: the bots play what was begun.
        log = load_log(table.match)
        play_drawn(
            match_id=table.match,
            expected_version=log.version,
            events=_played(rules, table, log.setup.options).events,
            envelope=envelope,
        )
    else:
        played = _played(rules, table)
        created = created_event(played.setup, table.club, table.players)
        record_bot_match(
            match_id=table.match,
            created=created,
            events=played.events,
            envelope=envelope,
        )


def _report(tournament_id: UUID, table: BotTable, envelope: Envelope) -> None:
    rules = installed_rules(table.game.game)
    places: tuple[int, ...] | None = None
    if rules.reported_only:
        luck = SeededRng(table.seed)
        scores = tuple(luck.below(_HIGHEST_SCORE + 1) for _ in table.bots)
    else:
        outcome = _played(rules, table).outcome
        places, scores = outcome.places, outcome.scores
    command = Record(
        stage=table.stage, round=table.round, table=table.number, places=places, scores=scores
    )
    direct(tournament_id=tournament_id, command=command, envelope=envelope)
