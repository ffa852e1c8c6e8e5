"""Pages of long lists: opaque cursors over an order that does not move under the reader."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination as FrameworkCursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from replays.http.answers import Answer
from replays.http.problems import Refusal
from replays.http.structs import answer_schema


class Page(Answer, frozen=True):
    """A part of a long list."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[Any]
    """The rows of this page."""


class CursorPagination(FrameworkCursorPagination):
    """Newest first, the id as tie-break; `?limit=` up to 200; a broken cursor is `bad_cursor`."""

    ordering: tuple[str, ...] = ("-created_at", "id")
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        """Return the size that was asked for, refusing what is not a number of rows."""
        limit = request.query_params.get("limit")
        if limit is None:
            return self.page_size
        if not (limit.isascii() and limit.isdigit() and 0 < int(limit[:9]) <= self.max_page_size):
            raise Refusal("bad_limit", most=self.max_page_size)
        return int(limit[:9])

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return one page; a cursor that is not of this list is refused."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError, OverflowError):
            # The position inside a forged cursor reaches the database as a value of the order.
            raise Refusal("bad_cursor") from None

    def get_paginated_response(self, data: Any) -> Response:
        return Response(Page(self.get_next_link(), self.get_previous_link(), data))

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        cursor, limit = super().get_schema_operation_parameters(view)
        bounds = {"minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        return [cursor, limit | {"schema": {"type": "integer"} | bounds}]

    def get_paginated_response_schema(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        page = answer_schema(Page)
        for name in ("next", "previous"):
            page["properties"][name]["format"] = "uri"
        page["properties"]["results"] |= schema
        return page
