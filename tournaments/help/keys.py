"""What the keys do, page by page; those of the match page come from the table that binds them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from replays.web.keys import keys_for


class KeyLine(NamedTuple):
    """A key as a keyboard calls it, and what it does."""

    key: str
    """As `KeyboardEvent.key` names it."""
    cap: str | Promise
    help: str | Promise


class KeyTable(NamedTuple):
    """The keys of a page."""

    title: Promise
    scripts: tuple[str, ...]
    """The scripts that listen to them."""
    keys: Sequence[KeyLine]
    note: Promise | str = ""


_ENTER = pgettext_lazy("key", "Enter")
_SEATS = 2
"""So many points of view as to show one of the keys that look from a seat."""


def key_tables() -> list[KeyTable]:
    """Return the keys of every page that has some."""
    return [
        KeyTable(
            _("Watching a match"),
            ("replays/js/keys.js",),
            [KeyLine(one.key, one.cap, one.help) for one in keys_for(_SEATS)],
            _("The box that “?” opens there switches the keys with one letter off."),
        ),
        KeyTable(
            _("Recording a match, while typing"),
            ("replays/js/typing.js",),
            [
                KeyLine("Enter", _ENTER, _("Record what is typed, or take the marked suggestion")),
                KeyLine("ArrowDown", "↓", _("To the next suggestion")),
                KeyLine("ArrowUp", "↑", _("To the suggestion before")),
                KeyLine("Escape", pgettext_lazy("key", "Esc"), _("Close the suggestions")),
            ],
        ),
        KeyTable(
            _("Running a tournament"),
            ("tournaments/js/scores.js",),
            [
                KeyLine(
                    "Enter",
                    _ENTER,
                    _("Save the scores of a table and go on to the next one without a result"),
                ),
            ],
            _("A space, a comma, a colon or a slash goes on to the next box of the table."),
        ),
        KeyTable(
            _("On the screen for the room"),
            ("tournaments/js/tv.js",),
            [
                KeyLine("ArrowRight", "→", _("To the next part")),
                KeyLine("ArrowLeft", "←", _("To the part before")),
                KeyLine(" ", pgettext_lazy("key", "Space"), _("Pause, or go on")),
            ],
        ),
    ]
