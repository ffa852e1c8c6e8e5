"""Which style sheets and scripts go together: a page asks for one file of each kind.

The sources stay small files of their own, and with KAITEN_DEBUG=1 pages name them one by one. A
`.css` or `.js` is its sources one after the other; a `.mjs` is modules with all that they import.
"""

import posixpath
import re
from collections.abc import Callable

from config.modules import join_modules

PREFIX = "joined/"
OF_THE_GAME = "*"
"""Where the style sheet that a game has of its own belongs."""

_EVERY_PAGE = (
    "kaiten/js/sending.js",
    "kaiten/js/leaving.js",
    "kaiten/js/forgetting.js",
    "kaiten/js/site.js",
    "kaiten/js/following.js",
    "kaiten/js/passing.js",
    "kaiten/js/dates.js",
)
_TOURNAMENT = (
    *_EVERY_PAGE,
    "tournaments/js/clock.js",
    "tournaments/js/absent.js",
    "tournaments/js/finding.js",
    "tournaments/js/scores.js",
    "tournaments/js/swapping.js",
    "replays/js/sharing.js",
)
FILES: dict[str, tuple[str, ...]] = {
    "site.css": ("kaiten/css/tokens.css", "kaiten/css/base.css", "kaiten/css/components.css"),
    "admin.css": ("kaiten/css/tokens.css", "kaiten/css/admin.css"),
    "boards.css": ("replays/css/boards.css", "tournaments/css/boards.css"),
    "boxes.css": ("replays/css/match.css", "replays/css/record.css"),
    "game.css": ("replays/css/boards.css", OF_THE_GAME, "replays/css/games.css"),
    "life.css": ("replays/css/record.css", "replays/css/counts.css"),
    "match.css": (
        "replays/css/boards.css",
        OF_THE_GAME,
        "replays/css/stage.css",
        "replays/css/steps.css",
        "replays/css/match.css",
        "replays/css/agreement.css",
    ),
    "new_batch.css": ("replays/css/record.css", "tournaments/css/batches.css"),
    "new_match.css": ("replays/css/record.css", "replays/css/seating.css"),
    "new_tournament.css": ("replays/css/record.css", "tournaments/css/tournaments.css"),
    "player.css": ("tournaments/css/people.css", "tournaments/css/ladders.css"),
    "record.css": (
        "replays/css/boards.css",
        OF_THE_GAME,
        "replays/css/record.css",
        "replays/css/recorder.css",
        "replays/css/prompts.css",
        "replays/css/queue.css",
        "replays/css/agreement.css",
        "replays/css/counts.css",
        "replays/css/typing.css",
    ),
    "tv.css": ("replays/css/boards.css", "tournaments/css/boards.css", "tournaments/css/tv.css"),
    "waiting.css": ("replays/css/library.css", "replays/css/match.css"),
    # Before the page is painted.
    "first.js": ("kaiten/js/theme.js", "django_htmx/htmx-2.min.js"),
    "first_of_match.js": ("kaiten/js/theme.js", "replays/js/early-keys.js"),
    # Once it is there.
    "page.mjs": _EVERY_PAGE,
    "calculator.mjs": (*_EVERY_PAGE, "replays/js/counting.js", "replays/js/options.js"),
    "copying.mjs": (*_EVERY_PAGE, "replays/js/copying.js"),
    "counting.mjs": (*_EVERY_PAGE, "replays/js/counting.js"),
    "match.mjs": (*_EVERY_PAGE, "replays/js/viewer.js"),
    "new_match.mjs": (
        *_EVERY_PAGE,
        "replays/js/options.js",
        "replays/js/seating.js",
        "replays/js/beginning.js",
    ),
    "options.mjs": (*_EVERY_PAGE, "replays/js/options.js"),
    "plan.mjs": (*_TOURNAMENT, "replays/js/options.js"),
    "presets.mjs": (*_EVERY_PAGE, "replays/js/options.js", "tournaments/js/presets.js"),
    "print.mjs": (*_TOURNAMENT, "tournaments/js/print.js"),
    "recorder.mjs": (
        *_EVERY_PAGE,
        "replays/js/drawers.js",
        "replays/js/recorder.js",
        "replays/js/typing.js",
    ),
    "sharing.mjs": (*_EVERY_PAGE, "replays/js/sharing.js"),
    "setup.mjs": (*_EVERY_PAGE, "tournaments/js/setup.js"),
    "slips.mjs": (*_TOURNAMENT, "tournaments/js/slips.js"),
    "tournament.mjs": _TOURNAMENT,
    "tournament_boards.mjs": (*_TOURNAMENT, "tournaments/js/boards.js"),
    "tv.mjs": (*_TOURNAMENT, "tournaments/js/boards.js", "tournaments/js/tv.js"),
    "typing.mjs": (*_EVERY_PAGE, "replays/js/typing.js"),
}

Read = Callable[[str], bytes]

_CSS_COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
_JS_COMMENT_LINE = re.compile(rb"^\s*//.*\n", re.MULTILINE)


def name_of(file: str, of_the_game: str = "") -> str:
    """Return the name under which a joined file is served, with the styles of one game in it."""
    stem, suffix = posixpath.splitext(file)
    return f"{PREFIX}{stem}/{of_the_game}" if of_the_game else f"{PREFIX}{stem}{suffix}"


def is_joined(name: str) -> bool:
    """Say whether a name is that of a joined file."""
    return name.startswith(PREFIX)


def sources_of(file: str, of_the_game: str = "") -> list[str]:
    """Return what a joined file is made of, in order."""
    wanted = (of_the_game if source == OF_THE_GAME else source for source in FILES[file])
    return [source for source in wanted if source]


def join(name: str, read: Read) -> bytes:
    """Return what is served under the name of a joined file, or raise FileNotFoundError."""
    stem, _, of_the_game = name.removeprefix(PREFIX).partition("/")
    file = stem + posixpath.splitext(name)[1] if of_the_game else stem
    if file not in FILES or (of_the_game and OF_THE_GAME not in FILES[file]):
        raise FileNotFoundError(name)
    sources = sources_of(file, of_the_game)
    if file.endswith(".mjs"):
        return join_modules(sources, lambda source: _terse(source, read))
    parts = ((source.encode(), _terse(source, read)) for source in sources)
    return b"".join(b"/* %s */\n%s\n" % part for part in parts)


def _terse(source: str, read: Read) -> bytes:
    """Return a source without its comments: they are a third of its weight."""
    comment = _CSS_COMMENT if source.endswith(".css") else _JS_COMMENT_LINE
    return comment.sub(b"", read(source))
