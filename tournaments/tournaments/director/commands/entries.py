"""Who plays: entry, check-in, dropping out and coming back, and what organisers know of them."""

from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from games.core.errors import RuleViolation
from tournaments.commands import names
from tournaments.tournaments.director.arrivals import rounds_missed
from tournaments.tournaments.director.commands.base import (
    Command,
    Context,
    Events,
    read_points,
)
from tournaments.tournaments.director.events import (
    Affiliated,
    Away,
    Dropped,
    Entered,
    KeptApart,
    Present,
    Removed,
    Returned,
    TablesFixed,
)
from tournaments.tournaments.director.parts import EntrantNumber, Entrants, Entry, Numbers
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import State

MOST_ENTRANTS = 5_000
HIGHEST_TABLE = 2_000
LONGEST_WORD = 60


class OfEntrant(Command, frozen=True, kw_only=True):
    """A command that concerns one entrant."""

    example: ClassVar = {"entrant": 3}

    entrant: EntrantNumber


class OfEntrants(Command, frozen=True, kw_only=True):
    """A command that concerns several entrants at once."""

    commutes: ClassVar = True
    example: ClassVar = {"entrants": [1, 2, 3]}

    entrants: Entrants
    """Their numbers in the tournament."""


class Enter(Command, frozen=True, kw_only=True):
    """Make players entrants; with `present` they are checked in at once."""

    commutes: ClassVar = True
    example: ClassVar = {
        "players": [
            "0b3c8f0e-5a52-4f0e-9d0c-2f1f6f4f9a01",
            "0b3c8f0e-5a52-4f0e-9d0c-2f1f6f4f9a02",
        ],
        "clubs": ["North", "South"],
        "present": True,
    }

    players: tuple[Annotated[UUID, names("player")], ...]
    """The ids of the players."""
    clubs: tuple[str, ...] = ()
    """A word for each; those of one word are not seated together without need."""
    late: str = ""
    """What each round they missed is worth, such as 1/2; left out, nothing."""
    present: bool = False
    """Whether they are there already."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        self._require_open(state)
        stage = state.current
        missed = stage is not None and bool(stage.rounds) and not stage.rules.is_open
        worth = _worth(self.late) if missed else ""
        words = [*self.clubs, *[""] * (len(self.players) - len(self.clubs))]
        entries = tuple(
            Entry(state.next_entrant + place, player, _word(words[place]), worth)
            for place, player in enumerate(self.players)
        )
        arrived = [Present(tuple(entry.entrant for entry in entries))] if self.present else []
        return [Entered(entries), *arrived]

    def _require_open(self, state: State) -> None:
        if not self.players:
            raise RuleViolation("no_entrants_given")
        if len(state.entrants) + len(self.players) > MOST_ENTRANTS:
            raise RuleViolation("too_many_entrants", limit=MOST_ENTRANTS)
        entered = {entrant.player for entrant in state.entrants.values()}
        for player in self.players:
            if player in entered:
                raise RuleViolation("entered_twice", player=str(player))
            entered.add(player)
        if (stage := state.current) is None:
            return
        if stage.status == "running" and stage.rules.format in CHAINED | SCHEDULED:
            raise RuleViolation("entry_closed", format=stage.rules.format)
        if stage.number > 1:
            raise RuleViolation("entry_closed", format="cut")


def _worth(late: str) -> str:
    """Return what a missed round is worth as it is stored; nothing said: nothing."""
    return str(read_points(late or "0"))


def _word(text: str) -> str:
    word = text.strip()
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise RuleViolation("bad_affiliation", limit=LONGEST_WORD)
    return word


class Remove(OfEntrant, frozen=True, kw_only=True):
    """Take back an entrant who never played."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        if state.entrant(self.entrant).seated or _was_listed(state, self.entrant):
            raise RuleViolation("entrant_has_played", entrant=self.entrant)
        for stage in state.stages.values():
            if self.entrant in stage.seeds and stage.rules.format in CHAINED | SCHEDULED:
                # The tables of everybody else were drawn up with this entrant among them.
                raise RuleViolation("entrant_in_schedule", entrant=self.entrant)
        return [*_without_traces(state, self.entrant), Removed(self.entrant)]


