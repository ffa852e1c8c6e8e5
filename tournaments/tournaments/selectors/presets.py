"""Presets in words: what a new tournament can be made from, with their stages for a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from games.registry import games, rules_of
from replays.http.answers import Answer
from tournaments.people.models import Club
from tournaments.tournaments.director.commands.setup import planned_stages
from tournaments.tournaments.director.presets import (
    PRESETS,
    Preset,
    PresetName,
    PresetPlan,
    plan_like,
)
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.selectors.outlooks import OutlookAnswer, outlook_views
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import tournaments_of

PRESET_WORDS: Mapping[PresetName, tuple[str | Promise, str | Promise]] = {
    "swiss_pods": (
        _("Swiss in pods, final table"),
        _("Everybody plays every round at tables of nearly one size; the best play a final."),
    ),
    "swiss_duel": (
        _("1v1 Swiss"),
        _("Two at a table, close scores meet; nobody meets twice while that can be avoided."),
    ),
    "round_robin": (
        _("Round robin"),
        _("Everybody meets everybody, two at a table."),
    ),
    "groups": (
        _("Groups + elimination"),
        _("Round robins in groups; the best of each group go on to an elimination."),
    ),
    "elimination": (
        _("Single elimination"),
        _("The winner of each table goes on, the others are out."),
    ),
    "double_elimination": (
        _("Double elimination"),
        _("Two at a table; who has lost twice is out."),
    ),
    "open": (
        _("Open evening"),
        _("No rounds: whoever is free begins a table. Come late, leave early."),
    ),
}
"""The name of each preset, and what happens in it."""


class PresetAnswer(Answer, frozen=True):
    """A ready-made plan of stages."""

    preset: str
    """What the `plan` of a new tournament calls it."""
    name: str
    """Its name in the language of the request."""
    words: str
    """What happens in it, in the language of the request."""
    usual: dict[str, Any]
    """What a plan can say beside `preset`, `game` and `options`, and what is so if it does not."""
    stages: list[dict[str, Any]]
    """The stages that follow from this, as `set_stage` takes them; empty where there is a
    problem."""
    recommended: tuple[OutlookAnswer, ...]
    """What table sizes come to, the best first; empty unless the number of players is said and the
    preset has tables of more than one size."""
    problem: str | None
    """The code of why this game cannot be played so; null if it can."""


class PresetsAnswer(Answer, frozen=True):
    """The presets for a game."""

    game: str
    """The short name of the game."""
    presets: list[PresetAnswer]
    """Every preset, the most usual first."""


def preset_views(
    game: str = "", size: int | None = None, players: int | None = None
) -> PresetsAnswer:
    """Return the presets for a game, or for the first there is, at tables of this usual size.

    Where the number of players is said, their sizes serve so many. Raises `unknown_game`.
    """
    rules = rules_of(game or games()[0].slug)
    said = {"size": size, "players": players}
    views = [_view(preset, rules.slug, rules.seats, said) for preset in PRESETS.values()]
    return PresetsAnswer(rules.slug, views)


def recommended_for(plan: PresetPlan) -> tuple[OutlookAnswer, ...]:
    """Return what table sizes come to in the first stage of a plan, the best first."""
    try:
        return recommended_sizes(planned_stages(plan)[0].rules, plan.players)
    except RuleViolation:
        return ()


def recommended_sizes(first: StageRules, players: int | None) -> tuple[OutlookAnswer, ...]:
    """Return what sizes come to for so many; empty where nobody said how many, or it is no use."""
    try:
        return outlook_views(first, players) if players else ()
    except RuleViolation:
        return ()


def _view(preset: Preset, game: str, seats: range, said: Mapping[str, int | None]) -> PresetAnswer:
    usual = preset.usual_for(seats)
    usual |= {name: value for name, value in said.items() if name in usual and value is not None}
    problem = None
    try:
        stages = planned_stages(PresetPlan(preset=preset.code, game=game, **usual))
    except RuleViolation as violation:
        stages, problem = [], violation.code
    name, words = PRESET_WORDS[preset.code]
    return PresetAnswer(
        preset=preset.code,
        name=str(name),
        words=str(words),
        usual=msgspec.to_builtins(usual),
        stages=[msgspec.to_builtins(stage.rules) for stage in stages],
        recommended=recommended_sizes(stages[0].rules, usual.get("players")) if stages else (),
        problem=problem,
    )


@dataclass(frozen=True, slots=True)
class PlanOfBefore:
    """How the newest tournament of a club was planned."""

    title: str
    plan: PresetPlan


def plan_of_before(club: Club) -> PlanOfBefore | None:
    """Return the plan of a club's newest tournament, if it has one that a preset makes."""
    newest = tournaments_of(club).first()
    if newest is None:
        return None
    with reading(newest.id) as state:
        plan = plan_like([stage.rules for _, stage in sorted(state.stages.items())])
    return PlanOfBefore(newest.title, plan) if plan is not None else None
