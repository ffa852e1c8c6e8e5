"""Rows that a fold of a stream means, written whether they are there already or not."""

from collections.abc import Sequence
from typing import TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)

_AT_ONCE = 500


def upsert(model: type[M], rows: Sequence[M]) -> None:
    """Insert rows, or bring those with the same id up to date."""
    if not rows:
        return
    columns = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=columns,
        batch_size=_AT_ONCE,
    )


def replace(model: type[M], scope: dict[str, object], rows: Sequence[M]) -> None:
    """Write rows, and delete what else there is of the same scope."""
    existing = model._default_manager.filter(**scope)
    existing.exclude(pk__in=[row.pk for row in rows]).delete()
    upsert(model, rows)
