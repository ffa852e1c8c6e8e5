"""What a command would change of a tournament itself, part by part: as it is, as it would be."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec

from replays.http.answers import Answer
from tournaments.tournaments.director.bracket_tables import Places, announced_places
from tournaments.tournaments.director.changes import Changes
from tournaments.tournaments.director.pairings import candidates, pairing_rules
from tournaments.tournaments.director.state import Round, Stage, State
from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.problem import ProposedTable
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.proposals import (
    FiguresAnswer,
    ProposalAnswer,
    proposal_view,
)
from tournaments.tournaments.selectors.rounds import (
    ORGANISER,
    ClockAnswer,
    TableAnswer,
    table_view,
)


class TournamentFactsAnswer(Answer, frozen=True):
    """What is said about a tournament as a whole."""

    title: str
    """What it is called."""
    day: str | None
    """The day it is held on; null where none was said."""
    finished_at: answers.Moment | None
    """When it ended; null while it goes on."""
    kept_apart: tuple[answers.Numbers, ...]
    """Groups that are not to meet, by number."""


class EntrantFactsAnswer(Answer, frozen=True):
    """What is known of an entrant before anything is played."""

    player: UUID
    """The player."""
    present: bool
    """Whether the entrant is there."""
    dropped: bool
    """Whether the entrant plays on no more."""
    affiliation: str
    """With whom the entrant should rather not sit; may be empty."""
    fixed_tables: answers.Numbers
    """Tables to sit at; empty: any."""
    late: answers.Exact | None
    """What each round missed is worth, exact, such as 7 or 7/2; null: nothing, the entrant was
    absent."""
    arrived: tuple[int, int] | None
    """The stage and the last round that were missed when a check-in said what they are worth; null
    where none did."""


class StageFactsAnswer(Answer, frozen=True):
    """A stage: how it is played, and by whom."""

    status: str
    """`planned`, `running` or `closed`."""
    rules: dict[str, Any]
    """How it is played, as `set_stage` takes it."""
    seeds: answers.Numbers
    """Its entrants by number, best seed first; empty until it begins."""
    alternates: answers.Numbers
    """Who steps in, by number and in this order."""


class RoundFactsAnswer(Answer, frozen=True):
    """An announced round but for its tables."""

    tables: int
    """How many it has."""
    byes: answers.Numbers
    """The entrants who sit out, by number."""
    absent: answers.Numbers
    """The entrants who are not there and miss the round, by number."""
    without_table: answers.Numbers
    """The entrants whose table was taken back and who have no other place in the round yet."""
    clock: ClockAnswer | None
    """The time of the round; null before it was first started."""
    figures: FiguresAnswer | None
    """How good its tables are, judged by the rounds before it; null unless it is a Swiss one."""


class PenaltyAnswer(Answer, frozen=True):
    """Points that an entrant lost."""

    round: int
    """The round it happened in; 0: none in particular."""
    points: answers.Exact


class ForeseenTournamentAnswer(Answer, frozen=True):
    """What is said about the tournament as a whole, as it is and as it would be."""

    before: TournamentFactsAnswer
    """As it is."""
    after: TournamentFactsAnswer
    """As it would be."""


class ForeseenEntrantAnswer(Answer, frozen=True):
    """An entrant who would be new, gone or noted otherwise."""

    entrant: answers.Number
    label: answers.Label
    before: EntrantFactsAnswer | None
    """As noted now; null: no entrant yet."""
    after: EntrantFactsAnswer | None
    """As it would be noted; null: no entrant any more."""


class ForeseenStageAnswer(Answer, frozen=True):
    """A stage that would be new, gone or another."""

    stage: answers.StageNumber
    before: StageFactsAnswer | None
    """As it is; null: there is none."""
    after: StageFactsAnswer | None
    """As it would be; null: there would be none."""


class ForeseenProposalAnswer(Answer, frozen=True):
    """A proposal with its figures and reasons, as it is and as it would be."""

    stage: answers.StageNumber
    before: ProposalAnswer | None
    """As it is; null: there is none."""
    after: ProposalAnswer | None
    """As it would be; null: there would be none."""


class ForeseenRoundAnswer(Answer, frozen=True):
    """A round that would be new or gone, or in which others would sit, sit out or be missing."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    before: RoundFactsAnswer | None
    """As it is; null: it is not announced."""
    after: RoundFactsAnswer | None
    """As it would be; null: it would not be announced."""


