"""The addresses of the matches' API, under /api/v1/."""

from django.urls import path

from replays.api.views import branches, comments, events, games, matches, records, state, writes

MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path("games", games.GamesView.as_view(), name="api-games"),
    path("games/<str:slug>", games.GameView.as_view(), name="api-game"),
    path("matches", matches.MatchesView.as_view(), name="api-matches"),
    path("imports", records.ImportsView.as_view(), name="api-imports"),
    path(MATCH, matches.OneMatchView.as_view(), name="api-match"),
    path(f"{MATCH}/events", events.play.as_view(), name="api-events"),
    path(f"{MATCH}/notation", writes.notation.as_view(), name="api-notation"),
    path(f"{MATCH}/stream", events.StreamView.as_view(), name="api-stream"),
    path(f"{MATCH}/chance", writes.chance.as_view(), name="api-chance"),
    path(f"{MATCH}/state", state.StateView.as_view(), name="api-state"),
    path(f"{MATCH}/needs", state.NeedsView.as_view(), name="api-needs"),
    path(f"{MATCH}/choices", state.ChoicesView.as_view(), name="api-choices"),
    path(f"{MATCH}/rewind", writes.rewind.as_view(), name="api-rewind"),
    path(f"{MATCH}/amend", writes.amend.as_view(), name="api-amend"),
    path(f"{MATCH}/amend/preview", writes.AmendPreviewView.as_view(), name="api-amend-preview"),
    path(f"{MATCH}/annotate", writes.annotate.as_view(), name="api-annotate"),
    path(f"{MATCH}/comments", comments.comment.as_view(), name="api-comments"),
    path(f"{MATCH}/comments/<int:version>", comments.CommentView.as_view(), name="api-comment"),
    path(f"{MATCH}/branches", branches.BranchesView.as_view(), name="api-branches"),
    path(f"{MATCH}/override", writes.override.as_view(), name="api-override"),
    path(f"{MATCH}/count", writes.count.as_view(), name="api-count"),
    path(f"{MATCH}/report", writes.report.as_view(), name="api-report"),
    path(f"{MATCH}/stop", writes.stop.as_view(), name="api-stop"),
    path(f"{MATCH}/confirm", writes.confirm.as_view(), name="api-confirm"),
    path(f"{MATCH}/reopen", writes.reopen.as_view(), name="api-reopen"),
    path(f"{MATCH}/abandon", writes.abandon.as_view(), name="api-abandon"),
    path(f"{MATCH}/void", writes.void.as_view(), name="api-void"),
    path(f"{MATCH}/rule", writes.rule.as_view(), name="api-rule"),
    path(f"{MATCH}/takeover", writes.takeover.as_view(), name="api-takeover"),
    path(f"{MATCH}/export", records.ExportView.as_view(), name="api-export"),
    path(f"{MATCH}/verify", records.VerifyView.as_view(), name="api-verify"),
]
