"""The pages of players and batches; signing in and out keep the names that Django expects."""

from django.contrib.auth import views as accounts
from django.urls import include, path

from tournaments.batches.web import views as batches
from tournaments.help import views as help_views
from tournaments.home import views as home
from tournaments.ladders.web import editing as ladder_editing
from tournaments.ladders.web import sharing as ladder_sharing
from tournaments.ladders.web import starts as ladder_starts
from tournaments.ladders.web import views as ladders
from tournaments.past_results.web import views as past_results
from tournaments.people.web import (
    account,
    account_help,
    boxes,
    claiming,
    closing,
    clubs,
    editing,
    importing,
    links,
    members,
    second_factor,
    settings,
    setup,
    tokens,
    visibility,
)
from tournaments.people.web.sign_in import CodeView, LoginView
from tournaments.profiles.web import sharing as player_sharing
from tournaments.profiles.web import views as players
from tournaments.seasons.web import sharing as season_sharing
from tournaments.seasons.web import views as seasons
from tournaments.tournaments.web import actions as tournament_actions
from tournaments.tournaments.web import files as tournament_files
from tournaments.tournaments.web import slips as tournament_slips
from tournaments.tournaments.web import views as tournaments
from tournaments.webhooks.web import views as webhooks

BATCH = "batches/<uuid:batch_id>"
MATCH = "matches/<uuid:match_id>"
LADDER = "ladders/<uuid:ladder_id>"
SEASON = "seasons/<uuid:season_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"
WEBHOOK = "clubs/<uuid:club_id>/webhooks/<uuid:webhook_id>"
TABLE = f"{TOURNAMENT}/tables/<int:stage>/<int:round_>/<int:table>"

