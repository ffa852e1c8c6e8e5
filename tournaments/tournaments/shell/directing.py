"""A command that was typed is carried out, and what it did is told in words."""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.http.answers import AnswerRenderer
from replays.management.base import shell_envelope
from replays.notes import clean_note
from replays.services.append import Appended
from tournaments.tournaments.director.commands.catalogue import Command, Correct
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.consequences import ConsequencesAnswer, consequences_view
from tournaments.tournaments.selectors.log_words import event_words
from tournaments.tournaments.selectors.made import DirectedAnswer, SentCommand, full_answer
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of, labels_of_everybody
from tournaments.tournaments.services.tournaments import direct
from tournaments.tournaments.shell import text
from tournaments.tournaments.shell.fields import command_of

Form = Literal["words", "json", "quiet"]


def form_of(options: Mapping[str, Any]) -> Form:
    """Return how somebody wants to be answered."""
    return "json" if options["json"] else "quiet" if options["quiet"] else "words"


def directed(id_: UUID, name: str, fields: Mapping[str, Any], *, note: str, form: Form) -> str:
    """Carry out a command and return what it did."""
    with reading(id_) as state:
        command = command_of(name, fields, state)
        foreseen = _foreseen(id_, state, command) if form == "json" else None
    envelope = shell_envelope(clean_note(note) or "")
    wrote = direct(tournament_id=id_, command=command, envelope=envelope)
    if form == "quiet":
        return str(wrote.last_version)
    with reading(id_) as state:
        sent = SentCommand(command, wrote, state, labels_of(state), True, foreseen)
        answer = full_answer(sent)
        if form == "json":
            return AnswerRenderer().render(answer).decode()
        return "\n".join([told(state, wrote), *_tables(answer, sent)])


def told(state: State, wrote: Appended) -> str:
    """Return what was written in the sentences of the log."""
    if wrote.repeated:
        return _("Nothing to do: version %(version)s.") % {"version": wrote.last_version}
    labels = labels_of_everybody(state)
    versions = range(wrote.first_version, wrote.last_version + 1)
    return "\n".join(event_words(state, version, labels) for version in versions)


def _tables(answer: DirectedAnswer, sent: SentCommand) -> list[str]:
    return list(text.answer_tables(answer, sent.labels))


def _foreseen(id_: UUID, state: State, command: Command) -> ConsequencesAnswer | None:
    """Return what a correction changes; None for one that is refused, which `direct` explains."""
    if not isinstance(command, Correct):
        return None
    try:
        return consequences_view(id_, state, command)
    except RuleViolation:
        return None
