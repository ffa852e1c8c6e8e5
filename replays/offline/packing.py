"""The archives of the rules for a phone: every registered game, and what records by them."""

import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import games as built_in
import replays
from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.registry import games
from replays.offline.archives import OTHERS, Packed, packed
from replays.offline.terse import terse

PHONE = (
    "__init__",
    "amendment",
    "chain",
    "counting",
    "effective",
    "envelope",
    "errors",
    "events",
    "feed",
    "installed",
    "kept",
    "language",
    "legality",
    "life",
    "log",
    "moves",
    "notes",
    "offline/__init__",
    "offline/acts",
    "offline/archives",
    "offline/beginning",
    "offline/compiling",
    "offline/drawing",
    "offline/looks_here",
    "offline/others",
    "offline/phone",
    "offline/telling_here",
    "telling",
    "templatetags/__init__",
    "templatetags/game_words",
    "templatetags/tapped",
    "web/__init__",
    "web/agreeing",
    "web/at_table",
    "web/buttons",
    "web/counts",
    "web/entries",
    "web/entry_log",
    "web/frames",
    "web/history",
    "web/labels",
    "web/lately",
    "web/layout",
    "web/outline",
    "web/prompts",
    "web/results",
    "web/rounds",
    "web/sheets",
    "web/sitters",
    "web/story",
    "web/together",
    "web/undo",
    "web/unseen",
)
"""The modules of `replays` that run on a phone: they import each other, the games, and what
`django.txt` keeps of Django."""
_AT_HOME = ("bots", "testing")
"""What is no game, and not needed where matches are recorded."""


def packed_rules() -> Packed:
    """Return the archive of all games that are registered now."""
    return pack(games())


@lru_cache(maxsize=4)
def pack(registered: tuple[AnyRules, ...]) -> Packed:
    """Return the archive of some games."""
    files = dict(_core())
    others = [rules for rules in registered if not type(rules).__module__.startswith("games.")]
    for rules in others:
        files |= _modules_of(sys.modules[type(rules).__module__.partition(".")[0]])
    files[OTHERS] = canonical_json(
        [[type(one).__module__, type(one).__name__] for one in others]
    ).encode()
    return packed(files)


@lru_cache(maxsize=1)
def _core() -> Mapping[str, bytes]:
    """Return what is in every archive of games."""
    return dict(_modules_of(built_in, without=_AT_HOME))


@lru_cache(maxsize=1)
def packed_recorder() -> Packed:
    """Return the archive of what records a match by those rules."""
    home = Path(replays.__path__[0])
    sources = {name: (home / f"{name}.py").read_bytes() for name in PHONE}
    return packed({f"replays/{name}.py": terse(source) for name, source in sources.items()})


def _modules_of(module: ModuleType, without: tuple[str, ...] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield the source of a package, or of a lone module, by its path."""
    file = Path(module.__file__ or "")
    if file.name != "__init__.py":
        yield file.name, terse(file.read_bytes())
        return
    folder = file.parent
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        if inside.parts[0] not in without:
            yield f"{folder.name}/{inside.as_posix()}", terse(path.read_bytes())
