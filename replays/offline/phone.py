"""One match on a phone: its log, and a judge of what is entered. It runs in the browser.

Everything comes and goes as JSON, since a page asks.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.utils.translation import override

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.setup import Setup
from games.core.words import say
from games.registry import rules_for
from replays.effective import Entry
from replays.errors import KaitenError, refused
from replays.events import MatchCreated
from replays.log import Log
from replays.moves import added_agreement, added_moves, added_rewind
from replays.offline.acts import Act, number, told_event
from replays.web.entries import Fields, posted_events
from replays.web.prompts import make_prompts

NOBODY = UUID(int=0)
HERE = "here"
"""When something was entered that no server has written yet."""


class Told(msgspec.Struct, frozen=True):
    """A match as the server tells it to a phone whose visitor sees and records everything."""

    version: int
    entries: list[tuple[str, Any, str]]
    """Everything that was written: type and payload as of today's schemas, and when."""
    labels: list[str]
    language: str
    title: str = ""
    agrees: list[int] = []
    """The seats for which whoever records may agree to the result."""
    choices_only: bool = False
    """Whether what chance does is written as unseen wherever the rules let it."""

    @classmethod
    def begun(cls, setup: Setup, labels: Sequence[str], language: str, title: str = "") -> "Told":
        """Return a match that begins here, as the server will tell it once it hears of it."""
        created = MatchCreated(
            **msgspec.structs.asdict(setup),
            players=(None,) * setup.seats,
            club=NOBODY,
            source="table",
        )
        entries = [(created.type, msgspec.to_builtins(created), HERE)]
        seats = list(range(setup.seats))
        return cls(1, entries, list(labels), language, title=title, agrees=seats)

    @classmethod
    def of(cls, log: Log, labels: Sequence[str], language: str, **more: Any) -> "Told":
        """Return a match as it is."""
        entries = [
            (entry.event.type, msgspec.to_builtins(entry.event), entry.recorded_at)
            for entry in log.entries
        ]
        return cls(log.version, entries, list(labels), language, **more)

    @property
    def setup(self) -> Setup:
        """The setup that it began with."""
        return msgspec.convert(self.entries[0][1], MatchCreated).setup()

    def log(self, stream: UUID) -> Log:
        """Return its log."""
        entries = [
            Entry(version, decode_event(type_, payload), "", recorded_at)
            for version, (type_, payload, recorded_at) in enumerate(self.entries, 1)
        ]
        return Log(stream, entries, "")


class Refused(Exception):
    """What was entered at a place is not allowed."""

    def __init__(self, refusal: RuleViolation | KaitenError, place: int) -> None:
        super().__init__(refusal.code)
        self.refusal, self.place = refusal, place


class Table:
    """A match as it is saved, and what was entered on top of it."""

    def __init__(self, told: str) -> None:
        self.told = msgspec.json.decode(told, type=Told)
        self.rules = rules_for(self.told.setup)
        self.stream = uuid4()
        """Another one as soon as something is forgotten: a version is then another entry."""
        self.log = self.told.log(self.stream)
        self.ahead: list[tuple[Act, Log]] = []
        self.memory: dict[object, str] = {}
        """What was drawn of its board before."""

    def after(self, acts: Sequence[Act]) -> Log:
        """Return the log as it is after some entries, or raise Refused at the first misfit.

        What was judged before is not judged again.
        """
        same = 0
        while same < min(len(acts), len(self.ahead)) and self.ahead[same][0] == acts[same]:
            same += 1
        if same < len(self.ahead):
            del self.ahead[same:]
            self.stream = uuid4()
        for place in range(same, len(acts)):
            log = self.ahead[-1][1] if self.ahead else self.log
            self.ahead.append((acts[place], self.judged(log, acts[place], place)))
        return self.ahead[-1][1] if self.ahead else self.log

    def judged(self, log: Log, act: Act, place: int = 0) -> Log:
        """Return a log with what an entry adds to it, or raise Refused."""
        try:
            with override(self.told.language):
                added = self._added(log, act)
        except (RuleViolation, KaitenError) as refusal:
            raise Refused(refusal, place) from refusal
        moment = f"{HERE} {log.version}"
        first = log.version + 1
        entries = [Entry(at, event, "", moment) for at, event in enumerate(added, first)]
        return Log(self.stream, [*log.entries, *entries], "", log)

    def _added(self, log: Log, act: Act) -> list[Event]:
        fields = Fields(act.fields)
        match act.action:
            case "record":
                unseen = self.told.choices_only
                return added_moves(log, posted_events(fields), unseen=unseen)
            case "take_back":
                return added_rewind(log, number(fields, "to"))
            case "confirm":
                return added_agreement(log, number(fields, "seat"))
            case "count" | "rounds" | "scores" | "stop":
                return [told_event(log, act, self.told.labels, datetime.now(UTC))]
            case _:
                raise RuleViolation("malformed_event", type="", detail=act.action)

    def tell(self) -> str:
        """Return the match as the server would tell it now."""
        told, log = self.told, self.log
        return canonical_json(
            Told.of(
                log,
                told.labels,
                told.language,
                title=told.title,
                agrees=told.agrees,
                choices_only=told.choices_only,
            )
        )

    def say(self, refusal: Refused) -> dict[str, Any]:
        """Return a refusal as the page hears it."""
        code, params = refusal.refusal.code, refusal.refusal.params
        error = refusal.refusal
        if isinstance(error, RuleViolation):
            error = refused(error)
        if isinstance(error, KaitenError):
            with override(self.told.language):
                words = error.message
        else:
            words = say(self.rules.words, f"code.{code}", self.told.language, **params)
        return {"code": code, "words": words, "place": refusal.place}

    def saved(self, entry: str, version: int) -> None:
        """Go on from an entry that the server wrote, as what became this version."""
        act = msgspec.json.decode(entry, type=Act)
        if self.ahead and self.ahead[0][0] == act:
            log = self.ahead.pop(0)[1]
        else:
            self.ahead.clear()
            self.stream = uuid4()
            log = self.judged(self.log, act)
        if log.version != version:
            raise KaitenError("version_conflict", 412, expected=log.version, actual=version)
        self.log = log

    def enter(self, entry: str) -> str:
        """Record an entry for good, or say by code and words why it is refused."""
        try:
            self.log = self.judged(self.log, msgspec.json.decode(entry, type=Act))
        except Refused as refusal:
            return canonical_json(self.say(refusal))
        return canonical_json({"code": ""})

    def prompts(self) -> str:
        """Return what may be recorded next."""
        told, log = self.told, self.log
        made = () if log.ended else make_prompts(self.rules, log.state, told.labels, told.language)
        return canonical_json(msgspec.to_builtins(made))

    def standing(self, entries: str = "[]") -> str:
        """Return the match after some entries: its state, its hash, how it would end and ended."""
        log = self.after(msgspec.json.decode(entries, type=list[Act]))
        return canonical_json(
            {
                "state": self.rules.to_data(log.state),
                "hash": log.content_hash,
                "outcome": msgspec.to_builtins(log.outcome),
                "over": log.over,
                "version": log.version,
                "status": log.status,
                "result": msgspec.to_builtins(log.result),
                "agreed": sorted(log.life.confirmed),
            }
        )
