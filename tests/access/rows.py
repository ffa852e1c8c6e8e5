"""The authorisation matrix, written down: who may use which address, by which method.

A row is `name[case]  METHOD who …`; `case` is a word that the world has an address for (a match
that goes on or is over, the name of a command); without one the address is the only one. `who` is

- `anyone`, `account` (whoever is logged in),
- the lowest role that may: `member`, `scorekeeper`, `arbiter`, `organiser`, `owner`; higher
  ones may as well, in their own club; `staff` are the operators, who may everything,
- with `+` behind it where the address names no club: the role in any club will do,
- with `/player` behind it where also those may who sit there, by an account without a role,
- with `:scope` behind it where a token needs another scope than its role's `SCOPES`,
- with `?` behind it where there may be nothing of what is asked for: 404 is right for those who may
  (503 for a server without workers).

Whoever may not is denied: 401 or the way to the login page for nobody, 403 for somebody. Every
method that is not in a row is 405.
"""

ROLES = ("member", "scorekeeper", "arbiter", "organiser", "owner")
"""From the lowest to the highest; each may what those before it may."""

SCOPES = {
    "anyone": "",
    "account": "",
    "member": "read",
    "scorekeeper": "record",
    "arbiter": "record",
    "organiser": "organise",
    "owner": "admin",
    "staff": "admin",
}
"""The scope that a token needs for what a role may do."""

LEVELS = ("public", "unlisted", "club")
"""Who finds a club and what is in it. Who is not of a club gets 404 for everything of one whose
level is `club`, as for an id that nothing has."""

WIDER = {("api-tokens", "POST")}
"""Whose example asks for more than a token that is bound to one club may give."""

