"""One person against bots, driven through the services alone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.bots.random_bot import RandomBot
from games.core.rng import SeededRng
from games.core.viewer import seat_viewer
from replays.envelope import Envelope
from replays.log import Log
from replays.models import Outbox
from replays.selectors.logs import load_log
from replays.services import matches, outbox
from replays.services.append import Appended
from tests.envelopes import taken_by
from tests.factories import make_club, make_player
from tournaments.batches.services import live as live_bots
from tournaments.people.services.bots import bot_player

BOTS = ("greedy", "random", "greedy")


@dataclass
class Evening:
    """One person at seat 0 against bots, through the services alone."""

    game: str = "sushi_go_party"
    bots: tuple[str, ...] = BOTS
    source: str = "online"
    luck: SeededRng = field(default_factory=lambda: SeededRng("a person"))
    id: UUID = field(init=False)

    def __post_init__(self) -> None:
        self.club = make_club()
        self.person = make_player(self.club)
        now = datetime.now(UTC)
        copies = [(bot, self.bots[:seat].count(bot) + 1) for seat, bot in enumerate(self.bots)]
        seated = [bot_player(club=self.club, bot=bot, now=now, copy=n) for bot, n in copies]
        self.id = matches.create_match(
            match=matches.NewMatch(
                club_id=self.club.id,
                game=self.game,
                # Between bots nobody else has a seat.
                players=[
                    None if self.source == "bots" else self.person.id,
                    *(bot.id for bot in seated),
                ],
                options={},
                source=self.source,
            ),
            envelope=Envelope("cli", now),
        ).stream_id

    @property
    def log(self) -> Log:
        return load_log(self.id)

    def do(self, service: Callable[..., Any], **fields: Any) -> Appended:
        now = datetime.now(UTC)
        fields = {"expected_version": self.log.version, "actor": "cli", "now": now} | fields
        return service(match_id=self.id, **taken_by(service, fields))

    def waits_for_the_person(self) -> bool:
        return person_is_asked(self.log)

    def choose(self, log: Log | None = None) -> Appended:
        """Choose for the person from what seat 0 can know."""
        log = log or self.log
        view = log.rules.view(log.state, seat_viewer(0))
        event = RandomBot().choose(log.rules, view, 0, self.luck)
        return self.do(matches.play, events=[event], expected_version=log.version)

    def bots_turn(self) -> None:
        """Do what a worker would: consume whatever is owed to the bots, until nothing is."""
        while rows := list(owed(self.id)):
            for row in rows:
                outbox.consume(outbox_id=row.pk)

    def play_out(self) -> "Evening":
        self.bots_turn()
        while not self.log.ended:
            self.choose()
            self.bots_turn()
        return self


def person_is_asked(log: Log) -> bool:
    return log.ended or [need.seat for need in log.rules.needs(log.state)] == [0]


def owed(match_id: UUID) -> QuerySet[Any]:
    return Outbox.objects.filter(topic=live_bots.TOPIC, stream_id=match_id)
