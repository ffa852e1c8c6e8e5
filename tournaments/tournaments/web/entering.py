"""Entering people by their names: what was pasted, and the questions it leaves open."""

from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.core.canonical import digest
from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.people.selectors.players import roots_of
from tournaments.people.services.enlisting import (
    NEW,
    REPEATED,
    enlist,
    names_in_question,
    options_of,
)
from tournaments.people.services.imports import ImportRow
from tournaments.tournaments.director.commands.catalogue import Command, read_command
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament

WHO = "who_"
"""With the line behind it: the field that says who is meant by a name."""
LONGEST_NAMES = 100_000


class NameOption(NamedTuple):
    value: str
    label: str
    chosen: bool


class NameQuestion(NamedTuple):
    """A pasted name that resembles others: whom it means."""

    line: int
    name: str
    options: list[NameOption]


class NameQuestions(NamedTuple):
    asked: str
    """Which names the questions are about: other ones are asked about anew."""
    questions: list[NameQuestion]


def posted_names(posted: QueryDict) -> str:
    """Return the names that a form holds; raises `names_too_long` for more than anybody has."""
    names: str = posted.get("names", "")
    if len(names) > LONGEST_NAMES:
        raise KaitenError("names_too_long", 413, limit=LONGEST_NAMES)
    return names if names.strip() else ""


def questions_of(tournament: Tournament, posted: QueryDict) -> NameQuestions | None:
    """Return what has to be asked about the names of a refused form."""
    try:
        names = posted_names(posted)
        rows = names_in_question(club_id=tournament.club_id, text=names) if names else []
    except KaitenError:  # the refusal itself says so
        return None
    chosen = _choices(posted, names)
    asked = [NameQuestion(row.line, row.label, _options(row, chosen)) for row in rows]
    return NameQuestions(_mark(names), asked) if asked else None


def entering_names(
    tournament: Tournament, state: State, posted: QueryDict, envelope: Envelope
) -> Command:
    """Return the command that enters those who were ticked and those who were named.

    Whoever is entered already is left out. Runs inside the caller's transaction.
    """
    names = posted_names(posted)
    key = envelope.request.key if envelope.request is not None else envelope.now.isoformat()
    named = enlist(
        club=tournament.club,
        text=names,
        choices=_choices(posted, names),
        guests=posted.get("newcomers") != "members",
        now=envelope.now,
        key=key,
    )
    entered = {entrant.player for entrant in state.entrants.values()}
    entered |= {root.id for root in roots_of(entered).values()}
    # If all are, it is the director who says so.
    new = [id_ for id_ in named if id_ not in entered] or named
    players = [*posted.getlist("players"), *map(str, new)]
    late = posted.get("late", "").replace(",", ".")
    present = posted.get("present") == "true"
    fields = {"players": list(dict.fromkeys(players)), "late": late, "present": present}
    return read_command("enter", fields)


def _choices(posted: QueryDict, names: str) -> dict[int, str]:
    """Return what was chosen by line, as long as the names are those that were asked about."""
    if posted.get("asked") != _mark(names):
        return {}
    lines = {name.removeprefix(WHO): name for name in posted if name.startswith(WHO)}
    return {
        int(line): str(posted[name])
        for line, name in lines.items()
        if line.isascii() and line.isdigit() and len(line) < 7
    }


def _options(row: ImportRow, chosen: dict[int, str]) -> list[NameOption]:
    labels = {str(one.id): one.label for one in row.candidates}
    labels |= {
        REPEATED: _("the same as in line %(line)s") % {"line": row.same_as_line},
        NEW: _("somebody new"),
    }
    offered = options_of(row)
    likeliest = chosen.get(row.line, offered[0])
    return [NameOption(value, labels[value], value == likeliest) for value in offered]


def _mark(names: str) -> str:
    return digest(names)[:32]
