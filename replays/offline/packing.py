"""The archive of the rules for a phone: every registered game, and what makes prompts of needs."""

import gzip
import hashlib
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import games as built_in
import replays
from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.registry import games
from replays.offline.archives import OTHERS, archive
from replays.offline.terse import terse

RULES = "rules.zip"
PHONE = (
    "__init__",
    "offline/__init__",
    "offline/archives",
    "offline/compiling",
    "offline/phone",
    "web/__init__",
    "web/buttons",
    "web/entries",
    "web/labels",
    "web/layout",
    "web/prompts",
    "web/unseen",
)
"""The modules of `replays` that run on a phone: they import each other and the games alone."""
_AT_HOME = ("bots", "testing")
"""What is no game, and not needed where matches are recorded."""


class PackedRules(NamedTuple):
    """The rules as they are installed here, compressed and named after their content."""

    digest: str
    packed: bytes


def packed_rules() -> PackedRules:
    """Return the archive of all games that are registered now."""
    return pack(games())


@lru_cache(maxsize=4)
def pack(registered: tuple[AnyRules, ...]) -> PackedRules:
    """Return the archive of some games."""
    files = dict(_modules_of(built_in, without=_AT_HOME))
    home = Path(replays.__path__[0])
    for name in PHONE:
        files[f"replays/{name}.py"] = terse((home / f"{name}.py").read_bytes())
    others = [rules for rules in registered if not type(rules).__module__.startswith("games.")]
    for rules in others:
        files |= _modules_of(sys.modules[type(rules).__module__.partition(".")[0]])
    files[OTHERS] = canonical_json(
        [[type(one).__module__, type(one).__name__] for one in others]
    ).encode()
    content = archive(files)
    # Without a time in it every process makes the same bytes.
    return PackedRules(hashlib.sha256(content).hexdigest()[:12], gzip.compress(content, mtime=0))


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
