"""Pages of a ladder: its order is computed, so a cursor names the player a page ends beside."""

from collections.abc import Sequence
from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor
from rest_framework.request import Request
from rest_framework.views import APIView

from replays.http.pagination import CursorPagination
from replays.http.problems import Refusal
from tournaments.ladders.selectors.tables import LadderLine


class LinePagination(CursorPagination):
    """The lines of a ladder; a page goes on beside a player, wherever they stand by then."""

    page: list[LadderLine]

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return one page; a cursor beside somebody who is not on the list is refused."""
        lines: Sequence[LadderLine] = queryset
        size = self.get_page_size(request) or self.page_size
        self.base_url = request.build_absolute_uri()
        try:
            cursor = self.decode_cursor(request)
        except NotFound:
            raise Refusal("bad_cursor") from None
        first, end = 0, size
        if cursor is not None:
            beside = _index(lines, str(cursor.position))
            first = max(beside - size, 0) if cursor.reverse else beside + 1
            end = beside if cursor.reverse else first + size
        self.page = list(lines[first:end])
        self.has_previous = bool(self.page) and first > 0
        self.has_next = end < len(lines)
        return self.page

    def get_next_link(self) -> str | None:
        if not self.has_next or not self.page:
            return None
        return self.encode_cursor(_beside(self.page[-1], reverse=False))

    def get_previous_link(self) -> str | None:
        if not self.has_previous:
            return None
        return self.encode_cursor(_beside(self.page[0], reverse=True))


def _beside(line: LadderLine, *, reverse: bool) -> Cursor:
    position: Any = str(line.player)
    return Cursor(0, reverse, position)


def _index(lines: Sequence[LadderLine], player: str) -> int:
    for index, line in enumerate(lines):
        if str(line.player) == player:
            return index
    raise Refusal("bad_cursor")
