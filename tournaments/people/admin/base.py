"""What the admin never does: rows are made by projections, and nothing is deleted."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest

from replays.errors import KaitenError


class Projected:
    """Rows that a projection writes: nobody else does."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: a row is what the log says."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: logs are kept."""
        return False


class NeverDeleted:
    """Events refer to these rows: they are never deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


def checked(check: Any, *args: Any, **kwargs: Any) -> Any:
    """Return what a check of the services returns; its refusal becomes the form's."""
    try:
        return check(*args, **kwargs)
    except KaitenError as error:
        raise ValidationError(error.message, code=error.code) from None
