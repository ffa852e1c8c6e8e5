"""Which events each kind of news is made of."""

from collections.abc import Collection, Mapping

from games.registry import games
from replays import events as matches
from tournaments.tournaments.director import events as tournaments
from tournaments.webhooks.models import WebhookKind

CHANGED_LATER = frozenset({matches.LogRewound.type, matches.LogAmended.type})
"""These happen to every match; they are news of its end only where it had one, or has one now."""
LIFE = (matches.RESULT_TYPES - CHANGED_LATER) | {
    matches.MatchCreated.type,
    matches.MatchConfirmed.type,
}
_SEATING = (
    tournaments.TablesPublished,
    tournaments.TablesWithdrawn,
    tournaments.TableReseated,
    tournaments.TableMoved,
    tournaments.ByeGiven,
    tournaments.ByeTaken,
)
_RESULTS = (
    tournaments.ResultRecorded,
    tournaments.ResultConfirmed,
    tournaments.ResultWithdrawn,
    tournaments.Penalised,
)
_BORDERS = (
    tournaments.TournamentCreated,
    tournaments.TournamentRenamed,
    tournaments.StageStarted,
    tournaments.StageClosed,
    tournaments.StageReopened,
    tournaments.StageUnstarted,
    tournaments.Substituted,
    tournaments.TournamentFinished,
    tournaments.TournamentReopened,
)
# What is undone may be any of them.
_UNDONE = {tournaments.TournamentRewound.type}
OF_TOURNAMENTS: Mapping[WebhookKind, frozenset[str]] = {
    WebhookKind.ROUNDS: frozenset(event.type for event in _SEATING) | _UNDONE,
    WebhookKind.RESULTS: frozenset(event.type for event in _RESULTS) | _UNDONE,
    WebhookKind.STAGES: frozenset(event.type for event in _BORDERS) | _UNDONE,
}
_OF_ANY_TOURNAMENT = frozenset().union(*OF_TOURNAMENTS.values())


def may_be_news(type_: str) -> bool:
    """Say whether events of a type are of a match, or of a kind of news about tournaments."""
    slug = type_.partition(".")[0]
    if slug == "tournament":
        return type_ in _OF_ANY_TOURNAMENT
    return slug in ("match", "log") or any(rules.slug == slug for rules in games())


def kind_of(type_: str, wanted: Collection[str], *, ended: bool = False) -> WebhookKind | None:
    """Return the first of some kinds that an event is news of, or None.

    `ended` says that the match of the event had ended before it, or has ended with it.
    """
    found = [kind for kind, types in OF_TOURNAMENTS.items() if type_ in types]
    if not type_.startswith("tournament."):
        of_life = type_ in LIFE or (ended and type_ in CHANGED_LATER)
        found = [WebhookKind.MATCHES] * of_life + [WebhookKind.ENTRIES]
    return next((kind for kind in found if kind in wanted), None)