PAGES = """
healthz                                 GET anyone?
session                                 GET anyone
set_language                            GET anyone POST anyone PUT anyone PATCH anyone DELETE anyone
login                                   GET anyone POST anyone PUT anyone
login-code                              GET account POST account PUT account
logout                                  POST anyone

club-home                               GET anyone
replays:home                            GET anyone
replays:games                           GET anyone
offline:file[rules.zip]                 GET anyone?
offline:now                             GET anyone?
offline:service                         GET anyone?
replays:game                            GET anyone
replays:calculator                      GET anyone POST anyone
replays:matches                         GET anyone
replays:new                             GET scorekeeper+ POST scorekeeper+
replays:import                          GET scorekeeper+ POST scorekeeper+
replays:match[open]                     GET anyone
replays:match[over]                     GET anyone
replays:frames[open]                    GET anyone
replays:frames[over]                    GET anyone?
live:steps                              GET anyone
live:changes[match]                     GET anyone
live:changes[recorder]                  GET anyone
live:changes[tournament]                GET anyone
live:changes[boards]                    GET anyone
live:changes[ladder]                    GET anyone
live:changes[club]                      GET anyone
live:news[match]                        GET anyone
live:news[recorder]                     GET anyone
live:news[tournament]                   GET anyone
live:news[boards]                       GET anyone
live:news[ladder]                       GET anyone
live:news[club]                         GET anyone
replays:picture_svg[open]               GET anyone
replays:picture_svg[over]               GET anyone
replays:picture_png[open]               GET anyone
replays:picture_png[over]               GET anyone
replays:match-card-svg[open]            GET anyone?
replays:match-card-svg[over]            GET anyone
replays:match-card-png[over]            GET anyone
replays:verify[open]                    GET anyone
replays:verify[over]                    GET anyone
replays:kgn[open]                       GET arbiter
replays:kgn[over]                       GET anyone
replays:jsonl[open]                     GET arbiter
replays:jsonl[over]                     GET anyone
replays:record                          GET scorekeeper POST scorekeeper
replays:record[online]                  GET scorekeeper/player POST scorekeeper/player
replays:type                            GET scorekeeper POST scorekeeper
replays:override                        GET arbiter POST arbiter
replays:roll                            POST scorekeeper
replays:roll[online]                    POST scorekeeper/player
replays:take_back                       POST scorekeeper
replays:take_back[online]               POST scorekeeper/player
replays:pen                             POST scorekeeper
replays:waiting                         POST scorekeeper
replays:told                            GET scorekeeper?
replays:confirm[over]                   POST scorekeeper/player
replays:sheet[over]                     GET anyone
replays:report                          GET scorekeeper POST scorekeeper
replays:stop                            GET scorekeeper POST scorekeeper
replays:abandon                         GET arbiter POST arbiter
replays:void                            GET arbiter POST arbiter
replays:rule                            GET arbiter POST arbiter
replays:take_over                       GET scorekeeper POST scorekeeper
replays:reopen[over]                    GET arbiter POST arbiter
replays:annotate                        GET member POST member
replays:branch[over]                    GET member POST member
replays:take_away                       GET organiser? POST organiser?
replays:amend                           GET scorekeeper? POST scorekeeper?
tournaments:match-visibility            POST organiser

tournaments:account                     GET account
tournaments:account-password            GET account POST account
tournaments:account-email               GET account POST account
tournaments:second-factor               GET owner+ POST owner+
tournaments:second-factor-change        POST account
tournaments:tokens                      GET account POST account
tournaments:token-revoke                GET account? POST account?
tournaments:accounts                    GET organiser+
tournaments:password-link               POST organiser+
tournaments:links-revoke                POST organiser+
tournaments:forgotten                   GET anyone POST anyone
tournaments:one-time-link               GET anyone POST anyone
tournaments:join                        GET anyone POST anyone
tournaments:setup                       GET anyone POST anyone

tournaments:help                        GET anyone
tournaments:guide[organiser]            GET anyone
tournaments:guide[scorekeeper]          GET anyone
tournaments:batches                     GET anyone
tournaments:batch-new                   GET organiser+ POST organiser+
tournaments:batch                       GET anyone
tournaments:batch-progress              GET anyone
tournaments:batch-cancel                POST organiser
tournaments:batch-export                GET anyone

tournaments:club-address                GET anyone?
tournaments:club-settings               GET owner POST owner
tournaments:club-close                  GET owner POST owner
tournaments:webhooks                    GET owner POST owner
tournaments:webhook                     GET owner POST owner
tournaments:webhook-do[test]            POST owner
tournaments:webhook-do[pause]           POST owner
tournaments:webhook-do[resume]          POST owner
tournaments:webhook-do[renew]           POST owner
tournaments:webhook-do[again]           POST owner?
tournaments:webhook-do[remove]          POST owner
tournaments:boxes                       GET anyone
tournaments:box                         GET anyone POST owner
tournaments:members                     GET member
tournaments:members-do[invite]          POST organiser
tournaments:members-do[role]            POST organiser?
tournaments:members-do[remove]          POST organiser?
tournaments:members-do[revoke]          POST organiser?
tournaments:members-do[approve]         POST organiser?
tournaments:members-do[refuse]          POST organiser?

tournaments:ladders                     GET anyone
tournaments:ladder-new                  GET organiser+ POST organiser+
tournaments:ladders-usual               POST organiser+
tournaments:ladder                      GET anyone
tournaments:ladder-card-svg             GET anyone
tournaments:ladder-card-png             GET anyone
tournaments:ladder-export               GET anyone
tournaments:ladder-what-if              GET anyone
tournaments:ladder-edit                 GET organiser POST organiser
tournaments:ladder-starts               GET organiser POST organiser
tournaments:ladder-freeze               GET organiser POST organiser
tournaments:ladder-period               GET organiser POST organiser
tournaments:ladder-do[thaw]             POST organiser
tournaments:ladder-do[rebuild]          POST organiser
tournaments:ladder-visibility           POST organiser

tournaments:players                     GET anyone
tournaments:player-add                  GET organiser+ POST organiser+
tournaments:players-import              GET organiser+ POST organiser+
tournaments:search                      GET anyone
tournaments:calendar                    GET anyone
tournaments:evenings                    GET anyone
tournaments:player                      GET anyone
tournaments:player-card-svg             GET anyone
tournaments:player-card-png             GET anyone
tournaments:player-edit                 GET organiser POST organiser
tournaments:player-merge                GET organiser POST organiser
tournaments:player-unmerge              POST organiser
tournaments:player-anonymise            GET organiser POST organiser
tournaments:player-do[claim]            POST account
tournaments:player-do[withdraw]         POST account
tournaments:player-do[link]             POST organiser
tournaments:player-do[end-links]        POST organiser
tournaments:player-do[unlink]           POST organiser/player
tournaments:player-do[show]             POST organiser/player
tournaments:past-results                GET organiser+ POST organiser+
tournaments:past-results-example        GET anyone

tournaments:seasons                     GET anyone
tournaments:season-new                  GET organiser+ POST organiser+
tournaments:season                      GET anyone
tournaments:season-card-svg             GET anyone
tournaments:season-card-png             GET anyone
tournaments:season-edit                 GET organiser POST organiser
tournaments:season-do[add_evening]      POST organiser
tournaments:season-do[remove_evening]   POST organiser
tournaments:season-do[move_evening]     POST organiser
tournaments:season-do[close]            POST organiser
tournaments:season-do[reopen]           POST organiser
tournaments:season-visibility           POST organiser

tournaments:tournaments                 GET anyone
tournaments:tournament-new              GET organiser+ POST organiser+
tournaments:tournament-import           GET organiser+ POST organiser+
tournaments:tournament                  GET anyone
tournaments:tournament-card-svg         GET anyone
tournaments:tournament-card-png         GET anyone
tournaments:tournament-rounds           GET anyone
tournaments:tournament-boards           GET anyone
tournaments:tournament-tv               GET anyone
tournaments:tournament-print            GET anyone
tournaments:tournament-entrants         GET anyone
tournaments:tournament-proposal         GET organiser
tournaments:tournament-slips            GET scorekeeper POST scorekeeper
tournaments:tournament-close            GET organiser?
tournaments:tournament-log              GET anyone
tournaments:tournament-cut              GET organiser
tournaments:tournament-unstart          GET organiser
tournaments:tournament-candidates       GET organiser
tournaments:tournament-file             GET organiser
tournaments:tournament-plan             GET anyone POST organiser
tournaments:tournament-table            GET anyone POST arbiter
tournaments:tournament-visibility       POST organiser
"""

