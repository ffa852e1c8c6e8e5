"""The keys of the match page: one table drives the bindings, the help and both languages."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Key(NamedTuple):
    """One key, what it is called on a keyboard, what it does."""

    key: str
    """As `KeyboardEvent.key` names it."""
    cap: str | Promise
    action: str
    help: str | Promise
    letter: bool = False
    """True for a single printable key, which a visitor may switch off."""


KEYS = (
    Key("ArrowRight", "→", "next", _("One step on")),
    Key("ArrowLeft", "←", "previous", _("One step back")),
    Key("ArrowDown", "↓", "next-turn", _("To the next turn")),
    Key("ArrowUp", "↑", "previous-turn", _("To the turn before")),
    Key("Home", pgettext_lazy("key", "Home"), "first", _("To the start")),
    Key("End", pgettext_lazy("key", "End"), "last", _("To the end")),
    Key(" ", pgettext_lazy("key", "Space"), "play", _("Play or pause"), letter=True),
    Key("g", "g", "go", _("Go to a step by its number"), letter=True),
    Key("c", "c", "copy", _("Copy a link to this step"), letter=True),
    Key("f", "f", "turn-table", _("Turn the table: another player comes first"), letter=True),
    Key("?", "?", "help", _("Show these keys"), letter=True),
)
