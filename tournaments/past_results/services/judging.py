"""Each match of a file judged as the match that it would become."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import msgspec

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import MatchCreated, MatchReported
from replays.services.life import judged_report
from replays.services.matches import NewMatch, begun, created_event
from replays.telling import Report
from tournaments.past_results.csv import PastMatch
from tournaments.past_results.rows import (
    Becoming,
    FileName,
    PastRow,
    PastSeat,
    Refusal,
    Remark,
    RowStatus,
)
from tournaments.past_results.services.games import Games
from tournaments.past_results.services.moments import Moments
from tournaments.past_results.services.people import Names, key_of
from tournaments.people.models import Club

UNLIKELY = "score_unlikely"


class Judge:
    """Judges the matches of one file, in its order."""

    def __init__(self, club: Club, names: Names, rated: bool, envelope: Envelope) -> None:
        self._club, self._names, self._rated, self._envelope = club, names, rated, envelope
        self._games = Games()
        self._moments = Moments(club.time_zone, envelope.now)
        self._beginnings: dict[str, MatchCreated | Refusal] = {}

    def row(self, told: PastMatch) -> PastRow:
        """Return a match with its verdict, as if nothing like it were stored yet."""
        game, options = self._games.find(told.game) if told.game else ("", {})
        people = [self._names[key_of(seat.name)] for seat in told.seats]
        row = PastRow(
            told.line,
            RowStatus.NEW,
            game,
            str(options.get("title", told.game)),
            seats=tuple(
                PastSeat(seat.name, name.player, seat.score, seat.place)
                for seat, name in zip(told.seats, people, strict=True)
            ),
        )
        try:
            if told.error is not None:
                raise told.error
            ended_at = self._moments.of(told.day, told.hour)
            row = replace(row, ended_at=ended_at)
            if told.lowest is not None:
                options = {**options, "winner": "lowest" if told.lowest else "highest"}
            return _asked(self._judged(row, ended_at, options, people), people)
        except (KaitenError, RuleViolation) as refusal:
            return replace(row, status=RowStatus.ERROR, error=Remark(refusal, game))

    def _judged(
        self,
        row: PastRow,
        ended_at: datetime,
        options: Mapping[str, object],
        people: Sequence[FileName],
    ) -> PastRow:
        for name in people:
            if name.error is not None:
                raise name.error
        created = self._begun(row.game, options, [name.player_id for name in people])
        report = Report(
            scores=_of_all([seat.score for seat in row.seats]),
            places=_of_all([seat.place for seat in row.seats]),
            ended_at=ended_at,
        )
        if report.scores is None and report.places is None:
            raise KaitenError("result_missing")
        doubt = self._games.doubt(row.title)
        warnings: list[Refusal] = [doubt] if doubt else []
        try:
            event = self._reported(created, report)
        except RuleViolation as refusal:
            if refusal.code != UNLIKELY:
                raise
            warnings.append(refusal)
            report = msgspec.structs.replace(report, confirm=True)
            event = self._reported(created, report)
        return replace(
            row,
            seats=tuple(map(_placed, row.seats, event.places or ())),
            warnings=tuple(Remark(warning, row.game) for warning in warnings),
            becomes=Becoming(created, report, ended_at),
        )

    def _begun(
        self, game: str, options: Mapping[str, object], players: Sequence[UUID]
    ) -> MatchCreated:
        """Return how a match begins; what the matches of a file share is worked out once."""
        key = canonical_json([game, dict(options), len(players)])
        if key not in self._beginnings:
            empty = NewMatch(self._club.id, game, [None] * len(players), options)
            try:
                self._beginnings[key] = begun(empty)
            except (KaitenError, RuleViolation) as refusal:
                self._beginnings[key] = refusal
        beginning = self._beginnings[key]
        if not isinstance(beginning, MatchCreated):
            raise beginning
        return created_event(beginning.setup(), self._club.id, players, "table", self._rated)

    def _reported(self, created: MatchCreated, report: Report) -> MatchReported:
        return judged_report(
            match_id=self._club.id, created=created, report=report, envelope=self._envelope
        )


def _asked(row: PastRow, people: Sequence[FileName]) -> PastRow:
    """Return a row that waits for an answer if it is not clear who somebody is."""
    for code in ("name_in_doubt", "name_unknown"):
        if names := [name.name for name in people if name.open == code]:
            question = Remark(KaitenError(code, names=names))
            return replace(row, status=RowStatus.OPEN, error=question)
    return row


def _placed(seat: PastSeat, place: int) -> PastSeat:
    return replace(seat, place=place)


def _of_all(values: Sequence[int | None]) -> list[int] | None:
    """Return what every seat has, None if no seat has it; raises `result_missing` otherwise."""
    told = [value for value in values if value is not None]
    if told and len(told) < len(values):
        raise KaitenError("result_missing")
    return told or None
