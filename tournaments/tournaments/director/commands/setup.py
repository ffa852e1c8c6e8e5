"""The plan of a tournament: what it is called, its stages and their rules."""

from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.registry import rules_of
from tournaments.commands import LONGEST_TITLE, clean_day, clean_title
from tournaments.tournaments.director.commands.base import (
    Command,
    Context,
    Events,
    OfStage,
    read_number,
)
from tournaments.tournaments.director.events import (
    DraftDiscarded,
    StageDropped,
    StageSet,
    TournamentCreated,
    TournamentRenamed,
)
from tournaments.tournaments.director.games import is_playable
from tournaments.tournaments.director.presets import DUEL, PresetPlan, stages_of
from tournaments.tournaments.director.rankings import open_rules, standings_rules
from tournaments.tournaments.director.rules import (
    CHAINED,
    FORMATS,
    MOST_MINUTES,
    MOST_ROUNDS,
    MOST_STAGES,
    GameAtHand,
    StageRules,
)
from tournaments.tournaments.director.running_rules import rules_from_now_on
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.schedule import require_sizes
from tournaments.tournaments.pairing.problem import DEFAULT_AIMS

RULESET = 2
"""The newest meaning of the rules of pairing and ranking; a tournament keeps the one it has."""


def create(*, club: UUID, title: str, seed: str, day: str = "") -> TournamentCreated:
    """Begin a tournament; raises `title_missing`, `title_too_long` or `bad_date`."""
    return TournamentCreated(club, clean_title(title), RULESET, seed, clean_day(day))


def planned_stages(plan: PresetPlan) -> list[StageSet]:
    """Return the stages of a new tournament, each judged as if it was set by hand."""
    stages = [StageSet(number, rules) for number, rules in enumerate(stages_of(plan), 1)]
    former: StageRules | None = None
    for stage in stages:
        _require_rules(stage.rules, first=stage.stage == 1)
        _require_groups_before(stage, former)
        former = stage.rules
    return stages


class Rename(Command, frozen=True, kw_only=True):
    """Give the tournament another title or day."""

    example: ClassVar = {"title": "Spring cup", "day": "2026-03-21"}

    title: Annotated[
        str, Meta(description=f"The new title, of at most {LONGEST_TITLE} characters.")
    ]
    day: str = ""
    """The day it is held on, such as 2026-03-21; left out, it has none."""

    def decide(self, state: State, _context: Context) -> Events:
        event = TournamentRenamed(clean_title(self.title), clean_day(self.day))
        return [] if (event.title, event.day) == (state.title, state.day) else [event]


class SetStage(OfStage, frozen=True, kw_only=True):
    """Plan a stage, or plan it differently; while it is played, only what is still open changes.

    Open are the number of rounds (not below those announced), the aims, sizes, tables and byes of a
    Swiss, and in every format the minutes, the most tables and the boxes of the games.
    """

    example: ClassVar = {
        "stage": 1,
        "rules": {
            "format": "swiss",
            "games": [{"game": "sushi_go_party"}],
            "sizes": [3, 4],
            "preferred": 4,
            "rounds": 5,
        },
    }

    rules: StageRules
    """How the stage is paired, scored and ranked."""

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        known = state.stages.get(self.stage)
        if known is None and self.stage != len(state.stages) + 1:
            raise RuleViolation("stage_out_of_order", stage=self.stage)
        if known is not None and known.status == "closed":
            raise RuleViolation("stage_begun", stage=self.stage)
        if self.stage > MOST_STAGES:
            raise RuleViolation("too_many_stages", limit=MOST_STAGES)
        _require_rules(self.rules, first=self.stage == 1)
        if known is not None and known.status == "running":
            return _going_on(known, self.rules)
        planned = StageSet(self.stage, self.rules)
        former, later = (state.stages.get(self.stage + step) for step in (-1, 1))
        _require_groups_before(planned, former.rules if former is not None else None)
        if later is not None:
            _require_groups_before(StageSet(later.number, later.rules), self.rules)
        same = known is not None and known.rules == self.rules
        return [] if same else [planned]


def _going_on(stage: Stage, wanted: StageRules) -> Events:
    rules = rules_from_now_on(stage, wanted)
    if rules == stage.rules:
        return []
    events: Events = [StageSet(stage.number, rules)]
    if rules.format == "swiss" and stage.draft is not None and stage.draft.round > rules.rounds:
        events.append(DraftDiscarded(stage.number))
    return events


