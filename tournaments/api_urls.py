"""The addresses of clubs, players, batches, tournaments and ladders, under /api/v1/."""

from django.urls import path

from tournaments.batches.api.views import (
    BatchesView,
    BatchResultsView,
    BatchView,
    CancelBatchView,
    ExportBatchView,
)
from tournaments.ladders.api.ladders import (
    LaddersView,
    PeriodsView,
    RebuildView,
    UsualLaddersView,
    ladder_paths,
)
from tournaments.ladders.api.players import MatchRatingsView, PlayerRatingsView, PlayerRecordView
from tournaments.ladders.api.tables import (
    ChangesView,
    ForecastView,
    LadderFileView,
    LadderPlayersView,
    MatchOnLadderView,
    NotesView,
    RatedMatchesView,
)
from tournaments.people.api import (
    schema as schema,  # registers how the description names our tokens
)
from tournaments.people.api.clubs import ClubsView, ClubView
from tournaments.people.api.imports import ImportPreviewView, ImportView
from tournaments.people.api.players import MergeView, PlayersView, PlayerView, UnmergeView
from tournaments.seasons.api.views import (
    SeasonsView,
    SeasonTableView,
    season_paths,
)
from tournaments.tournaments.api.commands import PreviewView, command_paths
from tournaments.tournaments.api.files import ImportTournamentView, TournamentFileView
from tournaments.tournaments.api.reading import (
    BracketView,
    CutView,
    ProposalView,
    RoundsView,
    StandingsView,
    list_paths,
)
from tournaments.tournaments.api.tournaments import (
    EntrantsView,
    EventsView,
    TournamentsView,
    TournamentView,
)

BATCH = "batches/<uuid:batch_id>"
LADDER = "ladders/<uuid:ladder_id>"
PLAYER = "players/<uuid:player_id>"
SEASON = "seasons/<uuid:season_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"

urlpatterns = [
    path("batches", BatchesView.as_view(), name="api-batches"),
    path(BATCH, BatchView.as_view(), name="api-batch"),
    path(f"{BATCH}/cancel", CancelBatchView.as_view(), name="api-batch-cancel"),
    path(f"{BATCH}/export", ExportBatchView.as_view(), name="api-batch-export"),
    path(f"{BATCH}/results", BatchResultsView.as_view(), name="api-batch-results"),
    path("clubs", ClubsView.as_view(), name="api-clubs"),
    path("clubs/<uuid:club_id>", ClubView.as_view(), name="api-club"),
    path("clubs/<slug:club>/tournaments", TournamentsView.as_view(), name="api-tournaments"),
    path("clubs/<slug:club>/ladders", LaddersView.as_view(), name="api-ladders"),
    path("clubs/<slug:club>/ladders/usual", UsualLaddersView.as_view(), name="api-usual-ladders"),
    path("clubs/<slug:club>/seasons", SeasonsView.as_view(), name="api-seasons"),
    path(
        "clubs/<slug:club>/tournaments/import",
        ImportTournamentView.as_view(),
        name="api-tournament-import",
    ),
    path(f"{LADDER}/forecast", ForecastView.as_view(), name="api-ladder-forecast"),
    path(f"{LADDER}/matches", RatedMatchesView.as_view(), name="api-ladder-matches"),
    path(f"{LADDER}/matches/<uuid:match_id>", MatchOnLadderView.as_view(), name="api-ladder-match"),
    path(f"{LADDER}/notes", NotesView.as_view(), name="api-ladder-notes"),
    path(f"{LADDER}/periods", PeriodsView.as_view(), name="api-ladder-periods"),
    path(f"{LADDER}/players", LadderPlayersView.as_view(), name="api-ladder-players"),
    path(f"{LADDER}/players.csv", LadderFileView.as_view(), name="api-ladder-players-csv"),
    path(
        f"{LADDER}/players/<uuid:player_id>/changes",
        ChangesView.as_view(),
        name="api-ladder-changes",
    ),
    path(f"{LADDER}/rebuild", RebuildView.as_view(), name="api-ladder-rebuild"),
    path("matches/<uuid:match_id>/ratings", MatchRatingsView.as_view(), name="api-match-ratings"),
    path("players", PlayersView.as_view(), name="api-players"),
    path("players/import", ImportView.as_view(), name="api-players-import"),
    path("players/import/preview", ImportPreviewView.as_view(), name="api-players-import-preview"),
    path(PLAYER, PlayerView.as_view(), name="api-player"),
    path(f"{PLAYER}/merge", MergeView.as_view(), name="api-player-merge"),
    path(f"{PLAYER}/ratings", PlayerRatingsView.as_view(), name="api-player-ratings"),
    path(f"{PLAYER}/record", PlayerRecordView.as_view(), name="api-player-record"),
    path(f"{PLAYER}/unmerge", UnmergeView.as_view(), name="api-player-unmerge"),
    path(f"{SEASON}/table", SeasonTableView.as_view(), name="api-season-table"),
    path(TOURNAMENT, TournamentView.as_view(), name="api-tournament"),
    path(f"{TOURNAMENT}/bracket", BracketView.as_view(), name="api-tournament-bracket"),
    path(f"{TOURNAMENT}/cut", CutView.as_view(), name="api-tournament-cut"),
    path(f"{TOURNAMENT}/entrants", EntrantsView.as_view(), name="api-tournament-entrants"),
    path(f"{TOURNAMENT}/events", EventsView.as_view(), name="api-tournament-events"),
    path(f"{TOURNAMENT}/file", TournamentFileView.as_view(), name="api-tournament-file"),
    path(f"{TOURNAMENT}/preview", PreviewView.as_view(), name="api-tournament-preview"),
    path(f"{TOURNAMENT}/proposal", ProposalView.as_view(), name="api-tournament-proposal"),
    path(f"{TOURNAMENT}/rounds", RoundsView.as_view(), name="api-tournament-rounds"),
    path(f"{TOURNAMENT}/standings", StandingsView.as_view(), name="api-tournament-standings"),
    *command_paths(TOURNAMENT),
    *list_paths(TOURNAMENT),
    *ladder_paths(LADDER),
    *season_paths(SEASON),
]
