"""What is written to a match beside its moves: its life, undo as events, notes."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.core.viewer import ARBITER
from replays import actions
from replays.api import examples, serializers
from replays.api.access import MatchView, event_of, require_viewer
from replays.api.answers.matches import AmendmentPreviewAnswer
from replays.api.writing import Given, writes
from replays.errors import KaitenError
from replays.events import SeatTakenOver
from replays.http.schema import operation
from replays.installed import missing_rules
from replays.ports import ENDED_STATUSES
from replays.services import confirming, counts, life, own_seats, undo
from replays.services.append import Appended
from replays.services.chance import draw_chance
from replays.services.typing import play_notation
from replays.telling import Report, RoundCount, Stop


def draw_for_seats(_data: Given, common: Given, _seats: frozenset[int]) -> Appended:
    """Luck, up to the next choice."""
    return own_seats.draw_all(**common)


def take_back(data: Given, common: Given, seats: frozenset[int]) -> Appended:
    """Undo for whoever plays their own seat."""
    return own_seats.take_back_own(seats=seats, **data, **common)


@writes(
    "Let chance roll or draw",
    actions.PLAY,
    serializers.Nothing,
    examples.CHANCE,
    seated=draw_for_seats,
)
def chance(_data: Given, common: Given) -> Appended:
    """Luck for a match without a physical table."""
    return draw_chance(**common)


@writes("Append typed events", actions.PLAY, serializers.Notation, examples.NOTATION)
def notation(data: Given, common: Given) -> Appended:
    """The log of a match, as people write it."""
    return play_notation(text=data["text"], **common)


@writes("Report a result", actions.REPORT, serializers.Report, examples.REPORT)
def report(data: Given, common: Given) -> Appended:
    """A result told by people."""
    return life.report_result(report=Report(**data), **common)


@writes("Tell what a round left", actions.REPORT, serializers.Count, examples.COUNT)
def count(data: Given, common: Given) -> Appended:
    """A round, counted or by its scores, as soon as it is over."""
    return counts.count_round(count=RoundCount(**data), **common)


@writes("Stop a match early", actions.STOP, serializers.Stop, examples.STOP)
def stop(data: Given, common: Given) -> Appended:
    """An early end."""
    return life.stop_match(stop=Stop(**data), **common)


@writes("Rule on the result", actions.RULE, serializers.Rule, examples.RULE)
def rule(data: Given, common: Given) -> Appended:
    """An arbiter's decision."""
    return life.rule_result(**data, **common)


def confirm_seats(data: Given, common: Given, seats: frozenset[int]) -> Appended:
    """The same by whoever answers for these seats only."""
    if data["seat"] not in seats:
        raise KaitenError("not_your_seat", 422, seat=data["seat"])
    return confirming.confirm_result(**data, **common)


@writes(
    "Agree to the result",
    actions.CONFIRM,
    serializers.Confirm,
    examples.CONFIRM,
    seated=confirm_seats,
)
def confirm(data: Given, common: Given) -> Appended:
    """A seat that says the result is right."""
    return confirming.confirm_result(**data, **common)


@writes("Seat somebody else", actions.TAKE_OVER, serializers.TakeOver, examples.TAKE_OVER)
def takeover(data: Given, common: Given) -> Appended:
    """A substitute."""
    return life.take_over_seat(change=SeatTakenOver(**data), **common)


@writes("Reopen an ended match", actions.REOPEN, serializers.Reason, examples.REASON)
def reopen(_data: Given, common: Given) -> Appended:
    """Play goes on, or the record is corrected."""
    return life.reopen_match(**common)


@writes("Abandon a match", actions.ABANDON, serializers.Reason, examples.REASON)
def abandon(_data: Given, common: Given) -> Appended:
    """Nobody will go on."""
    return life.abandon_match(**common)


@writes("Void a match", actions.VOID, serializers.Reason, examples.REASON)
def void(_data: Given, common: Given) -> Appended:
    """The match does not count."""
    return life.void_match(**common)


@writes(
    "Go back (or forward) to a version",
    actions.REWIND,
    serializers.Rewind,
    examples.REWIND,
    seated=take_back,
)
def rewind(data: Given, common: Given) -> Appended:
    """Undo and redo."""
    return undo.rewind(**data, **common)


@writes("Replace a recorded event", actions.AMEND, serializers.Amend, examples.AMEND)
def amend(data: Given, common: Given) -> Appended:
    """A correction."""
    new = undo.Replacement(data["target"], event_of(data["replacement"]), data["dropped"])
    return undo.amend(replacement=new, **common)


class AmendPreviewView(MatchView):
    """A correction before it is made."""

    requires = {"POST": actions.AMEND}

    @operation(
        "matches_amend_preview",
        "What a correction would drop",
        AmendmentPreviewAnswer,
        *(401, 403, 404, 409, 413, 415, 422),
        request=serializers.AmendPreview,
        example=examples.AMEND_PREVIEW,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Say what amending would drop, and whether what is left is legal; writes nothing."""
        match = self.match(match_id)
        if match.status in ENDED_STATUSES:  # nobody records any more: it takes who may see it all
            require_viewer(request, match, ARBITER)
        data = serializers.AmendPreview.read(request)
        if (missing := missing_rules(match.game, match.rules)) is not None:
            raise missing
        preview = undo.preview_amendment(
            match_id=match_id, target=data["target"], replacement=event_of(data["replacement"])
        )
        return Response(AmendmentPreviewAnswer.from_preview(match_id, preview, self.words))


@writes("Write a note on a version", actions.ANNOTATE, serializers.Annotate, examples.ANNOTATE)
def annotate(data: Given, common: Given) -> Appended:
    """A note."""
    return undo.annotate(comment=undo.Comment(**data), **common)


@writes("Let a refused event happen", actions.OVERRIDE, serializers.Override, examples.OVERRIDE)
def override(data: Given, common: Given) -> Appended:
    """An arbiter's exception to the rules."""
    return undo.override(event=event_of(data["event"]), **common)