class DropStage(OfStage, frozen=True, kw_only=True):
    """Take the last stage back."""

    example: ClassVar = {"stage": 2}

    def decide(self, state: State, _context: Context) -> Events:
        state.require_going_on()
        if state.stage(self.stage).status != "planned":
            raise RuleViolation("stage_begun", stage=self.stage)
        if self.stage != len(state.stages):
            raise RuleViolation("stage_out_of_order", stage=self.stage)
        return [StageDropped(self.stage)]


def _require_rules(rules: StageRules, *, first: bool) -> None:
    if rules.format not in FORMATS:
        raise RuleViolation("unknown_format", format=rules.format, known=list(FORMATS))
    if not rules.games or (len(rules.games) > 1 and not rules.is_open):
        raise RuleViolation("one_game_per_stage", games=len(rules.games))
    if not rules.is_open:
        _require_sizes(rules)
    _require_third_place(rules)
    for game in rules.games:
        _require_game(game, rules)
    if rules.is_open:
        open_rules(rules)
    else:
        standings_rules(rules)
    unknown = [name for name in rules.aims if name not in {aim.value for aim in DEFAULT_AIMS}]
    if unknown or len(set(rules.aims)) != len(rules.aims):
        raise RuleViolation("unknown_aim", known=[aim.value for aim in DEFAULT_AIMS])
    if rules.format == "swiss" and not 1 <= rules.rounds <= MOST_ROUNDS:
        raise RuleViolation("bad_round_count", limit=MOST_ROUNDS)
    if not 0 <= rules.minutes <= MOST_MINUTES:
        raise RuleViolation("bad_minutes", limit=MOST_MINUTES)
    _require_cut(rules, first)
    _require_ranking(rules)


def _require_sizes(rules: StageRules) -> None:
    sizes = tuple(sorted(set(rules.sizes)))
    if sizes != tuple(sorted(rules.sizes)) or not sizes or rules.preferred not in sizes:
        raise RuleViolation("preferred_not_allowed", sizes=list(rules.sizes), size=rules.preferred)
    if rules.format in ("round_robin", "double_elimination") and sizes != (2,):
        raise RuleViolation("two_at_a_table", format=rules.format)
    if rules.format in CHAINED and not 1 <= rules.advance < rules.preferred:
        raise RuleViolation("bad_advance", advance=rules.advance, size=rules.preferred)
    if rules.groups < 1 or (rules.most_tables is not None and rules.most_tables < 1):
        raise RuleViolation("bad_table_count")


def _require_third_place(rules: StageRules) -> None:
    if rules.third_place and (rules.format != "elimination" or rules.preferred != DUEL):
        raise RuleViolation("no_third_place", format=rules.format, size=rules.preferred)


def _require_game(game: GameAtHand, rules: StageRules) -> None:
    engine = rules_of(game.game)
    if game.boxes is not None and game.boxes < 1:
        raise RuleViolation("bad_box_count", game=game.game)
    if rules.is_open:
        if not any(is_playable(game, seats) for seats in engine.seats):
            make_setup(engine, seats=engine.seats[0], options=game.options)
        return
    legal = [seats for seats in engine.seats if is_playable(game, seats)]
    if not legal:
        make_setup(engine, seats=rules.preferred, options=game.options)
    require_sizes(rules.sizes, legal)


def _require_cut(rules: StageRules, first: bool) -> None:
    if first and rules.cut.kind != "all":
        raise RuleViolation("cut_without_former_stage")
    former_only = rules.seeding in ("former", "crossed") or rules.carry or rules.carry_meetings
    if first and former_only:
        raise RuleViolation("no_former_stage")
    if rules.cut.kind == "top" and rules.cut.top < 2:
        raise RuleViolation("bad_cut", top=rules.cut.top)
    if rules.cut.kind == "points":
        read_number(rules.cut.points)


def _require_groups_before(stage: StageSet, former: StageRules | None) -> None:
    """Raise if a stage goes by the groups of the one before, and that does not have them so."""
    cut = stage.rules.cut
    if cut.kind != "groups" and stage.rules.seeding != "crossed":
        return
    if former is None or former.format != "groups":
        raise RuleViolation("no_groups_before", stage=stage.stage)
    fits = cut.each >= 0 and 0 <= cut.best < former.groups
    if cut.kind == "groups" and not (fits and cut.each * former.groups + cut.best > 1):
        raise RuleViolation("bad_group_cut", stage=stage.stage, groups=former.groups)


def _require_ranking(rules: StageRules) -> None:
    if rules.ranking == "best" and rules.best < 1:
        raise RuleViolation("bad_best_count")
    if rules.least_matches < 0:
        raise RuleViolation("bad_least_matches")
