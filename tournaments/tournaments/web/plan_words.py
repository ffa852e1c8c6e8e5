"""The rules of a stage in words: what its players may know, and what a form can change."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournaments.tournaments.director.pairings import aims_of
from tournaments.tournaments.director.rankings import OWN_POINTS, ranked_by, scheme_of
from tournaments.tournaments.director.rules import CHAINED, Cut, GameAtHand, StageRules
from tournaments.tournaments.selectors.standings import tie_break_definition
from tournaments.tournaments.web.unplayed import unplayed_words
from tournaments.tournaments.web.words import (
    exact,
    game_title,
    tie_break_name,
)

Lines = list[tuple[str, str]]

AIMS: Mapping[str, str | Promise] = {
    "repeats": gettext_lazy("nobody meets twice"),
    "small_tables": gettext_lazy("small tables go round"),
    "scores": gettext_lazy("close scores meet"),
    "clubs": gettext_lazy("affiliations stay apart"),
    "seats": gettext_lazy("everybody starts equally often"),
}
SEEDINGS: Mapping[str, str | Promise] = {
    "entry": gettext_lazy("in the order of entry"),
    "rating": gettext_lazy("by rating"),
    "hand": gettext_lazy("by hand"),
    "random": gettext_lazy("at random"),
    "former": gettext_lazy("by the stage before"),
    "crossed": gettext_lazy("crossed: those of one group meet as late as possible"),
}
FINAL_TIES: Mapping[str, str | Promise] = {
    "former": gettext_lazy("the better one of the stages before wins"),
    "playoff": gettext_lazy("it is played off"),
    "shared": gettext_lazy("the place is shared"),
}
_SCHEMES: Mapping[str, str | Promise] = {
    "wins": gettext_lazy("wins only"),
    "share": gettext_lazy("share of the table's score"),
}


def points_name(scheme: str) -> str:
    return str(_SCHEMES.get(scheme, scheme))


def custom_points(rules: StageRules) -> str:
    """Return points of the organiser's own as text, a row for every size of table."""
    scheme = scheme_of(rules)
    return "; ".join(",".join(str(points) for points in row) for row in scheme.rows)


def box_words(game: GameAtHand) -> str:
    """Return a game with the number of its boxes, as it is typed."""
    title = game_title(game)
    return title if game.boxes is None else f"{title} x{game.boxes}"


def rules_words(rules: StageRules, *, first: bool) -> Lines:
    """Return everything that decides how a stage is played, as terms with what they are."""
    lines = [(_("Game"), ", ".join(box_words(game) for game in rules.games))]
    if not first:
        lines.append((_("Who goes on"), _cut_words(rules)))
    lines += _open_words(rules) if rules.is_open else _table_words(rules)
    if rules.format not in CHAINED:
        lines.append((_("Points by place"), _points_words(rules)))
        lines += unplayed_words(rules)
        ranked = ranked_by(rules)
        lines.append((_("Tie-breaks"), " → ".join(tie_break_name(code) for code in ranked)))
    if rules.format == "swiss":
        aims = [str(AIMS[aim.value]) for aim in aims_of(rules.aims)]
        lines.append((_("Pairing"), " → ".join(aims)))
    if not rules.is_open:
        lines.append((_("Seeding"), str(SEEDINGS[rules.seeding])))
    if rules.carry:
        lines.append((_("Points before"), _("count here too")))
    if rules.carry_meetings:
        lines.append((_("Meetings before"), _("count here too")))
    return lines


def _cut_words(rules: StageRules) -> str:
    match rules.cut.kind:
        case "top":
            return _("the best %(count)s") % {"count": rules.cut.top}
        case "points":
            points = exact(Fraction(rules.cut.points))
            return _("whoever has at least %(points)s points") % {"points": points}
        case "groups":
            return _group_cut_words(rules.cut)
        case _:
            return _("everybody")


def _group_cut_words(cut: Cut) -> str:
    count, best = {"count": cut.each}, {"count": cut.best}
    if not cut.each:
        return _("the best %(count)s of the winners of groups") % best
    words = ngettext("the first of each group", "the first %(count)s of each group", cut.each)
    if not cut.best:
        return words % count
    more = ngettext(
        "the best of those who come next", "the best %(count)s of those who come next", cut.best
    )
    return f"{words % count} + {more % best}"


def _points_words(rules: StageRules) -> str:
    name = scheme_of(rules).name
    return custom_points(rules) if name == OWN_POINTS else points_name(name)


def _open_words(rules: StageRules) -> Lines:
    lines = [
        (_("Ranking"), f"{tie_break_name(rules.ranking)}: {tie_break_definition(rules.ranking)}")
    ]
    if rules.ranking == "best":
        lines.append((_("Matches that count"), str(rules.best)))
    if rules.least_matches:
        lines.append((_("Least matches to be ranked"), str(rules.least_matches)))
    return lines


def _table_words(rules: StageRules) -> Lines:
    lines: Lines = []
    if rules.format == "swiss":
        lines.append((pgettext("tournament", "Rounds"), str(rules.rounds)))
    if rules.format == "groups":
        lines.append((_("Groups"), str(rules.groups)))
    lines.append((_("Tables"), _size_words(rules)))
    if rules.format == "swiss":
        lines.append((_("Byes"), _("allowed") if rules.byes else _("not allowed")))
    if rules.format == "elimination":
        lines.append((_("How many of a table go on"), str(rules.advance)))
    if rules.double:
        second = rules.format == "double_elimination"
        words = _("a second final if the first levels the losses")
        lines.append((_("Twice"), words if second else _("everybody meets twice")))
    if rules.format in CHAINED:
        lines.append((_("A tie in the final"), str(FINAL_TIES[rules.final_tie])))
    if rules.third_place:
        lines.append((_("Third place"), _("those who lose the semi-finals meet")))
    if rules.minutes:
        words = ngettext("%(count)s minute", "%(count)s minutes", rules.minutes)
        lines.append((_("Time for a round"), words % {"count": rules.minutes}))
    return lines


def _size_words(rules: StageRules) -> str:
    sizes = ", ".join(str(size) for size in sorted(rules.sizes))
    words = _("of %(sizes)s") % {"sizes": sizes}
    if len(rules.sizes) > 1:
        words = _("of %(sizes)s, preferably %(size)s") % {"sizes": sizes, "size": rules.preferred}
    if rules.most_tables is None:
        return words
    most = ngettext("at most %(count)s table", "at most %(count)s tables", rules.most_tables)
    return f"{words}; {most % {'count': rules.most_tables}}"
