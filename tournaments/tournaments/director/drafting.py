"""A Swiss round before it is announced: what is to be paired, into which tables, and otherwise."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.errors import RuleViolation
from tournaments.tournaments.director.events import RoundDrafted
from tournaments.tournaments.director.games import seats_of
from tournaments.tournaments.director.history import playing
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.parts import Draft, Numbers
from tournaments.tournaments.director.rules import LEAST_SEATS, StageRules
from tournaments.tournaments.director.state import Entrant, Stage, State
from tournaments.tournaments.director.steps import require_next
from tournaments.tournaments.pairing.alternatives import (
    Alternative,
    compare_splits,
    free_split,
    whole_split,
)
from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.problem import (
    Candidate,
    LockedTable,
    PairingRules,
    Proposal,
    Split,
)
from tournaments.tournaments.pairing.proposing import propose, rules_beside
from tournaments.tournaments.pairing.sizes import table_sizes

LONGEST_SPLIT = 4_000


@dataclass(frozen=True, slots=True)
class RoundToPair:
    """A round that is to be proposed: a whole one, or what of one was taken back."""

    stage: int
    number: int
    candidates: tuple[Candidate, ...]
    rules: PairingRules
    locked: tuple[LockedTable, ...] = ()
    """Tables of the proposal at hand that stay."""
    standing: tuple[LockedTable, ...] = ()
    """Tables that are announced, and no part of the proposal."""

    @property
    def kept(self) -> tuple[LockedTable, ...]:
        """All tables at which nobody is to be seated."""
        return (*self.locked, *self.standing)

    @property
    def free(self) -> int:
        """How many are to be seated."""
        return len(self.candidates) - sum(len(table.entrants) for table in self.kept)

    @property
    def count(self) -> int:
        """How many the proposal is about."""
        return self.free + sum(len(table.entrants) for table in self.locked)


def loose_entrants(state: State, stage: Stage) -> list[Entrant]:
    """Return who has no table in a Swiss round of which some tables were taken back."""
    round_ = stage.last_round
    if round_ is None or stage.rules.format != "swiss":
        return []
    listed, going_on = round_.listed, not round_.complete
    free = [entrant for entrant in playing(state, stage) if entrant.number not in listed]
    return [entrant for entrant in free if going_on or entrant.number in round_.taken_back]


def round_to_pair(state: State, stage: Stage) -> RoundToPair:
    """Return what `propose` would pair now, or raise what has to happen first."""
    if loose := loose_entrants(state, stage):
        round_ = stage.rounds[max(stage.rounds)]
        standing = tuple(
            LockedTable(table.number, table.entrants) for table in round_.tables.values()
        )
        seated = [state.entrants[number] for table in standing for number in table.entrants]
        return RoundToPair(
            stage.number,
            round_.number,
            tuple(candidates(state, stage, [*loose, *seated], before=round_.number)),
            pairing_rules(state, stage, round_.number),
            standing=standing,
        )
    number = require_next(stage)
    present = {entrant.number for entrant in playing(state, stage)}
    return RoundToPair(
        stage.number,
        number,
        tuple(candidates(state, stage)),
        pairing_rules(state, stage, number),
        locked=tuple(
            LockedTable(table.table, table.entrants)
            for table in (stage.draft.tables if stage.draft is not None else ())
            if table.locked and present.issuperset(table.entrants)
        ),
    )


def drafted(round_: RoundToPair, split: Split | None = None) -> RoundDrafted:
    """Return the proposal of a round, with these table sizes where they are given."""
    rules, rest = round_.rules, None
    if split is not None:
        rest = free_split(split, round_.locked, round_.count)
        if not round_.free and rest.sizes:
            raise RuleViolation("bad_split", count=round_.count, sizes=list(split.sizes), byes=0)
        rules = replace(rules, sizes=tuple(sorted({*rules.sizes, *split.sizes})))
    proposal = propose(round_.candidates, rules, round_.kept, rest)
    standing = {table.number for table in round_.standing}
    locked = {table.number for table in round_.locked}
    tables = tuple(
        Draft(table.number, table.entrants, table.number in locked)
        for table in proposal.tables
        if table.number not in standing
    )
    return RoundDrafted(round_.stage, round_.number, tables, tuple(sorted(proposal.byes)))


def split_of_sizes(round_: RoundToPair, sizes: Numbers, rules: StageRules) -> Split:
    """Return how a round is split by sizes that hold for it alone; locked tables stay.

    Raises `size_not_playable` for what the game cannot seat, and what `table_sizes` does.
    """
    _require_playable(sizes, rules)
    preferred = min(sizes, key=lambda size: (abs(size - rules.preferred), -size))
    own = replace(round_.rules, sizes=tuple(sorted(set(sizes))), preferred=preferred)
    if not round_.free:
        return whole_split(Split(()), round_.locked)
    found = table_sizes(round_.free, rules_beside(own, len(round_.kept), round_.free))
    return whole_split(found[0], round_.locked)


def split_named(round_: RoundToPair, wanted: Numbers | str, rules: StageRules) -> Split:
    """Return a split that somebody named as numbers or as 4+3+3+3; the others have a bye.

    Raises `malformed_split`, `size_not_playable` or `bad_split`.
    """
    sizes = _read_sizes(wanted) if isinstance(wanted, str) else wanted
    _require_playable(sizes, rules)
    byes = round_.count - sum(sizes)
    split = Split(tuple(sorted(sizes, reverse=True)), byes)
    if byes < 0 or (byes and not rules.byes):
        raise RuleViolation("bad_split", count=round_.count, sizes=list(sizes), byes=byes)
    return split


def split_words(sizes: Sequence[int]) -> str:
    """Return table sizes as they are typed: 4+3+3+3."""
    return "+".join(str(size) for size in sorted(sizes, reverse=True))


def alternatives(state: State, stage: Stage) -> tuple[RoundToPair, tuple[Alternative, ...]]:
    """Return the round to pair and what it would be with each sensible split.

    The split of the proposal at hand is among them, and what tables of one more or one fewer would
    make of the round, also where the stage is not planned so. Raises what `round_to_pair` does.
    """
    round_ = round_to_pair(state, stage)
    taken = split_at_hand(stage)
    if taken is not None and sum(taken.sizes) + taken.byes != round_.count:
        taken = None  # somebody came or left since
    found = compare_splits(
        round_.candidates,
        replace(round_.rules, sizes=_sizes_nearby(stage.rules)),
        round_.kept,
        whole_split(taken, round_.standing) if taken is not None else None,
    )
    return round_, tuple(_of_the_proposal(round_, alternative) for alternative in found)


def _sizes_nearby(rules: StageRules) -> Numbers:
    """Return the sizes of a stage and those next to the usual one, if the game has such tables."""
    usual = rules.preferred
    nearby = {usual - 1, usual + 1} & {*seats_of(rules.game)} if usual > LEAST_SEATS else set()
    return tuple(sorted({*rules.sizes, *nearby}))


def split_at_hand(stage: Stage) -> Split | None:
    """Return the table sizes of the proposal at hand, if there is one."""
    if stage.draft is None:
        return None
    sizes = sorted((len(table.entrants) for table in stage.draft.tables), reverse=True)
    return Split(tuple(sizes), len(stage.draft.byes))


def _of_the_proposal(round_: RoundToPair, alternative: Alternative) -> Alternative:
    """Return an alternative without the tables that are announced, judged as proposals are."""
    if not round_.standing:
        return alternative
    announced = {table.number for table in round_.standing}
    seated = {entrant for table in round_.standing for entrant in table.entrants}
    tables = [table for table in alternative.proposal.tables if table.number not in announced]
    proposal: Proposal = figures_of(
        tables,
        alternative.proposal.byes,
        [candidate for candidate in round_.candidates if candidate.id not in seated],
        round_.rules,
    )
    return Alternative(free_split(alternative.split, round_.standing, round_.count), proposal)


def _require_playable(sizes: Numbers, rules: StageRules) -> None:
    legal = seats_of(rules.game)
    for size in sizes:
        if size not in legal:
            raise RuleViolation("size_not_playable", size=size, legal=list(legal))


def _read_sizes(text: str) -> Numbers:
    words = [word for word in re.split(r"[\s+,;/]+", text[:LONGEST_SPLIT]) if word]
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise RuleViolation("malformed_split", text=text[:40])
    return tuple(int(word) for word in words)
