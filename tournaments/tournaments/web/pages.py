"""A tournament as its pages show it to one visitor: where it stands and what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from replays.web.refusals import Question
from replays.web.writing import new_key
from tournaments.tournaments.director.fold import seconds_between
from tournaments.tournaments.director.lots import tied_for_lots
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Round, Stage, State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.notices import NoticeAnswer, standing_notice
from tournaments.tournaments.selectors.rounds import (
    Reader,
    RoundAnswer,
    round_view,
    round_views,
)
from tournaments.tournaments.web.alternates import Alternates, alternates_of
from tournaments.tournaments.web.bracket_svg import Drawing, drawing_of
from tournaments.tournaments.web.folding import (
    FORMS_IN_SIGHT,
    TABLES_AT_LENGTH,
    Part,
    parts_of,
)
from tournaments.tournaments.web.stages import only_table, stage_names
from tournaments.tournaments.web.standings import (
    StandingRow,
    StandingsTable,
    overall_table,
    standings_table,
)
from tournaments.tournaments.web.steps import RepairWords, StepButton, repair_words, step_button
from tournaments.tournaments.web.tables import TableCard, card_of
from tournaments.tournaments.web.words import names

NOTICE_MINUTES = (5, 15, 30, 60)
"""How long a notice is offered to stand."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a tournament."""

    directs: bool = False
    """Sees what is for organisers only."""
    commands: frozenset[str] = frozenset()
    """The commands that the visitor may send by role."""
    reads_reports: bool = False
    """Sees what everybody at a table says of it."""
    reads_actors: bool = False
    """Sees who did what."""
    own: tuple[int, ...] = ()
    """The entrants this visitor plays as."""
    hidden: frozenset[UUID] = frozenset()
    """The matches of the tournament that are not for this visitor."""

    @property
    def reader(self) -> Reader:
        return Reader(self.reads_reports, self.own, self.hidden)


@dataclass(slots=True)
class Refused:
    """A form that was refused: why, and what had been typed into it."""

    form: str
    words: str
    sent: QueryDict
    question: Question | None = None
    """What whoever means it can answer."""

    def say(self) -> str:
        """Return why, but once: beside its form, or above all where the form is gone."""
        words, self.words = self.words, ""
        return words


class RoundCards(NamedTuple):
    """One round: its tables, and who has none."""

    view: RoundAnswer
    cards: list[TableCard]
    byes: str
    absent: str

    @property
    def title_id(self) -> str:
        return f"round-{self.view.stage}-{self.view.number}"

    @property
    def is_long(self) -> bool:
        """Whether its tables take a line each."""
        return len(self.cards) > TABLES_AT_LENGTH

    @property
    def parts(self) -> list[Part[TableCard]]:
        return parts_of(self.cards)

    @property
    def open_parts(self) -> list[Part[TableCard]]:
        """The tables that have no result yet."""
        return parts_of([one for one in self.cards if not one.has_result], FORMS_IN_SIGHT)

    @property
    def done(self) -> list[TableCard]:
        return [card for card in self.cards if card.has_result]


class StageView(NamedTuple):
    """A stage as the overview tells it below the one that is played."""

    stage: Stage
    name: str
    standings: StandingsTable | None
    bracket: Drawing | None


class ClockView(NamedTuple):
    running: bool
    left: int
    """Seconds, less than none once the time is up."""

    @property
    def text(self) -> str:
        """The time that is left, or by how much it is over."""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{'+' if self.left < 0 else ''}{minutes}:{seconds:02}"


