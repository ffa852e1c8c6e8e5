"""Commands as endpoints: what a body holds, and what is said of it, comes from the command."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin
from uuid import UUID

import msgspec
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from replays.envelope import Envelope
from replays.http.conditional import version_seen
from replays.http.fields import Id, StrictSerializer, Text, WholeNumber
from replays.http.idempotency import envelope_of
from replays.http.parsers import StrictJSONParser
from replays.http.schema import IDEMPOTENCY_KEY, OPTIONAL_IF_MATCH
from replays.http.structs import field_words, struct_words
from tournaments.commands import Command
from tournaments.people.api.access import InClub
from tournaments.people.rights import AT_THE_TABLE, command_action, lowest_role, scope_for

_FIELDS: Mapping[object, type[serializers.Field[Any, Any, Any, Any]]] = {
    str: Text,
    int: WholeNumber,
    UUID: Id,
    dict: serializers.DictField,
}


@dataclass(frozen=True, slots=True)
class CommandEndpoint:
    """Where a command is sent: the address below that of its stream, and its name."""

    command: type[Command[Any, Any, Any]]
    address: str
    name: str
    method: str = "post"
    body: type[StrictSerializer] | None = None
    view: type[InClub] = InClub
    """What else is at this address."""
    parsers: tuple[type[BaseParser], ...] = ()
    """What else a body may be written in, as one text."""


@dataclass(frozen=True, slots=True)
class CommandTarget:
    """What the commands are sent to, such as a season or a ladder."""

    noun: str
    """What the policy calls it; its operations begin with the plural."""
    club_of: Callable[[UUID], UUID]
    lead: Callable[[UUID, Any, Envelope, int | None], object]
    read: Callable[[str, Mapping[str, Any]], Any]
    answer: Callable[[Request, UUID], Response]
    """What every command is answered with: the noun as it is then."""
    responses: Mapping[Any, Any]
    address: Mapping[str, str]
    """What the variables in the addresses are."""


def command_paths(
    target: CommandTarget, prefix: str, endpoints: Collection[CommandEndpoint]
) -> list[URLPattern]:
    """Return the addresses of commands below that of a stream, which ends with its id."""
    return [
        path(prefix + endpoint.address, _view_of(target, endpoint).as_view(), name=endpoint.name)
        for endpoint in endpoints
    ]


def _view_of(target: CommandTarget, endpoint: CommandEndpoint) -> type[InClub]:
    command = endpoint.command

    def handle(_view: InClub, request: Request, **address: UUID) -> Response:
        # The stream's own id comes first; what else is in the address belongs to the command.
        (_, stream_id), *rest = address.items()
        fields = {} if endpoint.body is None else validated(endpoint.body, request)
        fields |= {name.removesuffix("_id"): value for name, value in rest}
        parsed = target.read(command.name, msgspec.to_builtins(fields))
        target.lead(stream_id, parsed, envelope_of(request), version_seen(request))
        return target.answer(request, stream_id)

    texts = {parser.media_type: OpenApiTypes.STR for parser in endpoint.parsers}
    body = {"application/json": endpoint.body, **texts} if texts else endpoint.body
    described = extend_schema(
        operation_id=f"{target.noun}s_{command.name}",
        summary=command.summary(),
        description=f"{struct_words(command)}\n\n{who_may_send(target.noun, command)}",
        request=body,
        parameters=[OPTIONAL_IF_MATCH, IDEMPOTENCY_KEY],
        examples=[example_of(command, endpoint.body)] if endpoint.body is not None else [],
        responses=dict(target.responses),
    )
    attributes: dict[str, Any] = {
        endpoint.method: handle,
        "address": dict(target.address),
        "club_of": staticmethod(target.club_of),
        "requires": {endpoint.method.upper(): command_action(target.noun, command.name)},
    }
    if endpoint.parsers:
        attributes["parser_classes"] = [StrictJSONParser, *endpoint.parsers]
    view = type(f"{command.__name__}View", (endpoint.view,), attributes)
    return extend_schema_view(**{endpoint.method: described})(view)


def who_may_send(noun: str, command: type[Command[Any, Any, Any]]) -> str:
    """Return which roles may send a command, and with which scope of a token."""
    action = command_action(noun, command.name)
    seated = " and whoever sits at the table" if action in AT_THE_TABLE else ""
    role, scope = lowest_role(action).value, scope_for(action).value
    return f"For the role {role}{seated}; a token needs the scope {scope}."


def validated(body: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Return the fields of a request, or answer which of them are wrong."""
    serializer = body(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def example_of(struct: type[Any], body: type[StrictSerializer]) -> OpenApiExample:
    """Return the example of a struct, as far as it is in the body."""
    known = body().fields
    value = {name: value for name, value in struct.example.items() if name in known}
    return OpenApiExample(body.__name__, value=value, request_only=True)


def body_of(
    struct: type[msgspec.Struct], name: str = "", *, without: Collection[str] = ()
) -> type[StrictSerializer]:
    """Return the body that takes the fields of a struct; what the address says is left out."""
    words = field_words(struct)
    fields = {
        field.name: _field(field, words.get(field.name))
        for field in msgspec.structs.fields(struct)
        if field.name not in without
    }
    attributes = {"__doc__": struct.__doc__, **fields}
    return type(name or struct.__name__, (StrictSerializer,), attributes)


def _field(field: msgspec.structs.FieldInfo, words: str | None) -> Any:
    hint, metas = _unwrapped(field.type)
    arguments: dict[str, Any] = {"required": field.required, "help_text": words}
    if field.default_factory is not msgspec.NODEFAULT:
        arguments["default"] = field.default_factory
    elif not field.required and field.default is not None:
        arguments["default"] = field.default
    for meta in metas:
        schema = meta.extra_json_schema or {}
        arguments |= {
            key: value
            for key, value in {
                "help_text": meta.description,
                "max_length": schema.get("maxLength"),
                "min_value": meta.ge,
                "max_value": meta.le,
            }.items()
            if value is not None
        } | (meta.extra or {}).get("field", {})
    return _FIELDS[get_origin(hint) or hint](**arguments)


def _unwrapped(hint: Any) -> tuple[Any, list[msgspec.Meta]]:
    """Return a type without what is said about it, and without the None of what may be left out."""
    if get_origin(hint) is Annotated:
        inner, metas = _unwrapped(get_args(hint)[0])
        return inner, [*metas, *get_args(hint)[1:]]
    options = [one for one in get_args(hint) if one is not type(None)]
    return _unwrapped(options[0]) if type(None) in get_args(hint) else (hint, [])
