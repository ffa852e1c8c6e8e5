"""The addresses of clubs, players and batches, under /api/v1/."""

from django.urls import path

from tournaments.api import schema as schema  # registers how the description names our tokens
from tournaments.api.views.batches import (
    BatchesView,
    BatchResultsView,
    BatchView,
    CancelBatchView,
    ExportBatchView,
)
from tournaments.api.views.clubs import ClubsView, ClubView
from tournaments.api.views.imports import ImportPreviewView, ImportView
from tournaments.api.views.players import MergeView, PlayersView, PlayerView, UnmergeView

BATCH = "batches/<uuid:batch_id>"

urlpatterns = [
    path("batches", BatchesView.as_view(), name="api-batches"),
    path(BATCH, BatchView.as_view(), name="api-batch"),
    path(f"{BATCH}/cancel", CancelBatchView.as_view(), name="api-batch-cancel"),
    path(f"{BATCH}/export", ExportBatchView.as_view(), name="api-batch-export"),
    path(f"{BATCH}/results", BatchResultsView.as_view(), name="api-batch-results"),
    path("clubs", ClubsView.as_view(), name="api-clubs"),
    path("clubs/<uuid:club_id>", ClubView.as_view(), name="api-club"),
    path("players", PlayersView.as_view(), name="api-players"),
    path("players/import", ImportView.as_view(), name="api-players-import"),
    path("players/import/preview", ImportPreviewView.as_view(), name="api-players-import-preview"),
    path("players/<uuid:player_id>", PlayerView.as_view(), name="api-player"),
    path("players/<uuid:player_id>/merge", MergeView.as_view(), name="api-player-merge"),
    path("players/<uuid:player_id>/unmerge", UnmergeView.as_view(), name="api-player-unmerge"),
]
