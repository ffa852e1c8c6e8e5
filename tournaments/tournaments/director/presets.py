"""Whole plans of stages from a few answers: what a new tournament usually is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.tournaments.director.rules import GameAtHand

DUEL = 2


@dataclass(frozen=True, slots=True)
class Preset:
    """One plan: what it asks for, and the rounds, the final and the points it usually has."""

    code: str
    asks: tuple[str, ...]
    pods: bool = False
    """Whether tables may be larger than two."""
    rounds: int = 0
    final: int = 0
    points: str = "5/3/2/1"


SWISS = ("size", "rounds", "final", "minutes", "points")
EVENING = ("boxes", "others", "ranking", "points")
PRESETS: Mapping[str, Preset] = {
    preset.code: preset
    for preset in (
        Preset("swiss_pods", SWISS, pods=True, rounds=4, final=4),
        Preset("swiss_duel", ("rounds", "minutes", "points"), rounds=5, points="3/1/0"),
        Preset("round_robin", ("double", "minutes", "points"), points="3/1/0"),
        Preset("groups", ("groups", "final", "minutes", "points"), final=4, points="3/1/0"),
        Preset("elimination", ("size", "advance", "minutes"), pods=True),
        Preset("double_elimination", ("double", "minutes")),
        Preset("open", EVENING, pods=True),
    )
}


def stages_of(
    preset: Preset,
    games: Sequence[GameAtHand],
    seats: Sequence[int],
    size: int,
    answers: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return the rules of every stage as plain data; `seats` are the game's legal table sizes."""
    played = [{"game": game.game, "options": game.options, "boxes": game.boxes} for game in games]
    scoring = {"scheme": {"name": answers.get("points") or preset.points}}
    base = {"games": played[:1], "minutes": answers.get("minutes") or 0, "scoring": scoring}
    duel = {"sizes": [DUEL], "preferred": DUEL}
    match preset.code:
        case "swiss_pods":
            sizes = [seat for seat in seats if size - 1 <= seat <= size + 1]
            first = {"format": "swiss", "sizes": sizes, "preferred": size}
            stages = [base | first | {"rounds": answers.get("rounds") or preset.rounds}]
            top = answers.get("final") or 0
            return [*stages, _final(base, top, seats)] if top else stages
        case "swiss_duel":
            rounds = answers.get("rounds") or preset.rounds
            return [base | duel | {"format": "swiss", "byes": True, "rounds": rounds}]
        case "groups":
            grouped = {"format": "groups", "groups": answers.get("groups") or 2}
            top = answers.get("final") or preset.final
            after = {"format": "elimination", "seeding": "former", "cut": _top(top)}
            return [base | duel | grouped, base | duel | after]
        case "elimination":
            sizes = [seat for seat in seats if seat <= size]
            out = {"format": "elimination", "sizes": sizes, "preferred": size}
            return [base | out | {"advance": answers.get("advance") or 1}]
        case "open":
            ranked: dict[str, Any] = {"ranking": answers.get("ranking") or "total"}
            ranked |= {"least_matches": 2} if ranked["ranking"] == "average" else {}
            ranked |= {"best": 3} if ranked["ranking"] == "best" else {}
            return [base | ranked | {"format": "open", "games": played, "preferred": size}]
        case format_:
            double = bool(answers.get("double"))
            return [base | duel | {"format": format_, "double": double}]


def _final(base: dict[str, Any], top: int, seats: Sequence[int]) -> dict[str, Any]:
    """Return one table for the best; where the game has no such table, an elimination of two."""
    size = top if top in seats else DUEL
    tables = {"format": "elimination", "sizes": [size], "preferred": size, "advance": 1}
    return base | tables | {"seeding": "former", "cut": _top(top)}


def _top(count: int) -> dict[str, Any]:
    return {"kind": "top", "top": count}
