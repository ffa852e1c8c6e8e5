"""Whole plans of stages from a few answers: what a new tournament usually is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from games.core.errors import RuleViolation
from games.core.setup import OptionValue
from games.registry import rules_of
from tournaments.tournaments.director.recommendations import outlooks_of
from tournaments.tournaments.director.rules import Cut, GameAtHand, StageRules
from tournaments.tournaments.pairing.recommending import usual_sizes

PresetName = Literal[
    "swiss_pods",
    "swiss_duel",
    "round_robin",
    "groups",
    "elimination",
    "double_elimination",
    "open",
]
DUEL = 2
POINTS = "5/3/2/1"
DUEL_POINTS = "3/1/0"


@dataclass(frozen=True, slots=True)
class Preset:
    """A plan of stages that many tournaments have."""

    code: PresetName
    usual: Mapping[str, Any]
    """What it asks for beside the game, and what that is unless it is said."""

    @property
    def pods(self) -> bool:
        """Whether tables may be larger than two."""
        return "size" in self.usual

    def usual_for(self, seats: Sequence[int]) -> dict[str, Any]:
        """Return what it asks for and usually has, with a game for so many."""
        usual = dict(self.usual)
        if self.pods:
            usual["size"] = max(min(seats), min(usual["size"], max(seats)))
            if "final" in usual and usual["final"] not in seats:
                usual["final"] = max(seats)
        return usual


PRESETS: Mapping[str, Preset] = {
    preset.code: preset
    for preset in (
        Preset(
            "swiss_pods",
            {
                "size": 4,
                "sizes": None,
                "players": None,
                "rounds": 4,
                "final": 4,
                "minutes": 0,
                "points": POINTS,
            },
        ),
        Preset("swiss_duel", {"rounds": 5, "minutes": 0, "points": DUEL_POINTS}),
        Preset("round_robin", {"double": False, "minutes": 0, "points": DUEL_POINTS}),
        Preset(
            "groups",
            {"groups": 2, "final": 4, "third_place": False, "minutes": 0, "points": DUEL_POINTS},
        ),
        Preset("elimination", {"size": 4, "advance": 1, "third_place": False, "minutes": 0}),
        Preset("double_elimination", {"double": False, "minutes": 0}),
        Preset(
            "open", {"size": 4, "boxes": None, "others": (), "ranking": "total", "points": POINTS}
        ),
    )
}


class PresetPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The stages of a new tournament by a preset; what is left out is as that usually has it."""

    example: ClassVar = {"preset": "swiss_pods", "game": "sushi_go_party", "rounds": 3}

    preset: Annotated[str, Meta(extra_json_schema={"enum": list(PRESETS)})]
    """The name of the preset."""
    game: str
    """The short name of the game that is played."""
    options: dict[str, OptionValue] = {}
    """What differs from the game's usual options; what is left out of the club's box is as the club
    has described it when a match begins."""
    size: int | None = None
    """How many usually sit at a table."""
    sizes: tuple[int, ...] | None = None
    """How many may sit at a table; left out, what serves so many `players` best."""
    players: int | None = None
    """How many are expected; left out, sizes are those that serve most fields."""
    rounds: int | None = None
    """How many rounds the Swiss has."""
    final: int | None = None
    """How many go on to the final table or the elimination; 0: there is none."""
    groups: int | None = None
    """How many groups there are."""
    advance: int | None = None
    """How many of an elimination table go on."""
    third_place: bool | None = None
    """Whether those who lose the semi-finals, two at a table, meet for the third place."""
    double: bool | None = None
    """Whether everybody meets twice, or a double elimination has a second final."""
    minutes: int | None = None
    """How long a round lasts; 0: as long as it takes."""
    points: str | None = None
    """The name of what places are worth, such as 3/1/0, wins or share."""
    ranking: Literal["total", "average", "best"] | None = None
    """How an open evening ranks: by all points, their average or the best matches."""
    boxes: int | None = None
    """How many boxes of the game are there; none given, there is always another."""
    others: tuple[GameAtHand, ...] | None = None
    """What else an open evening may play."""


def read_plan(data: Mapping[str, Any]) -> PresetPlan:
    """Return the plan that plain data describes; raises `malformed_plan` with why."""
    try:
        return msgspec.convert(dict(data), PresetPlan)
    except msgspec.ValidationError as error:
        raise RuleViolation("malformed_plan", detail=str(error)) from None


def preset_named(name: str) -> Preset:
    """Return a preset, or raise `unknown_preset`."""
    if name not in PRESETS:
        raise RuleViolation("unknown_preset", preset=name[:40], known=list(PRESETS))
    return PRESETS[name]


