"""Branches beside a match: what was played on from its steps, and what a branch came from."""

from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from django import forms
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.core.viewer import ARBITER, PUBLIC, Viewer
from replays import actions, ports
from replays.errors import UnknownStream
from replays.log import Log
from replays.models import Match
from replays.selectors.branches import branches_of
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.web.access import actor_of, language, may, onlooker_of
from replays.web.seats import seat_labels
from replays.web.story import tell


@dataclass(frozen=True, slots=True)
class BranchLine:
    """One match that was played on from a step."""

    ply: int
    address: str
    labels: list[str]
    is_open: bool


class Beside(NamedTuple):
    """What happened at one step in the match, and what in its branch."""

    ply: int
    there: str
    here: str


class BranchBook:
    """The branches of a match, or what a branch came from, as a visitor may know them."""

    def __init__(self, request: HttpRequest, match: Match, log: Log) -> None:
        self.match = match
        self._request, self._log = request, log

    @cached_property
    def by_step(self) -> dict[int, list[BranchLine]]:
        """The branches by the number of the step where they part."""
        steps: dict[int, list[BranchLine]] = {}
        for branch in branches_of(self.match.pk, onlooker_of(self._request)):
            players = [seat.player_id for seat in branch.seatings.all()]
            line = BranchLine(
                ply=branch.parent_ply or 0,
                address=reverse("replays:match", args=[branch.pk]),
                labels=seat_labels(players, language()),
                is_open=branch.status == Match.Status.OPEN,
            )
            steps.setdefault(line.ply, []).append(line)
        return steps

    @property
    def plies(self) -> list[int]:
        """The steps from which somebody played on."""
        return list(self.by_step)

    @cached_property
    def may_branch(self) -> bool:
        """True where the visitor can play on from a step."""
        match = self.match
        if match.parent_id is not None or match.status not in ports.ENDED_STATUSES:
            return False
        if not self._log.plies or not may(self._request, actions.BRANCH, match):
            return False
        return ARBITER in ports.policy().viewers(actor_of(self._request), match)

    @cached_property
    def parent(self) -> Match | None:
        """The match that this one was played on from, if it is here."""
        if self.match.parent_id is None:
            return None
        if onlooker_of(self._request).missing({"match_id": self.match.parent_id}):
            return None
        try:
            return get_match(self.match.parent_id)
        except UnknownStream:
            return None

    @property
    def parent_address(self) -> str:
        """Where the step is at which the two part."""
        origin = self._log.created.parent
        if origin is None:
            return ""
        address = reverse("replays:match", args=[origin.match])
        return f"{address}?ply={origin.ply}&v={origin.version}"

    @cached_property
    def beside(self) -> list[Beside]:
        """What happened there and here, from the step on where they part."""
        origin = self._log.created.parent
        if self.parent is None or origin is None:
            return []
        other = load_log(origin.match).at(origin.version)
        there = _sentences(other, self._viewer_of(self.parent))
        here = _sentences(self._log, self._viewer_of(self.match))
        pairs = zip_longest(there[origin.ply :], here[origin.ply :], fillvalue="")
        return [Beside(ply, *pair) for ply, pair in enumerate(pairs, origin.ply + 1)]

    def _viewer_of(self, match: Match) -> Viewer:
        permitted = ports.policy().viewers(actor_of(self._request), match)
        return ARBITER if ARBITER in permitted and match.status != Match.Status.OPEN else PUBLIC


USUAL_BOT = "greedy"


class BranchForm(forms.Form):
    """Which seat somebody plays on from, and which bot plays the others."""

    def __init__(
        self, data: QueryDict | None = None, *, labels: list[str], bots: list[tuple[str, str]]
    ) -> None:
        super().__init__(data)
        self.fields["seat"] = forms.ChoiceField(
            label=_("Which seat do you play?"),
            choices=[(str(seat), label) for seat, label in enumerate(labels)],
            initial="0",
            widget=forms.RadioSelect,
        )
        self.fields["bot"] = forms.ChoiceField(
            label=_("Who plays the other seats?"), choices=bots, initial=USUAL_BOT
        )

    @property
    def plain_rows(self) -> list[forms.BoundField]:
        return [self["seat"], self["bot"]]


def _sentences(log: Log, viewer: Viewer) -> list[str]:
    if log.missing is not None:
        return []
    labels = seat_labels(log.players, language())
    turns = tell(log, viewer, labels, language())
    return [line.sentence for turn in turns for line in turn.lines]
