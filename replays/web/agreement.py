"""For whom somebody may agree to the result of a table on a page."""

from django.http import HttpRequest

from replays import actions, ports
from replays.log import Log
from replays.models import Match
from replays.web.access import actor_of, may
from replays.web.agreeing import Agreement, agreement
from replays.web.results import ResultTable


def agreement_of(
    request: HttpRequest, match: Match, log: Log, result: ResultTable | None
) -> Agreement | None:
    """Return who has agreed to the result of a table; None where there is none to agree to."""
    if result is None:
        return None
    asked = seats_to_agree_for(request, match)
    return agreement(log, result, asked=asked, may_reopen=may(request, actions.REOPEN, match))


def seats_to_agree_for(request: HttpRequest, match: Match) -> frozenset[int]:
    """Return the seats for which whoever asks may agree, if they have not yet."""
    if not may(request, actions.CONFIRM, match):
        return frozenset()
    hand = ports.policy().hand(actor_of(request), match)
    return frozenset(range(match.seats)) if hand is None else hand
