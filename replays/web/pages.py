"""The match page as one value: the log, the point of view, what its visitor may do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.canonical import canonical_json
from games.core.viewer import ARBITER, PUBLIC, Viewer
from replays import actions, ports
from replays.installed import name_of_game
from replays.log import Log
from replays.models import Match, Verification
from replays.ports import RatingNote
from replays.selectors.logs import texts_of
from replays.web.access import Sight, actor_of, language, may, onlooker_of, seat_parameter
from replays.web.agreement import Agreement, agreement_of
from replays.web.branches import BranchBook
from replays.web.bundles import Screening
from replays.web.comments import CommentBook
from replays.web.depths import Depth, depth_of, where_it_stops
from replays.web.history import HistoryRow, history_of, moment
from replays.web.keys import Key, keys_for
from replays.web.options import OptionList, option_list
from replays.web.outline import Outline
from replays.web.recorded import (
    Recording,
    corrected_plies,
    has_corrections,
    recorded_story,
)
from replays.web.results import ResultTable, result_table
from replays.web.rounds import RoundTable, told_rounds
from replays.web.seats import Sitter
from replays.web.story import has_secrets
from replays.web.writing import new_key


class ViewerChoice(NamedTuple):
    label: str
    address: str
    current: bool


class StoryPart(NamedTuple):
    """What happened between two steps; without `html` only where it can be read."""

    first: int
    last: int
    html: str


class BareLine(NamedTuple):
    """One entry of a log as it is stored."""

    version: int
    type: str
    recorded_at: datetime
    payload: str
    """Empty where it might hold what the viewer may not see."""


class RatingsPanel(NamedTuple):
    """What ladders say about a match, those that count it apart from the others."""

    notes: tuple[RatingNote, ...]

    @property
    def expected(self) -> list[RatingNote]:
        """The ladders that will count the match once it is over, or have not got to it yet."""
        return [note for note in self.notes if note.rated and not note.lines]

    @property
    def changed(self) -> list[RatingNote]:
        return [note for note in self.notes if note.lines]

    @property
    def others(self) -> list[RatingNote]:
        """The ladders that do not count it, each with its reason."""
        return [note for note in self.notes if not note.rated]


@dataclass
class MatchPage:
    """Everything around the board; nothing in it is hidden from its viewer."""

    request: HttpRequest
    match: Match
    current: Log
    log: Log
    sight: Sight
    sitters: list[Sitter]
    ply: int

    @cached_property
    def title(self) -> str:
        return match_title(self.match)

    @property
    def keys(self) -> tuple[Key, ...]:
        return keys_for(len(self.viewers))

    @cached_property
    def labels(self) -> list[str]:
        return [sitter.label for sitter in self.sitters]

    @cached_property
    def path(self) -> str:
        return reverse("replays:match", args=[self.match.pk])

    @property
    def is_old(self) -> bool:
        """True when an address asked for an earlier version."""
        return self.log.version != self.current.version

    @property
    def kept_parameters(self) -> dict[str, str]:
        """What every step's address repeats."""
        parameters = {"v": str(self.log.version)} if self.is_old else {}
        if self.sight.parameter:
            parameters["seat"] = self.sight.parameter
        return parameters

    @cached_property
    def query(self) -> str:
        """The start of every step's address, ready for `ply=`."""
        parameters = urlencode(self.kept_parameters)
        return f"{self.path}?{parameters}&" if parameters else f"{self.path}?"

    @property
    def seat(self) -> str:
        """The point of view as addresses name it."""
        return seat_parameter(self.sight.viewer)

    @cached_property
    def share(self) -> str:
        """The address of this step that stays what it is, whatever is recorded later."""
        return self._address_of_step(self.path)

    @cached_property
    def pictures(self) -> dict[str, str]:
        """The addresses of this step as a picture; whoever asks there sees what they may see."""
        return {
            form: self._address_of_step(reverse(f"replays:picture_{form}", args=[self.match.pk]))
            for form in ("svg", "png")
        }

    def _address_of_step(self, path: str) -> str:
        parameters = {"ply": str(self.ply), "v": str(self.log.version)}
        if self.sight.parameter:
            parameters["seat"] = self.sight.parameter
        return self.request.build_absolute_uri(f"{path}?{urlencode(parameters)}")

    @cached_property
    def viewers(self) -> list[ViewerChoice]:
        """The points of view to choose from; none where nothing is hidden."""
        if len(self.sight.choices) < 2 or not has_secrets(self.log, PUBLIC):
            return []
        return [
            ViewerChoice(
                label=self._viewer_label(viewer),
                address=f"{self.path}?{urlencode(self._viewer_parameters(viewer))}",
                current=viewer == self.sight.viewer,
            )
            for viewer in self.sight.choices
        ]

    @cached_property
    def screening(self) -> Screening:
        return Screening(self.log, self.sight.viewer, self.labels, language(), self.is_old)

    @property
    def step(self) -> str:
        """The HTML of the step that is shown."""
        return self.screening.step(self.ply)

    @property
    def controls(self) -> str:
        """The HTML of the bar below it."""
        context = {"page": self, "frame": self.screening.frame(self.ply)}
        name = "replays/partials/_controls.html"
        return self.screening.rendered(name, context, self.ply, self.query)

    @property
    def story(self) -> str:
        """The HTML of what happened, told around the step that is shown."""
        told = self.outline.part_of(self.ply)
        return self.screening.rendered(
            "replays/partials/_story.html", {"page": self}, told, self.query
        )

    @property
    def option_lines(self) -> str:
        """The HTML of the options of the match."""
        return self.screening.rendered("replays/partials/_options.html", {"page": self})

    @property
    def people(self) -> str:
        """The HTML of who plays, with addresses of this club."""
        context = {"page": self, "match": self.match}
        name = "replays/partials/_people.html"
        return self.screening.rendered(name, context, *self.sitters, self.path)

    @property
    def outline(self) -> Outline:
        return self.screening.outline

    @property
    def frames_address(self) -> str:
        """Where the frames of the first part are, but for its key; others differ in the number."""
        path = reverse("replays:frames", args=[self.match.pk, 0])
        own = {"v": str(self.log.version)} if self.is_old else {}
        parameters = own | {"seat": seat_parameter(self.sight.viewer), "lang": language()}
        return f"{path}?{urlencode(parameters)}"

    @property
    def frame_keys(self) -> list[str]:
        """What each part is fetched by, so that it is kept until it changes."""
        return [self.screening.key(part) for part in range(len(self.outline.parts))]

    @cached_property
    def story_parts(self) -> list[StoryPart]:
        """What happened, part by part; told here around the step that is shown."""
        outline = self.outline
        shown = outline.part_of(self.ply)
        return [
            StoryPart(
                *outline.steps(part),
                html=self.screening.lines(part, self.query) if part == shown else "",
            )
            for part in range(len(outline.parts))
        ]

    @cached_property
    def comments(self) -> CommentBook:
        """What people wrote about the match, as far as the visitor may read it."""
        return CommentBook(self.request, self.match, self.current, self.log)

    @cached_property
    def branches(self) -> BranchBook:
        """What was played on from the match, or what it was played on from."""
        return BranchBook(self.request, self.match, self.log)

    @property
    def commented_plies(self) -> list[int]:
        """The steps that have a comment."""
        return self.comments.plies

    @property
    def depth(self) -> Depth:
        """How deep the record goes."""
        return depth_of(self.log)

    @property
    def has_board(self) -> bool:
        """False for a match of which no move but a result or rounds are known: it is those."""
        return bool(self.log.plies) or not (self.log.ended or self.log.life.counted)

    @cached_property
    def rounds(self) -> RoundTable | None:
        """The rounds that were told one by one; None where a result tells them, or nobody did."""
        return told_rounds(self.log, self.labels)

    @property
    def where_it_stops(self) -> str:
        """At which step a partial record stops and why; empty for any other."""
        return where_it_stops(self.log)

    @property
    def as_recorded(self) -> bool:
        """True when the address asks for every entry, also those that do not count any more."""
        return self.request.GET.get("as") == "recorded" and self.has_corrections

    @cached_property
    def has_corrections(self) -> bool:
        """True when something was taken back or corrected."""
        return self.log.missing is None and has_corrections(self.log)

    @property
    def corrected_plies(self) -> list[int]:
        """The steps at which the record was corrected."""
        return corrected_plies(self.log)

    @cached_property
    def recorded(self) -> Recording:
        """The record as it was made, as far as the viewer may know it."""
        return recorded_story(self.log, self.sight.viewer, self.labels, language(), self._actors)

    @cached_property
    def bare_story(self) -> list[BareLine]:
        """What happened where no rules can tell it: what the viewer may read of each entry."""
        return [
            BareLine(row.version, row.type, moment(row.recorded_at), _written(row.payload))
            for row in self.log.feed(self.sight.viewer)
        ]

    @cached_property
    def history(self) -> list[HistoryRow]:
        """What was done to the record; reasons are for those who may write."""
        return history_of(self.log, self.labels, self._notes, self._actors)

    @cached_property
    def options(self) -> OptionList:
        return option_list(self.log.rules, self.log.setup, language())

    @cached_property
    def result(self) -> ResultTable | None:
        return result_table(self.log, self.sitters, language(), self.sight.viewer)

    @cached_property
    def agreement(self) -> Agreement | None:
        """Who has agreed to the result; None where there is none to agree to."""
        if self.is_old:
            return None
        return agreement_of(self.request, self.match, self.log, self.result)

    @property
    def key(self) -> str:
        """What tells one form of this page from the next."""
        return new_key()

    @cached_property
    def ratings(self) -> RatingsPanel:
        onlooker = onlooker_of(self.request)
        return RatingsPanel(tuple(ports.ratings().of_match(self.match, language(), onlooker)))

    @cached_property
    def visibility(self) -> object:
        """Who finds the match."""
        onlooker_of(self.request).mark([self.match])
        return getattr(self.match, "visibility", "")

    @cached_property
    def level_choice(self) -> ports.LevelChoice | None:
        """What asks who finds the match; None for those who may not say it."""
        return onlooker_of(self.request).choice(self.match)

    @property
    def show_result(self) -> bool:
        """True at the end, or where the moves do not tell it; else it waits to be asked for."""
        by_people = self.result is not None and self.result.kind != "derived"
        return by_people or self.ply == len(self.log.plies)

    @cached_property
    def verification(self) -> Verification | None:
        """What the last check found, unless it read further than the visitor may."""
        checked = Verification.objects.filter(pk=self.match.pk, version__lte=self.current.version)
        return next(iter(checked), None)

    @cached_property
    def may_record(self) -> bool:
        """True for whoever answers for the record, not for one seat alone."""
        return may(self.request, actions.REPORT, self.match)

    @cached_property
    def may_play(self) -> bool:
        """True for somebody whose own seat is played here."""
        if self.match.source != Match.Source.ONLINE or self.current.ended:
            return False
        actor = actor_of(self.request)
        seated = bool(ports.policy().seats(actor, self.match))
        return seated and may(self.request, actions.PLAY, self.match)

    @property
    def may_amend(self) -> bool:
        """True when a line of the log can be corrected."""
        open_here = not self.current.ended and not self.is_old
        return open_here and may(self.request, actions.AMEND, self.match)

    @property
    def may_read_all(self) -> bool:
        """True for an arbiter who does not look as one: a screen may be seen by everybody."""
        return ARBITER in self.sight.permitted and self.sight.viewer != ARBITER

    @property
    def may_download(self) -> bool:
        """True when the whole record may leave the house."""
        return ARBITER in self.sight.permitted

    @cached_property
    def _notes(self) -> Mapping[int, str]:
        return texts_of(self.match.pk) if self.may_record else {}

    @cached_property
    def _actors(self) -> Mapping[str, str]:
        """Who did what, for those of the club."""
        if not may(self.request, actions.READ_ACTORS, self.match):
            return {}
        return ports.people().actors({entry.actor for entry in self.log.entries}, language())

    def _viewer_label(self, viewer: Viewer) -> str:
        if viewer.role == "seat":
            return self.labels[viewer.seat]
        return _("Everybody") if viewer == PUBLIC else _("All cards")

    def _viewer_parameters(self, viewer: Viewer) -> dict[str, str]:
        parameters = {"ply": str(self.ply)}
        if self.is_old:
            parameters["v"] = str(self.log.version)
        if viewer != self.sight.default_viewer:
            parameters["seat"] = seat_parameter(viewer)
        return parameters


def _written(payload: Mapping[str, Any] | None) -> str:
    return canonical_json(payload) if payload is not None else ""


def match_title(match: Match) -> str:
    """Return the name of the game, or what stands on its box."""
    return match.title or game_name(match.game)


def game_name(slug: str) -> str:
    return name_of_game(slug, language())
