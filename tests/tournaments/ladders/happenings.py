"""Everything that can happen to the ladders of a club, at random and in any order."""

from random import Random
from typing import Any
from uuid import UUID, uuid4

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import SeatTakenOver
from replays.models import Match, Outbox
from replays.selectors.exports import export_jsonl
from replays.services import life, outbox
from replays.services.imports import import_record
from replays.services.matches import NewMatch, create_match
from replays.telling import Report, Stop
from tests.factories import NOW, make_bot, make_player
from tests.replays.forging import parsed, resealed
from tests.tournaments.ladders.nights import GAME, acting, at, owed, played
from tests.tournaments.tournaments.play import Friday, swiss
from tournaments.ladders.commands import Freeze, NewLadder, NewPeriod, Revise, StartList, Thaw
from tournaments.ladders.models import Ladder
from tournaments.ladders.services.ladders import begin_period, create_ladder, lead
from tournaments.ladders.services.updates import catch_up
from tournaments.people.models import Club, Player
from tournaments.people.services.clubs import change_club
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import rename_player

LADDERS: dict[str, dict[str, Any]] = {
    "OpenSkill": {"system": "openskill", "taken_over": "last"},
    "Margin": {"margin": {"share": 60, "full": 12}, "taken_over": "first", "stopped": "always"},
    "Tonight": {"since": "2026-11-16", "until": "2026-11-16"},
    "With bots": {"bots": "rate", "sources": ["table", "online", "bots"]},
    "Skipping bots": {"bots": "skip", "stopped": "never", "k": {"provisional_matches": 2}},
    "Imports": {"imports": True, "games": [GAME]},
    "Tournaments": {"tournaments_only": True, "system": "openskill"},
}
ZONES = ("UTC", "Pacific/Auckland", "America/Los_Angeles")
KINDS = ("complete", "on_time", "early")
OFTEN = ("play",) * 8 + ("late", "correct", "void", "reopen", "merge", "unmerge", "guest", "table")
RARELY = ("import", "list", "freeze", "thaw", "revise", "zone", "period", "stop", "take_over")


