"""The plans that a new tournament can have, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PRESET_WORDS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "swiss_pods": (
        _("Swiss in pods, final table"),
        _("Everybody plays every round at tables of three to five; the best play a final."),
    ),
    "swiss_duel": (
        _("1v1 Swiss"),
        _("Two at a table, close scores meet; nobody meets twice while that can be avoided."),
    ),
    "round_robin": (
        _("Round robin"),
        _("Everybody meets everybody, two at a table."),
    ),
    "groups": (
        _("Groups + elimination"),
        _("Round robins in groups; the best go on to an elimination."),
    ),
    "elimination": (
        _("Single elimination"),
        _("The winner of each table goes on, the others are out."),
    ),
    "double_elimination": (
        _("Double elimination"),
        _("Two at a table; who has lost twice is out."),
    ),
    "open": (
        _("Open evening"),
        _("No rounds: whoever is free begins a table. Come late, leave early."),
    ),
}
"""The name of each plan, and what happens in it."""
