"""What each role may do in its club, and the scope that a token needs for it."""

from collections.abc import Mapping

from replays import actions
from tournaments.people.models import Role, Scope

PLAYER_WRITE = "player.write"
PLAYER_MERGE = "player.merge"
PLAYER_LINK = "player.link"
PLAYER_READ_PRIVATE = "player.read_private"
PLAYER_ANONYMISE = "player.anonymise"
CLUB_WRITE = "club.write"
CLUB_MEMBERS = "club.members"
BATCH_WRITE = "batch.write"
TOURNAMENT_WRITE = "tournament.write"
"""To begin and import tournaments, seasons and ladders; each of their commands is its own."""
TOURNAMENT_READ_PRIVATE = "tournament.read_private"
TOURNAMENT_READ_REPORTS = "tournament.read_reports"
"""To see what everybody at a table says of it."""
VISIBILITY_WRITE = "visibility.write"
"""To say who finds a match, a tournament, a season or a ladder."""
MATCH_READ_SECRETS = "match.read_secrets"
"""To see every seat of a match, whether it goes on or is over."""


def command_action(noun: str, command: str) -> str:
    """Return what sending a command to a tournament, season or ladder is called here."""
    return f"{noun}.{command}"


def _commands(noun: str, names: str) -> frozenset[str]:
    return frozenset(command_action(noun, name) for name in names.split())


GRANTED: Mapping[Role, Mapping[Scope, frozenset[str]]] = {
    Role.MEMBER: {
        Scope.READ: frozenset({actions.READ_ACTORS, actions.READ_COMMENTS}),
        Scope.RECORD: frozenset({actions.COMMENT, actions.BRANCH}),
    },
    Role.SCOREKEEPER: {
        Scope.RECORD: frozenset(
            {actions.CREATE, actions.PLAY, actions.REPORT, actions.STOP, actions.TAKE_OVER}
            | {actions.REWIND, actions.AMEND, actions.ANNOTATE, actions.CONFIRM}
        )
        | _commands("tournament", "check_in check_out begin_table start_table")
        | _commands("tournament", "record report confirm call_arbiter"),
    },
    Role.ARBITER: {
        Scope.READ: frozenset({MATCH_READ_SECRETS, TOURNAMENT_READ_REPORTS}),
        Scope.RECORD: frozenset(
            {actions.RULE, actions.REOPEN, actions.ABANDON, actions.VOID, actions.OVERRIDE}
        )
        | _commands("tournament", "drop bring_back correct accept_report withdraw_result")
        | _commands("tournament", "rule replay penalise")
        | _commands("tournament", "start_clock pause_clock resume_clock add_time"),
    },
    Role.ORGANISER: {
        Scope.READ: frozenset({TOURNAMENT_READ_PRIVATE, PLAYER_READ_PRIVATE}),
        Scope.ORGANISE: frozenset(
            {actions.IMPORT, BATCH_WRITE, TOURNAMENT_WRITE, PLAYER_WRITE, PLAYER_MERGE}
            | {VISIBILITY_WRITE, actions.ERASE}
        )
        | _commands("tournament", "rename set_stage drop_stage")
        | _commands("tournament", "enter remove keep_apart fix_tables affiliate")
        | _commands("tournament", "start_stage substitute close_stage reopen_stage unstart_stage")
        | _commands("tournament", "propose swap move lock edit discard publish withdraw_tables")
        | _commands("tournament", "reseat move_table repair finish reopen undo redo")
        | _commands("tournament", "show_notice take_away_notice")
        | _commands("season", "revise add_evening remove_evening move_evening close reopen")
        | _commands("ladder", "revise start_list freeze thaw"),
        Scope.ADMIN: frozenset({CLUB_MEMBERS, PLAYER_LINK, PLAYER_ANONYMISE}),
    },
    Role.OWNER: {Scope.ADMIN: frozenset({CLUB_WRITE})},
}
"""What each role may do besides what those below it may, and the scope that a token needs for it;
a session has every scope."""
AT_THE_TABLE = _commands("tournament", "report call_arbiter")
"""What those who sit at a table may do there, without any role."""
_TERMS: Mapping[str, tuple[Role, Scope]] = {
    action: (role, scope)
    for role, granted in GRANTED.items()
    for scope, every in granted.items()
    for action in every
}


def lowest_role(action: str) -> Role:
    """Return the lowest role that may do something."""
    return _TERMS[action][0]


def scope_for(action: str) -> Scope:
    """Return the scope that a token needs for an action: the widest for what no role is granted."""
    return _TERMS[action][1] if action in _TERMS else Scope.ADMIN


def permissions_of(role: Role) -> frozenset[str]:
    """Return everything that a role may do in its club."""
    below = Role.values[Role.values.index(role) :]
    return frozenset(
        action for value in below for granted in GRANTED[Role(value)].values() for action in granted
    )
