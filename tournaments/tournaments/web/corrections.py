"""What a correction would change, in words, before anybody decides on it."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.standings.compare import CutPosition
from tournaments.tournaments.web.pages import TournamentPage


class PlaceMove(NamedTuple):
    """Somebody whose place would be another."""

    label: str
    before: int | None
    after: int | None


class Correction(NamedTuple):
    """The consequences of a correction that is about to be made."""

    version: int
    """The version they were worked out for."""
    moves: tuple[PlaceMove, ...]
    crossings: tuple[str, ...]
    """Who would come in or fall out at a cut."""
    seasons: tuple[str, ...]
    """Closed seasons that would have been others."""
    ladders: tuple[str, ...]
    """Ladders that would be rated anew."""
    next_round: str
    answers: tuple[tuple[str, str, bool], ...]
    """What can be done with a round that was paired upon it: code, words, whether chosen."""
    nothing: bool


def correction_of(page: TournamentPage, found: Consequences, version: int) -> Correction:
    """Return the consequences of a correction as a page shows them."""
    moves = tuple(
        PlaceMove(page.labels.get(row.entrant, "?"), row.before, row.after)
        for row in sorted(found.places, key=lambda row: (row.after or 0, row.entrant))
    )
    chosen = page.refused.sent.get("then") if page.refused is not None else None
    return Correction(
        version,
        moves,
        tuple(_crossings(page, found)),
        tuple(row.sentence for row in found.seasons),
        tuple(row.sentence for row in found.ladders),
        _later(found),
        _answers(found, str(chosen or found.usual_answer)),
        found.nothing,
    )


def _answers(found: Consequences, chosen: str) -> tuple[tuple[str, str, bool], ...]:
    if found.next_round is None or not found.next_round.differs:
        return ()
    offered = {
        "keep": _("Keep it as it is"),
        "repair": _("Take back what has not begun, to be paired anew"),
        "void": _("Make its open tables void"),
    }
    return tuple((code, words, code == chosen) for code, words in offered.items())


def _crossings(page: TournamentPage, found: Consequences) -> list[str]:
    told = []
    for stage in found.stages:
        for change in stage.changes:
            if not change.crosses or change.cut_after is None:
                continue
            words = {"name": page.labels.get(change.entrant, "?"), "stage": stage.stage + 1}
            match change.cut_after:
                case CutPosition.IN:
                    told.append(_("%(name)s would be in stage %(stage)s.") % words)
                case CutPosition.OUT:
                    told.append(_("%(name)s would not be in stage %(stage)s.") % words)
                case _:
                    told.append(_("%(name)s would be tied on the line of the cut.") % words)
    return told


def _later(found: Consequences) -> str:
    row = found.next_round
    if row is None:
        return ""
    if not row.differs:
        return _("The tables of round %(round)s would have been the same.") % {"round": row.round}
    told = _("Round %(round)s would have been paired otherwise.") % {"round": row.round}
    if not row.begun:
        return told
    begun = ngettext(
        "%(count)s of its tables has begun.", "%(count)s of its tables have begun.", row.begun
    )
    return f"{told} {begun % {'count': row.begun}}"
