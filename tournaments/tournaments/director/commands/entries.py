"""Who plays: entry, check-in, dropping out and coming back, and what organisers know of them."""

from collections.abc import Sequence
from fractions import Fraction
from uuid import UUID

from games.core.errors import RuleViolation
from tournaments.tournaments.director.events import (
    Affiliated,
    Away,
    Dropped,
    Entered,
    Entry,
    KeptApart,
    Present,
    Removed,
    Returned,
    TablesFixed,
    TournamentEvent,
)
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Entrant, State

MOST_ENTRANTS = 5_000
HIGHEST_TABLE = 2_000
LONGEST_WORD = 60


def entrant_of(state: State, number: int) -> Entrant:
    """Return an entrant, or raise `unknown_entrant`."""
    found = state.entrants.get(number)
    if found is None:
        raise RuleViolation("unknown_entrant", entrant=number)
    return found


def require_going_on(state: State) -> None:
    """Raise `tournament_over` once it is finished."""
    if state.finished:
        raise RuleViolation("tournament_over")


def enter(
    state: State, players: Sequence[UUID], *, clubs: Sequence[str] = (), late: str = ""
) -> list[TournamentEvent]:
    """Make players entrants; once a stage has begun, what the rounds missed are worth is said."""
    require_going_on(state)
    if not players:
        raise RuleViolation("no_entrants_given")
    if len(state.entrants) + len(players) > MOST_ENTRANTS:
        raise RuleViolation("too_many_entrants", limit=MOST_ENTRANTS)
    _require_new(state, players)
    stage = state.current
    missed = stage is not None and bool(stage.rounds)
    if (
        stage is not None
        and stage.status == "running"
        and stage.rules.format in CHAINED | SCHEDULED
    ):
        raise RuleViolation("entry_closed", format=stage.rules.format)
    if stage is not None and stage.number > 1:
        raise RuleViolation("entry_closed", format="cut")
    worth = _worth(late) if missed and not (stage and stage.rules.is_open) else ""
    words = [*clubs, *[""] * (len(players) - len(clubs))]
    entries = [
        Entry(state.next_entrant + place, player, _word(words[place]), worth)
        for place, player in enumerate(players)
    ]
    return [Entered(tuple(entries))]


def _require_new(state: State, players: Sequence[UUID]) -> None:
    known = {entrant.player for entrant in state.entrants.values()}
    for player in players:
        if player in known:
            raise RuleViolation("entered_twice", player=str(player))
        known.add(player)


def _worth(late: str) -> str:
    """Return what a missed round is worth as it is stored; nothing said: nothing."""
    try:
        worth = Fraction(late or "0")
    except (ValueError, ZeroDivisionError):
        raise RuleViolation("bad_points", points=late[:20]) from None
    if not 0 <= worth <= 1_000:
        raise RuleViolation("bad_points", points=late[:20])
    return str(worth)


def _word(text: str) -> str:
    word = text.strip()
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise RuleViolation("bad_affiliation", limit=LONGEST_WORD)
    return word


def remove(state: State, number: int) -> list[TournamentEvent]:
    """Take an entrant back who never sat at a table; others drop out."""
    require_going_on(state)
    entrant = entrant_of(state, number)
    if entrant.seated or _was_listed(state, number):
        raise RuleViolation("entrant_has_played", entrant=number)
    for stage in state.stages.values():
        if number in stage.seeds and stage.rules.format in CHAINED | SCHEDULED:
            # The tables of everybody else were drawn up with this entrant among them.
            raise RuleViolation("entrant_in_schedule", entrant=number)
    return [*_without_traces(state, number), Removed(number)]


def _was_listed(state: State, number: int) -> bool:
    rounds = [row for stage in state.stages.values() for row in stage.rounds.values()]
    return any(number in row.byes or number in row.absent for row in rounds) or any(
        penalty.entrant == number for penalty in state.penalties
    )


def _without_traces(state: State, number: int) -> list[TournamentEvent]:
    if not any(number in group for group in state.apart):
        return []
    left = [tuple(other for other in group if other != number) for group in state.apart]
    return [KeptApart(tuple(group for group in left if len(group) > 1))]


def mark_present(state: State, numbers: Sequence[int]) -> list[TournamentEvent]:
    """Check entrants in; those who are in already are left out of the event."""
    require_going_on(state)
    for number in numbers:
        if entrant_of(state, number).dropped:
            raise RuleViolation("entrant_dropped", entrant=number)
    new = [number for number in dict.fromkeys(numbers) if not state.entrants[number].present]
    return [Present(tuple(new))] if new else []


def mark_away(state: State, numbers: Sequence[int]) -> list[TournamentEvent]:
    """Note that entrants are not there; they are not paired until they are back."""
    require_going_on(state)
    there = [number for number in dict.fromkeys(numbers) if entrant_of(state, number).present]
    return [Away(tuple(there))] if there else []


def drop(state: State, number: int) -> list[TournamentEvent]:
    """Let an entrant play on no more."""
    require_going_on(state)
    if entrant_of(state, number).dropped:
        raise RuleViolation("entrant_dropped", entrant=number)
    return [Dropped(number)]


def bring_back(state: State, number: int, *, late: str = "") -> list[TournamentEvent]:
    """Let an entrant who dropped out play on."""
    require_going_on(state)
    if not entrant_of(state, number).dropped:
        raise RuleViolation("entrant_not_dropped", entrant=number)
    return [Returned(number, _worth(late) if late else "")]


def keep_apart(state: State, groups: Sequence[Sequence[int]]) -> list[TournamentEvent]:
    """Say which entrants are not to meet, in groups; replaces what was said before."""
    require_going_on(state)
    cleaned = []
    for group in groups:
        members = tuple(sorted({entrant_of(state, number).number for number in group}))
        if len(members) < 2:
            raise RuleViolation("bad_group", entrants=list(group))
        cleaned.append(members)
    event = KeptApart(tuple(sorted(set(cleaned))))
    return [event] if event.groups != state.apart else []


def fix_tables(state: State, number: int, tables: Sequence[int]) -> list[TournamentEvent]:
    """Let an entrant sit at some tables only, in every stage; none: anywhere."""
    require_going_on(state)
    entrant = entrant_of(state, number)
    wanted = tuple(sorted(set(tables)))
    if any(not 1 <= table <= HIGHEST_TABLE for table in wanted):
        raise RuleViolation("bad_table_number", limit=HIGHEST_TABLE)
    return [TablesFixed(number, wanted)] if wanted != entrant.fixed_tables else []


def affiliate(state: State, number: int, club: str) -> list[TournamentEvent]:
    """Say with whom an entrant should rather not sit."""
    require_going_on(state)
    entrant = entrant_of(state, number)
    return [Affiliated(number, word)] if (word := _word(club)) != entrant.club else []