API = """
schema                                  GET anyone
api-docs                                GET anyone
api-games                               GET anyone
api-game                                GET anyone

api-matches                             GET anyone POST scorekeeper+
api-imports                             POST organiser
api-match                               GET anyone
api-events                              GET anyone POST scorekeeper
api-events[online]                      GET anyone POST scorekeeper/player
api-notation                            POST scorekeeper
api-stream                              GET anyone
api-tournament-stream                   GET anyone
api-ladder-stream                       GET anyone
api-club-stream                         GET anyone
api-chance                              POST scorekeeper
api-chance[online]                      POST scorekeeper/player
api-state                               GET anyone
api-needs                               GET anyone
api-choices[open]                       GET arbiter/player:read
api-choices[over]                       GET anyone
api-rewind                              POST scorekeeper?
api-rewind[online]                      POST scorekeeper/player?
api-amend                               POST scorekeeper?
api-amend-preview                       POST scorekeeper?
api-annotate                            POST scorekeeper?
api-comments                            GET anyone POST member:record?
api-branches[over]                      GET anyone POST member:record?
api-comment                             DELETE organiser?
api-override                            POST arbiter
api-count                               POST scorekeeper
api-report                              POST scorekeeper
api-stop                                POST scorekeeper
api-confirm[over]                       POST scorekeeper/player
api-reopen[over]                        POST arbiter
api-abandon                             POST arbiter
api-void                                POST arbiter
api-rule                                POST arbiter
api-takeover                            POST scorekeeper
api-export[open]                        GET arbiter:read
api-export[over]                        GET anyone
api-verify                              GET anyone
api-match-ratings                       GET anyone
api-match-visibility                    PUT organiser

api-batches                             GET anyone POST organiser+
api-batch                               GET anyone
api-batch-cancel                        POST organiser
api-batch-export                        GET anyone
api-batch-results                       GET anyone

api-tokens                              GET account:admin POST account:admin
api-token                               DELETE account:admin?

api-clubs                               GET anyone POST staff
api-club                                GET anyone PATCH owner
api-club-close                          POST owner
api-club-reopen                         POST owner
api-claims                              GET organiser:admin
api-claim                               DELETE account:organise?
api-claim-approve                       POST organiser:admin?
api-claim-refuse                        POST organiser:admin?
api-invitations                         GET organiser:admin POST organiser:admin
api-invitation                          DELETE organiser:admin
api-members                             GET organiser:admin
api-member                              PUT organiser:admin DELETE organiser:admin
api-webhooks                            GET owner POST owner
api-webhook                             GET owner PATCH owner DELETE owner
api-webhook-pause                       POST owner
api-webhook-resume                      POST owner
api-webhook-secret                      POST owner
api-webhook-test                        POST owner
api-webhook-deliveries                  GET owner
api-webhook-delivery-again              POST owner?
api-boxes                               GET anyone
api-box                                 GET anyone PUT owner

api-players                             GET anyone POST organiser+
api-players-import                      POST organiser
api-players-import-preview              POST organiser
api-player                              GET anyone PATCH organiser
api-player-account                      PUT organiser:admin DELETE organiser/player:admin
api-player-anonymise                    POST organiser:admin
api-player-claims                       GET account:organise POST account:organise
api-player-claim-link                   POST organiser:admin DELETE organiser:admin
api-player-display                      PUT organiser/player
api-player-merge                        POST organiser
api-player-ratings                      GET anyone
api-player-record                       GET anyone
api-player-unmerge                      POST organiser
api-results-import                      POST organiser
api-results-import-preview              POST organiser

api-ladders                             GET anyone POST organiser
api-usual-ladders                       POST organiser
api-ladder                              GET anyone PATCH organiser
api-ladder-forecast                     POST anyone
api-ladder-matches                      POST organiser
api-ladder-match                        GET anyone
api-ladder-notes                        GET anyone
api-ladder-periods                      POST organiser
api-ladder-players                      GET anyone
api-ladder-players-csv                  GET anyone
api-ladder-changes                      GET anyone
api-ladder-rebuild                      POST organiser
api-ladder-visibility                   PUT organiser

api-seasons                             GET anyone POST organiser
api-season                              GET anyone PATCH organiser
api-season-table                        GET anyone
api-season-visibility                   PUT organiser

api-tournaments                         GET anyone POST organiser
api-tournament-import                   POST organiser
api-tournament-import-preview           POST organiser
api-tournament-presets                  GET anyone
api-tournament                          GET anyone
api-tournament-advice                   GET organiser:read
api-tournament-alternatives             GET organiser:read
api-tournament-bracket                  GET anyone?
api-tournament-cut                      GET anyone
api-tournament-entrants                 GET anyone
api-tournament-events                   GET anyone
api-tournament-file                     GET organiser:read
api-tournament-preview                  POST organiser:record
api-tournament-proposal                 GET anyone?
api-tournament-rounds                   GET anyone
api-tournament-sizes                    GET organiser:read
api-tournament-standings                GET anyone
api-tournament-players-csv              GET anyone
api-tournament-pairings-csv             GET anyone
api-tournament-standings-csv            GET anyone
api-tournament-visibility               PUT organiser
"""

