"""Tournaments as lists and pages read them; names are those of today, numbers are exact.

Everything but the lists is made from a state that the caller lends, see `tournament_states`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.db.models import QuerySet

from replays.errors import KaitenError
from tournaments.people.models import Club
from tournaments.people.selectors import players
from tournaments.tournaments.director.commands.base import stage_of
from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.rankings import (
    evening_standings,
    open_rules,
    overall,
    stage_ranking,
    stage_standings,
    standings_rules,
)
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.brackets import bracket_view as bracket_view
from tournaments.tournaments.selectors.logs import audit_log as audit_log
from tournaments.tournaments.selectors.proposals import proposal_view as proposal_view
from tournaments.tournaments.selectors.rounds import Labels as Labels
from tournaments.tournaments.selectors.rounds import round_view as round_view
from tournaments.tournaments.selectors.rounds import round_views as round_views
from tournaments.tournaments.standings.tally import Part


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One entrant in the standings of a stage, or of the whole tournament."""

    entrant: int
    label: str
    place: int | None
    """None: listed without a rank, for too few matches."""
    shared: bool
    dropped: bool
    points: Fraction | None = None
    """None where places do not come from points."""
    values: tuple[Fraction, ...] = ()
    """One per code of `tie_break_codes`."""
    decided_by: str = ""
    """The tie-break that put this line below the one above."""
    played: int = 0
    parts: tuple[Part, ...] = ()
    left_out: tuple[Part, ...] = ()
    """Matches of an open evening that do not count."""


@dataclass(frozen=True, slots=True)
class CutView:
    """Who goes on to a stage: drawn from the standings now, or as the stage began."""

    stage: int
    begun: bool
    inside: tuple[int, ...]
    alternates: tuple[int, ...]
    tied_on_line: tuple[int, ...] = ()
    decided_by: str = ""
    """The tie-break that parts the last one in from the first one out."""
    undecided: tuple[int, ...] = ()
    open_places: int = 0


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments of a club, the newest first."""
    return Tournament.objects.filter(club=club).select_related("club")


def tournament_of(tournament_id: UUID) -> Tournament:
    """Return a tournament with its club, or raise `unknown_tournament`."""
    found = Tournament.objects.select_related("club").filter(pk=tournament_id).first()
    if found is None:
        raise KaitenError("unknown_tournament", 404)
    return found


def labels_of(state: State) -> dict[int, str]:
    """Return the public name of every entrant; how many there are adds no query."""
    entrants = state.entrants.values()
    known = players.labels_of([entrant.player for entrant in entrants])
    return {entrant.number: known.get(entrant.player, "?") for entrant in entrants}


def entrants_of_user(state: State, user_id: UUID) -> tuple[int, ...]:
    """Return the entrants that an account plays as."""
    own = players.players_of_user(user_id)
    return tuple(number for number, row in state.entrants.items() if row.player in own)


def tie_break_codes(stage: Stage) -> tuple[str, ...]:
    """Return what ranks a stage, first to last; nothing for an elimination."""
    if stage.rules.format in CHAINED:
        return ()
    if stage.rules.is_open:
        return (stage.rules.ranking, *open_rules(stage.rules).tie_breaks)
    return standings_rules(stage.rules).tie_breaks


def standings_rows(state: State, number: int, labels: Labels) -> tuple[StandingLine, ...]:
    """Return the standings of a stage, the best first; nobody before it has begun.

    Raises `unknown_stage`.
    """
    stage = stage_of(state, number)
    if stage.status == "planned":
        return ()
    if stage.rules.format in CHAINED:
        placings = stage_ranking(state, number)
        return _placed(state, labels, [(row.entrant, row.place) for row in placings])
    if stage.rules.is_open:
        return _of_evening(state, stage, labels)
    codes = tie_break_codes(stage)
    return tuple(
        StandingLine(
            entrant=row.entrant,
            label=labels[row.entrant],
            place=row.rank,
            shared=row.shared,
            dropped=row.dropped,
            points=row.points,
            values=row.values,
            decided_by=_code(codes, row.decided_by),
            played=row.played,
            parts=row.parts,
        )
        for row in stage_standings(state, number)
    )


def overall_rows(state: State, labels: Labels) -> tuple[StandingLine, ...]:
    """Return the ranking of the whole tournament as it stands, the best first."""
    if state.current is None:
        return ()
    return _placed(state, labels, [(row.entrant, row.place) for row in overall(state)])


def _placed(
    state: State, labels: Labels, placings: Sequence[tuple[int, int]]
) -> tuple[StandingLine, ...]:
    held = Counter(place for _, place in placings)
    return tuple(
        StandingLine(
            entrant=entrant,
            label=labels[entrant],
            place=place,
            shared=held[place] > 1,
            dropped=state.entrants[entrant].dropped,
        )
        for entrant, place in placings
    )


def _of_evening(state: State, stage: Stage, labels: Labels) -> tuple[StandingLine, ...]:
    codes = tie_break_codes(stage)
    return tuple(
        StandingLine(
            entrant=row.entrant,
            label=labels[row.entrant],
            place=row.rank,
            shared=row.shared,
            dropped=state.entrants[row.entrant].dropped,
            points=row.points,
            values=row.values,
            decided_by=_code(codes, row.decided_by),
            played=row.matches,
            parts=row.counted,
            left_out=row.left_out,
        )
        for row in evening_standings(state, stage.number)
    )


def _code(codes: Sequence[str], index: int | None) -> str:
    return "" if index is None else codes[index]


def cut_view(state: State, number: int) -> CutView:
    """Return who goes on to a stage, who is tied on the line and what decides it.

    Raises `unknown_stage`, `cut_without_former_stage`, or what the cut itself has wrong.
    """
    stage = stage_of(state, number)
    if stage.status != "planned" or number == 1:
        return CutView(number, True, stage.seeds, stage.alternates)
    drawn = drawn_cut(state, stage)
    codes = tie_break_codes(state.stages[number - 1])
    return CutView(
        stage=number,
        begun=False,
        inside=drawn.inside,
        alternates=drawn.alternates,
        tied_on_line=drawn.tied_on_line,
        decided_by=_code(codes, drawn.decided_by),
        undecided=drawn.undecided,
        open_places=drawn.open_places,
    )
