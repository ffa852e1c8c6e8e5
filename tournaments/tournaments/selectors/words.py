"""What tournaments are made of in words: formats, tie-breaks, endings, reasons, figures."""

import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.proposals import (
    FIGURE_NAMES,
    BrokenAnswer,
    FiguresAnswer,
    ReasonAnswer,
)

_VULGAR = {Fraction(unicodedata.numeric(one)).limit_denominator(6): one for one in "½⅓⅔¼¾⅙⅚"}
_FORMATS: Mapping[str, str | Promise] = {
    "swiss": gettext_lazy("Swiss"),
    "round_robin": gettext_lazy("Round robin"),
    "groups": gettext_lazy("Groups"),
    "planned": gettext_lazy("Planned rounds"),
    "elimination": gettext_lazy("Elimination"),
    "double_elimination": gettext_lazy("Double elimination"),
    "open": gettext_lazy("Open evening"),
}
_TIE_BREAKS: Mapping[str, str | Promise] = {
    "points": gettext_lazy("Points"),
    "wins": gettext_lazy("Wins"),
    "game_points": gettext_lazy("Game points"),
    "table_share": gettext_lazy("Share of the table"),
    "opponents_points": gettext_lazy("Opponents' points"),
    "opponents_wins": gettext_lazy("Opponents' wins"),
    "head_to_head": gettext_lazy("Head to head"),
    "average_place": gettext_lazy("Average place"),
    "lot": gettext_lazy("Lot"),
    "place_in_group": gettext_lazy("Place in the group"),
    "points_per_table": gettext_lazy("Points per table"),
    "wins_per_table": gettext_lazy("Wins per table"),
    "game_points_per_table": gettext_lazy("Game points per table"),
    "total": gettext_lazy("Total"),
    "average": gettext_lazy("Average"),
    "best": gettext_lazy("Best matches"),
}
"""Tie-breaks, what an open evening is ranked by, and what ranks across groups."""
KINDS: Mapping[str, str | Promise] = {
    "complete": gettext_lazy("Played to the end"),
    "on_time": gettext_lazy("Stopped when time ran out"),
    "early": gettext_lazy("Stopped early"),
    "walk_over": gettext_lazy("Walk-over"),
    "void": gettext_lazy("Void"),
}
RULINGS: Mapping[str, str | Promise] = {
    "stands": gettext_lazy("The result stands"),
    "changed": gettext_lazy("The result is changed"),
    "replayed": gettext_lazy("The table is replayed"),
    "penalty": gettext_lazy("A penalty is given"),
}
_REASONS: Mapping[str, str | Promise] = {
    "small_table": gettext_lazy("smaller than the usual table"),
    "score_spread": gettext_lazy("points differ by %(amount)s: %(names)s"),
    "same_club": gettext_lazy("%(names)s should rather not sit together"),
    "fixed_table": gettext_lazy("%(names)s may sit at this table"),
    "fixed_table_missed": gettext_lazy("%(names)s may not sit at this table"),
    "prohibited_meeting": gettext_lazy("%(names)s must not meet"),
    "locked_table": gettext_lazy("locked by the organiser"),
}
_BROKEN: Mapping[str, str | Promise] = {
    "prohibited_meeting": gettext_lazy("Table %(table)s: %(names)s must not meet."),
    "fixed_table": gettext_lazy("Table %(table)s is none of the tables of %(names)s."),
    "second_bye": gettext_lazy("%(one)s has had a bye already; others have not."),
}


def format_name(code: str) -> str:
    return str(_FORMATS.get(code, code))


def tie_break_name(code: str) -> str:
    """Return the name of what ranks; the plain forms of tie-breaks are marked as such."""
    base = code.removesuffix("_plain")
    name = str(_TIE_BREAKS.get(base, base))
    return _("%(name)s (plain)") % {"name": name} if base != code else name


def exact(value: Fraction) -> str:
    """Return a fraction as people write it: whole, with a vulgar fraction, or two decimals."""
    sign, size = ("−" if value < 0 else ""), abs(value)
    whole, rest = divmod(size, 1)
    if rest == 0:
        return f"{sign}{whole}"
    if rest in _VULGAR:
        return f"{sign}{whole or ''}{_VULGAR[rest]}"
    return _decimal(value)


def exact_column(values: Sequence[Fraction | None]) -> list[str]:
    """Return fractions that stand below each other, all written in one way; nothing for None."""
    known = [value for value in values if value is not None]
    plain = all(abs(value) % 1 in {0, *_VULGAR} for value in known)
    write = exact if plain else _decimal
    return ["" if value is None else write(value) for value in values]


def _decimal(value: Fraction) -> str:
    """Return a fraction with two decimals."""
    whole, hundredths = divmod(floor(100 * abs(value) + Fraction(1, 2)), 100)
    sign = "−" if value < 0 else ""
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{hundredths:02}"


def names(entrants: Sequence[int], labels: Labels) -> str:
    return ", ".join(labels.get(number, f"#{number}") for number in entrants)


def reason_words(reason: ReasonAnswer, labels: Labels) -> str:
    """Return one fact about a table as its organiser reads it."""
    count = int(reason.amount)
    who = {"names": names(reason.entrants, labels), "amount": exact(reason.amount), "count": count}
    if reason.code == "repeated_meeting":
        words = ngettext(
            "%(names)s have met once before", "%(names)s have met %(count)s times before", count
        )
    else:
        words = str(_REASONS.get(reason.code, reason.code))
    return words % who


def broken_words(broken: BrokenAnswer, labels: Labels) -> str:
    """Return a hard constraint that does not hold, as its organiser reads it."""
    who = {"names": names(broken.entrants, labels), "table": broken.table}
    who["one"] = names(broken.entrants[:1], labels)
    return str(_BROKEN[broken.code]) % who


def figure_words(figures: FiguresAnswer) -> list[tuple[str, str]]:
    """Return the figures of a table or a round with their names; the smaller the better."""
    return [
        (str(words), exact(Fraction(getattr(figures, name))))
        for name, words in FIGURE_NAMES.items()
    ]
