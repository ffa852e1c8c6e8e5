"""The players' pages; signing in and out keep the names that Django expects."""

from django.contrib.auth import views as accounts
from django.urls import include, path

from tournaments.web.views import editing, importing, players

PAGES = [
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
