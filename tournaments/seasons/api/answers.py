"""The shape of what seasons answer with, and how it is made. Points are exact fractions as text."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any
from uuid import UUID

from rest_framework import serializers

from tournaments.people.api.serializers import Answer, NamedPlayerAnswer
from tournaments.seasons.freezing import SeasonChange
from tournaments.seasons.models import Season, SeasonStatus
from tournaments.seasons.selectors.seasons import EveningHead, SeasonLine, SeasonView

EXACT = "An exact fraction such as `7/2`."


class SeasonAnswer(Answer):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    title = serializers.CharField()
    status = serializers.ChoiceField(choices=SeasonStatus.choices)
    planned = serializers.IntegerField(help_text="Evenings it will have; 0 if nobody knows.")
    evenings = serializers.IntegerField(help_text="Evenings it has.")
    rules = serializers.DictField()
    champions = serializers.ListField(child=serializers.UUIDField())
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class EveningAnswer(Answer):
    number = serializers.IntegerField()
    tournament = serializers.UUIDField()
    title = serializers.CharField()
    day = serializers.DateField(allow_null=True)
    over = serializers.BooleanField(help_text="An evening counts once it is over.")


class MarkAnswer(Answer):
    number = serializers.IntegerField()
    attended = serializers.BooleanField()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(help_text=EXACT)
    counts = serializers.BooleanField(help_text="False for a result that is struck through.")


class SeasonLineAnswer(NamedPlayerAnswer):
    place = serializers.IntegerField(allow_null=True, help_text="Null under the least evenings.")
    shared = serializers.BooleanField()
    points = serializers.CharField(help_text=EXACT)
    evenings = MarkAnswer(many=True)
    attended = serializers.IntegerField()
    reach = serializers.CharField(
        allow_null=True, help_text="What can still be reached; null where nothing bounds it."
    )
    can_win = serializers.BooleanField()


class ShiftAnswer(NamedPlayerAnswer):
    place = serializers.IntegerField(allow_null=True)
    place_now = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_null=True, help_text=EXACT)
    points_now = serializers.CharField(allow_null=True, help_text=EXACT)


class SeasonChangeAnswer(Answer):
    other_champion = serializers.BooleanField()
    champions_now = NamedPlayerAnswer(many=True)
    players = ShiftAnswer(many=True)
    evenings_not_over = serializers.ListField(child=serializers.IntegerField())


class SeasonTableAnswer(Answer):
    season = serializers.UUIDField()
    version = serializers.IntegerField()
    frozen = serializers.BooleanField(help_text="True for a closed season.")
    evenings = EveningAnswer(many=True)
    to_come = serializers.IntegerField()
    decided = serializers.BooleanField(help_text="Whether nobody else can win any more.")
    champions = NamedPlayerAnswer(many=True)
    lines = SeasonLineAnswer(many=True)
    would_change = SeasonChangeAnswer(
        allow_null=True,
        help_text="What closing again would change, after a correction; otherwise null.",
    )


def season(row: Season) -> dict[str, Any]:
    """Return a season without its table."""
    return {
        "id": str(row.id),
        "club": str(row.club_id),
        "title": row.title,
        "status": row.status,
        "planned": row.planned,
        "evenings": row.evenings,
        "rules": row.rules,
        "champions": row.champions,
        "version": row.version,
        "created_at": row.created_at,
        "closed_at": row.closed_at,
    }


def season_table(view: SeasonView) -> dict[str, Any]:
    """Return the table of a season."""
    return {
        "season": str(view.id),
        "version": view.state.version,
        "frozen": view.state.closed,
        "evenings": [_evening(head) for head in view.evenings],
        "to_come": view.to_come,
        "decided": view.decided,
        "champions": _named(view.champions, view.labels),
        "lines": [_line(line) for line in view.lines],
        "would_change": None if view.change is None else _change(view.change, view.labels),
    }


def _evening(head: EveningHead) -> dict[str, Any]:
    tournament = head.tournament
    return {
        "number": head.number,
        "tournament": str(head.id),
        "title": tournament.title if tournament is not None else "",
        "day": tournament.day if tournament is not None else None,
        "over": head.over,
    }


def _line(line: SeasonLine) -> dict[str, Any]:
    return {
        "player": str(line.player),
        "label": line.label,
        "place": line.place,
        "shared": line.shared,
        "points": str(line.points),
        "evenings": [
            {
                "number": mark.number,
                "attended": mark.attended,
                "place": mark.place,
                "points": str(mark.points),
                "counts": mark.counts,
            }
            for mark in line.marks
        ],
        "attended": line.attended,
        "reach": _exact(line.reach),
        "can_win": line.can_win,
    }


def _change(change: SeasonChange, labels: Mapping[UUID, str]) -> dict[str, Any]:
    return {
        "other_champion": change.other_champion,
        "champions_now": _named(change.champions_now, labels),
        "players": [
            {
                "player": str(shift.player),
                "label": labels.get(shift.player, ""),
                "place": shift.place,
                "place_now": shift.place_now,
                "points": _exact(shift.points),
                "points_now": _exact(shift.points_now),
            }
            for shift in change.shifts
        ],
        "evenings_not_over": list(change.waiting),
    }


def _exact(points: Fraction | None) -> str | None:
    return None if points is None else str(points)


def _named(players: Iterable[UUID], labels: Mapping[UUID, str]) -> list[dict[str, str]]:
    return [{"player": str(one), "label": labels.get(one, "")} for one in players]
