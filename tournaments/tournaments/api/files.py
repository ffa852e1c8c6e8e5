"""Whole tournaments out and in, as one file."""

from datetime import UTC, datetime
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from replays.envelope import Envelope
from replays.http.actors import require_somebody
from replays.http.answers import Answer
from replays.http.conditional import stamp
from replays.http.parsers import JsonLinesParser, RecordParser
from replays.http.problems import Refusal
from replays.http.schema import operation
from replays.http.views import ApiView
from tournaments.people.api.access import permitted
from tournaments.people.policy import TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.tournaments.api.access import OfTournament
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.tournaments import tournament_of
from tournaments.tournaments.services.files import import_tournament

MEDIA_TYPE = "application/x-ndjson"
FILE = "How an exported file begins", '{"check":"5bd53e188ec3…","club":{…', "text/plain"


class ImportedTournamentAnswer(Answer, frozen=True):
    """What a file brought."""

    tournament: UUID
    """The tournament."""
    title: str
    """What it is called."""
    matches: int
    """How many matches were in the file."""
    created: bool
    """False if the very same was here already."""


class TournamentFileView(OfTournament):
    """A whole tournament as a file."""

    @operation(
        "tournaments_file",
        "Export a tournament",
        {(200, MEDIA_TYPE): OpenApiResponse(str, "Everything there is, a record per line.")},
        *(401, 403, 404, 409),
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Return every log, label and note of a tournament; organisers only, it has secrets."""
        require_somebody(request)
        permitted(request, TOURNAMENT_WRITE, tournament_of(tournament_id).club_id)
        response = HttpResponse(
            export_tournament(tournament_id), content_type=f"{MEDIA_TYPE}; charset=utf-8"
        )
        response.headers["Content-Disposition"] = f'attachment; filename="{tournament_id}.jsonl"'
        stamp(response, None)
        return response


class ImportTournamentView(ApiView):
    """Tournaments from elsewhere."""

    parser_classes = [RecordParser, JsonLinesParser]

    @operation(
        "tournaments_import",
        "Import a tournament",
        {200: ImportedTournamentAnswer, 201: ImportedTournamentAnswer},
        *(401, 403, 404, 409, 413, 415, 422),
        parameters=[
            OpenApiParameter(
                "club", str, OpenApiParameter.PATH, description="The club that the file names."
            )
        ],
        request={"text/plain": OpenApiTypes.STR, MEDIA_TYPE: OpenApiTypes.STR},
        example=FILE,
    )
    def post(self, request: Request, club: str) -> Response:
        """Take a file of at most 20 MB with all its ids and hashes; twice is once."""
        require_somebody(request)
        home = club_by_name(club)
        actor = permitted(request, TOURNAMENT_WRITE, home.id)
        text = request.data
        if not isinstance(text, str) or not text.strip():
            raise Refusal("empty_body")
        envelope = Envelope(actor, datetime.now(UTC))
        imported = import_tournament(text=text, envelope=envelope, source="api", club_id=home.id)
        answer = ImportedTournamentAnswer.from_object(
            imported,
            tournament=imported.tournament_id,
            title=tournament_of(imported.tournament_id).title,
        )
        return Response(answer, status=201 if imported.created else 200)
