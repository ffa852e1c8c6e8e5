"""The plan of a tournament: its stages, who is in them, when they begin and end."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from uuid import UUID

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.registry import rules_of
from tournaments.tournaments.director.brackets import make_bracket, schedule_of
from tournaments.tournaments.director.commands.entries import entrant_of, require_going_on
from tournaments.tournaments.director.cuts import cut_of
from tournaments.tournaments.director.events import (
    StageClosed,
    StageDropped,
    StageReopened,
    StageSet,
    StageStarted,
    TournamentCreated,
    TournamentEvent,
    TournamentFinished,
    TournamentRenamed,
    TournamentReopened,
)
from tournaments.tournaments.director.pairings import pairing_rules
from tournaments.tournaments.director.rankings import open_rules, standings_rules
from tournaments.tournaments.director.rules import (
    CHAINED,
    FORMATS,
    SCHEDULED,
    GameAtHand,
    StageRules,
)
from tournaments.tournaments.director.seeding import seeds_of
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.groups import kept_apart
from tournaments.tournaments.formats.sizes import require_sizes
from tournaments.tournaments.pairing.sizes import check_sizes, table_sizes
from tournaments.tournaments.pairing.values import DEFAULT_AIMS, pairs_of_groups

RULESET = 1
"""The newest meaning of the rules of pairing and ranking; a tournament keeps the one it has."""
MOST_STAGES = 9
MOST_ROUNDS = 100
LONGEST_TITLE = 120
MOST_MINUTES = 24 * 60


def create(*, club: UUID, title: str, seed: str, day: str = "") -> TournamentCreated:
    """Begin a tournament; raises `title_missing` or `title_too_long`."""
    return TournamentCreated(club, _title(title), RULESET, seed, day)


def rename(state: State, title: str, day: str) -> list[TournamentEvent]:
    """Give a tournament another title or day."""
    wanted = TournamentRenamed(_title(title), day)
    return [] if (wanted.title, wanted.day) == (state.title, state.day) else [wanted]


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not title:
        raise RuleViolation("title_missing")
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise RuleViolation("title_too_long", limit=LONGEST_TITLE)
    return title


def stage_of(state: State, number: int) -> Stage:
    """Return a stage, or raise `unknown_stage`."""
    found = state.stages.get(number)
    if found is None:
        raise RuleViolation("unknown_stage", stage=number)
    return found


def running_stage(state: State, number: int) -> Stage:
    """Return a stage that is being played, or raise why it is not."""
    require_going_on(state)
    stage = stage_of(state, number)
    if stage.status != "running":
        raise RuleViolation("stage_not_running", stage=number, status=stage.status)
    return stage


def set_stage(state: State, number: int, rules: StageRules) -> list[TournamentEvent]:
    """Plan the next stage, or one that has not begun; every size must be one the game can have."""
    require_going_on(state)
    known = state.stages.get(number)
    if known is None and number != len(state.stages) + 1:
        raise RuleViolation("stage_out_of_order", stage=number)
    if known is not None and known.status != "planned":
        raise RuleViolation("stage_begun", stage=number)
    if number > MOST_STAGES:
        raise RuleViolation("too_many_stages", limit=MOST_STAGES)
    require_rules(rules, first=number == 1)
    return [] if known is not None and known.rules == rules else [StageSet(number, rules)]


def require_rules(rules: StageRules, *, first: bool) -> None:
    """Raise what is wrong with the rules of a stage."""
    if rules.format not in FORMATS:
        raise RuleViolation("unknown_format", format=rules.format, known=list(FORMATS))
    if not rules.games or (len(rules.games) > 1 and not rules.is_open):
        raise RuleViolation("one_game_per_stage", games=len(rules.games))
    if not rules.is_open:
        _require_sizes(rules)
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


def _require_game(game: GameAtHand, rules: StageRules) -> None:
    engine = rules_of(game.game)
    if game.boxes is not None and game.boxes < 1:
        raise RuleViolation("bad_box_count", game=game.game)
    if rules.is_open:
        if not any(_is_playable(game, seats) for seats in engine.seats):
            make_setup(engine, seats=engine.seats[0], options=game.options)
        return
    legal = [seats for seats in engine.seats if _is_playable(game, seats)]
    if not legal:
        make_setup(engine, seats=rules.preferred, options=game.options)
    require_sizes(rules.sizes, legal)


def _is_playable(game: GameAtHand, seats: int) -> bool:
    try:
        make_setup(rules_of(game.game), seats=seats, options=game.options)
    except RuleViolation:
        return False
    return True


def seats_of(game: GameAtHand) -> tuple[int, ...]:
    """Return how many can play a game with these options."""
    return tuple(seats for seats in rules_of(game.game).seats if _is_playable(game, seats))


def _require_cut(rules: StageRules, first: bool) -> None:
    if first and rules.cut.kind != "all":
        raise RuleViolation("cut_without_former_stage")
    if first and (rules.seeding == "former" or rules.carry):
        raise RuleViolation("no_former_stage")
    if rules.cut.kind == "top" and rules.cut.top < 2:
        raise RuleViolation("bad_cut", top=rules.cut.top)
    if rules.cut.kind == "points":
        try:
            Fraction(rules.cut.points)
        except (ValueError, ZeroDivisionError):
            raise RuleViolation("bad_points", points=rules.cut.points[:20]) from None


def _require_ranking(rules: StageRules) -> None:
    if rules.ranking == "best" and rules.best < 1:
        raise RuleViolation("bad_best_count")
    if rules.least_matches < 0:
        raise RuleViolation("bad_least_matches")


def drop_stage(state: State, number: int) -> list[TournamentEvent]:
    """Take back the last stage as long as it has not begun."""
    require_going_on(state)
    if stage_of(state, number).status != "planned":
        raise RuleViolation("stage_begun", stage=number)
    if number != len(state.stages):
        raise RuleViolation("stage_out_of_order", stage=number)
    return [StageDropped(number)]


def start_stage(
    state: State,
    number: int,
    *,
    ratings: Mapping[int, float] | None = None,
    by_hand: Sequence[int] = (),
    declined: Sequence[int] = (),
    settled: Sequence[int] = (),
) -> list[TournamentEvent]:
    """Begin a stage: seed those who are there, or those whom the cut lets through."""
    require_going_on(state)
    stage = stage_of(state, number)
    if stage.status != "planned":
        raise RuleViolation("stage_begun", stage=number)
    alternates: tuple[int, ...] = ()
    if number == 1:
        field = [row.number for row in state.entrants.values() if row.present and not row.dropped]
    else:
        if state.stages[number - 1].status != "closed":
            raise RuleViolation("former_stage_open", stage=number - 1)
        for declining in declined:
            entrant_of(state, declining)
        cut = cut_of(state, stage, declined=declined, order=settled)
        field, alternates = list(cut.chosen), cut.alternates
    seeds = seeds_of(state, stage, field, ratings=ratings or {}, by_hand=by_hand)
    if stage.rules.format == "groups" and not by_hand and len(seeds) >= 2 * stage.rules.groups:
        apart = pairs_of_groups(tuple(frozenset(group) for group in state.apart))
        seeds = kept_apart(seeds, stage.rules.groups, apart)
    require_field(state, stage, seeds)
    return [StageStarted(number, seeds, alternates)]


def require_field(state: State, stage: Stage, seeds: tuple[int, ...]) -> None:
    """Raise if these entrants cannot be seated in a stage: too few, or sizes that do not fit."""
    rules = stage.rules
    if len(seeds) < 2:
        raise RuleViolation("too_few_entrants", entrants=len(seeds), least=2)
    if rules.format == "swiss":
        paired = pairing_rules(state, stage, 1)
        check_sizes(paired)
        table_sizes(len(seeds), paired)
    elif rules.format in CHAINED:
        require_sizes(make_bracket(rules, seeds).sizes, rules.sizes)
    elif rules.format in SCHEDULED:
        schedule = schedule_of(rules, seeds)
        require_sizes(schedule.sizes, rules.sizes)


def close_stage(state: State, number: int, *, lots: Sequence[int] = ()) -> list[TournamentEvent]:
    """End a stage whose announced tables all have a result."""
    stage = running_stage(state, number)
    if not stage.rounds:
        raise RuleViolation("nothing_played", stage=number)
    still = [table for row in stage.rounds.values() for table in row.tables.values()]
    waiting = [table.number for table in still if table.result is None]
    if waiting:
        raise RuleViolation("tables_open", tables=waiting)
    if len(set(lots)) != len(lots) or set(lots) - set(stage.seeds):
        raise RuleViolation("lots_do_not_fit", lots=list(lots)[:20])
    return [StageClosed(number, tuple(lots))]


def reopen_stage(state: State, number: int) -> list[TournamentEvent]:
    """Go on with a closed stage as long as no later one has begun."""
    require_going_on(state)
    if stage_of(state, number).status != "closed":
        raise RuleViolation("stage_not_closed", stage=number)
    later = state.stages.get(number + 1)
    if later is not None and later.status != "planned":
        raise RuleViolation("later_stage_begun", stage=number + 1)
    return [StageReopened(number)]


def finish(state: State) -> list[TournamentEvent]:
    """End the tournament once every stage that was begun is closed."""
    require_going_on(state)
    running = [stage.number for stage in state.stages.values() if stage.status == "running"]
    if running:
        raise RuleViolation("former_stage_open", stage=running[0])
    if not any(stage.status == "closed" for stage in state.stages.values()):
        raise RuleViolation("nothing_played", stage=1)
    return [TournamentFinished()]


def reopen(state: State) -> list[TournamentEvent]:
    """Go on with a finished tournament."""
    if not state.finished:
        raise RuleViolation("tournament_not_over")
    return [TournamentReopened()]
