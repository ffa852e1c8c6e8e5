"""The formats a new tournament can have: whole plans of stages from a few answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.tournaments.director.rules import GameAtHand

DUEL = 2


@dataclass(frozen=True, slots=True)
class Preset:
    """One plan: its name, what it asks for, and the points it usually gives."""

    code: str
    name: str | Promise
    told: str | Promise
    asks: tuple[str, ...] = ()
    pods: bool = False
    """Whether tables may be larger than two."""
    rounds: int = 0
    final: int = 0
    points: str = "5/3/2/1"


PRESETS: Mapping[str, Preset] = {
    preset.code: preset
    for preset in (
        Preset(
            "swiss_pods",
            _("Swiss in pods, final table"),
            _("Everybody plays every round at tables of three to five; the best play a final."),
            ("size", "rounds", "final", "minutes", "points"),
            pods=True,
            rounds=4,
            final=4,
        ),
        Preset(
            "swiss_duel",
            _("1v1 Swiss"),
            _("Two at a table, close scores meet; nobody meets twice while that can be avoided."),
            ("rounds", "minutes", "points"),
            rounds=5,
            points="3/1/0",
        ),
        Preset(
            "round_robin",
            _("Round robin"),
            _("Everybody meets everybody, two at a table."),
            ("double", "minutes", "points"),
            points="3/1/0",
        ),
        Preset(
            "groups",
            _("Groups + elimination"),
            _("Round robins in groups; the best go on to an elimination."),
            ("groups", "final", "minutes", "points"),
            final=4,
            points="3/1/0",
        ),
        Preset(
            "elimination",
            _("Single elimination"),
            _("The winner of each table goes on, the others are out."),
            ("size", "advance", "minutes"),
            pods=True,
        ),
        Preset(
            "double_elimination",
            _("Double elimination"),
            _("Two at a table; who has lost twice is out."),
            ("double", "minutes"),
        ),
        Preset(
            "open",
            _("Open evening"),
            _("No rounds: whoever is free begins a table. Come late, leave early."),
            ("boxes", "others", "ranking", "points"),
            pods=True,
        ),
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
