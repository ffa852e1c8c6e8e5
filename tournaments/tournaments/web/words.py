"""What tournaments are made of, in the visitor's words: formats, tie-breaks, reasons, figures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.errors import RuleViolation
from games.core.words import Words, say
from replays.errors import KaitenError, message_of
from replays.web.access import language
from replays.web.pages import game_name
from tournaments.tournaments.director.rules import GameAtHand, StageRules
from tournaments.tournaments.selectors.proposals import BrokenAnswer, FiguresAnswer, ReasonAnswer
from tournaments.tournaments.standings.open_evening import OpenRanking

Refusal = RuleViolation | KaitenError
Labels = Mapping[int, str]

_VULGAR = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 6): "⅙",
    (5, 6): "⅚",
}
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
}
_RANKINGS: Mapping[OpenRanking, str | Promise] = {
    OpenRanking.TOTAL: gettext_lazy("Total"),
    OpenRanking.AVERAGE: gettext_lazy("Average"),
    OpenRanking.BEST: gettext_lazy("Best matches"),
}
KINDS: Mapping[str, str | Promise] = {
    "complete": gettext_lazy("Played to the end"),
    "on_time": gettext_lazy("Stopped on time"),
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


def format_name(code: str) -> str:
    return str(_FORMATS.get(code, code))


def tie_break_name(code: str) -> str:
    """Return the name of a tie-break; the plain forms are marked as such."""
    base = code.removesuffix("_plain")
    name = str(_TIE_BREAKS.get(base, base))
    return _("%(name)s (plain)") % {"name": name} if base != code else name


def ranking_name(ranking: str) -> str:
    """Return what an open evening is ranked by."""
    return str(_RANKINGS[OpenRanking(ranking)])


def game_title(game: GameAtHand) -> str:
    """Return a game's name, or what stands on its box where Kaiten has no rules for it."""
    title = game.options.get("title")
    return title if isinstance(title, str) and title else game_name(game.game)


def stage_title(rules: StageRules) -> str:
    """Return the format of a stage with the size of its tables, in a few words."""
    name = format_name(rules.format)
    if rules.is_open or max(rules.sizes) == 2:
        return name
    return _("%(format)s, tables of %(size)s") % {"format": name, "size": rules.preferred}


def exact(value: Fraction) -> str:
    """Return a fraction as people write it: whole, with a vulgar fraction, or two decimals."""
    sign, size = ("−" if value < 0 else ""), abs(value)
    whole, rest = divmod(size.numerator, size.denominator)
    if rest == 0:
        return f"{sign}{whole}"
    vulgar = _VULGAR.get((rest, size.denominator))
    if vulgar is not None:
        return f"{sign}{whole or ''}{vulgar}"
    hundredths = (200 * size.numerator + size.denominator) // (2 * size.denominator)
    whole, rest = divmod(hundredths, 100)
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{rest:02}"


def names(entrants: Sequence[int], labels: Labels) -> str:
    """Return people as a list in one line."""
    return ", ".join(labels.get(number, f"#{number}") for number in entrants)


def refusal_words(error: Refusal, labels: Labels, words: Words | None = None) -> str:
    """Return one sentence that says what was refused; entrants by their names.

    `words` are those of the game, where its rules may be what refuses.
    """
    params = dict(error.params)
    if isinstance(one := params.get("entrant"), int):
        params["entrant"] = labels.get(one, one)
    if isinstance(several := params.get("entrants"), list | tuple):
        params["entrants"] = ", ".join(str(labels.get(number, number)) for number in several)
    told = message_of(error.code, **params)
    if told != error.code:
        return told
    # Rules of games have words of their own, under a key that says so.
    spoken = say(words or {}, f"code.{error.code}", language(), **error.params)
    return spoken if spoken != f"code.{error.code}" else error.code


def reason_words(reason: ReasonAnswer, labels: Labels) -> str:
    """Return one fact about a table as its organiser reads it."""
    who = {
        "names": names(reason.entrants, labels),
        "amount": exact(reason.amount),
        "count": int(reason.amount),
    }
    match reason.code:
        case "repeated_meeting":
            words = ngettext(
                "%(names)s have met once before",
                "%(names)s have met %(count)s times before",
                int(reason.amount),
            )
        case "small_table":
            words = _("smaller than the usual table")
        case "score_spread":
            words = _("points differ by %(amount)s: %(names)s")
        case "same_club":
            words = _("%(names)s should rather not sit together")
        case "fixed_table":
            words = _("%(names)s may sit at this table")
        case "fixed_table_missed":
            words = _("%(names)s may not sit at this table")
        case "prohibited_meeting":
            words = _("%(names)s must not meet")
        case "locked_table":
            words = _("locked by the organiser")
        case other:
            words = other
    return words % who


def broken_words(broken: BrokenAnswer, labels: Labels) -> str:
    """Return a hard constraint that does not hold, as its organiser reads it."""
    who = {
        "names": names(broken.entrants, labels),
        "table": broken.table,
        "one": names(broken.entrants[:1], labels),
    }
    match broken.code:
        case "prohibited_meeting":
            words = _("Table %(table)s: %(names)s must not meet.")
        case "fixed_table":
            words = _("Table %(table)s is none of the tables of %(names)s.")
        case _:
            words = _("%(one)s has had a bye already; others have not.")
    return words % who


def figure_words(figures: FiguresAnswer) -> list[tuple[str, str]]:
    """Return the figures of a table or a round with their names; the smaller the better."""
    return [
        (_("repeated meetings"), str(figures.repeats)),
        (_("small tables"), str(figures.small_tables)),
        (_("score differences"), exact(figures.scores)),
        (_("same affiliation"), str(figures.clubs)),
        (_("seat balance"), str(figures.seats)),
    ]
