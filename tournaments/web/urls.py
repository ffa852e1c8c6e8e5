"""The pages of players and batches; signing in and out keep the names that Django expects."""

from django.contrib.auth import views as accounts
from django.urls import include, path

from tournaments.web.views import batches, editing, importing, players

BATCH = "batches/<uuid:batch_id>"

PAGES = [
    path("batches/", batches.batches, name="batches"),
    path("batches/new/", batches.new_batch, name="batch-new"),
    path(f"{BATCH}/", batches.batch, name="batch"),
    path(f"{BATCH}/progress/", batches.progress, name="batch-progress"),
    path(f"{BATCH}/cancel/", batches.cancel, name="batch-cancel"),
    path(f"{BATCH}/export.<str:kind>", batches.export, name="batch-export"),
    path("players/", players.players, name="players"),
    path("players/add/", editing.add, name="player-add"),
    path("players/import/", importing.import_csv, name="players-import"),
    path("players/<uuid:player_id>/", players.player, name="player"),
    path("players/<uuid:player_id>/edit/", editing.edit, name="player-edit"),
    path("players/<uuid:player_id>/merge/", editing.merge, name="player-merge"),
    path("players/<uuid:player_id>/unmerge/", editing.unmerge, name="player-unmerge"),
]

urlpatterns = [
    path(
        "login/",
        accounts.LoginView.as_view(
            template_name="tournaments/login.html", redirect_authenticated_user=True
        ),
        name="login",
    ),
    path("logout/", accounts.LogoutView.as_view(), name="logout"),
    path("", include((PAGES, "tournaments"))),
]
