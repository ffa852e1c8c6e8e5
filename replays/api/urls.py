"""The addresses of the matches' API, under /api/v1/."""

from django.urls import path

from replays.api.views.events import ChanceView, EventsView
from replays.api.views.games import GamesView, GameView
from replays.api.views.life import (
    AbandonView,
    ReopenView,
    ReportView,
    RuleView,
    StopView,
    TakeOverView,
    VoidView,
)
from replays.api.views.look import ChoicesView, NeedsView, StateView
from replays.api.views.matches import MatchesView, OneMatchView
from replays.api.views.records import ExportView, ImportsView, VerifyView
from replays.api.views.undo import (
    AmendPreviewView,
    AmendView,
    AnnotateView,
    OverrideView,
    RewindView,
)

MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path("games", GamesView.as_view(), name="api-games"),
    path("games/<str:slug>", GameView.as_view(), name="api-game"),
    path("matches", MatchesView.as_view(), name="api-matches"),
    path("imports", ImportsView.as_view(), name="api-imports"),
    path(MATCH, OneMatchView.as_view(), name="api-match"),
    path(f"{MATCH}/events", EventsView.as_view(), name="api-events"),
    path(f"{MATCH}/chance", ChanceView.as_view(), name="api-chance"),
    path(f"{MATCH}/state", StateView.as_view(), name="api-state"),
    path(f"{MATCH}/needs", NeedsView.as_view(), name="api-needs"),
    path(f"{MATCH}/choices", ChoicesView.as_view(), name="api-choices"),
    path(f"{MATCH}/rewind", RewindView.as_view(), name="api-rewind"),
    path(f"{MATCH}/amend", AmendView.as_view(), name="api-amend"),
    path(f"{MATCH}/amend/preview", AmendPreviewView.as_view(), name="api-amend-preview"),
    path(f"{MATCH}/annotate", AnnotateView.as_view(), name="api-annotate"),
    path(f"{MATCH}/override", OverrideView.as_view(), name="api-override"),
    path(f"{MATCH}/report", ReportView.as_view(), name="api-report"),
    path(f"{MATCH}/stop", StopView.as_view(), name="api-stop"),
    path(f"{MATCH}/reopen", ReopenView.as_view(), name="api-reopen"),
    path(f"{MATCH}/abandon", AbandonView.as_view(), name="api-abandon"),
    path(f"{MATCH}/void", VoidView.as_view(), name="api-void"),
    path(f"{MATCH}/rule", RuleView.as_view(), name="api-rule"),
    path(f"{MATCH}/takeover", TakeOverView.as_view(), name="api-takeover"),
    path(f"{MATCH}/export", ExportView.as_view(), name="api-export"),
    path(f"{MATCH}/verify", VerifyView.as_view(), name="api-verify"),
]
