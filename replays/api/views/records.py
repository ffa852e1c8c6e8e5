"""Record files out and in, and whether a stored log is still what was written."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from replays import actions
from replays.api import examples
from replays.api.access import MatchView, ToClub, horizon_of, require_everything, required_id
from replays.api.answers.records import ImportedAnswer, VerifyAnswer
from replays.envelope import Envelope
from replays.http.actors import actor_of
from replays.http.conditional import stamp, stamped
from replays.http.parsers import JsonLinesParser, RecordParser
from replays.http.problems import Refusal
from replays.http.schema import operation
from replays.models import Match
from replays.selectors.comments import audiences_read
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.logs import version_of
from replays.services.imports import import_record
from replays.services.verify import verify_stream

FORMATS = {
    "kgn": "text/plain; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
}


class ExportView(MatchView):
    """A whole match as a file."""

    parameters = frozenset({"format"})

    def authorise(self, request: Request, **address: Any) -> None:
        """Answer `export_hidden` as long as anything in it is a secret from whoever asks."""
        require_everything(request, self.match(address["match_id"]))

    @operation(
        "matches_export",
        "Export a match",
        {
            (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, description="The file."),
            (200, "application/x-ndjson"): OpenApiTypes.STR,
        },
        *(403, 404, 409),
        parameters=[
            OpenApiParameter(
                "format",
                str,
                enum=sorted(FORMATS),
                default="kgn",
                description="`kgn` is for people, `jsonl` keeps every byte that was hashed.",
            )
        ],
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Return the file, once nothing in it is a secret from whoever asks."""
        match = self.match(match_id)
        file_format = request.query_params.get("format", "kgn")
        if file_format not in FORMATS:
            raise Refusal("unknown_format", known=sorted(FORMATS))
        response = HttpResponse(
            _exported(request, match, file_format), content_type=FORMATS[file_format]
        )
        response.headers["Content-Disposition"] = f'attachment; filename="{match_id}.{file_format}"'
        stamp(response, None)
        return response


class ImportsView(ToClub):
    """Record files from elsewhere."""

    requires = {"POST": actions.IMPORT}
    parser_classes = [RecordParser, JsonLinesParser]

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        """Return the club the match goes to."""
        return frozenset({"club"})

    @operation(
        "imports_create",
        "Import a match",
        dict.fromkeys([(200, "application/json"), (201, "application/json")], ImportedAnswer),
        *(401, 403, 409, 413, 415, 422),
        parameters=[
            OpenApiParameter(
                "club", OpenApiTypes.UUID, required=True, description="The club the match goes to."
            )
        ],
        request={"text/plain": OpenApiTypes.STR, "application/x-ndjson": OpenApiTypes.STR},
        example=examples.RECORD,
    )
    def post(self, request: Request) -> Response:
        """Take a `.kgn` or `.jsonl` record of at most 20 MB; the same record twice is one match."""
        club_id = required_id(request, "club")
        text = request.data
        if not isinstance(text, str) or not text.strip():
            raise Refusal("empty_body")
        envelope = Envelope(actor_of(request), datetime.now(UTC))
        imported = import_record(text=text, club_id=club_id, envelope=envelope, source="api")
        answer = ImportedAnswer(imported.match_id, imported.created)
        return Response(answer, status=201 if imported.created else 200)


class VerifyView(MatchView):
    """A log checked from its first event on."""

    @operation("matches_verify", "Verify a log", VerifyAnswer, 404)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Recompute every hash, anchor and rule of a log, and name the first bad version."""
        match = self.match(match_id)
        report = verify_stream(match_id)
        if (horizon := horizon_of(request, match)) is not None:
            report = report.up_to(version_of(match_id, until=horizon))
        return stamped(VerifyAnswer.from_object(report, match=match_id))


def _exported(request: Request, match: Match, file_format: str) -> str:
    if file_format == "jsonl":
        return export_jsonl(match.id)
    return export_kgn(match.id, read=audiences_read(actor_of(request), match))
