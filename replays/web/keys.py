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
    Key("PageDown", pgettext_lazy("key", "Page down"), "next-turn", _("To the next turn")),
    Key("PageUp", pgettext_lazy("key", "Page up"), "previous-turn", _("To the turn before")),
    Key("ArrowDown", "↓", "next-turn", _("To the next turn")),
    Key("ArrowUp", "↑", "previous-turn", _("To the turn before")),
    Key(
        "Shift+PageDown",
        pgettext_lazy("key", "Shift + page down"),
        "next-round",
        _("To the next round"),
    ),
    Key(
        "Shift+PageUp",
        pgettext_lazy("key", "Shift + page up"),
        "previous-round",
        _("To the round before"),
    ),
    Key("Home", pgettext_lazy("key", "Home"), "first", _("To the start")),
    Key("End", pgettext_lazy("key", "End"), "last", _("To the end")),
    Key(" ", pgettext_lazy("key", "Space"), "play", _("Play or pause"), letter=True),
    Key("g", "g", "go", _("Go to a step by its number"), letter=True),
    Key("b", "b", "back", _("Back to where you jumped from"), letter=True),
    Key("c", "c", "copy", _("Copy a link to this step"), letter=True),
    Key("f", "f", "turn-table", _("Turn the table: another player comes first"), letter=True),
    Key("l", "l", "live", _("To what is happening now"), letter=True),
    Key("s", "s", "sheet", _("Show or hide the log"), letter=True),
    Key("z", "z", "screen", _("Fill the screen, for a projector"), letter=True),
    Key("Escape", pgettext_lazy("key", "Esc"), "leave", _("Leave a box, or close the log")),
    Key("?", "?", "help", _("Show these keys"), letter=True),
)
_SEATS = tuple(str(number) for number in range(1, 9))


def keys_for(viewers: int) -> tuple[Key, ...]:
    """Return the keys of a page with so many points of view, of which the first is the public's."""
    seats = _SEATS[: max(0, viewers - 1)]
    looks = [
        Key(name, name, f"look:{name}", _("Look from this seat"), letter=True) for name in seats
    ]
    public = [Key("0", "0", "look:0", _("Look as everybody"), letter=True)] if looks else []
    return (*KEYS, *public, *looks)