class Club24:
    """A club with many ladders, around the clock."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.friday = Friday(8, swiss())
        self.friday.announce()
        self.club: Club = self.friday.club
        self.people = [make_player(self.club, f"Person{n} X{n}") for n in range(6)]
        self.people += [make_player(self.club, f"Guest{n} G{n}", guest=True) for n in range(2)]
        self.bot = make_bot(self.club)
        self.minute = 0
        self.matches: list[UUID] = []
        for title, rules in LADDERS.items():
            create_ladder(
                club=self.club,
                wanted=NewLadder(title=title, rules=rules),
                envelope=Envelope("cli", NOW),
            )

    def happen(self) -> None:
        """Let one more thing happen, a few minutes later."""
        self.minute += self.rng.randint(0, 40)
        action = self.rng.choice(OFTEN + RARELY)
        getattr(self, f"_{action}")()

    def _ended(self, *statuses: str) -> UUID | None:
        wanted = statuses or ("reported", "stopped")
        found = Match.objects.filter(pk__in=self.matches, status__in=wanted)
        ids = sorted(found.values_list("pk", flat=True), key=self.matches.index)
        return self.rng.choice(ids) if ids else None

    def _ladder(self, status: str) -> UUID | None:
        found = Ladder.objects.filter(club=self.club, status=status).order_by("created_at", "title")
        return self.rng.choice([None, *found.values_list("pk", flat=True)])

    def _seated(self) -> list[Player | None]:
        return self.rng.sample([*self.people, None, self.bot], self.rng.randint(2, 5))

    def _play(self, *, minutes: int | None = None) -> None:
        seated = self._seated()
        # Between bots nobody else has a seat.
        dealt = "bots" if {*seated} <= {None, self.bot} else "online"
        source = self.rng.choice(("table", "table", "table", "online", dealt))
        self.matches.append(
            played(
                self.club,
                seated,
                [self.rng.randint(0, 20) for _ in seated],
                minutes=self.minute if minutes is None else minutes,
                entered=None if minutes is None else self.minute,
                source=source,
                rated=self.rng.choice((None, None, True, False)) if source != "table" else None,
            )
        )

    def _late(self) -> None:
        self._play(minutes=self.rng.randint(-500, self.minute))

    def _begun(self) -> UUID:
        made = create_match(
            match=NewMatch(
                club_id=self.club.id,
                game=GAME,
                players=[player.id if player else None for player in self._seated()],
                options={},
            ),
            envelope=Envelope("cli", at(self.minute)),
        )
        self.matches.append(made.stream_id)
        return made.stream_id

    def _stop(self) -> None:
        match = self._begun()
        places = list(range(1, Match.objects.get(pk=match).seats + 1))
        reason = self.rng.choice(("time", "left"))
        life.stop_match(stop=Stop(reason, "places", places), **acting(match, self.minute))

    def _take_over(self) -> None:
        match = self._begun()
        for _ in range(self.rng.randint(1, 2)):
            player = self.rng.choice([*self.people, None])
            try:
                life.take_over_seat(
                    change=SeatTakenOver(0, player.id if player else None),
                    **acting(match, self.minute),
                )
            except KaitenError:
                continue  # they sit there, or opposite, already
        seats = Match.objects.get(pk=match).seats
        scores = [self.rng.randint(0, 20) for _ in range(seats)]
        life.report_result(report=Report(scores=scores), **acting(match, self.minute))

    def _correct(self) -> None:
        if match := self._ended():
            places = list(range(1, Match.objects.get(pk=match).seats + 1))
            self.rng.shuffle(places)
            life.rule_result(places=places, **acting(match, self.minute))

    def _void(self) -> None:
        if match := self._ended():
            life.void_match(**acting(match, self.minute))

    def _reopen(self) -> None:
        if match := self._ended("reported", "stopped", "voided"):
            life.reopen_match(**acting(match, self.minute))
            if self.rng.random() < 0.5:
                seats = Match.objects.get(pk=match).seats
                scores = [self.rng.randint(0, 20) for _ in range(seats)]
                life.report_result(report=Report(scores=scores), **acting(match, self.minute))

    def _import(self) -> None:
        if match := self._ended():
            header, rows = parsed(export_jsonl(match))
            new_id = UUID(int=self.rng.getrandbits(128), version=4)
            text = resealed(header | {"stream": str(new_id)}, rows)
            now = at(self.minute)
            import_record(text=text, club_id=None, envelope=Envelope("cli", now), source="file")
            self.matches.append(new_id)

    def _merge(self) -> None:
        one, other = self.rng.sample(self.people, 2)
        one.refresh_from_db()
        other.refresh_from_db()
        if one.merged_into_id is None and other.merged_into_id is None:
            now = at(self.minute)
            merge_players(player_id=one.id, into_id=other.id, envelope=Envelope("cli", now))

    def _unmerge(self) -> None:
        for one in self.rng.sample(self.people, len(self.people)):
            one.refresh_from_db()
            if one.merged_into_id is not None:
                undo_merge(player_id=one.id, envelope=Envelope("cli", at(self.minute)))
                return

    def _guest(self) -> None:
        player = self.rng.choice(self.people)
        player.refresh_from_db()
        name = PersonName(player.first_name, player.last_name, player.nickname, player.display)
        rename_player(player=player, name=name, guest=not player.guest, confirm=True)

    def _table(self) -> None:
        number = self.rng.choice((1, 2))
        place: dict[str, Any] = {"stage": 1, "round": 1, "table": number}
        has_result = self.friday.table(number).result is not None
        if has_result and self.rng.random() < 0.3:
            self.friday.do("withdraw_result", **place)
            return
        scores = [self.rng.randint(0, 20) for _ in range(4)]
        command = "correct" if has_result else "record"
        self.friday.do(command, **place, scores=scores, kind=self.rng.choice(KINDS))

    def _list(self) -> None:
        if ladder := self._ladder("open"):
            rating = 20 if Ladder.objects.get(pk=ladder).system == "openskill" else 1700
            known = [player.id for player in self.people]
            there = Player.objects.filter(pk__in=known, merged_into=None).order_by("search_name")
            listed = enumerate(self.rng.sample(list(there), min(2, len(there))))
            lines = [f"{one.id},{rating + self.rng.randint(0, 9)},{n}" for n, one in listed]
            text = "\n".join(["player,rating,matches", *lines])
            lead(
                ladder_id=ladder,
                command=StartList(text=text),
                envelope=Envelope("cli", at(self.minute)),
            )

    def _freeze(self) -> None:
        if ladder := self._ladder("open"):
            lead(ladder_id=ladder, command=Freeze(), envelope=Envelope("cli", at(self.minute)))

    def _thaw(self) -> None:
        if ladder := self._ladder("frozen"):
            lead(ladder_id=ladder, command=Thaw(), envelope=Envelope("cli", at(self.minute)))

    def _period(self) -> None:
        if (ladder := self._ladder("open")) and Ladder.objects.count() < 14:
            begin_period(
                ladder_id=ladder,
                new_id=uuid4(),
                wanted=NewPeriod(title="Next", share=self.rng.choice((0, 30, 100))),
                envelope=Envelope("cli", at(self.minute)),
            )

    def _revise(self) -> None:
        if ladder := self._ladder("open"):
            rules = self.rng.choice(
                ({"stopped": "always"}, {"bots": "skip"}, {"start": 1400}, {"taken_over": "last"})
            )
            lead(
                ladder_id=ladder,
                command=Revise(rules=rules),
                envelope=Envelope("cli", at(self.minute)),
            )

    def _zone(self) -> None:
        club = Club.objects.get(pk=self.club.id)
        change_club(
            club=club,
            name=club.name,
            slug=club.slug,
            language=club.language,
            time_zone=self.rng.choice(ZONES),
        )


def deliver(rng: Random, *, everything: bool = False) -> None:
    """Let tasks run in any order, some of them twice, some of them not yet."""
    while True:
        rows = list(Outbox.objects.values_list("pk", flat=True))
        rng.shuffle(rows)
        for pk in rows if everything else rows[: len(rows) // 2]:
            outbox.consume(outbox_id=pk)
            if rng.random() < 0.3:
                outbox.consume(outbox_id=pk)
        ladders = owed()
        rng.shuffle(ladders)
        for ladder in ladders if everything else ladders[: 1 + len(ladders) // 2]:
            catch_up(ladder_id=ladder, now=at(0))
            if rng.random() < 0.3:
                catch_up(ladder_id=ladder, now=at(0))
        if not everything or not (Outbox.objects.exists() or owed()):
            return
