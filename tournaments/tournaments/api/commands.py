"""One address per command of a tournament; their bodies are the commands' own fields."""

from typing import Any, ClassVar
from uuid import UUID

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.errors import RuleViolation
from replays.http.actors import actor_of, refuse
from replays.http.conditional import etag_of, stamped, version_seen
from replays.http.idempotency import envelope_of
from replays.http.preferences import PREFER, mark_preference, wants_minimal
from replays.http.problems import Refusal
from replays.http.schema import IDEMPOTENCY_KEY, OPTIONAL_IF_MATCH, operation
from replays.http.structs import body_schema, struct_words
from replays.notes import LONGEST_NOTE, clean_note
from replays.ports import Actor
from replays.services.append import Appended
from tournaments.people.api.commands import who_may_send
from tournaments.people.policy import may_at_table
from tournaments.people.rights import AT_THE_TABLE, TOURNAMENT_READ_PRIVATE, command_action
from tournaments.people.standing import standing_of
from tournaments.tournaments.api.access import (
    OfTournament,
    answered,
    fields_of,
    organises,
    state_or_refusal,
)
from tournaments.tournaments.director.commands.catalogue import (
    Command,
    Correct,
    command_class,
    command_names,
    read_command,
)
from tournaments.tournaments.director.reports import speakers
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.consequences import ConsequencesAnswer, consequences_view
from tournaments.tournaments.selectors.made import (
    DirectedAnswer,
    SentCommand,
    answer_of,
    full_answer,
    short_answer,
)
from tournaments.tournaments.selectors.tournaments import labels_of, tournament_of
from tournaments.tournaments.services.tournaments import direct

NOUN = "tournament"
NOTE = {
    "type": "string",
    "maxLength": LONGEST_NOTE,
    "description": "A reason in words, for organisers only; kept with rulings and penalties.",
}
PREVIEW = {
    "type": "object",
    "description": "The name of a command beside the fields that this command takes.",
    "properties": {
        "command": {
            "type": "string",
            "enum": list(command_names()),
            "description": "The name of the command.",
        }
    },
    "required": ["command"],
    "additionalProperties": True,
}


class CommandView(OfTournament):
    """One command of a tournament."""

    command: ClassVar[str]

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may by role or, where those at a table may, as one who plays."""
        tournament = tournament_of(address["tournament_id"])
        playing = tournament.rows.values_list("player_id", flat=True)
        players = playing if action in AT_THE_TABLE else ()
        return may_at_table(actor, action, tournament.club_id, players)

    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Do what the command says, all of it or nothing."""
        minimal = wants_minimal(request)
        with state_or_refusal(tournament_id) as state:
            fields = fields_of(request)
            _require_speaker(request, state, self.command, fields)
            command, note = _read(self.command, fields)
            correcting = isinstance(command, Correct) and not minimal
            foresees = correcting and organises(request, state.club)
            foreseen = _foreseen(tournament_id, state, command) if foresees else None
        wrote = direct(
            tournament_id=tournament_id,
            command=command,
            expected_version=version_seen(request),
            envelope=envelope_of(request, note),
        )
        answer = short_answer(wrote) if minimal else _answer(request, command, wrote, foreseen)
        response = stamped(answer, etag_of(wrote.last_version), status=status.HTTP_201_CREATED)
        mark_preference(response, minimal=minimal)
        return response


def _require_speaker(request: Request, state: State, command: str, fields: dict[str, Any]) -> None:
    """Refuse who plays at another table; a stranger learns nothing of the table."""
    actor, action = actor_of(request), command_action(NOUN, command)
    if action in AT_THE_TABLE:
        speaking = speakers(state, command, fields)
        if not may_at_table(actor, action, state.club, speaking):
            refuse(actor)


def _read(name: str, fields: dict[str, Any]) -> tuple[Command, str]:
    note = fields.pop("note", "")
    if not isinstance(note, str):
        raise Refusal("bad_text", 400, parameter="note")
    return read_command(name, fields), clean_note(note) or ""


def _foreseen(tournament_id: UUID, state: State, command: Command) -> ConsequencesAnswer | None:
    """Return what a correction changes; None for one that is refused, which `direct` explains."""
    try:
        return consequences_view(tournament_id, state, command)
    except RuleViolation:
        return None


def _answer(
    request: Request, command: Command, wrote: Appended, foreseen: ConsequencesAnswer | None
) -> DirectedAnswer:
    with state_or_refusal(wrote.stream_id) as state:
        organiser = organises(request, state.club)
        return full_answer(
            SentCommand(command, wrote, state, labels_of(state), organiser, foreseen)
        )


class PreviewView(OfTournament):
    """What a command would change."""

    requires = {"POST": TOURNAMENT_READ_PRIVATE}

    def permits(self, actor: Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may know what is not public yet, and may send any command."""
        club_id = self.club_of(address["tournament_id"])
        sendable = standing_of(actor).commands(NOUN, command_names(), club_id)
        return bool(sendable) and super().permits(actor, action, **address)

    @operation(
        "tournaments_preview",
        "Show what a command would change",
        ConsequencesAnswer,
        *(401, 403, 404, 409, 413, 415, 422),
        request={"application/json": PREVIEW},
        example=("Another result", {"command": Correct.name, **Correct.example}),
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Return everything that would be another, as it is and as it would be: tables, entrants,
        proposals with their figures, places, the cut, ladders. Nothing is written."""
        with state_or_refusal(tournament_id) as state:
            # What would be another is told with proposals, constraints and reports.
            actor = actor_of(request)
            sendable = standing_of(actor).commands(NOUN, command_names(), state.club)
            fields = fields_of(request)
            name = fields.pop("command", "")
            if name in command_names() and name not in sendable:
                refuse(actor)
            command, _note = _read(name if isinstance(name, str) else "", fields)
            return answered(consequences_view(tournament_id, state, command), state, organiser=True)


def _view_of(command: type[Command]) -> type[CommandView]:
    body = body_schema(command)
    fields = {"properties": body["properties"] | {"note": NOTE}, "example": dict(command.example)}
    described = operation(
        f"tournaments_command_{command.name}",
        command.summary(),
        {201: answer_of(command.name)},
        *(401, 403, 404, 409, 412, 413, 415, 422),
        description=f"{struct_words(command)}\n\n{who_may_send(NOUN, command)}",
        request={"application/json": body | fields},
        parameters=[OPTIONAL_IF_MATCH, IDEMPOTENCY_KEY, PREFER],
    )
    attributes = {
        "command": command.name,
        "requires": {"POST": command_action(NOUN, command.name)},
    }
    view = type(f"{command.__name__}View", (CommandView,), attributes)
    return extend_schema_view(post=described)(view)


def command_paths(prefix: str) -> list[URLPattern]:
    """Return the addresses of all commands below that of a tournament."""
    return [
        path(
            f"{prefix}/commands/{name}",
            _view_of(command_class(name)).as_view(),
            name=f"api-tournament-{name}",
        )
        for name in command_names()
    ]