TOURNAMENT_COMMANDS = """
rename organiser          set_stage organiser       drop_stage organiser
enter organiser           remove organiser          check_in scorekeeper
check_out scorekeeper     drop arbiter              bring_back arbiter
keep_apart organiser      fix_tables organiser      affiliate organiser
start_stage organiser     substitute organiser      close_stage organiser
reopen_stage organiser    unstart_stage organiser
propose organiser         swap organiser            move organiser
lock organiser            edit organiser            discard organiser
publish organiser         withdraw_tables organiser reseat organiser
move_table organiser      repair organiser
begin_table scorekeeper   start_table scorekeeper   record scorekeeper
correct arbiter           report scorekeeper/player accept_report arbiter
confirm scorekeeper       withdraw_result arbiter   call_arbiter scorekeeper/player
rule arbiter              replay arbiter            penalise arbiter
start_clock arbiter       pause_clock arbiter       resume_clock arbiter
add_time arbiter          finish organiser          reopen organiser
undo organiser            redo organiser
show_notice organiser     take_away_notice organiser
"""
"""Who may send each command of a tournament, through the API and by its pages."""

SEASON_COMMANDS = {
    "revise": ("api-season", "PATCH"),
    "add_evening": ("api-season-evenings", "POST"),
    "remove_evening": ("api-season-evening", "DELETE"),
    "move_evening": ("api-season-evening-move", "POST"),
    "close": ("api-season-close", "POST"),
    "reopen": ("api-season-reopen", "POST"),
}
LADDER_COMMANDS = {
    "revise": ("api-ladder", "PATCH"),
    "start_list": ("api-ladder-start-list", "POST"),
    "freeze": ("api-ladder-freeze", "POST"),
    "thaw": ("api-ladder-thaw", "POST"),
}
"""The commands of seasons and ladders with their endpoints: all of them are for organisers."""

ANY_METHOD = {"login", "login-code"}
"""Views of Django's that send whoever is logged in elsewhere before they look at the method."""

SECRETS = {"api-choices", "api-export"}
"""What of a match is secret while it goes on: 403 for nobody too."""

ADMIN_OPEN = {"admin:login", "admin:logout", "admin:jsi18n"}
"""What of the admin those see who are not staff; for the rest they are asked to log in."""
