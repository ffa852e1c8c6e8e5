"""The proposal of a round as text."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.tournaments.selectors.proposals import ProposalAnswer
from tournaments.tournaments.selectors.words import broken_words, figure_words, reason_words
from tournaments.tournaments.shell.tables import Cell, called, table


def proposal(answer: ProposalAnswer) -> str:
    """Return a proposal with its figures and reasons, as whoever announces it wants to see it."""
    cells: list[Sequence[Cell]] = [
        (
            called(one.number, one.name),
            ", ".join(f"{seat.entrant} {seat.label}" for seat in one.seats)
            + (f" ({_('locked')})" if one.locked else ""),
            "\n".join(reason_words(reason, answer.labels) for reason in one.reasons),
        )
        for one in answer.tables
    ]
    cells += [(_("bye"), f"{number} {answer.labels[number]}", "") for number in answer.byes]
    figures = ", ".join(f"{name} {value}" for name, value in figure_words(answer.figures))
    lines = [
        _("Proposal of round %(round)s: %(figures)s") % {"round": answer.round, "figures": figures},
        table((_("Table"), _("Seats"), _("Reasons")), cells),
        *(broken_words(one, answer.labels) for one in answer.broken),
    ]
    if answer.stale:
        lines.append(_("Something has changed since this was proposed: propose again."))
    return "\n".join(lines)
