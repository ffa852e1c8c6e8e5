"""Draws what is asked next, from the recorder's own templates. It runs in the browser."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import msgspec
from django.apps import apps
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import override

from games.core.canonical import canonical_json
from replays.offline.phone import Entry, Refused, Table
from replays.web.buttons import events_value
from replays.web.prompts import Prompt, Together, choosing_together, make_prompts
from replays.web.together import answered_seats
from replays.web.unseen import unseen_events, unseen_label

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


class Line(NamedTuple):
    """How a seat would end."""

    place: int
    label: str
    score: int


@dataclass
class Asked:
    """The recorder as far as its prompts ask for it, after what was entered here."""

    table: Table
    ahead: int
    key: str = "here"

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def first(self) -> bool:
        """True when nothing is saved yet that the strip could take back."""
        return self.version == 1

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        table, told = self.table, self.table.told
        return make_prompts(table.rules, table.state, told.labels, told.language)

    @cached_property
    def together(self) -> Together:
        if not self.prompts:
            return Together()
        return choosing_together(self.prompts, answered_seats(self.table), self.table.told.labels)

    @cached_property
    def unseen(self) -> str:
        events = unseen_events(self.table.rules, self.table.state)
        return events_value(events) if events else ""

    @property
    def unseen_label(self) -> str:
        return unseen_label(self.table.rules, self.table.state, self.table.told.language)

    @property
    def outcome(self) -> list[Line]:
        """How the match ends, if the rules wait for nothing more."""
        if self.prompts:
            return []
        outcome = self.table.rules.outcome(self.table.state)
        return sorted(map(Line, outcome.places, self.table.told.labels, outcome.scores))


def draw(table: Table, entries: str, action: str) -> str:
    """Return what is asked after some entries, or the first of them that the rules refuse."""
    ahead = msgspec.json.decode(entries, type=list[Entry])
    try:
        now = table.after(ahead)
    except Refused as refused:
        return canonical_json(table.say(refused))
    asked = Asked(now, len(ahead))
    slug = now.rules.slug
    frame = {"slug": slug, "words": now.rules.words, "draws_pieces": _draws_pieces(slug)}
    back = action.replace("/record/", "/take-back/")
    context = {"recorder": asked, "frame": frame, "action": action, "back": back}
    with override(table.told.language):
        html = get_template("replays/partials/_asked_here.html").render(context)
    return canonical_json({"code": "", "html": html + ""})  # as plain text, which is no SafeString


def _draws_pieces(slug: str) -> bool:
    try:
        get_template(f"games/{slug}/piece.html")
    except TemplateDoesNotExist:
        return False
    return True
