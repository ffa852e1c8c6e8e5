"""What a correction would change, in words, before anybody decides on it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.tournaments.director.consequences import Consequences, TableChange
from tournaments.tournaments.director.qualifying import FieldChange
from tournaments.tournaments.director.undone import TablePlace, Undone
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import names, refusal_words


class Answer(NamedTuple):
    """One answer to what becomes of what stood on the former result."""

    code: str
    words: str
    chosen: bool
    effects: list[str]
    """What it would take back, in sentences."""
    problem: str
    """Why it cannot be given, or nothing."""


class Correction(NamedTuple):
    """The consequences of a correction that is about to be made."""

    consequences: Consequences
    version: int
    """The version they were worked out for."""
    moves: list[tuple[str, int | None, int | None]]
    """Whose place would be another: the name, the place before and after."""
    crossings: list[str]
    """Who would come in or fall out at a cut."""
    next_round: str
    tables: list[str]
    """Tables of a bracket that others would have come to."""
    answers: list[Answer]
    voids: bool
    """Whether one of the answers leaves void matches behind, which a reason is kept with."""


def correction_of(page: TournamentPage, consequences: Consequences, version: int) -> Correction:
    chosen = page.refused.sent.get("then") if page.refused is not None else None
    return Correction(
        consequences,
        version,
        moves_of(page, consequences),
        _crossings(page, consequences),
        _next_round_words(consequences),
        [_table_words(page, change) for change in consequences.tables],
        _answers(page, consequences, str(chosen or consequences.usual_answer)),
        any(option.undone.void for option in consequences.options),
    )


def moves_of(
    page: TournamentPage, consequences: Consequences
) -> list[tuple[str, int | None, int | None]]:
    """Return whose place would be another, the best first: the name, the place before and after."""
    moved = sorted(consequences.places, key=lambda row: (row.after or 0, row.entrant))
    return [(page.labels.get(row.entrant, "?"), row.before, row.after) for row in moved]


def _answers(page: TournamentPage, consequences: Consequences, chosen: str) -> list[Answer]:
    row = consequences.next_round
    if not consequences.tables and not consequences.fields and (row is None or not row.differs):
        return []
    offered = {
        "keep": _("Keep everything as it is"),
        "repair": _("Withdraw what has not begun, and pair it again"),
        "void": _("Make it void, and play it again"),
    }
    if chosen in [one.then for one in consequences.options if one.problem is not None]:
        chosen = consequences.usual_answer
    return [
        Answer(
            one.then,
            offered[one.then],
            one.then == chosen,
            undone_words(one.undone),
            refusal_words(one.problem, page.labels) if one.problem is not None else "",
        )
        for one in consequences.options
    ]


def undone_words(undone: Undone) -> list[str]:
    """Return what would be taken back, in sentences."""
    stages = _("The start of stage %(stage)s is undone.")
    sentences = [stages % {"stage": stage} for stage in undone.stages]
    sentences += _places_words(undone.withdrawn, _("Withdrawn: %(tables)s."))
    sentences += _places_words(undone.void, _("Void: %(tables)s."))
    if undone.penalties:
        words = ngettext(
            "%(count)s penalty of that stage is lifted.",
            "%(count)s penalties of that stage are lifted.",
            undone.penalties,
        )
        sentences.append(words % {"count": undone.penalties})
    return sentences


def _places_words(places: Sequence[TablePlace], sentence: str) -> list[str]:
    if not places:
        return []
    rounds = [
        ngettext(
            "stage %(stage)s, round %(round)s, table %(tables)s",
            "stage %(stage)s, round %(round)s, tables %(tables)s",
            len(tables),
        )
        % {"stage": stage, "round": number, "tables": ", ".join(map(str, tables))}
        for (stage, number), tables in _by_round(places).items()
    ]
    return [sentence % {"tables": "; ".join(rounds)}]


def _by_round(places: Sequence[TablePlace]) -> dict[tuple[int, int], list[int]]:
    rounds: dict[tuple[int, int], list[int]] = {}
    for place in places:
        rounds.setdefault((place.stage, place.round), []).append(place.table)
    return rounds


def _table_words(page: TournamentPage, change: TableChange) -> str:
    words = _("Round %(round)s, table %(table)s: not %(before)s, but %(after)s")
    return words % {
        "round": change.round,
        "table": change.table,
        "before": names(change.before, page.labels),
        "after": names(change.after, page.labels) or _("nobody yet"),
    }


def _crossings(page: TournamentPage, consequences: Consequences) -> list[str]:
    """Return who would be on another side of a cut, of a stage that has begun or will."""
    begun = {change.stage for change in consequences.fields}
    sentences = {
        "in": _("%(name)s would be in stage %(stage)s."),
        "out": _("%(name)s would not be in stage %(stage)s."),
        "on_the_line": _("%(name)s would be tied on the line of the cut."),
    }
    return [
        sentences[change.cut_after.value]
        % {"name": page.labels.get(change.entrant, "?"), "stage": stage.stage + 1}
        for stage in consequences.stages
        for change in stage.changes
        if change.crosses and change.cut_after is not None and stage.stage + 1 not in begun
    ] + [words for change in consequences.fields for words in _field_words(page, change)]


def _field_words(page: TournamentPage, change: FieldChange) -> list[str]:
    said = [
        (_("Would have qualified for stage %(stage)s: %(names)s"), change.would_be_in),
        (_("Would not have qualified for stage %(stage)s: %(names)s"), change.would_be_out),
        (_("Would have been tied on the line to stage %(stage)s: %(names)s"), change.on_the_line),
    ]
    sentences = [
        words % {"stage": change.stage, "names": names(people, page.labels)}
        for words, people in said
        if people
    ]
    other_order = _("Stage %(stage)s would have begun with the same people in another order.")
    return sentences or [other_order % {"stage": change.stage}]


def _next_round_words(consequences: Consequences) -> str:
    row = consequences.next_round
    if row is None:
        return ""
    if not row.differs:
        return _("The tables of round %(round)s would have been the same.") % {"round": row.round}
    sentence = _("Round %(round)s would have been paired otherwise.") % {"round": row.round}
    if not row.begun:
        return sentence
    begun = ngettext(
        "%(count)s of its tables has begun.", "%(count)s of its tables have begun.", row.begun
    )
    return f"{sentence} {begun % {'count': row.begun}}"
