"""The archives with which a phone draws: Django's templates, and what is drawn with them."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import asgiref
import django
from django.template.loader import get_template
from django.templatetags.static import static

import replays
from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.registry import games
from replays.game_files import PREFIX, Finder, folder_of
from replays.offline.archives import Packed, packed
from replays.offline.drawing import STATIC
from replays.offline.terse import terse

HERE = Path(__file__).parent
DJANGO = HERE / "django.txt"
"""What is kept of Django and of what it needs, by path."""
PARTIALS = (
    "agreement",
    "answers",
    "asked",
    "asked_here",
    "board_words",
    "count_seats",
    "ended",
    "entries",
    "form",
    "lately",
    "numbers_here",
    "person",
    "picker",
    "prompt",
    "result_table",
    "round_scores",
    "round_table",
    "strip",
    "sure_here",
    "together",
    "told_here",
    "undo",
)
BESIDE = ("replays/boards/text.html", "replays/pieces/word.html")
ICON = "partials/_icon.html"
"""From the templates of the site."""
ICONS = "kaiten/img/icons.svg"


@lru_cache(maxsize=1)
def packed_django() -> Packed:
    """Return as much of Django as templates need."""
    roots = {module.__name__: Path(module.__path__[0]).parent for module in (django, asgiref)}
    names = DJANGO.read_text().split()
    return packed(
        {name: terse((roots[name.partition("/")[0]] / name).read_bytes()) for name in names}
    )


def packed_looks() -> Packed:
    """Return the templates, words and addresses of drawings of every game."""
    return _pack(games())


def drawings() -> list[str]:
    """Return the names of what the games draw with."""
    return sorted(f"{storage.prefix}/{path}" for path, storage in Finder().list(None))


@lru_cache(maxsize=4)
def _pack(registered: tuple[AnyRules, ...]) -> Packed:
    home = Path(replays.__path__[0])
    partials = [f"replays/partials/_{name}.html" for name in PARTIALS]
    files = {
        f"templates/{name}": (home / "templates" / name).read_bytes()
        for name in [*partials, *BESIDE]
    }
    icon = get_template(ICON).origin.name  # type: ignore[attr-defined]
    files[f"templates/{ICON}"] = Path(icon).read_bytes()
    for rules in registered:
        files |= _templates_of(rules)
    places = {"en": Path(django.__path__[0]) / "conf" / "locale", "fr": home / "locale"}
    for code, place in places.items():
        catalogue = Path(code) / "LC_MESSAGES" / "django.mo"
        files[f"locale/{catalogue.as_posix()}"] = (place / catalogue).read_bytes()
    files[STATIC] = canonical_json({name: static(name) for name in (*drawings(), ICONS)}).encode()
    return packed(files)


def _templates_of(rules: AnyRules) -> Iterator[tuple[str, bytes]]:
    folder = folder_of(rules)
    if folder is None:
        return
    for path in sorted((folder / "templates").rglob("*.html")):
        name = path.relative_to(folder / "templates").as_posix()
        yield f"templates/{PREFIX}/{rules.slug}/{name}", path.read_bytes()
