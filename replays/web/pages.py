"""The match page as one value: the log, the point of view, what its visitor may do."""

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from games.core.canonical import canonical_json
from games.core.viewer import ARBITER
from replays import actions, ports
from replays.installed import name_of_game
from replays.models import Match, Verification
from replays.ports import RatingNote
from replays.selectors.logs import last_check, texts_of
from replays.web.access import actor_of, language, may, onlooker_of
from replays.web.agreeing import Agreement
from replays.web.agreement import agreement_of
from replays.web.branches import BranchBook
from replays.web.comments import CommentBook
from replays.web.depths import Depth, depth_of, where_it_stops
from replays.web.history import HistoryRow, history_of, moment
from replays.web.options import OptionList, option_list
from replays.web.recorded import (
    Recording,
    corrected_plies,
    has_corrections,
    recorded_story,
)
from replays.web.results import ResultTable, result_table
from replays.web.rounds import RoundTable, told_rounds
from replays.web.visit import Visit
from replays.web.writing import new_key


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


class MatchPage(Visit):
    """Everything around the board; nothing in it is hidden from its viewer."""

    @cached_property
    def title(self) -> str:
        return match_title(self.match)

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
        checked = last_check(self.match.pk)
        return checked if checked and checked.version <= self.current.version else None

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


def _written(payload: Mapping[str, Any] | None) -> str:
    return canonical_json(payload) if payload is not None else ""


def match_title(match: Match) -> str:
    """Return the name of the game, or what stands on its box."""
    return match.title or game_name(match.game)


def game_name(slug: str) -> str:
    return name_of_game(slug, language())
