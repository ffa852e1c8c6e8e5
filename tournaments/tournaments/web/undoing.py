"""The way back as the page of a tournament offers it: what would be undone, or done again."""

from typing import NamedTuple

from tournaments.tournaments.selectors.log_words import event_words
from tournaments.tournaments.selectors.tournaments import labels_of_everybody
from tournaments.tournaments.selectors.undoing import Rewind, redo_offer, undo_offer
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import refusal_words


class RewindButton(NamedTuple):
    """A command that can be undone or done again, in the words of the log."""

    words: str
    version: int
    problem: str
    """Why it cannot be, or nothing."""


class Rewinds(NamedTuple):
    undo: RewindButton | None
    redo: RewindButton | None


def rewinds_of(page: TournamentPage) -> Rewinds | None:
    """Return what an organiser can undo or do again; None for anybody else."""
    if "undo" not in page.commands:
        return None
    state, labels = page.state, labels_of_everybody(page.state)

    def button(offer: Rewind | None) -> RewindButton | None:
        if offer is None:
            return None
        words = " · ".join(event_words(state, one, labels) for one in offer.written.versions)
        problem = refusal_words(offer.problem, labels) if offer.problem is not None else ""
        return RewindButton(words, offer.written.last, problem)

    return Rewinds(button(undo_offer(page.tournament.id, state)), button(redo_offer(state)))
