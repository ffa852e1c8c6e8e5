"""What can still be changed about a stage that is being played."""

from collections.abc import Mapping

from msgspec.structs import fields, replace

from games.core.errors import RuleViolation
from tournaments.tournaments.director.rankings import scoring_of
from tournaments.tournaments.director.rules import FORMATS, StageRules
from tournaments.tournaments.director.state import Stage

_LIMITS = ("minutes", "most_tables")
OPEN_RULES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(FORMATS, _LIMITS),
    "swiss": ("rounds", "aims", "sizes", "preferred", "byes", *_LIMITS),
}
"""What later rounds of each format look at alone; the boxes of its games are open as well."""
NOT_PAIRED_BY = ("rounds", "minutes")
"""What a proposal at hand does not depend on."""


def rules_from_now_on(stage: Stage, wanted: StageRules) -> StageRules:
    """Return the rules that a stage goes on by; what was played keeps its points.

    Raises `rule_fixed_now` with the first field that is not open any more, or
    `rounds_announced` where there would be fewer rounds than there are.
    """
    known = stage.rules
    wanted = _with_table_size(known, wanted)
    for name in (field.name for field in fields(StageRules)):
        if name in OPEN_RULES[known.format]:
            continue
        if _fixed_part(known, name) != _fixed_part(wanted, name):
            raise RuleViolation("rule_fixed_now", stage=stage.number, field=name)
    announced = max(stage.rounds, default=0)
    if wanted.format == "swiss" and wanted.rounds < announced:
        raise RuleViolation("rounds_announced", stage=stage.number, round=announced)
    return wanted


def paired_alike(one: StageRules, other: StageRules) -> bool:
    """Whether a round would be paired the same by two rules of a stage."""
    return replace(one, **{name: getattr(other, name) for name in NOT_PAIRED_BY}) == other


def _with_table_size(known: StageRules, wanted: StageRules) -> StageRules:
    """Return the rules with the size that a bye was measured by so far, where it is not said.

    It follows the preferred size until that changes in mid-stage: then a bye of an earlier round
    would be worth something else.
    """
    size = scoring_of(known).table_size
    if "table_size" in wanted.scoring or scoring_of(wanted).table_size == size:
        return wanted
    return replace(wanted, scoring=wanted.scoring | {"table_size": size})


def _fixed_part(rules: StageRules, name: str) -> object:
    if name == "games":
        return [replace(game, boxes=None) for game in rules.games]
    return scoring_of(rules) if name == "scoring" else getattr(rules, name)
