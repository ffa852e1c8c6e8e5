"""The life of a match beside its moves: reported, stopped, ruled, reopened, abandoned, voided."""

from typing import Any

from replays import actions
from replays.api import examples
from replays.api.serializers import Reason, Report, Rule, Stop, TakeOver
from replays.api.writing import WriteView, documented
from replays.events import SeatTakenOver
from replays.services import life
from replays.services.append import Appended


@documented("matches_report", "Report a result", Report, examples.REPORT)
class ReportView(WriteView):
    """A result told by people."""

    action = actions.REPORT
    body = Report

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Record the result."""
        return life.report_result(report=life.Report(**data), **common)


@documented("matches_stop", "Stop a match early", Stop, examples.STOP)
class StopView(WriteView):
    """An early end."""

    action = actions.STOP
    body = Stop

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """End the match with what counts."""
        return life.stop_match(stop=life.Stop(**data), **common)


@documented("matches_rule", "Rule on the result", Rule, examples.RULE)
class RuleView(WriteView):
    """An arbiter's decision."""

    action = actions.RULE
    body = Rule

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Record the ruling."""
        return life.rule_result(**data, **common)


@documented("matches_takeover", "Seat somebody else", TakeOver, examples.TAKE_OVER)
class TakeOverView(WriteView):
    """A substitute."""

    action = actions.TAKE_OVER
    body = TakeOver

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Put another player on the seat."""
        return life.take_over_seat(change=SeatTakenOver(**data), **common)


@documented("matches_reopen", "Reopen an ended match", Reason, examples.REASON)
class ReopenView(WriteView):
    """Play goes on, or the record is corrected."""

    action = actions.REOPEN
    body = Reason

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Open the match again."""
        return life.reopen_match(**common)


@documented("matches_abandon", "Abandon a match", Reason, examples.REASON)
class AbandonView(WriteView):
    """Nobody will go on."""

    action = actions.ABANDON
    body = Reason

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """End the match without a result."""
        return life.abandon_match(**common)


@documented("matches_void", "Void a match", Reason, examples.REASON)
class VoidView(WriteView):
    """The match does not count."""

    action = actions.VOID
    body = Reason

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Take the match out of every table."""
        return life.void_match(**common)
