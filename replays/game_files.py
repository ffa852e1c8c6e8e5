"""The files that a game brings in its own package, as Django finds templates and static files.

`games/<slug>/board.html` is the file `templates/board.html` beside the rules of that game, and
`games/<slug>/board.css` is `static/board.css`: no game can put itself before another or the site.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import get_files
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import FileSystemStorage
from django.template import Origin
from django.template.loaders import filesystem
from django.utils._os import safe_join

from games.core.contract import AnyRules
from games.registry import games

PREFIX = "games"


def folder_of(rules: AnyRules) -> Path | None:
    """Return the folder of the package that a game's rules are in; None for a lone module."""
    module = sys.modules[type(rules).__module__]
    package = sys.modules.get(module.__package__ or "")
    return Path(package.__file__).parent if package and package.__file__ else None


def _file_of(name: str, kind: str) -> str | None:
    """Return where a file of a game would lie, or None if no game could have it."""
    prefix, _, rest = name.partition("/")
    slug, _, rest = rest.partition("/")
    folder = next((folder_of(rules) for rules in games() if rules.slug == slug), None)
    if prefix != PREFIX or folder is None or not rest:
        return None
    try:
        return str(safe_join(folder / kind, rest))
    except SuspiciousFileOperation:
        return None


class Loader(filesystem.Loader):
    """Finds the templates of games."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        path = _file_of(template_name, "templates")
        if path is not None:
            yield Origin(name=path, template_name=template_name, loader=self)


class Finder(BaseFinder):
    """Finds the styles, drawings and scripts of games."""

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        file = _file_of(path, "static")
        found = [file] if file is not None and Path(file).exists() else []
        return found if find_all or not found else found[0]

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        for rules in games():
            folder = folder_of(rules)
            if folder is None or not (folder / "static").is_dir():
                continue
            storage: Any = FileSystemStorage(location=folder / "static")
            storage.prefix = f"{PREFIX}/{rules.slug}"
            for path in get_files(storage, ignore_patterns):
                yield path, storage
