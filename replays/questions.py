"""Questions that every request asks, with another id each time: Django writes them once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

T = TypeVar("T")
Value = UUID | str


class Question(Generic[T]):
    """A query by one value, or by none; writing it takes several times as long as answering it.

    `ask` makes it of the value, an id or a text as `kind` says, which must stand in it as it is.
    """

    def __init__(
        self, kind: type[UUID] | type[str], ask: Callable[[Any], QuerySet[Any, T]]
    ) -> None:
        self._any: Value = UUID(int=0) if kind is UUID else "any"
        self._ask = ask

    def answers(self, value: Value = "") -> list[T]:
        """Return what Django would answer, rows or models as the query gives them."""
        # A connection belongs to one thread, and so does what was written for it.
        connection = connections[DEFAULT_DB_ALIAS]
        written = vars(connection).setdefault("written_questions", {})
        if self not in written:
            written[self] = _Written(self._ask(self._any), connection)
        found: list[T] = written[self].answers(
            _stored(self._any, connection), _stored(value, connection)
        )
        return found

    def answer(self, value: Value) -> T | None:
        """Return the first of the answers, or None."""
        return next(iter(self.answers(value)), None)


class _Written:
    """A query with its statement and what reads its columns: both are Django's."""

    def __init__(self, asked: QuerySet[Any, Any], connection: BaseDatabaseWrapper) -> None:
        self._asked = asked
        self._compiler: Any = asked.query.get_compiler(connection=connection)
        self._sql, self._params = self._compiler.as_sql()
        columns = [column for column, *_ in self._compiler.select[: self._compiler.col_count]]
        converters = self._compiler.get_converters(columns)
        setattr(asked.query, "get_compiler", lambda *_, **__: self._compiler)  # noqa: B010
        self._compiler.get_converters = lambda _columns: converters

    def answers(self, place: object, value: object) -> list[Any]:
        params = tuple(value if param == place else param for param in self._params)
        self._compiler.as_sql = lambda *_, **__: (self._sql, params)
        rows: Any = self._asked._iterable_class(self._asked)
        return list(rows)


def _stored(value: Value, connection: BaseDatabaseWrapper) -> object:
    """Return a value as a statement holds it: SQLite has no type for ids."""
    native = connection.features.has_native_uuid_field
    return value.hex if isinstance(value, UUID) and not native else value
