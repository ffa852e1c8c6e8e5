"""What a correction would change, in words, before anybody decides on it."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.web.pages import TournamentPage


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
    answers: list[tuple[str, str, bool]]
    """What can be done with a round that was paired upon it: code, words, whether chosen."""


def correction_of(page: TournamentPage, consequences: Consequences, version: int) -> Correction:
    moved = sorted(consequences.places, key=lambda row: (row.after or 0, row.entrant))
    chosen = page.refused.sent.get("then") if page.refused is not None else None
    return Correction(
        consequences,
        version,
        [(page.labels.get(row.entrant, "?"), row.before, row.after) for row in moved],
        _crossings(page, consequences),
        _next_round_words(consequences),
        _answers(consequences, str(chosen or consequences.usual_answer)),
    )


def _answers(consequences: Consequences, chosen: str) -> list[tuple[str, str, bool]]:
    if consequences.next_round is None or not consequences.next_round.differs:
        return []
    offered = {
        "keep": _("Keep it as it is"),
        "repair": _("Withdraw what has not begun, and pair it again"),
        "void": _("Make its open tables void"),
    }
    return [(code, words, code == chosen) for code, words in offered.items()]


def _crossings(page: TournamentPage, consequences: Consequences) -> list[str]:
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
        if change.crosses and change.cut_after is not None
    ]


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
