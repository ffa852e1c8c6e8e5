"""The frames of one part of a match, rendered once for everybody who sees the same."""

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

import games
import replays
from games.core.viewer import PUBLIC, Viewer
from replays.game_files import folder_of
from replays.http.caching import shared
from replays.installed import installed_rules
from replays.kept import Kept
from replays.log import Log
from replays.web.access import seat_parameter
from replays.web.frames import Frame, frame_at, make_frame, walk
from replays.web.outline import Outline, outline_of
from replays.web.story import has_secrets, tell

KEPT_SECONDS = 7 * 24 * 3600
FRAME = "replays/partials/_frame.html"

_pieces: Kept[str] = Kept(limit=1024)
_frames: Kept[Frame] = Kept(limit=64)
_outlines: Kept[Outline] = Kept(limit=256)
_secrets: Kept[bool] = Kept(limit=256)


class Bundle(NamedTuple):
    """The steps of one part: the viewer needs no rules, and gets no secrets."""

    first: int
    lines: list[str]
    """Every line of HTML that the steps are made of, once."""
    steps: list[tuple[int, int, list[int]]]
    """The HTML of each step: how many lines at the start and at the end are those of the step
    before, and which ones are between."""
    scores: list[list[int]]
    """How it stood at each step, seat by seat."""
    story: str
    """The HTML of what happened in this part."""


@dataclass(frozen=True)
class Screening:
    """A match as one kind of viewer reads it in one language."""

    log: Log
    viewer: Viewer
    labels: list[str]
    language: str
    pinned: bool = False
    """Whether the page is about this version, whatever is recorded later."""

    @cached_property
    def outline(self) -> Outline:
        # Named by its rules as well: without them there is nothing to show.
        return _outlines.get((*self._record, self.log.rules), lambda: outline_of(self.log))

    def key(self, part: int) -> str:
        """Return what changes with anything that a bundle depends on.

        What is recorded later changes no earlier part: a version never says anything else.
        """
        depends = [
            [ply.version for ply in self.log.plies[: self._told(part)[1]]],
            self.log.version if self.pinned else bool(self.log.plies),
            *self._seen_by,
        ]
        return hashlib.sha256(msgspec.json.encode(depends)).hexdigest()[:16]

    @cached_property
    def has_secrets(self) -> bool:
        """Whether anything that happened is or was hidden from everybody else."""
        return _secrets.get((*self._record, self.log.rules), lambda: has_secrets(self.log, PUBLIC))

    @cached_property
    def _seen_by(self) -> tuple[object, ...]:
        """Who reads it, what people are called, and what it is rendered from."""
        viewer = (self.viewer.role, self.viewer.seat)
        return viewer, tuple(self.labels), self.language, _edition(self.log.setup.game)

    def frame(self, ply: int) -> Frame:
        """Return one step; whoever opens a match opens it at the same few steps."""
        return _frames.get(
            (*self._record, self._seen_by, ply),
            lambda: make_frame(self.log, ply, self.viewer, self.labels, self.language),
        )

    def step(self, ply: int) -> SafeString:
        """Return the HTML of one step."""
        return self.rendered(FRAME, lambda: {"frame": self.frame(ply)}, ply)

    def rendered(
        self, name: str, context: Callable[[], dict[str, Any]], *depends: object
    ) -> SafeString:
        """Return a template, rendered once for a record, its readers and what else it depends on.

        Nothing of a request may be in it.
        """
        return self._kept((name, *depends), lambda: get_template(name).render(context()))

    def lines(self, part: int, query: str) -> SafeString:
        """Return the HTML of what happened in a part, made once for each `query`."""
        return self._kept(("story", part, query), lambda: self.story(part, query))

    @cached_property
    def _record(self) -> tuple[object, ...]:
        """What the record is known by: a version never says anything else."""
        return self.log.stream_id, self.log.head_hash, self.log.version

    def _kept(self, what: tuple[object, ...], make: Callable[[], str]) -> SafeString:
        key = (*self._record, self._seen_by, *what)
        return mark_safe(_pieces.get(key, make))  # noqa: S308  (rendered by a template)

    def packed(self, part: int) -> bytes:
        """Return the bundle of a part as compressed JSON, made on first demand."""
        name = f"frames:{self.log.stream_id}:{self.key(part)}:{part}"
        kept: bytes | None = shared.run(lambda cache: cache.get(name))
        if kept is None:
            kept = made = self.pack(part)
            shared.run(lambda cache: cache.set(name, made, KEPT_SECONDS))
        return kept

    def pack(self, part: int) -> bytes:
        """Make the bundle of a part, and compress it."""
        text = json.dumps(self.bundle(part)._asdict(), ensure_ascii=False)
        return gzip.compress(text.encode(), 6, mtime=0)

    def bundle(self, part: int) -> Bundle:
        """Render every step of a part from the templates of the page itself."""
        first, last = self.outline.steps(part)
        template = get_template(FRAME)
        scores: list[list[int]] = []
        pages: list[str] = []
        memory: dict[object, str] = {}
        with translation.override(self.language):
            for step in walk(self.log, self.viewer, first, last):
                frame = frame_at(self.log, step, self.labels, self.language)
                pages.append(template.render({"frame": frame, "memory": memory}))
                scores.append([panel.score for panel in frame.seats])
            return Bundle(first, *_folded(pages), scores, self.story(part))

    def story(self, part: int, query: str = "") -> str:
        """Return the HTML of what happened in a part; `query` begins the address of a step."""
        turns = tell(self.log, self.viewer, self.labels, self.language, self._told(part))
        template = get_template("replays/partials/_story_part.html")
        own = {"v": self.log.version} if self.pinned else {}
        seat = {"seat": seat_parameter(self.viewer)}
        return template.render({"turns": turns, "query": query or f"?{urlencode(own | seat)}&"})

    def _told(self, part: int) -> tuple[int, int]:
        """Return the first step of the turns that are told in a part, and the last step."""
        first, last = self.outline.steps(part)
        return first, last + 1 if part + 1 < len(self.outline.parts) else last


def _folded(pages: list[str]) -> tuple[list[str], list[tuple[int, int, list[int]]]]:
    """Return the lines of pages that are much alike, and each page by what is new in it."""
    numbers: dict[str, int] = {}
    steps = []
    before: list[int] = []
    for page in pages:
        now = [numbers.setdefault(line, len(numbers)) for line in page.split("\n")]
        start, end = alike(before, now)
        steps.append((start, end, now[start : len(now) - end]))
        before = now
    return list(numbers), steps


def alike(before: Sequence[object], now: Sequence[object]) -> tuple[int, int]:
    """Return how many lines of two pages are the same at the start, and how many at the end."""
    start = _same(zip(before, now, strict=False))
    end = _same(zip(reversed(before[start:]), reversed(now[start:]), strict=False))
    return start, end


def _same(pairs: Iterable[tuple[object, object]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


@cache
def _edition(game: str) -> str:
    """Return what changes with every file that frames are made from: templates, words, rules."""
    digest = hashlib.sha256(settings.STATIC_URL.encode())
    for folder in (*games.__path__, *replays.__path__, folder_of(installed_rules(game))):
        for path in sorted(Path(folder).rglob("*")) if folder else ():
            if path.suffix in {".html", ".py", ".mo", ".svg"}:
                about = path.stat()
                digest.update(f"{path.name} {about.st_size} {about.st_mtime_ns}".encode())
    return digest.hexdigest()[:16]
