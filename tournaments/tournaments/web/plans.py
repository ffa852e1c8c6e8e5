"""The plan of a tournament: every stage in words, and a form for what of it can change."""

from typing import Literal, NamedTuple

from django.http import QueryDict

from games.registry import games
from replays.web.writing import number as number_of
from tournaments.tournaments.director.games import seats_of
from tournaments.tournaments.director.pairings import aims_of
from tournaments.tournaments.director.rules import (
    CHAINED,
    FORMATS,
    MOST_STAGES,
    Cut,
    GameAtHand,
    StageRules,
)
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.plan_forms import StageForm
from tournaments.tournaments.web.plan_words import Lines, rules_words
from tournaments.tournaments.web.running_forms import RunningStageForm
from tournaments.tournaments.web.sizes import SizesAdvice, sizes_advice
from tournaments.tournaments.web.words import format_name, stage_title

DUEL = 2
USUAL_SIZE = 4
USUAL_ROUNDS = 4
_DUELS = frozenset({"round_robin", "double_elimination"})


class PlannedStage(NamedTuple):
    number: int
    title: str
    status: str
    lines: Lines
    form: StageForm | None
    format: str
    shown: bool
    """Whether its form is open."""
    advice: SizesAdvice | None = None
    """Which table sizes serve it, before it begins."""
    scores_first: bool = False
    """Whether pairing looks at close scores first already."""

    @property
    def name(self) -> str:
        return form_name(self.number)


class Plan(NamedTuple):
    """All stages, and the one that is about to be added."""

    stages: list[PlannedStage]
    added: PlannedStage | None
    may_add: bool
    droppable: int
    """The number of the last stage if it can be taken back, else 0."""
    formats: list[tuple[str, str]]


def form_name(number: int) -> str:
    return f"stage-{number}"


def plan_of(page: TournamentPage, params: QueryDict) -> Plan:
    """Return the plan as a visitor sees it; `params` may name a stage and another format for it."""
    state = page.state
    changes = "set_stage" in page.commands and not state.finished
    stages = [
        _planned(page, number, params, changes=changes and stage.status != "closed")
        for number, stage in state.stages.items()
    ]
    following = len(stages) + 1
    may_add = changes and following <= MOST_STAGES
    wanted = page.sent(form_name(following)) is not None or params.get("edit") == str(following)
    last = state.stages.get(len(stages))
    return Plan(
        stages,
        _planned(page, following, params, changes=True) if may_add and wanted else None,
        may_add,
        last.number if changes and last is not None and last.status == "planned" else 0,
        [(code, format_name(code)) for code in FORMATS],
    )


def stage_form(state: State, number: int, wanted: str, sent: QueryDict | None = None) -> StageForm:
    """Return the form of a stage, in another format than it has where one is `wanted`."""
    known = state.stages.get(number)
    before = _former(state, number) if number > 1 else None
    if known is not None and known.status == "running":
        return RunningStageForm(sent, start=known.rules, former=before, auto_id=f"stage{number}-%s")
    if known is not None and wanted in ("", known.rules.format):
        start = known.rules
    else:
        like = known.rules if known is not None else _former(state, number)
        start = suggested(wanted if wanted in FORMATS else "swiss", like, before)
    return StageForm(sent, start=start, former=before, auto_id=f"stage{number}-%s")


def suggested(format_: str, like: StageRules, before: StageRules | None) -> StageRules:
    """Return rules to begin with: the game and the points of another stage, mostly the one before.

    Without a stage before it is the first.
    """
    played = like.games if format_ == "open" else like.games[:1]
    seats = seats_of(like.game) or (DUEL,)
    sizes = tuple(size for size in like.sizes if size in seats) or seats[:1]
    if format_ in _DUELS:
        sizes = (DUEL,)
    elif format_ in CHAINED and before is not None and before.format != "groups":
        sizes = (USUAL_SIZE if USUAL_SIZE in seats else seats[-1],)
    return StageRules(
        format=format_,  # type: ignore[arg-type]  # one of FORMATS
        games=played,
        sizes=sizes,
        preferred=like.preferred if like.preferred in sizes else sizes[-1],
        rounds=USUAL_ROUNDS if format_ == "swiss" else 0,
        scoring=like.scoring,
        minutes=like.minutes,
        cut=_usual_cut(before),
        seeding=_usual_seeding(format_, before),
        carry_meetings=format_ == "swiss" and before is not None,
    )


def _usual_cut(before: StageRules | None) -> Cut:
    """Return everybody in the first stage, and later the best four; after groups by group."""
    if before is None:
        return Cut()
    if before.format != "groups":
        return Cut("top", top=USUAL_SIZE)
    each, best = divmod(USUAL_SIZE, before.groups)
    return Cut("groups", each=each, best=best)


def _usual_seeding(
    format_: str, before: StageRules | None
) -> Literal["entry", "former", "crossed"]:
    if before is None or format_ == "open":
        return "entry"
    return "crossed" if before.format == "groups" and format_ in CHAINED else "former"


def _former(state: State, number: int) -> StageRules:
    before = state.stages.get(number - 1)
    if before is not None:
        return before.rules
    return StageRules(format="swiss", games=(GameAtHand(games()[0].slug),))


def _planned(
    page: TournamentPage, number: int, params: QueryDict, *, changes: bool
) -> PlannedStage:
    known = page.state.stages.get(number)
    sent = page.sent(form_name(number))
    edited = params.get("edit") == str(number)
    wanted = params.get("format", "") if edited else ""
    form = stage_form(page.state, number, sent.get("format", "") if sent else wanted, sent)
    rules = known.rules if known is not None else form.start
    return PlannedStage(
        number,
        stage_title(rules),
        known.status if known is not None else "",
        rules_words(rules, first=number == 1) if known is not None else [],
        form if changes else None,
        form.start.format,
        edited or sent is not None,
        _advice(page, known, params) if changes else None,
        known is not None and aims_of(known.rules.aims)[0].value == "scores",
    )


def _advice(page: TournamentPage, stage: Stage | None, params: QueryDict) -> SizesAdvice | None:
    if stage is None or stage.status != "planned":
        return None
    players = params.get("players", "") if params.get("stage") == str(stage.number) else ""
    return sizes_advice(page, stage, number_of(players, default=0))
