"""From ladders, ratings and records to the plain data that `ladder_answers.py` describes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from tournaments.ladders.models import Ladder, LadderNote, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.ratings.values import Change
from tournaments.ladders.selectors.forecasts import Planned
from tournaments.ladders.selectors.matches import MatchRating
from tournaments.ladders.selectors.players import PlayerRating
from tournaments.ladders.selectors.tables import LadderLine
from tournaments.ladders.words import change_words, ladder_title, reason_words
from tournaments.people.selectors.players import labels_of
from tournaments.people.selectors.records import Against, Lately, Tally

Labels = Mapping[UUID, str]


def ladder(row: Any) -> dict[str, Any]:
    """Return a ladder that `with_counts` has counted."""
    return {
        "id": str(row.id),
        "club": str(row.club_id),
        "title": ladder_title(row),
        "usual": row.usual,
        "status": row.status,
        "system": row.system,
        "rules": row.rules,
        "period_of": str(row.period_of) if row.period_of else None,
        "players": row.player_count,
        "matches": row.match_count,
        "waiting": row.waiting,
        "version": row.version,
        "created_at": row.created_at,
        "frozen_at": row.frozen_at,
    }


def line(row: LadderLine) -> dict[str, Any]:
    """Return one player of a ladder."""
    return {
        "player": str(row.player),
        "label": row.label,
        "rank": row.rank,
        "moved": row.moved,
        "gained": row.gained,
        "shown": row.shown,
        "mu": row.mu,
        "sigma": row.sigma,
        "matches": row.matches,
        "won": row.firsts,
        "last_at": row.last_at,
        "provisional": row.provisional,
        "hidden": row.hidden,
    }


def changes_for(
    of: Ladder, rows: Sequence[RatedMatch], player_id: UUID | None = None
) -> list[dict[str, Any]]:
    """Return what rated matches of a ladder changed, for everybody or for one player."""
    read = [(row, changes_of(row.changes)) for row in rows]
    labels = labels_of({change.player for _row, changes in read for change in changes})
    return [
        _change(of, row.match_id, row.ended_at, change, changes, labels)
        for row, changes in read
        for change in changes
        if player_id is None or change.player == player_id
    ]


def match_on_ladders(
    match_id: UUID, ended_at: datetime | None, ratings: Sequence[MatchRating]
) -> list[dict[str, Any]]:
    """Return what ladders say about a match."""
    labels = labels_of({change.player for one in ratings for change in one.changes})
    return [
        {
            "ladder": str(one.ladder.id),
            "title": ladder_title(one.ladder),
            "match": str(match_id),
            "rated": one.rated,
            "reason": one.reason,
            "detail": reason_words(one.reason) if one.reason else "",
            "changes": [
                _change(one.ladder, match_id, ended_at, change, one.changes, labels)
                for change in one.changes
            ],
        }
        for one in ratings
    ]


def notes(rows: Iterable[LadderNote]) -> list[dict[str, Any]]:
    """Return re-ratings with the public names of whoever they moved."""
    read = [(row, [(UUID(id_), was, now) for id_, was, now in row.moves]) for row in rows]
    labels = labels_of({player for _row, moves in read for player, _was, _now in moves})
    return [
        {
            "id": str(row.id),
            "at": row.at,
            "cause": row.cause,
            "text": row.get_cause_display(),
            "subject": str(row.subject),
            "since": row.since,
            "matches": row.matches,
            "moves": [
                named(player, labels) | {"before": was, "after": now} for player, was, now in moves
            ],
        }
        for row, moves in read
    ]


def planned(
    of: Ladder, table: Sequence[Planned], places: Sequence[int] | None
) -> list[dict[str, Any]]:
    """Return what is expected of a table and, with places, what they would change."""
    labels = labels_of([seat.player for seat in table])
    by_player = dict(zip([seat.player for seat in table], places or (), strict=False))
    return [
        named(seat.player, labels)
        | {
            "rated": seat.rated,
            "shown": seat.shown,
            "first": seat.chance.first if seat.chance is not None else None,
            "score": seat.chance.score if seat.chance is not None else None,
            "shown_after": seat.shown_after,
            "delta": seat.change.delta if seat.change is not None else None,
            "parts": _parts(seat.change, labels) if seat.change is not None else [],
            "text": (
                change_words(seat.change, by_player, labels, of.system)
                if seat.change is not None
                else ""
            ),
        }
        for seat in table
    ]


def rating(one: PlayerRating) -> dict[str, Any]:
    """Return where a player stands on one ladder."""
    return {
        "ladder": str(one.ladder.id),
        "title": ladder_title(one.ladder),
        "status": one.ladder.status,
        "system": one.ladder.system,
        "shown": one.shown,
        "mu": one.mu,
        "sigma": one.sigma,
        "matches": one.matches,
        "won": one.firsts,
        "last_at": one.last_at,
        "provisional": one.provisional,
    }


def tally(one: Tally) -> dict[str, int]:
    """Return the figures of so many matches of one kind."""
    return {"played": one.played, "won": one.won, "places": one.places}


def against(one: Against, labels: Labels) -> dict[str, Any]:
    """Return how often somebody met an opponent, and who did better."""
    figures = {"met": one.met, "ahead": one.ahead, "level": one.level, "behind": one.behind}
    return named(one.player, labels) | figures


def lately(one: Lately) -> dict[str, Any]:
    """Return one of the last results."""
    return {
        "match": str(one.match),
        "ended_at": one.ended_at,
        "game": one.game,
        "place": one.place,
        "seats": one.seats,
    }


def named(player: UUID, labels: Labels) -> dict[str, Any]:
    """Return a player by id and public name."""
    return {"player": str(player), "label": labels.get(player, "")}


def _change(
    of: Ladder,
    match_id: UUID,
    ended_at: datetime | None,
    change: Change,
    table: Sequence[Change],
    labels: Labels,
) -> dict[str, Any]:
    system = system_of(rules_from_data(of.rules))
    places = {one.player: one.place for one in table}
    return named(change.player, labels) | {
        "match": str(match_id),
        "ended_at": ended_at,
        "place": change.place,
        "mu_before": change.before.mu,
        "mu": change.mu,
        "sigma_before": change.before.sigma,
        "sigma": change.sigma,
        "shown_before": system.shown(change.before.mu, change.before.sigma),
        "shown": system.shown(change.mu, change.sigma),
        "delta": change.delta,
        "factor": change.factor,
        "parts": _parts(change, labels),
        "text": change_words(change, places, labels, of.system),
    }


def _parts(change: Change, labels: Labels) -> list[dict[str, Any]]:
    return [
        {
            "opponent": str(part.opponent),
            "label": labels.get(part.opponent, ""),
            "delta": part.delta,
        }
        for part in change.parts
    ]
