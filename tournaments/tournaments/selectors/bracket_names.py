"""What tables and rounds of a bracket are called, and why level entrants stand as they do."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from replays.http.answers import Answer
from tournaments.tournaments.formats.names import TableName

_TABLES: Mapping[str, str | Promise] = {
    "final": _("Final"),
    "semi_final": _("Semi-final"),
    "quarter_final": _("Quarter-final"),
    "round_of_16": pgettext_lazy("table", "Round of 16"),
    "round_of_32": pgettext_lazy("table", "Round of 32"),
    "round_of_64": pgettext_lazy("table", "Round of 64"),
    "third_place": _("Match for third place"),
    "winners_final": _("Winners’ half: final"),
    "winners_semi_final": _("Winners’ half: semi-final"),
    "winners_quarter_final": _("Winners’ half: quarter-final"),
    "losers_final": _("Losers’ half: final"),
    "losers_semi_final": _("Losers’ half: semi-final"),
    "grand_final": _("Grand final"),
    "second_grand_final": _("Second grand final"),
}
_ROUNDS: Mapping[str, str | Promise] = {
    "semi_final": _("Semi-finals"),
    "quarter_final": _("Quarter-finals"),
    "round_of_16": pgettext_lazy("round", "Round of 16"),
    "round_of_32": pgettext_lazy("round", "Round of 32"),
    "round_of_64": pgettext_lazy("round", "Round of 64"),
    "winners_semi_final": _("Winners’ half: semi-finals"),
    "winners_quarter_final": _("Winners’ half: quarter-finals"),
}
"""Where a whole round is called otherwise than one of its tables."""
_NUMBERED: Mapping[str, str | Promise] = {
    "": _("Round of %(number)s"),
    "winners": _("Winners’ half: round %(number)s"),
    "losers": _("Losers’ half: round %(number)s"),
}
_REASONS: Mapping[str, str | Promise] = {
    "play_off": _("level, decided by a play-off"),
    "former_stage": _("level, decided by the stage before"),
    "seed": _("level, decided by the seed"),
    "shared": _("level, the place is shared"),
}


class TableNameAnswer(Answer, frozen=True):
    """What a table or a round of an elimination is called."""

    code: str
    """Its stable name: `final`, `semi_final`, `quarter_final`, `round_of_16` and so on,
    `third_place`; in a double elimination `winners_final`, `winners_round_1`, `losers_final`,
    `losers_round_2` and so on, `grand_final`, `second_grand_final`."""
    words: str
    """The same in the language of the request."""


def table_name(name: TableName | None) -> TableNameAnswer | None:
    """Return what a table is called."""
    return TableNameAnswer(name.code, words_of(name)) if name is not None else None


def words_of(name: TableName) -> str:
    """Return what a table is called, in the language of the request."""
    return _words(name, _TABLES)


def round_name(name: TableName | None) -> TableNameAnswer | None:
    """Return what a whole round is called."""
    if name is None:
        return None
    return TableNameAnswer(name.code, _words(name, {**_TABLES, **_ROUNDS}))


def reason_words(code: str | None) -> str:
    """Return why level entrants stand as they do; empty where they were not level."""
    return str(_REASONS[code]) if code else ""


def table_at(name: TableNameAnswer | None, number: int) -> str:
    """Return a table by its name and number."""
    words = gettext("Table %(number)s") % {"number": number}
    return f"{name.words} · {words}" if name is not None else words


def _words(name: TableName, words: Mapping[str, str | Promise]) -> str:
    if name.code in words:
        return str(words[name.code])
    half = name.half.value if name.half is not None else ""
    return str(_NUMBERED[half]) % {"number": name.number}
