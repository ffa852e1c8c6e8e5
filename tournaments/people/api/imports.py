"""Players from a spreadsheet: a look at every row first, then the import."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import IO, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from replays.api.access import ToClub, required_id
from replays.errors import KaitenError
from replays.http.schema import operation
from tournaments.people.api.answers import ImportAnswer
from tournaments.people.csv import LARGEST_FILE
from tournaments.people.models import Club
from tournaments.people.rights import PLAYER_WRITE
from tournaments.people.selectors.clubs import club_of
from tournaments.people.services.imports import Mode, import_players, preview_import

CLUB = OpenApiParameter(
    "club", OpenApiTypes.UUID, required=True, description="The id of the club they go to."
)
FILE = "Two people", "first_name,last_name,nickname\nAnne,Petit,\nBo,,Bobo\n", "text/csv"
LONGEST_LIST = 8000


class CsvParser(BaseParser):
    """The bytes of a CSV file; which encoding they are in is for the import to find out."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the body, without reading more than the largest file."""
        body: bytes = stream.read(LARGEST_FILE + 1)
        if len(body) > LARGEST_FILE:
            raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
        return body


class ImportView(ToClub):
    """A list of players."""

    requires = {"POST": PLAYER_WRITE}
    parser_classes = [CsvParser]

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        return frozenset({"club", "mode", "confirm"})

    @operation(
        "players_import",
        "Import players from CSV",
        {201: ImportAnswer},
        *(401, 403, 404, 409, 413, 415, 422),
        parameters=[
            CLUB,
            OpenApiParameter(
                "mode",
                str,
                enum=list(Mode),
                default="all",
                description="`all` refuses the file for one line in doubt, `valid` leaves it out.",
            ),
            OpenApiParameter(
                "confirm",
                str,
                description="Lines to add although they resemble somebody: `3,7`.",
            ),
        ],
        request={"text/csv": OpenApiTypes.STR},
        example=FILE,
    )
    def post(self, request: Request) -> Response:
        """Add the new people of a file, all of it or its valid rows."""
        club, data = _club_and_file(request)
        done = import_players(
            club=club,
            data=data,
            mode=request.query_params.get("mode", Mode.ALL),
            now=datetime.now(UTC),
            confirmed_lines=_lines(request.query_params.get("confirm", "")),
        )
        return Response(ImportAnswer.from_preview(done), status=201)


class ImportPreviewView(ToClub):
    """What importing a list would do."""

    requires = {"POST": PLAYER_WRITE}
    parser_classes = [CsvParser]

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        return frozenset({"club"})

    @operation(
        "players_import_preview",
        "Look at a CSV file row by row",
        ImportAnswer,
        *(401, 403, 404, 413, 415, 422),
        parameters=[CLUB],
        request={"text/csv": OpenApiTypes.STR},
        example=FILE,
    )
    def post(self, request: Request) -> Response:
        """Say of every row whether it is new, exists, resembles somebody or has an error."""
        club, data = _club_and_file(request)
        return Response(ImportAnswer.from_preview(preview_import(club=club, data=data)))


def _club_and_file(request: Request) -> tuple[Club, bytes]:
    club = club_of(required_id(request, "club"))
    data: object = request.data
    return club, data if isinstance(data, bytes) else b""


def _lines(text: str) -> set[int]:
    if not text:
        return set()
    numbers = text.split(",")
    if len(text) > LONGEST_LIST or not all(
        number.isascii() and number.isdigit() and len(number) <= 6 for number in numbers
    ):
        raise KaitenError("bad_lines", 400, parameter="confirm")
    return {int(number) for number in numbers}
