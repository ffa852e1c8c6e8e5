"""From tournaments and their states to the plain data that `tournament_answers` describes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import get_language

from tournaments.tournaments.director.state import Clock, Stage, State
from tournaments.tournaments.models import Tournament, TournamentEntrant
from tournaments.tournaments.pairing.values import Figures, ProposedTable
from tournaments.tournaments.selectors.brackets import BracketTableView, BracketView
from tournaments.tournaments.selectors.logs import LogEntry
from tournaments.tournaments.selectors.proposals import ProposalView
from tournaments.tournaments.selectors.rounds import RoundView, TableView
from tournaments.tournaments.selectors.tournaments import CutView, StandingLine
from tournaments.tournaments.standings.definitions import DEFINITIONS
from tournaments.tournaments.standings.open_evening import RANKING_DEFINITIONS, OpenRanking
from tournaments.tournaments.standings.tally import Part


def tournament(row: Tournament) -> dict[str, Any]:
    """Return a tournament as lists show it."""
    return {
        "id": str(row.id),
        "club": str(row.club_id),
        "title": row.title,
        "day": row.day,
        "open_evening": row.open_evening,
        "status": row.status,
        "stage": row.stage,
        "round": row.round,
        "entrants": row.entrants,
        "version": row.version,
        "created_at": row.created_at,
        "finished_at": row.finished_at,
    }


def detail(row: Tournament, state: State, *, organiser: bool) -> dict[str, Any]:
    """Return a tournament with its stages."""
    return {
        **tournament(row),
        "version": state.version,
        "ruleset": state.ruleset,
        "seed": state.seed,
        "present": [number for number, entrant in state.entrants.items() if entrant.present],
        "stages": [_stage(stage) for stage in state.stages.values()],
        "kept_apart": [list(group) for group in state.apart] if organiser else None,
    }


def _stage(stage: Stage) -> dict[str, Any]:
    return {
        "number": stage.number,
        "status": stage.status,
        "rules": msgspec.to_builtins(stage.rules),
        "seeds": stage.seeds,
        "alternates": stage.alternates,
        "rounds": sorted(stage.rounds),
        "proposal": stage.draft.round if stage.draft is not None else None,
    }


def entrant(
    row: TournamentEntrant, labels: Mapping[UUID, str], *, organiser: bool
) -> dict[str, Any]:
    """Return an entrant as organisers or everybody may know them."""
    return {
        "entrant": row.number,
        "player": str(row.player_id),
        "label": labels.get(row.player_id, "?"),
        "present": row.present,
        "dropped": row.dropped,
        "affiliation": row.affiliation,
        "place": row.place,
        "fixed_tables": row.fixed_tables if organiser else None,
    }


def tie_breaks(codes: Sequence[str]) -> list[dict[str, str]]:
    """Return tie-breaks with what they mean, in the active language."""
    return [{"code": code, "definition": definition_of(code)} for code in codes]


def definition_of(code: str) -> str:
    """Return what a tie-break, or the ranking of an open evening, means."""
    known = DEFINITIONS.get(code) or RANKING_DEFINITIONS[OpenRanking(code)]
    return known[1] if (get_language() or "en").startswith("fr") else known[0]


def standing(row: StandingLine) -> dict[str, Any]:
    """Return one line of standings."""
    return {
        "entrant": row.entrant,
        "label": row.label,
        "place": row.place,
        "shared": row.shared,
        "dropped": row.dropped,
        "points": exact(row.points),
        "values": [str(value) for value in row.values],
        "decided_by": row.decided_by or None,
        "played": row.played,
        "parts": [
            *(_part(part, counts=True) for part in row.parts),
            *(_part(part, counts=False) for part in row.left_out),
        ],
    }


def _part(part: Part, *, counts: bool) -> dict[str, Any]:
    return {
        "round": part.round,
        "table": part.table,
        "why": part.why.value,
        "points": str(part.points),
        "place": part.place,
        "counts": counts,
    }


def round_(view: RoundView) -> dict[str, Any]:
    """Return an announced round."""
    return {
        "stage": view.stage,
        "round": view.number,
        "complete": view.complete,
        "tables": [_table(table) for table in view.tables],
        "byes": view.byes,
        "absent": view.absent,
        "clock": _clock(view.clock),
    }


def _clock(clock: Clock | None) -> dict[str, Any] | None:
    if clock is None:
        return None
    return {"seconds": clock.seconds, "gone": clock.gone, "since": clock.since}


def _table(table: TableView) -> dict[str, Any]:
    return {
        "table": table.number,
        "game": table.game,
        "match": str(table.match),
        "status": table.status.value,
        "kind": table.kind or None,
        "origin": table.origin or None,
        "called": table.called,
        "extra_seconds": table.extra_seconds,
        "seats": [
            {
                "seat": seat.seat,
                "entrant": seat.entrant,
                "label": seat.label,
                "place": seat.place,
                "score": seat.score,
                "points": exact(seat.points),
                "absent": seat.absent,
                "reported": seat.reported,
            }
            for seat in table.seats
        ],
    }


def proposal(view: ProposalView, *, organiser: bool) -> dict[str, Any]:
    """Return the proposal at hand."""
    return {
        "stage": view.stage,
        "round": view.round,
        "stale": view.stale,
        "by_hand": view.by_hand,
        "aims": view.aims,
        "tables": [_proposed(table, organiser=organiser) for table in view.tables],
        "byes": view.byes,
        "figures": _figures(view.figures, organiser=organiser),
        "broken": [
            {"code": fault.code, "entrants": fault.entrants, "table": fault.table}
            for fault in view.broken
        ],
    }


def _proposed(table: ProposedTable, *, organiser: bool) -> dict[str, Any]:
    return {
        "table": table.number,
        "entrants": table.entrants,
        "locked": table.locked,
        "figures": _figures(table.figures, organiser=organiser),
        "reasons": [
            {"code": reason.code, "entrants": reason.entrants, "amount": str(reason.amount)}
            for reason in table.reasons
        ],
    }


def _figures(figures: Figures, *, organiser: bool) -> dict[str, Any]:
    return {
        "broken": figures.broken if organiser else None,
        "bye_scores": str(figures.bye_scores),
        "repeats": figures.repeats,
        "small_tables": figures.small_tables,
        "scores": str(figures.scores),
        "clubs": figures.clubs,
        "seats": figures.seats,
    }


def bracket(view: BracketView) -> dict[str, Any]:
    """Return a bracket, its tables with their place in a drawing."""
    return {
        "stage": view.stage,
        "rows": view.rows,
        "tables": [_bracket_table(table) for column in view.columns for table in column],
    }


def _bracket_table(table: BracketTableView) -> dict[str, Any]:
    box = table.box
    return {
        "round": box.key[0],
        "table": box.key[1],
        "side": box.side.value,
        "state": table.status,
        "is_final": table.is_final,
        "match": str(table.match) if table.match is not None else None,
        "column": box.column,
        "row": box.row,
        "height": box.height,
        "links": [
            {
                "round": link.source[0],
                "table": link.source[1],
                "place": link.place,
                "slot": link.slot,
            }
            for link in box.links
        ],
        "slots": [
            {
                "entrant": slot.entrant,
                "label": slot.label,
                "vacant": slot.vacant,
                "place": slot.place,
                "through": slot.through,
            }
            for slot in table.slots
        ],
    }


def cut(view: CutView) -> dict[str, Any]:
    """Return who goes on to a stage."""
    return {
        "stage": view.stage,
        "begun": view.begun,
        "inside": view.inside,
        "alternates": view.alternates,
        "tied_on_line": view.tied_on_line,
        "decided_by": view.decided_by or None,
        "undecided": view.undecided,
        "open_places": view.open_places,
    }


def log_entry(entry: LogEntry) -> dict[str, Any]:
    """Return one event of the log."""
    return {
        "version": entry.version,
        "type": entry.type,
        "at": entry.at,
        "actor": entry.actor or None,
        "payload": entry.data,
        "note": entry.note or None,
        "hidden": entry.hidden,
    }


def exact(number: Fraction | None) -> str | None:
    """Return a number as it is written: 7 or 7/2."""
    return None if number is None else str(number)