@dataclass
class TournamentPage:
    """Everything the pages of one tournament share."""

    tournament: Tournament
    state: State
    visitor: Visitor
    labels: Mapping[int, str]
    now: datetime
    section: str = "overview"
    requested_stage: int = 0
    refused: Refused | None = None
    key: str = field(default_factory=new_key)

    @property
    def directs(self) -> bool:
        return self.visitor.directs

    @property
    def commands(self) -> frozenset[str]:
        return self.visitor.commands

    @property
    def is_open(self) -> bool:
        """Whether it is an open evening."""
        return self.stage is not None and self.stage.rules.is_open

    def sent(self, form: str) -> QueryDict | None:
        """Return what was typed into a form that was refused; None for any other."""
        return self.refused.sent if self.refused is not None and self.refused.form == form else None

    @cached_property
    def stage(self) -> Stage | None:
        """The stage that is shown: the one asked for, the one being played, or the first."""
        requested = self.state.stages.get(self.requested_stage)
        return requested or self.state.current or self.state.stages.get(1)

    @cached_property
    def notice(self) -> NoticeAnswer | None:
        """What organisers tell everybody now."""
        return standing_notice(self.tournament.id, self.state, self.now)

    @property
    def notice_minutes(self) -> tuple[int, ...]:
        return NOTICE_MINUTES

    @cached_property
    def stage_names(self) -> dict[int, str]:
        return stage_names(self.state)

    @property
    def stages(self) -> list[tuple[Stage, str]]:
        return [(stage, self.stage_names[number]) for number, stage in self.state.stages.items()]

    @property
    def stage_name(self) -> str:
        """What the stage that is shown is called."""
        return self.stage_names[self.stage.number] if self.stage is not None else ""

    @cached_property
    def other_stages(self) -> list[StageView]:
        """The stages that have begun besides the one that is shown, the newest first."""
        return [
            StageView(stage, name, self._standings(stage), self._bracket(stage))
            for stage, name in reversed(self.stages)
            if stage is not self.stage and stage.status != "planned"
        ]

    @property
    def sections(self) -> list[tuple[str, str, bool]]:
        """The pages of this tournament: name, address, whether it is this one."""
        offered = [("overview", _("Overview"), "tournament")]
        if not self.is_open:
            offered.append(("rounds", pgettext("tournament", "Rounds"), "tournament-rounds"))
        if self.cards:
            offered.append(("boards", pgettext("tournament", "Boards"), "tournament-boards"))
        offered.append(("entrants", _("Entrants"), "tournament-entrants"))
        if self.directs and not self.is_open:
            offered.append(("proposal", _("Proposal"), "tournament-proposal"))
        offered.append(("plan", _("Plan"), "tournament-plan"))
        offered.append(("log", _("Log"), "tournament-log"))
        return [(words, self.address(view), name == self.section) for name, words, view in offered]

    def address(self, view: str, *args: int) -> str:
        return reverse(f"tournaments:{view}", args=[self.tournament.id, *args])

    @cached_property
    def confirm_address(self) -> str:
        """Where the form of every table sends that its result is right."""
        return self.do_address("confirm")

    def do_address(self, command: str) -> str:
        """Return where the form of a command is sent."""
        return reverse("tournaments:tournament-do", args=[self.tournament.id, command])

    @cached_property
    def round(self) -> RoundCards | None:
        """The newest round of the stage that is shown."""
        last = self._last
        if self.stage is None or last is None:
            return None
        view = round_view(
            self.state, self.stage.number, last.number, self.labels, self.visitor.reader
        )
        return self._cards(self.stage, view)

    @property
    def has_long_round(self) -> bool:
        """Whether a table has to be looked for."""
        return any(
            len(row.tables) > TABLES_AT_LENGTH
            for stage in self.state.stages.values()
            for row in stage.rounds.values()
        )

    @cached_property
    def rounds(self) -> list[tuple[str, list[RoundCards]]]:
        """Every announced round, the newest first, below the name of its stage."""
        told = []
        for stage, name in reversed(self.stages):
            views = round_views(self.state, self.labels, self.visitor.reader, stage=stage.number)
            told.append((name, [self._cards(stage, view) for view in reversed(views)]))
        return [(name, rounds) for name, rounds in told if rounds]

    @property
    def cards(self) -> list[TableCard]:
        return self.round.cards if self.round is not None else []

    @property
    def folds_done(self) -> bool:
        """Whether whoever enters results would scroll past many tables that are over."""
        return self.round is not None and self.round.is_long and "record" in self.commands

    @property
    def open_cards(self) -> list[TableCard]:
        """The tables of the newest round that have no result yet."""
        return [card for card in self.cards if not card.has_result]

    def _cards(self, stage: Stage, view: RoundAnswer) -> RoundCards:
        cards = [card_of(self, view, table) for table in view.tables]
        if stage.rules.is_open:
            # Those still playing come first, then whoever finished last.
            cards.sort(key=lambda card: (card.has_result, -card.view.number))
        return RoundCards(
            view, cards, names(view.byes, self.labels), names(view.absent, self.labels)
        )

    @property
    def queue(self) -> list[TableCard]:
        """The tables that wait for somebody: reports that differ, calls for an arbiter."""
        return [card for card in self.cards if card.view.called or card.table.disputed]

    @cached_property
    def standings(self) -> StandingsTable | None:
        return self._standings(self.stage) if self.stage is not None else None

    def _standings(self, stage: Stage) -> StandingsTable | None:
        """Return how a stage stands; None where a bracket and the final ranking say it all."""
        told = stage.rules.format in CHAINED and self.final_ranking is not None
        if told or stage.status == "planned":
            return None
        return standings_table(self.state, stage, self.labels)

    @cached_property
    def final_ranking(self) -> StandingsTable | None:
        """The ranking over all stages, once it is over and there was more than one."""
        if not self.state.finished or len(self.state.stages) < 2:
            return None
        return overall_table(self.state, self.labels, self.stage_names)

    @property
    def podium(self) -> list[StandingRow]:
        """Who came first, second and third, once it is over."""
        ranking = (self.final_ranking or self.standings) if self.state.finished else None
        return [row for row in ranking.rows if (row.line.place or 9) <= 3] if ranking else []

    @cached_property
    def bracket(self) -> Drawing | None:
        return self._bracket(self.stage) if self.stage is not None else None

    def _bracket(self, stage: Stage) -> Drawing | None:
        """Return the bracket of an elimination that has begun and is more than one table."""
        if stage.status == "planned" or stage.rules.format not in CHAINED:
            return None
        if only_table(stage) is not None:
            return None
        return drawing_of(self.tournament.id, self.state, stage, self.labels)

    @property
    def _last(self) -> Round | None:
        return self.stage.last_round if self.stage is not None else None

    @property
    def _played(self) -> Round | None:
        """The newest round while its stage is played; an open evening has none."""
        running = self.stage is not None and self.stage.status == "running"
        return self._last if running and not self.is_open else None

    @property
    def clock(self) -> ClockView | None:
        last = self._last
        if last is None or last.clock is None or last.complete:
            return None
        since, left = last.clock.since, last.clock.seconds - last.clock.gone
        if since is not None:
            left -= seconds_between(since, self.now.isoformat())
        return ClockView(since is not None, left)

    @property
    def may_start_clock(self) -> bool:
        last = self._played
        return last is not None and last.clock is None and not last.complete

    @property
    def may_withdraw_round(self) -> bool:
        """Whether the newest round could be taken back as a whole."""
        return self._played is not None and self._played.untouched

    @property
    def may_reopen_stage(self) -> bool:
        """Whether the stage that is shown could go on."""
        stage = self.stage
        if stage is None or stage.status != "closed" or self.state.finished:
            return False
        later = self.state.stages.get(stage.number + 1)
        return later is None or later.status == "planned"

    @property
    def may_unstart_stage(self) -> bool:
        """Whether the stage that is shown could be planned again."""
        return (
            self.stage is not None and self.stage is self.state.current and not self.state.finished
        )

    @cached_property
    def alternates(self) -> Alternates | None:
        """Who could play instead of somebody in the stage that is played."""
        return alternates_of(self.state, self.labels) if "substitute" in self.commands else None

    @cached_property
    def repair(self) -> RepairWords | None:
        """The smallest repair of the newest round, where somebody left or came."""
        return repair_words(self.state, self.labels) if "repair" in self.commands else None

    @cached_property
    def tied(self) -> str:
        """Who could be separated by lots only, once the stage can be closed."""
        stage = self.stage
        if stage is None or stage.status != "running" or not stage.rounds:
            return ""
        if not all(row.complete for row in stage.rounds.values()):
            return ""
        return names(tied_for_lots(self.state, stage), self.labels)

    @cached_property
    def next_step(self) -> StepButton | None:
        return step_button(self.state, self.tournament.id)
