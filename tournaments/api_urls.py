"""The addresses of clubs, players, batches, tournaments and ladders, under /api/v1/."""

from django.urls import path

from tournaments.batches.api import views as batches
from tournaments.ladders.api import ladders, tables
from tournaments.ladders.api import players as ratings
from tournaments.past_results.api import views as past_results
from tournaments.people.api import (
    boxes,
    claims,
    clubs,
    imports,
    members,
    players,
    tokens,
    visibility,
)
from tournaments.seasons.api import views as seasons
from tournaments.tournaments.api import (
    commands,
    files,
    live,
    presets,
    reading,
    sizes,
    tournaments,
)
from tournaments.webhooks.api import views as webhooks

BATCH = "batches/<uuid:batch_id>"
CLUB = "clubs/<slug:club>"
LADDER = "ladders/<uuid:ladder_id>"
PLAYER = "players/<uuid:player_id>"
SEASON = "seasons/<uuid:season_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"
WEBHOOK = f"{CLUB}/webhooks/<uuid:webhook_id>"

VIEWS = [
    ("account/tokens", tokens.TokensView, "api-tokens"),
    ("account/tokens/<uuid:token_id>", tokens.TokenView, "api-token"),
    ("batches", batches.BatchesView, "api-batches"),
    (BATCH, batches.BatchView, "api-batch"),
    (f"{BATCH}/cancel", batches.CancelBatchView, "api-batch-cancel"),
    (f"{BATCH}/export", batches.ExportBatchView, "api-batch-export"),
    (f"{BATCH}/results", batches.BatchResultsView, "api-batch-results"),
    ("clubs", clubs.ClubsView, "api-clubs"),
    (CLUB, clubs.ClubView, "api-club"),
    (f"{CLUB}/close", clubs.CloseClubView, "api-club-close"),
    (f"{CLUB}/reopen", clubs.ReopenClubView, "api-club-reopen"),
    (f"{CLUB}/stream", clubs.StreamView, "api-club-stream"),
    (f"{CLUB}/invitations", members.InvitationsView, "api-invitations"),
    (f"{CLUB}/invitations/<uuid:invitation_id>", members.InvitationView, "api-invitation"),
    (f"{CLUB}/claims", claims.ClubClaimsView, "api-claims"),
    (f"{CLUB}/claims/<uuid:claim_id>", claims.ClaimView, "api-claim"),
    (f"{CLUB}/claims/<uuid:claim_id>/approve", claims.ApproveView, "api-claim-approve"),
    (f"{CLUB}/claims/<uuid:claim_id>/refuse", claims.RefuseView, "api-claim-refuse"),
    (f"{CLUB}/members", members.MembersView, "api-members"),
    (f"{CLUB}/members/<uuid:user_id>", members.MemberView, "api-member"),
    (f"{CLUB}/boxes", boxes.BoxesView, "api-boxes"),
    (f"{CLUB}/boxes/<slug:game>", boxes.BoxView, "api-box"),
    (f"{CLUB}/tournaments", tournaments.TournamentsView, "api-tournaments"),
    (f"{CLUB}/ladders", ladders.LaddersView, "api-ladders"),
    (f"{CLUB}/ladders/usual", ladders.UsualLaddersView, "api-usual-ladders"),
    (f"{CLUB}/results/import", past_results.ImportPastResultsView, "api-results-import"),
    (
        f"{CLUB}/results/import/preview",
        past_results.PreviewPastResultsView,
        "api-results-import-preview",
    ),
    (f"{CLUB}/seasons", seasons.SeasonsView, "api-seasons"),
    (f"{CLUB}/tournaments/import", files.ImportTournamentView, "api-tournament-import"),
    (
        f"{CLUB}/tournaments/import/preview",
        files.TournamentPreviewView,
        "api-tournament-import-preview",
    ),
    (f"{CLUB}/webhooks", webhooks.WebhooksView, "api-webhooks"),
    (WEBHOOK, webhooks.WebhookView, "api-webhook"),
    (f"{WEBHOOK}/pause", webhooks.PauseView, "api-webhook-pause"),
    (f"{WEBHOOK}/resume", webhooks.ResumeView, "api-webhook-resume"),
    (f"{WEBHOOK}/secret", webhooks.SecretView, "api-webhook-secret"),
    (f"{WEBHOOK}/test", webhooks.TestView, "api-webhook-test"),
    (f"{WEBHOOK}/deliveries", webhooks.DeliveriesView, "api-webhook-deliveries"),
    (
        f"{WEBHOOK}/deliveries/<uuid:delivery_id>/again",
        webhooks.AgainView,
        "api-webhook-delivery-again",
    ),
    (f"{LADDER}/forecast", tables.ForecastView, "api-ladder-forecast"),
    (f"{LADDER}/matches", tables.RatedMatchesView, "api-ladder-matches"),
    (f"{LADDER}/matches/<uuid:match_id>", tables.MatchOnLadderView, "api-ladder-match"),
    (f"{LADDER}/notes", tables.NotesView, "api-ladder-notes"),
    (f"{LADDER}/periods", ladders.PeriodsView, "api-ladder-periods"),
    (f"{LADDER}/players", tables.LadderPlayersView, "api-ladder-players"),
    (f"{LADDER}/players.csv", tables.LadderFileView, "api-ladder-players-csv"),
    (f"{LADDER}/players/<uuid:player_id>/changes", tables.ChangesView, "api-ladder-changes"),
    (f"{LADDER}/rebuild", ladders.RebuildView, "api-ladder-rebuild"),
    (f"{LADDER}/stream", ladders.StreamView, "api-ladder-stream"),
    ("matches/<uuid:match_id>/ratings", ratings.MatchRatingsView, "api-match-ratings"),
    ("players", players.PlayersView, "api-players"),
    ("players/import", imports.ImportView, "api-players-import"),
    ("players/import/preview", imports.ImportPreviewView, "api-players-import-preview"),
    (PLAYER, players.PlayerView, "api-player"),
    (f"{PLAYER}/account", players.AccountView, "api-player-account"),
    (f"{PLAYER}/anonymise", players.AnonymiseView, "api-player-anonymise"),
    (f"{PLAYER}/claims", claims.PlayerClaimsView, "api-player-claims"),
    (f"{PLAYER}/claim-link", claims.ClaimLinkView, "api-player-claim-link"),
    (f"{PLAYER}/display", players.DisplayView, "api-player-display"),
    (f"{PLAYER}/merge", players.MergeView, "api-player-merge"),
    (f"{PLAYER}/ratings", ratings.PlayerRatingsView, "api-player-ratings"),
    (f"{PLAYER}/record", ratings.PlayerRecordView, "api-player-record"),
    (f"{PLAYER}/unmerge", players.UnmergeView, "api-player-unmerge"),
    (f"{SEASON}/table", seasons.SeasonTableView, "api-season-table"),
    ("tournaments/presets", presets.PresetsView, "api-tournament-presets"),
    (TOURNAMENT, tournaments.TournamentView, "api-tournament"),
    (f"{TOURNAMENT}/advice", reading.AdviceView, "api-tournament-advice"),
    (f"{TOURNAMENT}/alternatives", sizes.AlternativesView, "api-tournament-alternatives"),
    (f"{TOURNAMENT}/bracket", reading.BracketView, "api-tournament-bracket"),
    (f"{TOURNAMENT}/cut", reading.CutView, "api-tournament-cut"),
    (f"{TOURNAMENT}/entrants", tournaments.EntrantsView, "api-tournament-entrants"),
    (f"{TOURNAMENT}/events", tournaments.EventsView, "api-tournament-events"),
    (f"{TOURNAMENT}/file", files.TournamentFileView, "api-tournament-file"),
    (f"{TOURNAMENT}/preview", commands.PreviewView, "api-tournament-preview"),
    (f"{TOURNAMENT}/proposal", reading.ProposalView, "api-tournament-proposal"),
    (f"{TOURNAMENT}/rounds", reading.RoundsView, "api-tournament-rounds"),
    (f"{TOURNAMENT}/sizes", sizes.SizesView, "api-tournament-sizes"),
    (f"{TOURNAMENT}/standings", reading.StandingsView, "api-tournament-standings"),
    (f"{TOURNAMENT}/stream", live.StreamView, "api-tournament-stream"),
]

urlpatterns = [
    *(path(address, view.as_view(), name=name) for address, view, name in VIEWS),
    *commands.command_paths(TOURNAMENT),
    *reading.list_paths(TOURNAMENT),
    *ladders.ladder_paths(LADDER),
    *seasons.season_paths(SEASON),
    *visibility.visibility_paths(),
]