def _was_listed(state: State, number: int) -> bool:
    rounds = [round_ for stage in state.stages.values() for round_ in stage.rounds.values()]
    return any(number in round_.byes or number in round_.absent for round_ in rounds) or any(
        penalty.entrant == number for penalty in state.penalties
    )


def _without_traces(state: State, number: int) -> list[KeptApart]:
    if not any(number in group for group in state.apart):
        return []
    left = [tuple(other for other in group if other != number) for group in state.apart]
    return [KeptApart(tuple(group for group in left if len(group) > 1))]


class CheckIn(OfEntrants, frozen=True, kw_only=True):
    """Note that entrants are there; `late` is what a missed round is worth to who has missed any.

    Who has played already is not late: their rounds were absences.
    """

    example: ClassVar = {"entrants": [1, 2, 3], "late": "1/2"}

    late: str = ""
    """What each round missed is worth, such as 1/2; left out, nothing is said about it."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        state.require_playing(*self.entrants)
        worth = read_points(self.late) if self.late else None
        in_time, late = [], []
        for entrant in (state.entrants[number] for number in dict.fromkeys(self.entrants)):
            if worth is not None and rounds_missed(state, entrant.number):
                if not entrant.present or entrant.late != worth:
                    late.append(entrant.number)
            elif not entrant.present:
                in_time.append(entrant.number)
        arrivals = ((in_time, ""), (late, str(worth)))
        return [Present(tuple(numbers), said) for numbers, said in arrivals if numbers]


class CheckOut(OfEntrants, frozen=True, kw_only=True):
    """Note that entrants are not there."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        present = [n for n in dict.fromkeys(self.entrants) if state.entrant(n).present]
        return [Away(tuple(present))] if present else []


class Drop(OfEntrant, frozen=True, kw_only=True):
    """Let an entrant play on no more."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        state.require_playing(self.entrant)
        return [Dropped(self.entrant)]


class BringBack(OfEntrant, frozen=True, kw_only=True):
    """Let an entrant who dropped out play on; `late` is what a missed round is worth."""

    example: ClassVar = {"entrant": 3, "late": "1/2"}

    late: str = ""
    """What each round missed is worth, such as 1/2; left out, as much as before."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        if not state.entrant(self.entrant).dropped:
            raise RuleViolation("entrant_not_dropped", entrant=self.entrant)
        return [Returned(self.entrant, _worth(self.late) if self.late else "")]


class KeepApart(Command, frozen=True, kw_only=True):
    """Say who is not to meet, in groups."""

    example: ClassVar = {"groups": [[1, 2], [5, 6, 7]]}

    groups: tuple[Entrants, ...]
    """The groups of entrants; they replace what was said before."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        cleaned = []
        for group in self.groups:
            members = tuple(sorted({state.entrant(number).number for number in group}))
            if len(members) < 2:
                raise RuleViolation("bad_group", entrants=list(group))
            cleaned.append(members)
        event = KeptApart(tuple(sorted(set(cleaned))))
        return [event] if event.groups != state.apart else []


class FixTables(OfEntrant, frozen=True, kw_only=True):
    """Let an entrant sit at some tables only."""

    example: ClassVar = {"entrant": 3, "tables": [1, 2]}

    tables: Annotated[
        Numbers,
        Meta(
            description=f"The numbers of the tables, at most {HIGHEST_TABLE}; left out, anywhere."
        ),
    ] = ()

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        entrant = state.entrant(self.entrant)
        tables = tuple(sorted(set(self.tables)))
        if any(not 1 <= table <= HIGHEST_TABLE for table in tables):
            raise RuleViolation("bad_table_number", limit=HIGHEST_TABLE)
        return [TablesFixed(self.entrant, tables)] if tables != entrant.fixed_tables else []


class Affiliate(OfEntrant, frozen=True, kw_only=True):
    """Say with whom an entrant should rather not sit."""

    example: ClassVar = {"entrant": 3, "club": "North"}

    club: Annotated[
        str,
        Meta(
            description=(
                f"A family, school or club of at most {LONGEST_WORD} characters: those of one "
                "word are not seated together without need; left out, none."
            )
        ),
    ] = ""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        entrant = state.entrant(self.entrant)
        word = _word(self.club)
        return [Affiliated(self.entrant, word)] if word != entrant.club else []
