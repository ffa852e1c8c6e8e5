"""The shape of what clubs and players answer with, and how it is made."""

from typing import Any

from rest_framework import serializers

from replays.services.append import Appended
from tournaments.people.labels import public_label
from tournaments.people.models import Club, Display, Kind, Player
from tournaments.people.services.imports import ImportPreview, ImportRow, RowStatus


class Answer(serializers.Serializer[Any]):
    """An answer is described here; the functions below make it."""


class NamedPlayerAnswer(Answer):
    player = serializers.UUIDField()
    label = serializers.CharField(help_text="The public name.")  # type: ignore[assignment]


class ClubAnswer(Answer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    slug = serializers.CharField()
    time_zone = serializers.CharField()
    language = serializers.CharField()


class NameAnswer(Answer):
    first_name = serializers.CharField()
    last_name = serializers.CharField()
    nickname = serializers.CharField()
    display = serializers.ChoiceField(choices=Display.choices)


class PlayerAnswer(Answer):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=Kind.choices)
    bot = serializers.CharField(help_text="The name of the bot, empty for people.")
    label = serializers.CharField(help_text="The public name.")  # type: ignore[assignment]
    guest = serializers.BooleanField()
    merged_into = serializers.UUIDField(allow_null=True)
    name = NameAnswer(allow_null=True, help_text="For the club's staff only; null for others.")
    has_account = serializers.BooleanField(
        allow_null=True, help_text="For the club's staff only; null for others."
    )


class MergedAnswer(Answer):
    player = serializers.UUIDField()
    merged_into = serializers.UUIDField(allow_null=True)
    club = serializers.UUIDField()
    version = serializers.IntegerField(help_text="The version of the club's stream.")
    repeated = serializers.BooleanField()


class CandidateAnswer(Answer):
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    same = serializers.BooleanField(help_text="The same name but for accents and capitals.")


class ImportRowAnswer(Answer):
    line = serializers.IntegerField()
    status = serializers.ChoiceField(choices=[status.value for status in RowStatus])
    code = serializers.CharField(help_text="Stable code of an error, otherwise empty.")
    detail = serializers.CharField()
    name = NameAnswer()
    guest = serializers.BooleanField()
    candidates = CandidateAnswer(many=True)
    same_as_line = serializers.IntegerField(allow_null=True)


class ImportAnswer(Answer):
    counts = serializers.DictField(child=serializers.IntegerField())
    rows = ImportRowAnswer(many=True)
    added = serializers.ListField(child=serializers.UUIDField())


def club(row: Club) -> dict[str, Any]:
    """Return a club."""
    return {
        "id": str(row.id),
        "name": row.name,
        "slug": row.slug,
        "time_zone": row.time_zone,
        "language": row.language,
    }


def player(row: Player, *, private: bool) -> dict[str, Any]:
    """Return a player as the public or as the club's staff may know them."""
    return {
        "id": str(row.id),
        "club": str(row.club_id),
        "kind": row.kind,
        "bot": row.bot,
        "label": public_label(row),
        "guest": row.guest,
        "merged_into": str(row.merged_into_id) if row.merged_into_id else None,
        "name": _name(row) if private else None,
        "has_account": (row.user_id is not None) if private else None,
    }


def merged(row: Player, done: Appended) -> dict[str, Any]:
    """Return what a merge or its undoing did."""
    return {
        "player": str(row.id),
        "merged_into": str(row.merged_into_id) if row.merged_into_id else None,
        "club": str(row.club_id),
        "version": done.last_version,
        "repeated": done.repeated,
    }


def imported(preview: ImportPreview, added: tuple[Player, ...] = ()) -> dict[str, Any]:
    """Return what an import would do, or did."""
    return {
        "counts": preview.counts,
        "rows": [_import_row(row) for row in preview.rows],
        "added": [str(one.id) for one in added],
    }


def _import_row(row: ImportRow) -> dict[str, Any]:
    return {
        "line": row.line,
        "status": row.status.value,
        "code": row.code,
        "detail": str(row.error.message) if row.error is not None else "",
        "name": _name(row.name),
        "guest": row.guest,
        "candidates": [
            {"id": str(one.id), "label": one.label, "same": one.same} for one in row.candidates
        ],
        "same_as_line": row.same_as_line,
    }


def _name(row: Any) -> dict[str, str]:
    return {
        "first_name": row.first_name,
        "last_name": row.last_name,
        "nickname": row.nickname,
        "display": row.display,
    }