PAGES = [
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="account-password"),
    path("account/email/", account.email, name="account-email"),
    path("account/second-factor/", second_factor.second_factor, name="second-factor"),
    path("account/second-factor/change/", second_factor.change, name="second-factor-change"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<uuid:token_id>/revoke/", tokens.revoke, name="token-revoke"),
    path("accounts/", account_help.accounts, name="accounts"),
    path("accounts/<uuid:user_id>/link/", account_help.password_link, name="password-link"),
    path("accounts/<uuid:user_id>/revoke/", account_help.revoke_links, name="links-revoke"),
    path("forgotten/", links.forgotten, name="forgotten"),
    path("setup/", setup.setup, name="setup"),
    path("link/<str:secret>/", links.one_time_link, name="one-time-link"),
    path("calendar/", home.evenings, name="evenings"),
    path("calendar.ics", home.calendar, name="calendar"),
    path("batches/", batches.batches, name="batches"),
    path("batches/new/", batches.new_batch, name="batch-new"),
    path(f"{BATCH}/", batches.batch, name="batch"),
    path(f"{BATCH}/progress/", batches.progress, name="batch-progress"),
    path(f"{BATCH}/cancel/", batches.cancel, name="batch-cancel"),
    path(f"{BATCH}/export.<str:kind>", batches.export, name="batch-export"),
    path("address/", clubs.address, name="club-address"),
    path("clubs/<uuid:club_id>/boxes/", boxes.boxes, name="boxes"),
    path("clubs/<uuid:club_id>/settings/", settings.club_settings, name="club-settings"),
    path("clubs/<uuid:club_id>/close/", closing.close, name="club-close"),
    path("clubs/<uuid:club_id>/webhooks/", webhooks.webhooks, name="webhooks"),
    path(f"{WEBHOOK}/", webhooks.webhook, name="webhook"),
    path(f"{WEBHOOK}/do/<slug:name>/", webhooks.do, name="webhook-do"),
    path("clubs/<uuid:club_id>/members/", members.club_members, name="members"),
    path("clubs/<uuid:club_id>/members/do/<slug:name>/", members.do, name="members-do"),
    *(
        path(f"{place}/visibility/", visibility.choose_level, {"kind": kind}, f"{kind}-visibility")
        for kind, place in (
            ("match", MATCH),
            ("tournament", TOURNAMENT),
            ("season", SEASON),
            ("ladder", LADDER),
        )
    ),
    *(
        path(f"{place}/card.{form}", card, {"form": form}, f"{kind}-card-{form}")
        for kind, place, card in (
            ("tournament", TOURNAMENT, tournaments.card),
            ("season", SEASON, season_sharing.card),
            ("ladder", LADDER, ladder_sharing.card),
            ("player", "players/<uuid:player_id>", player_sharing.card),
        )
        for form in ("svg", "png")
    ),
    path("join/<str:secret>/", members.join, name="join"),
    path("clubs/<uuid:club_id>/boxes/<slug:game>/", boxes.box, name="box"),
    path("help/", help_views.help_page, name="help"),
    path("help/<slug:guide>/", help_views.show_guide, name="guide"),
    path("ladders/", ladders.ladders, name="ladders"),
    path("ladders/new/", ladder_editing.new_ladder, name="ladder-new"),
    path("ladders/usual/", ladder_editing.begin_usual, name="ladders-usual"),
    path(f"{LADDER}/", ladders.ladder, name="ladder"),
    path(f"{LADDER}/table.csv", ladders.export, name="ladder-export"),
    path(f"{LADDER}/what-if/", ladders.what_if, name="ladder-what-if"),
    path(f"{LADDER}/edit/", ladder_editing.edit_ladder, name="ladder-edit"),
    path(f"{LADDER}/starts/", ladder_starts.start_list, name="ladder-starts"),
    path(f"{LADDER}/freeze/", ladder_editing.freeze, name="ladder-freeze"),
    path(f"{LADDER}/period/", ladder_editing.new_period, name="ladder-period"),
    path(f"{LADDER}/do/<slug:name>/", ladder_editing.do, name="ladder-do"),
    path("players/", players.players, name="players"),
    path("players/add/", editing.add, name="player-add"),
    path("players/import/", importing.import_people, name="players-import"),
    path("players/<uuid:player_id>/", players.player, name="player"),
    path("players/<uuid:player_id>/edit/", editing.edit, name="player-edit"),
    path("players/<uuid:player_id>/merge/", editing.merge, name="player-merge"),
    path("players/<uuid:player_id>/unmerge/", editing.unmerge, name="player-unmerge"),
    path("players/<uuid:player_id>/anonymise/", claiming.anonymise, name="player-anonymise"),
    path("players/<uuid:player_id>/do/<slug:name>/", claiming.do, name="player-do"),
    path("results/import/", past_results.import_past_results, name="past-results"),
    path("results/import/example.csv", past_results.example, name="past-results-example"),
    path("search/", home.search, name="search"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.new_season, name="season-new"),
    path(f"{SEASON}/", seasons.season, name="season"),
    path(f"{SEASON}/edit/", seasons.edit_season, name="season-edit"),
    path(f"{SEASON}/do/<slug:name>/", seasons.do, name="season-do"),
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path("tournaments/new/", tournaments.new_tournament, name="tournament-new"),
    path("tournaments/import/", tournament_files.import_file, name="tournament-import"),
    path(f"{TOURNAMENT}/", tournaments.section, name="tournament"),
    *(
        path(f"{TOURNAMENT}/{page}/", tournaments.section, {"name": page}, f"tournament-{page}")
        for page in ("rounds", "boards", "tv", "print", "entrants", "proposal", "close", "log")
    ),
    path(
        f"{TOURNAMENT}/stages/<int:stage>/", tournaments.section, {"name": "cut"}, "tournament-cut"
    ),
    path(
        f"{TOURNAMENT}/stages/<int:stage>/undo/",
        tournaments.section,
        {"name": "unstart"},
        "tournament-unstart",
    ),
    path(
        f"{TOURNAMENT}/candidates/",
        tournament_actions.candidates,
        name="tournament-candidates",
    ),
    path(f"{TOURNAMENT}/file.jsonl", tournament_files.export_file, name="tournament-file"),
    path(f"{TOURNAMENT}/slips/", tournament_slips.slips, name="tournament-slips"),
    path(f"{TOURNAMENT}/plan/", tournament_actions.plan, name="tournament-plan"),
    path(f"{TABLE}/", tournament_actions.table, name="tournament-table"),
    path(f"{TOURNAMENT}/do/<slug:name>/", tournament_actions.do, name="tournament-do"),
    path(
        f"{TOURNAMENT}/preview/<slug:name>/", tournament_actions.preview, name="tournament-preview"
    ),
]

urlpatterns = [
    path("login/", LoginView.as_view(), name="login"),
    path("login/code/", CodeView.as_view(), name="login-code"),
    path("logout/", accounts.LogoutView.as_view(), name="logout"),
    path("", include((PAGES, "tournaments"))),
]
