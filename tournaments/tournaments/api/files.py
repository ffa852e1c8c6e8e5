"""Whole tournaments out and in, as one file."""

from datetime import UTC, datetime
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from replays.envelope import Envelope
from replays.http.actors import actor_of
from replays.http.answers import Answer
from replays.http.conditional import stamp
from replays.http.parsers import JsonLinesParser, RecordParser
from replays.http.problems import Refusal
from replays.http.schema import operation
from tournaments.people.api.access import CLUB, OfClub, choice_of, text_of
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE, TOURNAMENT_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.selectors.players import Candidate
from tournaments.people.services.arrivals import ArrivalStatus, read_choices
from tournaments.tournaments.api.access import OfTournament
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.incoming import FileStanding
from tournaments.tournaments.selectors.tournaments import tournament_of
from tournaments.tournaments.services.files import import_tournament, preview_tournament

MEDIA_TYPE = "application/x-ndjson"
ASK, NEW = "ask", "new"
DOUBTS = (ASK, NEW)
LONGEST_CHOICES = 16_000
FILE = "How an exported file begins", '{"check":"5bd53e188ec3…","club":{…', "text/plain"


class ImportedTournamentAnswer(Answer, frozen=True):
    """What a file brought."""

    tournament: UUID
    """The tournament."""
    title: str
    """What it is called."""
    matches: int
    """How many matches were in the file."""
    events: int
    """How many events were new here; 0: the very same was here already."""
    created: bool
    """False if the tournament was here already, all of it or its beginning."""


class FilePersonAnswer(Answer, frozen=True):
    """Somebody of a file."""

    player: UUID
    """The id in the file."""
    name: str
    """The whole name, as far as the file knows it."""
    guest: bool
    """Whether it is a guest there."""
    status: ArrivalStatus
    """`known` by the id, the `same` name as one player, `resembles` some: in doubt, or `new`."""
    read_as: UUID | None
    """The player of the club this is taken for unless you choose otherwise; null: a new one."""
    candidates: list[Candidate]
    """Who in the club has the same or a similar name, by whole names, the most similar first."""


class TournamentPreviewAnswer(Answer, frozen=True):
    """What taking a file in would do."""

    tournament: UUID
    """The tournament."""
    title: str
    """What it is called."""
    club_name: str
    """What the club is called that the file is of."""
    foreign: bool
    """True if that is another club: it is read as yours from then on, and so are its players."""
    standing: FileStanding
    """`new`, `continues` what is here, all of it `here`; `older` and `differs` are refused."""
    events: int
    """How many events of it are not here yet."""
    matches: int
    """How many matches are in the file."""
    matches_here: int
    """How many of them are here already, whole or in part."""
    people: list[FilePersonAnswer]
    """Everybody in it but bots, by name."""


class TournamentFileView(OfTournament):
    """A whole tournament as a file."""

    requires = {"GET": TOURNAMENT_READ_PRIVATE}

    @operation(
        "tournaments_file",
        "Export a tournament",
        {(200, MEDIA_TYPE): OpenApiResponse(str, "Everything there is, a record per line.")},
        *(401, 403, 404, 409),
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Return every log, label and note of a tournament; organisers only, it has secrets."""
        response = HttpResponse(
            export_tournament(tournament_id), content_type=f"{MEDIA_TYPE}; charset=utf-8"
        )
        response.headers["Content-Disposition"] = f'attachment; filename="{tournament_id}.jsonl"'
        stamp(response, None)
        return response


class _TakesFile(OfClub):
    """The file of a tournament for a club."""

    requires = {"POST": TOURNAMENT_WRITE}
    parser_classes = [RecordParser, JsonLinesParser]

    def text(self, request: Request) -> str:
        """Return what was sent, or answer `empty_body`."""
        text = request.data
        if not isinstance(text, str) or not text.strip():
            raise Refusal("empty_body")
        return text


class ImportTournamentView(_TakesFile):
    """Tournaments from elsewhere."""

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        return frozenset({"people", "doubt"})

    @operation(
        "tournaments_import",
        "Import a tournament",
        {200: ImportedTournamentAnswer, 201: ImportedTournamentAnswer},
        *(401, 403, 404, 409, 413, 415, 422),
        parameters=[
            CLUB,
            OpenApiParameter(
                "people",
                str,
                description=(
                    "Who people of the file are here: `ID:ID` or `ID:new`, separated by commas."
                ),
            ),
            OpenApiParameter(
                "doubt",
                str,
                enum=DOUBTS,
                default=ASK,
                description=(
                    "What happens to those in doubt who are not named: `ask` refuses the file with"
                    " `tournament_file_people`, `new` makes new players."
                ),
            ),
        ],
        request={"text/plain": OpenApiTypes.STR, MEDIA_TYPE: OpenApiTypes.STR},
        example=FILE,
    )
    def post(self, request: Request, club: str) -> Response:
        """Take a file of at most 20 MB with all its ids and hashes; twice is once.

        A file of another club, or of a laptop that was set up anew, is linked to this club: its
        people become those of the club that have the same name, or new ones. Look at the preview
        first. A longer file of a tournament that is here goes on with it.
        """
        imported = import_tournament(
            text=self.text(request),
            envelope=Envelope(actor_of(request), datetime.now(UTC)),
            source="api",
            club_id=club_by_name(club).id,
            choices=read_choices(_listed(request)),
            asking=choice_of(request, "doubt", DOUBTS) != NEW,
        )
        answer = ImportedTournamentAnswer.from_object(
            imported,
            tournament=imported.tournament_id,
            title=tournament_of(imported.tournament_id).title,
        )
        return Response(answer, status=201 if imported.created else 200)


class TournamentPreviewView(_TakesFile):
    """What importing a file would do."""

    @operation(
        "tournaments_import_preview",
        "Look at a file before it is imported",
        TournamentPreviewAnswer,
        *(401, 403, 404, 409, 413, 415, 422),
        parameters=[CLUB],
        request={"text/plain": OpenApiTypes.STR, MEDIA_TYPE: OpenApiTypes.STR},
        example=FILE,
    )
    def post(self, request: Request, club: str) -> Response:
        """Say what of a file is here already, and who its people are; nothing is written."""
        preview = preview_tournament(text=self.text(request), club=club_by_name(club))
        answer = TournamentPreviewAnswer.from_object(
            preview,
            tournament=preview.tournament_id,
            standing=preview.compared.standing,
            events=preview.compared.events,
            matches_here=preview.compared.matches_here,
        )
        return Response(answer)


def _listed(request: Request) -> list[str]:
    text = text_of(request, "people", LONGEST_CHOICES)
    return text.split(",") if text else []
