"""Draws the recorder of a match, from its own templates. It runs in the browser."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import msgspec
from django.apps import apps
from django.conf import settings
from django.template.loader import select_template
from django.utils.translation import override

from games.core.canonical import canonical_json
from replays.language import language
from replays.log import Log
from replays.offline.acts import Act
from replays.offline.looks_here import BASE
from replays.offline.phone import Refused, Table
from replays.offline.telling_here import Telling
from replays.web.agreeing import Agreement, agreement
from replays.web.at_table import AtTable
from replays.web.entry_log import EntryTurn, newest_first
from replays.web.lately import LastEntry, rounds_told
from replays.web.results import ResultTable, result_table
from replays.web.sitters import Sitter

STATIC = "static.json"
_TEMPLATES, _LOCALE = "templates/", "locale/"


def prepare(looks: str, folder: str) -> None:
    """Let Django draw with the templates and words of an archive; `folder` takes the latter."""
    with ZipFile(looks) as packed:
        names = packed.namelist()
        templates = {
            name.removeprefix(_TEMPLATES): packed.read(name).decode()
            for name in names
            if name.startswith(_TEMPLATES)
        }
        packed.extractall(folder, [name for name in names if name.startswith(_LOCALE)])
        addresses = msgspec.json.decode(packed.read(STATIC))
    engine = {
        "loaders": [("django.template.loaders.locmem.Loader", templates)],
        "libraries": {
            "game_words": "replays.templatetags.game_words",
            "tapped": "replays.templatetags.tapped",
            "static": "replays.offline.looks_here",
        },
        "builtins": ["replays.offline.looks_here"],
    }
    settings.configure(
        LANGUAGES=[("en", "English"), ("fr", "French")],
        LANGUAGE_CODE="en",
        LOCALE_PATHS=[str(Path(folder) / _LOCALE)],
        STATIC_ADDRESSES=addresses,
        TEMPLATES=[
            {"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": engine}
        ],
    )
    apps.populate([])


class Side(NamedTuple):
    """What keeps the depth in the address of the next form."""

    query: str


@dataclass
class Here(AtTable):
    """The recorder of a match as it is after what was entered here."""

    table: Table
    log: Log
    ahead: int
    side: Side
    key: str = "here"
    saved: bool = False

    @property
    def labels(self) -> list[str]:
        return self.table.told.labels

    @property
    def title(self) -> str:
        return self.table.told.title

    @property
    def choices_only(self) -> bool:
        return self.table.told.choices_only

    @property
    def takes_back(self) -> bool:
        """True when something was entered here and the strip offers no undo."""
        return self.ahead > 0 and not self.undo_to

    @cached_property
    def sitters(self) -> list[Sitter]:
        return [Sitter(label, None) for label in self.labels]

    @cached_property
    def result(self) -> ResultTable | None:
        return result_table(self.log, self.sitters, language(), self.viewer)

    @property
    def agreement(self) -> Agreement | None:
        agrees = self.table.told.agrees
        return agreement(self.log, self.result, asked=agrees, may_reopen=False)

    @property
    def turns(self) -> list[EntryTurn]:
        """Everything that was entered, in words."""
        return newest_first(self.log, self.viewer, self.labels, language(), corrects=False)

    @property
    def rounds(self) -> list[LastEntry]:
        """The rounds that were told, in words."""
        return rounds_told(self.log, self.labels)

    @cached_property
    def telling(self) -> Telling:
        return Telling(self.log, self.labels, language())


def draw(table: Table, entries: str, action: str, open_drawers: str = "") -> str:
    """Return what the recorder shows after some entries, or the first of them that is refused.

    `open_drawers` are the ids of those that somebody looks at.
    """
    acts = msgspec.json.decode(entries, type=list[Act])
    try:
        log = table.after(acts)
    except Refused as refused:
        return canonical_json(table.say(refused))
    path, _, query = action.partition("?")
    here = Here(table, log, len(acts), Side(f"?{query}" if query else ""))
    with override(table.told.language):
        context = {
            "recorder": here,
            "frame": here.frame,
            "memory": table.memory,
            "agreement": here.agreement,
            "action": action,
            "here": True,
            "match": {"id": path.split("/")[-3]},
            BASE: path.removesuffix("record/"),
        }
        names = [*SHOWN, *(name for name in DRAWERS if name in open_drawers.split())]
        # As plain text, which is no SafeString.
        parts = {name: _drawn(name, here, context) + "" for name in names}
    return canonical_json({"code": "", "parts": parts})


SHOWN = {
    "strip": "replays/partials/_strip.html",
    "lately": "replays/partials/_lately.html",
    "entry": "replays/partials/_asked_here.html",
}
DRAWERS = {
    "board-drawer": "",
    "log-drawer": "replays/partials/_entries.html",
    "more-drawer": "replays/partials/_told_here.html",
}
"""What is inside each; the board is that of the game."""


def _drawn(name: str, here: Here, context: dict[str, Any]) -> str:
    template = SHOWN.get(name) or DRAWERS[name]
    if name == "log-drawer":
        context = context | {"turns": here.turns, "rounds": here.rounds}
    names = [template] if template else here.frame.board_templates
    drawn: str = select_template(names).render(context)
    return drawn