def stages_of(plan: PresetPlan) -> tuple[StageRules, ...]:
    """Return the rules of every stage of a plan.

    Raises `unknown_preset`, `unknown_game`, `impossible_size`, or `preset_without` for what the
    preset does not have.
    """
    preset = preset_named(plan.preset)
    seats = rules_of(plan.game).seats
    answers = preset.usual_for(seats) | _said(plan, preset)
    game = GameAtHand(plan.game, plan.options, answers.get("boxes"))
    stage = partial(
        StageRules,
        games=(game,),
        minutes=answers.get("minutes", 0),
        scoring={"scheme": {"name": answers.get("points", POINTS)}},
    )
    duel = partial(stage, sizes=(DUEL,), preferred=DUEL)
    size, top = answers.get("size", DUEL), answers.get("final", 0)
    if preset.pods and size not in seats:
        raise RuleViolation("impossible_size", size=size, least=min(seats), most=max(seats))
    match preset.code:
        case "swiss_pods":
            sizes = answers["sizes"] or usual_sizes(size, seats)
            first = stage(format="swiss", sizes=sizes, preferred=size, rounds=answers["rounds"])
            if answers["players"] and not answers["sizes"]:
                first = _served_best(first, answers["players"])
            # Where the game has no table for all of them, they meet two by two.
            last = top if top in seats else DUEL
            return _with_final(first, top, partial(stage, sizes=(last,), preferred=last))
        case "swiss_duel":
            return (duel(format="swiss", byes=True, rounds=answers["rounds"]),)
        case "groups":
            knock_out = partial(duel, third_place=answers["third_place"])
            groups = duel(format="groups", groups=answers["groups"])
            return _with_knock_out(groups, top, knock_out)
        case "elimination":
            sizes = tuple(seat for seat in seats if seat <= size)
            out = {"sizes": sizes, "preferred": size, "advance": answers["advance"]}
            third = answers["third_place"]
            return (stage(format="elimination", third_place=third, **out),)
        case "open":
            ranked: dict[str, Any] = {"ranking": answers["ranking"]}
            ranked |= {"least_matches": 2} if ranked["ranking"] == "average" else {}
            ranked |= {"best": 3} if ranked["ranking"] == "best" else {}
            games = (game, *answers["others"])
            return (stage(format="open", games=games, preferred=size, **ranked),)
        case "round_robin" | "double_elimination" as format_:
            return (duel(format=format_, double=answers["double"]),)


def plan_like(stages: Sequence[StageRules]) -> PresetPlan | None:
    """Return the plan that makes these stages, but for the table sizes of the first; None if there
    is none, since they were planned one by one."""
    if not stages:
        return None
    first, last = stages[0], stages[-1]
    cut = last.cut if len(stages) > 1 else Cut()
    known = {
        "size": first.preferred,
        "rounds": first.rounds,
        "final": cut.top or cut.each * first.groups + cut.best,
        "groups": first.groups,
        "advance": first.advance,
        "third_place": last.third_place,
        "double": first.double,
        "minutes": first.minutes,
        "points": first.scoring.get("scheme", {}).get("name"),
        "ranking": first.ranking,
        "boxes": first.game.boxes,
        "others": first.games[1:],
    }
    for preset in PRESETS.values():
        said = {name: known[name] for name in preset.usual if name in known}
        plan = PresetPlan(
            preset=preset.code, game=first.game.game, options=first.game.options, **said
        )
        try:
            made = stages_of(plan)
        except RuleViolation:
            continue
        if made == (msgspec.structs.replace(first, sizes=made[0].sizes), *stages[1:]):
            return plan
    return None


def _served_best(first: StageRules, players: int) -> StageRules:
    """Return a stage with the sizes that are recommended for so many, if any are."""
    try:
        best = outlooks_of(first, players)
    except RuleViolation:
        return first
    return msgspec.structs.replace(first, sizes=best[0].sizes) if best else first


def _with_final(
    first: StageRules, top: int, elimination: "partial[StageRules]"
) -> tuple[StageRules, ...]:
    """Return a stage and, if anybody goes on from it, the elimination of those."""
    if not top:
        return (first,)
    after = elimination(format="elimination", seeding="former", cut=Cut("top", top))
    return first, after


def _with_knock_out(
    first: StageRules, top: int, elimination: "partial[StageRules]"
) -> tuple[StageRules, ...]:
    """Return groups and, if anybody goes on, the elimination in which those of a group cross."""
    if not top:
        return (first,)
    # How many groups there are is judged with the rest of the stage's rules.
    each, best = divmod(top, max(first.groups, 1))
    cut = Cut("groups", each=each, best=best)
    return first, elimination(format="elimination", seeding="crossed", cut=cut)


def _said(plan: PresetPlan, preset: Preset) -> dict[str, Any]:
    """Return what a plan says of what its preset asks for."""
    said = {
        name: value
        for name, value in msgspec.structs.asdict(plan).items()
        if value is not None and name not in ("preset", "game", "options")
    }
    if surplus := [name for name in said if name not in preset.usual]:
        raise RuleViolation(
            "preset_without", preset=preset.code, field=surplus[0], known=list(preset.usual)
        )
    return said
