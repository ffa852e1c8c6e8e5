"""Batches of bot matches: begun, looked at, cancelled, taken home as a file."""

from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.registry import rules_of
from replays import actions
from replays.errors import KaitenError
from replays.http.actors import require_somebody
from replays.http.conditional import stamp
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.problems import Refusal
from replays.http.schema import IDEMPOTENCY_KEY, refusals
from replays.http.views import ApiView
from tournaments.batches.api import answers as answers
from tournaments.batches.api.bodies import NewBatch
from tournaments.batches.models import Batch, BatchStatus
from tournaments.batches.selectors.batches import (
    batch_list,
    batch_of,
    progress_of,
    results_of,
    statistics_of_batch,
)
from tournaments.batches.selectors.exports import FORMATS, export_batch
from tournaments.batches.services import batches
from tournaments.batches.services.requests import start_batch, stop_batch
from tournaments.people.api.access import id_of, permitted
from tournaments.people.selectors.clubs import club_of

LONGEST_GAME = 40

EXAMPLE = OpenApiExample(
    "A hundred matches",
    value={
        "club": "c1b0a8de-7f5e-4a3b-8a55-9c1f0e2d3b4a",
        "game": "sushi_bar",
        "bots": ["greedy", "random", "random"],
        "matches": 100,
        "seed": 7,
    },
    request_only=True,
)


class ByIndex(CursorPagination):
    """In the order of the matches."""

    ordering = ("index", "id")


class BatchesView(ApiView):
    """All batches."""

    parameters = frozenset({"club", "game", "status", "cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = CursorPagination

    @extend_schema(
        operation_id="batches_list",
        tags=["batches"],
        summary="List batches, newest first",
        parameters=[
            OpenApiParameter("club", OpenApiTypes.UUID),
            OpenApiParameter("game", str),
            OpenApiParameter("status", str, enum=BatchStatus.values),
        ],
        responses={(200, "application/json"): answers.BatchAnswer(many=True), **refusals()},
    )
    def get(self, request: Request) -> Response:
        """List batches, newest first, page by page; their figures are at their own addresses."""
        found = batch_list(
            club_id=id_of(request, "club"), game=_game(request), status=_status(request)
        )
        paginator = CursorPagination()
        page = paginator.paginate_queryset(found, request, self)
        rows = [answers.batch(batch, done=batch.done) for batch in page or []]
        response = paginator.get_paginated_response(rows)
        stamp(response, None)
        return response

    @extend_schema(
        operation_id="batches_create",
        tags=["batches"],
        summary="Begin a batch",
        request=NewBatch,
        parameters=[IDEMPOTENCY_KEY],
        examples=[EXAMPLE],
        responses={
            201: answers.BatchDetailAnswer,
            **refusals(401, 403, 404, 413, 415, 422),
        },
    )
    def post(self, request: Request) -> Response:
        """Let bots play many matches in the background; Location is where to look at them."""
        require_somebody(request)
        body = NewBatch(data=request.data)
        body.is_valid(raise_exception=True)
        data: dict[str, Any] = dict(body.validated_data)
        permitted(request, actions.CREATE, data["club"])
        club = club_of(data.pop("club"))
        self.words = rules_of(data["game"]).words
        envelope = envelope_of(request)
        wanted = batches.NewBatch(**data)
        batch = start_batch(club=club, wanted=wanted, envelope=envelope)
        response = Response(_detail(batch, envelope.now), status=status.HTTP_201_CREATED)
        response.headers["Location"] = reverse("api-batch", args=[batch.id])
        stamp(response, None)
        return response


class BatchView(ApiView):
    """One batch."""

    @extend_schema(
        operation_id="batches_read",
        tags=["batches"],
        summary="Read one batch with its progress and figures",
        responses={200: answers.BatchDetailAnswer, **refusals(404)},
    )
    def get(self, request: Request, batch_id: UUID) -> Response:
        """Return a batch, how far it is, and what the results so far say."""
        response = Response(_detail(batch_of(batch_id), datetime.now(UTC)))
        stamp(response, None)
        return response


class CancelBatchView(ApiView):
    """The end of a batch before its time."""

    @extend_schema(
        operation_id="batches_cancel",
        tags=["batches"],
        summary="Cancel a batch",
        request=None,
        responses={200: answers.BatchDetailAnswer, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, batch_id: UUID) -> Response:
        """Stop after the matches in hand; what is played stays. Ended ones are `batch_ended`."""
        require_somebody(request)
        batch = batch_of(batch_id)
        permitted(request, actions.CREATE, batch.club_id)
        now = datetime.now(UTC)
        response = Response(_detail(stop_batch(batch_id=batch.id, now=now), now))
        stamp(response, None)
        return response


class BatchResultsView(ApiView):
    """The matches of a batch."""

    parameters = frozenset({"cursor", "limit"})
    pagination_class: ClassVar[type[CursorPagination]] = ByIndex

    @extend_schema(
        operation_id="batches_results",
        tags=["batches"],
        summary="List the results of a batch",
        responses={
            (200, "application/json"): answers.BatchResultAnswer(many=True),
            **refusals(404),
        },
    )
    def get(self, request: Request, batch_id: UUID) -> Response:
        """List the results in the order of the matches, page by page, each with its match."""
        paginator = ByIndex()
        page = paginator.paginate_queryset(results_of(batch_of(batch_id)), request, self)
        response = paginator.get_paginated_response([answers.result(row) for row in page or []])
        stamp(response, None)
        return response


class ExportBatchView(ApiView):
    """A whole batch as a file."""

    parameters = frozenset({"format"})

    @extend_schema(
        operation_id="batches_export",
        tags=["batches"],
        summary="Export a batch",
        parameters=[
            OpenApiParameter(
                "format",
                str,
                enum=sorted(FORMATS),
                default="csv",
                description="`csv` is one line per match, `json` has the settings as well.",
            )
        ],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
            **refusals(404),
        },
    )
    def get(self, request: Request, batch_id: UUID) -> HttpResponse:
        """Return every result there is so far."""
        batch = batch_of(batch_id)
        asked = request.query_params.get("format", "csv")
        if asked not in FORMATS:
            raise Refusal("unknown_format", known=sorted(FORMATS))
        response = HttpResponse(export_batch(batch, asked), content_type=FORMATS[asked])
        response.headers["Content-Disposition"] = f'attachment; filename="{batch_id}.{asked}"'
        stamp(response, None)
        return response


def _detail(batch: Batch, now: datetime) -> dict[str, Any]:
    progress = progress_of(batch, now=now)
    return answers.batch_detail(batch, progress, statistics_of_batch(batch))


def _game(request: Request) -> str:
    text = request.query_params.get("game", "")
    if len(text) > LONGEST_GAME or "\0" in text:
        raise KaitenError("bad_text", 400, parameter="game", most=LONGEST_GAME)
    return text


def _status(request: Request) -> str:
    sent = request.query_params.get("status", "")
    if sent and sent not in BatchStatus.values:
        known = ", ".join(BatchStatus.values)
        raise KaitenError("bad_choice", 400, parameter="status", known=known)
    return sent
