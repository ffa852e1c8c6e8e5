"""Batches of bot matches: begun, looked at, cancelled, taken home as a file."""

from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.registry import rules_of
from replays.api.access import id_of
from replays.http.actors import actor_of
from replays.http.conditional import stamp, stamped
from replays.http.fields import Flag, Id, StrictSerializer, Text, WholeNumber
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.problems import Refusal
from replays.http.schema import IDEMPOTENCY_KEY, operation
from replays.http.views import ApiView, ListView
from tournaments.batches.api.answers import (
    STATUSES,
    BatchAnswer,
    BatchDetailAnswer,
    BatchResultAnswer,
    batch_detail,
)
from tournaments.batches.models import Batch, BatchResult
from tournaments.batches.selectors.batches import batch_list, batch_of, results_of
from tournaments.batches.selectors.exports import FORMATS, export_batch
from tournaments.batches.services import batches
from tournaments.people.api.access import (
    IN_CLUB,
    InClub,
    choice_of,
    onlooker_of,
    require_right,
    text_of,
)
from tournaments.people.policy import opened
from tournaments.people.rights import BATCH_WRITE
from tournaments.people.selectors.clubs import club_of

LONGEST_GAME = 40
BATCH = {"batch_id": "The id of the batch."}
NEW_BATCH = (
    "A hundred matches",
    {
        "club": "c1b0a8de-7f5e-4a3b-8a55-9c1f0e2d3b4a",
        "game": "sushi_bar",
        "bots": ["greedy", "random", "random"],
        "matches": 100,
        "seed": 7,
    },
)


class NewBatch(StrictSerializer):
    """Many matches between bots; what does not fit the game is refused by the rules."""

    club = Id(help_text="The id of the club whose matches they are.")
    game = Text(max_length=40, help_text="The slug of the game.")
    bots = serializers.ListField(
        child=Text(max_length=40), max_length=40, help_text="The name of a bot per seat."
    )
    matches = WholeNumber(help_text="How many matches to play.")
    seed = WholeNumber(
        required=False, allow_null=True, default=None, help_text="Left out, the batch gets its own."
    )
    options = serializers.DictField(
        required=False, default=dict, help_text="Options of the game; what is not sent is as usual."
    )
    rotate = Flag(
        required=False, default=True, help_text="Everybody moves on by one seat each match."
    )
    same_deal = Flag(
        required=False, default=False, help_text="The same chance in every rotation of the seats."
    )
    rated = Flag(required=False, default=False, help_text="Whether the matches count for ratings.")


class ByIndex(CursorPagination):
    """In the order of the matches."""

    ordering = ("index", "id")


class BatchesView(ListView):
    """All batches."""

    requires = {"POST": BATCH_WRITE}
    parameters = frozenset({"club", "game", "status"})

    @operation(
        "batches_list",
        "List batches, newest first",
        list[BatchAnswer],
        parameters=[
            IN_CLUB,
            OpenApiParameter("game", str, description="The slug of a game."),
            OpenApiParameter("status", str, enum=STATUSES, description="How far a batch is."),
        ],
    )
    def get(self, request: Request) -> Response:
        """List batches, newest first, page by page; their figures are at their own addresses."""
        club_id = id_of(request, "club")
        batches = batch_list(
            club_id=club_id,
            game=text_of(request, "game", LONGEST_GAME),
            status=choice_of(request, "status", STATUSES),
        )
        actor = actor_of(request)

        def answers(rows: list[Batch]) -> list[BatchAnswer]:
            clubs = opened(actor, {row.club_id for row in rows})
            return [BatchAnswer.from_row(row, opened=row.club_id in clubs) for row in rows]

        return self.paged(onlooker_of(request).in_clubs(batches, club_id), answers)

    @operation(
        "batches_create",
        "Begin a batch",
        {201: BatchDetailAnswer},
        *(401, 403, 404, 413, 415, 422),
        request=NewBatch,
        parameters=[IDEMPOTENCY_KEY],
        example=NEW_BATCH,
    )
    def post(self, request: Request) -> Response:
        """Let bots play many matches in the background; Location is where to look at them."""
        data = NewBatch.read(request)
        require_right(request, BATCH_WRITE, data["club"])
        club = club_of(data.pop("club"))
        self.words = rules_of(data["game"]).words
        envelope = envelope_of(request)
        batch = batches.create_batch(club=club, wanted=batches.NewBatch(**data), envelope=envelope)
        place = {"Location": reverse("api-batch", args=[batch.id])}
        answer = batch_detail(batch, envelope.now, opened=_opened(request, batch))
        return stamped(answer, status=201, headers=place)


