"""Past results from a spreadsheet: a look at every line first, then the import."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.fields import Choice, Flag, StrictSerializer, Text
from replays.http.idempotency import envelope_of
from replays.http.schema import operation
from tournaments.past_results.api.answers import PastResultsAnswer
from tournaments.past_results.rows import Missing, Wanted
from tournaments.past_results.services.imports import AT_ONCE, import_results, preview_results
from tournaments.people.api.access import CLUB, OfClub
from tournaments.people.csv import LARGEST_FILE
from tournaments.people.rights import PLAYER_WRITE
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.services.imports import Mode

REFUSED = (401, 403, 404, 413, 415, 422)
FILE: dict[str, Any] = {
    "csv": "date,game,player 1,score 1,player 2,score 2\n2026-01-31,Sushi Bar,Anne Roy,31,Bo,27\n",
    "players": {"Bo": "new"},
    "missing": "player",
    "rated": True,
}


class PastResultsFile(StrictSerializer):
    """A file of past results, and what is decided about its names."""

    csv = Text(
        max_length=LARGEST_FILE,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The file as text: its first line names the columns.",
    )
    players = serializers.DictField(
        child=Text(max_length=200),
        default=dict,
        help_text=(
            "Who is meant by a name in doubt: `new`, `guest`, the id of a player, or another name "
            "of the file."
        ),
    )
    missing = Choice(
        choices=list(Missing),
        default=Missing.REFUSE.value,
        help_text=(
            "Names that nobody in the club resembles: `refuse` their matches, or add them as a "
            "`player` or a `guest`."
        ),
    )
    rated = Flag(default=True, help_text="Whether the matches count for ratings.")


class PastResultsImport(PastResultsFile):
    """The same, to be imported."""

    mode = Choice(
        choices=list(Mode),
        default=Mode.ALL.value,
        help_text="`all` refuses the file for one line in doubt, `valid` leaves it out.",
    )


class PreviewPastResultsView(OfClub):
    """What importing past results would do."""

    # Names of a file become players: who may only begin matches has to ask somebody else.
    requires = {"POST": PLAYER_WRITE}

    @operation(
        "results_import_preview",
        "Look at a file of past results line by line",
        PastResultsAnswer,
        *REFUSED,
        parameters=[CLUB],
        request=PastResultsFile,
        example=("Two at a table", FILE),
    )
    def post(self, request: Request, club: str) -> Response:
        """Say of every match whether it is new, exists, waits for a decision or has an error."""
        home = club_by_name(club)
        wanted = _wanted(PastResultsFile.read(request))
        found = preview_results(club=home, wanted=wanted, envelope=envelope_of(request))
        return Response(PastResultsAnswer.from_preview(found))


class ImportPastResultsView(OfClub):
    """Past results of a club."""

    requires = {"POST": PLAYER_WRITE}

    @operation(
        "results_import",
        "Import past results as reported matches",
        {201: PastResultsAnswer},
        409,
        *REFUSED,
        parameters=[CLUB],
        request=PastResultsImport,
        example=("Two at a table", FILE | {"mode": "all"}),
        description=(
            f"Write the new matches of a file, {AT_ONCE} with each request: send the same again "
            "until `left` is 0. What is stored already is never written again."
        ),
    )
    def post(self, request: Request, club: str) -> Response:
        home = club_by_name(club)
        wanted = _wanted(PastResultsImport.read(request))
        done = import_results(club=home, wanted=wanted, envelope=envelope_of(request))
        return Response(PastResultsAnswer.from_preview(done), status=201)


def _wanted(fields: dict[str, Any]) -> Wanted:
    text: str = fields.pop("csv")
    return Wanted(text.encode(), decisions=fields.pop("players"), **fields)
