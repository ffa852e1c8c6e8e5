"""Slug → rules: the games that Kaiten brings, and those of installed packages.

A package registers a game by an entry point of the group `kaiten.games`, whose object is the class
of its rules or an instance. One that cannot be used is left out and remembered, never fatal.
"""

import sys
import traceback
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import all_or_nothing
from games.core.quick_check import GameRefused, require_contract
from games.core.setup import Setup

GROUP = "kaiten.games"
BUILT_IN = (
    "games.sushi_go_party.engine:SushiGoParty",
    "games.sushi_bar.engine:SushiBar",
    "games.sushi_roll.engine:SushiRoll",
    "games.sushi_express.engine:SushiExpress",
    "games.sushi_boat.engine:SushiBoat",
    "games.plain.engine:Plain",
)


class LeftOut(msgspec.Struct, frozen=True):
    """A game of an installed package that could not be used."""

    name: str
    """The name of its entry point."""
    package: str
    version: str
    reason: str


_rules: dict[str, AnyRules] = {}
_left_out: list[LeftOut] = []


def register(rules: AnyRules) -> None:
    """Add a game; its slug is its name in every event type, address and file."""
    known = _rules.setdefault(rules.slug, rules)
    if known is not rules:
        raise GameRefused(f"the slug {rules.slug} is taken by {type(known).__module__}")


def games() -> tuple[AnyRules, ...]:
    """Return every registered game in the order of registration."""
    return tuple(_rules.values())


def left_out() -> tuple[LeftOut, ...]:
    """Return the games of installed packages that could not be used, and why."""
    return tuple(_left_out)


def rules_of(slug: str) -> AnyRules:
    """Return the rules of a game, or raise `unknown_game`."""
    try:
        return _rules[slug]
    except KeyError:
        raise RuleViolation("unknown_game", game=slug[:80]) from None


def rules_for(setup: Setup) -> AnyRules:
    """Return the rules a setup is played by, or raise if its version is not known here."""
    rules = rules_of(setup.game)
    if not 1 <= setup.rules <= rules.version:
        raise RuleViolation("unknown_rules_version", rules=setup.rules, known=rules.version)
    return rules


def _load(entry: EntryPoint) -> None:
    """Register the game of an entry point; if that fails nothing of it is registered."""
    before, modules = dict(_rules), {*sys.modules}
    try:
        with all_or_nothing() as new_types:
            loaded: Any = entry.load()
            rules = loaded() if isinstance(loaded, type) else loaded
            require_contract(rules)
            for type_ in new_types():
                if not type_.startswith(f"{rules.slug}."):
                    raise GameRefused(f"it registers {type_}, which is not under its slug")
            register(rules)
    except BaseException:
        _rules.clear()
        _rules.update(before)
        # Imported once more, for another game of the package, it registers its events again.
        package = entry.value.partition(":")[0].partition(".")[0]
        for name in {*sys.modules} - modules:
            if name.partition(".")[0] == package:
                del sys.modules[name]
        raise


def _load_installed() -> None:
    """Load the games of installed packages, in the order of their names."""
    found = [
        (entry.name, getattr(entry.dist, "name", ""), entry) for entry in entry_points(group=GROUP)
    ]
    for name, package, entry in sorted(found, key=lambda each: each[:2]):
        try:
            _load(entry)
        except (Exception, SystemExit) as error:  # whatever a package does, the server starts
            version = getattr(entry.dist, "version", "")
            _left_out.append(LeftOut(name, package, version, _reason(error)))


def _reason(error: BaseException) -> str:
    if isinstance(error, GameRefused):
        return str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.filename}, line {where.lineno})"


for _path in BUILT_IN:
    _load(EntryPoint(name=_path, value=_path, group=GROUP))
_load_installed()