class BatchView(ApiView):
    """One batch."""

    address = BATCH

    @operation(
        "batches_read", "Read one batch with its progress and figures", BatchDetailAnswer, 404
    )
    def get(self, request: Request, batch_id: UUID) -> Response:
        """Return a batch, how far it is, and what the results so far say."""
        batch = batch_of(batch_id)
        return stamped(batch_detail(batch, datetime.now(UTC), opened=_opened(request, batch)))


class CancelBatchView(InClub):
    """The end of a batch before its time."""

    requires = {"POST": BATCH_WRITE}
    address = BATCH

    @staticmethod
    def club_of(batch_id: Any, /) -> UUID:
        return batch_of(batch_id).club_id

    @operation(
        "batches_cancel",
        "Cancel a batch",
        BatchDetailAnswer,
        *(401, 403, 404, 409),
        request=None,
    )
    def post(self, request: Request, batch_id: UUID) -> Response:
        """Stop after the matches in hand; what is played stays. Ended ones are `batch_ended`."""
        now = datetime.now(UTC)
        stopped = batches.stop_batch(batch_id=batch_id, now=now)
        return stamped(batch_detail(stopped, now, opened=_opened(request, stopped)))


class BatchResultsView(ListView):
    """The matches of a batch."""

    address = BATCH
    pagination_class = ByIndex

    @operation("batches_results", "List the results of a batch", list[BatchResultAnswer], 404)
    def get(self, request: Request, batch_id: UUID) -> Response:
        """List the results in the order of the matches, page by page, each with its match."""
        batch = batch_of(batch_id)
        answer = partial(BatchResultAnswer.from_row, opened=_opened(request, batch))
        return self.paged(_results(request, batch), lambda rows: map(answer, rows))


class ExportBatchView(ApiView):
    """A whole batch as a file."""

    address = BATCH
    parameters = frozenset({"format"})

    @operation(
        "batches_export",
        "Export a batch",
        {
            (200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "Every result there is so far."),
            (200, "application/json"): OpenApiTypes.OBJECT,
        },
        404,
        parameters=[
            OpenApiParameter(
                "format",
                str,
                enum=sorted(FORMATS),
                default="csv",
                description="`csv` is one line per match, `json` has the settings as well.",
            )
        ],
    )
    def get(self, request: Request, batch_id: UUID) -> HttpResponse:
        """Return every result there is so far."""
        batch = batch_of(batch_id)
        file_format = request.query_params.get("format", "csv")
        if file_format not in FORMATS:
            raise Refusal("unknown_format", known=sorted(FORMATS))
        named = f'attachment; filename="{batch_id}.{file_format}"'
        headers = {"Content-Type": FORMATS[file_format], "Content-Disposition": named}
        results, open_hands = _results(request, batch), _opened(request, batch)
        content = export_batch(batch, results, file_format, opened=open_hands)
        response = HttpResponse(content, headers=headers)
        stamp(response, None)
        return response


def _opened(request: Request, batch: Batch) -> bool:
    """Say whether whoever asks may see every hand of the matches of a batch."""
    return bool(opened(actor_of(request), {batch.club_id}))


def _results(request: Request, batch: Batch) -> QuerySet[BatchResult]:
    """Return the results of a batch whose matches are for whoever asks."""
    return onlooker_of(request).of_visible_matches(results_of(batch), "pk")