class ForeseenTableAnswer(Answer, frozen=True):
    """An announced table that would be new or gone, with others, or with another result."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    table: answers.TableNumber
    before: TableAnswer | None
    """As it is; null: there is none."""
    after: TableAnswer | None
    """As it would be; null: there would be none."""


class ForeseenPenaltiesAnswer(Answer, frozen=True):
    """The penalties of an entrant in a stage, as they are and as they would be."""

    stage: answers.StageNumber
    entrant: answers.Number
    label: answers.Label
    before: tuple[PenaltyAnswer, ...]
    """As they are."""
    after: tuple[PenaltyAnswer, ...]
    """As they would be."""


class ChangesAnswer(Answer, frozen=True):
    """What would be written about the tournament itself: only what would be another."""

    tournament: ForeseenTournamentAnswer | None
    """Its title, its day, whether it is over, who is kept apart; null where these stay."""
    entrants: tuple[ForeseenEntrantAnswer, ...]
    """Entrants who would be new, gone or noted otherwise."""
    stages: tuple[ForeseenStageAnswer, ...]
    """Stages whose status, rules, seeds or alternates would be others."""
    proposals: tuple[ForeseenProposalAnswer, ...]
    """Proposals that would be others."""
    rounds: tuple[ForeseenRoundAnswer, ...]
    """Announced rounds that would be others but for results."""
    tables: tuple[ForeseenTableAnswer, ...]
    """Announced tables that would be others."""
    penalties: tuple[ForeseenPenaltiesAnswer, ...]
    """Whose penalties would be others."""


@dataclass(frozen=True, slots=True)
class Side:
    """A tournament on one side of a command: before it, or after it."""

    id: UUID
    state: State
    labels: answers.Labels
    places: dict[int, Places]
    """What tables of brackets are there, by stage; looked up once."""

    def tournament(self) -> TournamentFactsAnswer:
        state = self.state
        return TournamentFactsAnswer(
            state.title, state.day or None, state.finished_at, tuple(state.apart)
        )

    def entrant(self, number: int) -> EntrantFactsAnswer | None:
        entrant = self.state.entrants.get(number)
        if entrant is None:
            return None
        return EntrantFactsAnswer.from_object(entrant, affiliation=entrant.club)

    def stage(self, number: int) -> StageFactsAnswer | None:
        stage = self.state.stages.get(number)
        if stage is None:
            return None
        return StageFactsAnswer.from_object(stage, rules=msgspec.to_builtins(stage.rules))

    def proposal(self, number: int) -> ProposalAnswer | None:
        stage = self.state.stages.get(number)
        if stage is None or stage.draft is None:
            return None
        return proposal_view(self.id, self.state, number, self.labels, organiser=True)

    def round(self, number: int, round_: int) -> RoundFactsAnswer | None:
        stage = self.state.stages.get(number)
        row = stage.rounds.get(round_) if stage is not None else None
        if stage is None or row is None:
            return None
        return RoundFactsAnswer(
            tables=len(row.tables),
            byes=row.byes,
            absent=row.absent,
            without_table=row.taken_back,
            clock=ClockAnswer.from_object(row.clock) if row.clock is not None else None,
            figures=self._figures(stage, row) if stage.rules.format == "swiss" else None,
        )

    def table(self, number: int, round_: int, table_number: int) -> TableAnswer | None:
        table = self.state.table(number, round_, table_number)
        if table is None:
            return None
        stage = self.state.stages[number]
        if number not in self.places:
            self.places[number] = announced_places(self.state, stage)
        place = self.places[number].get((round_, table_number))
        return table_view(stage, round_, table, self.labels, place, ORGANISER)

    def penalties(self, stage: int, entrant: int) -> tuple[PenaltyAnswer, ...]:
        given = [
            one for one in self.state.penalties if (one.stage, one.entrant) == (stage, entrant)
        ]
        return tuple(PenaltyAnswer(one.round, Fraction(one.points)) for one in given)

    def _figures(self, stage: Stage, row: Round) -> FiguresAnswer:
        listed = sorted(row.seated.union(row.byes))
        people = [self.state.entrants[number] for number in listed]
        judged = figures_of(
            [ProposedTable(table.number, table.entrants) for table in row.tables.values()],
            row.byes,
            candidates(self.state, stage, people, before=row.number),
            pairing_rules(self.state, stage, row.number),
        )
        return FiguresAnswer.from_object(judged.figures)


def changes_view(
    tournament_id: UUID, before: State, after: State, changes: Changes, labels: answers.Labels
) -> ChangesAnswer:
    """Return what differs between two states of a tournament, for organisers."""
    was, then = (Side(tournament_id, state, labels, {}) for state in (before, after))
    return ChangesAnswer(
        tournament=ForeseenTournamentAnswer(was.tournament(), then.tournament())
        if changes.tournament
        else None,
        entrants=tuple(
            ForeseenEntrantAnswer(n, labels.get(n, "?"), was.entrant(n), then.entrant(n))
            for n in changes.entrants
        ),
        stages=tuple(ForeseenStageAnswer(n, was.stage(n), then.stage(n)) for n in changes.stages),
        proposals=tuple(
            ForeseenProposalAnswer(n, was.proposal(n), then.proposal(n)) for n in changes.proposals
        ),
        rounds=tuple(
            ForeseenRoundAnswer(*at, was.round(*at), then.round(*at)) for at in changes.rounds
        ),
        tables=tuple(
            ForeseenTableAnswer(*at, was.table(*at), then.table(*at))
            for at in ((one.stage, one.round, one.table) for one in changes.tables)
        ),
        penalties=tuple(
            ForeseenPenaltiesAnswer(
                stage,
                number,
                labels.get(number, "?"),
                was.penalties(stage, number),
                then.penalties(stage, number),
            )
            for stage, number in changes.penalties
        ),
    )


def people_in(changes: ChangesAnswer) -> set[int]:
    """Return everybody who stands in the changes as a number without a name beside it."""
    people: set[int] = set()
    if changes.tournament is not None:
        for facts in (changes.tournament.before, changes.tournament.after):
            people.update(*facts.kept_apart)
    for stage in changes.stages:
        for side in (stage.before, stage.after):
            people.update(*((side.seeds, side.alternates) if side is not None else ()))
    for row in changes.rounds:
        for round_ in (row.before, row.after):
            if round_ is not None:
                people.update(round_.byes, round_.absent, round_.without_table)
    for table in changes.tables:
        for seen in (table.before, table.after):
            for report in (seen.reports or ()) if seen is not None else ():
                people.update(report.absent, report.play_off)
    return people
