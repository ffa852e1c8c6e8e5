"""Serializer fields that take a value only in the one form JSON has for it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

from games.core.canonical import LARGEST_INTEGER
from replays.http.words import DETAILS, fill


class StrictSerializer(serializers.Serializer[Any]):
    """A body whose every field is known."""

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """Return what the body of a request says, or refuse it."""
        body = cls(data=request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def to_internal_value(self, data: Any) -> Any:
        """Refuse unknown fields before looking at the known ones."""
        if isinstance(data, dict):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                raise ValidationError(
                    {
                        name[:80]: [
                            ErrorDetail(
                                fill(DETAILS["unknown_field"], {"field": name[:80]}),
                                code="unknown_field",
                            )
                        ]
                        for name in unknown[:20]
                    }
                )
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A JSON number; texts and booleans are not numbers."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", -LARGEST_INTEGER)
        kwargs.setdefault("max_value", LARGEST_INTEGER)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """A JSON string; numbers are not texts."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """A JSON boolean; "true" and 1 are not."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:80])
        return data


class Choice(serializers.ChoiceField):
    """One of a few JSON strings."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=str(data)[:80])
        return super().to_internal_value(data)


class Id(serializers.UUIDField):
    """A UUID in its usual form of 36 characters."""

    default_error_messages = {"invalid": _("This is not an id.")}

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid", value=str(data)[:80])
        try:
            return UUID(data)
        except ValueError:
            self.fail("invalid", value=data[:80])


class Moment(serializers.DateTimeField):
    """A moment such as 2026-11-16T19:30:00Z: without a time zone it is none."""

    default_error_messages = {"invalid": _("This is not a moment such as 2026-11-16T19:30:00Z.")}

    def to_internal_value(self, data: Any) -> datetime:
        try:
            moment = parse_datetime(data) if isinstance(data, str) else None
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fail("invalid")
        return moment
