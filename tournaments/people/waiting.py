"""The matches online that somebody plays themselves, those first that wait for them."""

from uuid import UUID

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.installed import name_of_game
from replays.models import Match
from replays.ports import Actor, NextStep
from replays.selectors.logs import load_log
from tournaments.people.onlooker import Onlooker
from tournaments.people.selectors.players import players_of_user
from tournaments.people.standing import standing_of

MOST = 4
"""What a page has room for; the list of matches has the rest."""


def own_matches(actor: Actor) -> list[NextStep]:
    """Return the open matches at which an actor plays a seat, newest first within each kind."""
    standing = standing_of(actor)
    own = players_of_user(standing.user_id) if standing.user_id is not None else set()
    if not own:
        return []
    seated = Match.objects.filter(
        source=Match.Source.ONLINE,
        status=Match.Status.OPEN,
        parent_id=None,
        seatings__player_id__in=own,
    )
    newest = Onlooker(actor).visible(seated.distinct()).order_by("-created_at", "id")[:MOST]
    waiting = {match: _waits(match, own) for match in newest}
    return [
        NextStep(
            _("Play %(game)s") % {"game": _title(match)},
            _("It is your turn.") if waits else _("The others are to play."),
            reverse("replays:record", args=[match.pk]),
        )
        for match, waits in sorted(waiting.items(), key=lambda item: not item[1])
    ]


def _waits(match: Match, own: set[UUID]) -> bool:
    """Say whether a match waits for one of these players, or for anybody to begin it."""
    try:
        log = load_log(match.pk)
        needs = log.rules.needs(log.state)
    except (KaitenError, RuleViolation):  # damaged, or its rules are gone: its page says so
        return False
    seats = {seat for seat, player in enumerate(log.players) if player in own}
    return any(need.seat is None or need.seat in seats for need in needs)


def _title(match: Match) -> str:
    language = "fr" if (get_language() or "en").startswith("fr") else "en"
    return match.title or name_of_game(match.game, language)
