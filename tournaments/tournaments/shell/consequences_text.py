"""What a command would change, as lines for a terminal."""

from django.utils.translation import gettext as _

from tournaments.tournaments.selectors.consequences import ConsequencesAnswer


def consequences(answer: ConsequencesAnswer) -> str:
    """Return a line for each thing that would be another, then what follows from it."""
    if answer.nothing:
        return _("Nothing would change.")
    lines = [f"{line.what}: {line.before} → {line.after}" for line in answer.words]
    lines += answer.sentences
    written = _("Would be written: %(events)s") % {"events": ", ".join(answer.events)}
    return "\n".join([*lines, written])
