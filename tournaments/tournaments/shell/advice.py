"""What to do next as text, with the line that does it."""

import shlex
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.advice import AdviceAnswer, NextStepAnswer
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.log_words import sentence_of
from tournaments.tournaments.selectors.tournaments import labels_of_everybody
from tournaments.tournaments.selectors.words import names

_LINES = {
    "add_entrants": "people {it} / enter {it} NAME… --present true",
    "check_in": "check_in {it} NAME…",
    "look_at_cut": "start_stage {it}",
    "announce": "publish {it}",
    "enter_results": "record {it} NAME=SCORE…",
    "close_evening": "close_stage {it}",
}
"""What to type where an organiser has to look or choose first."""


def advice(answer: AdviceAnswer, state: State) -> str:
    """Return the next step, a repair, tables that could be begun, and what can be undone."""
    lines = [*_next(answer.next, _typed(state)), *_repair(answer)]
    for table in answer.tables:
        who = ",".join(map(str, table.entrants))
        at = f"stage={table.stage} game={table.game} entrants={who}"
        lines.append(f"begin_table {_typed(state)} {at}  # {names(table.entrants, answer.labels)}")
    labels = labels_of_everybody(state)
    for words, rewind in ((_("Undo: %(what)s"), answer.undo), (_("Redo: %(what)s"), answer.redo)):
        if rewind is not None:
            told = [sentence_of(state, entry, labels) for entry in rewind.events]
            lines.append(words % {"what": " ".join(told)})
            lines += [f"  {rewind.reason}"] if rewind.reason else []
    return "\n".join(lines)


def _typed(state: State) -> str:
    return shlex.quote(state.title)


def _next(step: NextStepAnswer | None, it: str) -> Iterator[str]:
    if step is None:
        yield _("Nothing is left to do.")
        return
    yield _("Next: %(words)s") % {"words": step.words}
    line = _LINES.get(step.step, f"{step.command} {{it}}")
    yield f"  {line.format(it=it)}"


def _repair(answer: AdviceAnswer) -> Iterator[str]:
    if (repair := answer.repair) is None:
        return
    yield _("Round %(number)s does not fit any more") % {"number": repair.round}
    for words, people in (
        (_("Gone:"), repair.gone),
        (_("Present, without a table:"), repair.late),
        (_("The smallest repair moves:"), repair.moved),
    ):
        if people:
            yield f"  {words} {_people(people, answer.labels)}"


def _people(numbers: Sequence[int], labels: Labels) -> str:
    return ", ".join(f"{number} {labels[number]}" for number in numbers)
