"""How the description of the API finds the structs that its operations answer with."""

from typing import Any, get_args, get_origin

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema

from replays.http.answers import Answer
from replays.http.structs import Schema, Struct, answer_schema, is_struct, struct_words


class StructComponent(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Lets `responses` name structs: each becomes a component under its own name."""

    target_class = msgspec.Struct
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        """Return the name of the struct; one that is not made for the API gets `Answer` added."""
        name: str = self.target.__name__
        made_for_it = issubclass(self.target, Answer) or name.endswith("Answer")
        return name if made_for_it else f"{name}Answer"

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        """Return the component; structs inside are components too."""

        def refer(struct: Struct) -> Schema:
            target: Any = struct
            reference: Schema = auto_schema.resolve_serializer(target, direction).ref
            return reference

        return answer_schema(self.target, refer)


class DoorSchema(AutoSchema):
    """Takes structs as responses and `list[SomeAnswer]` as a page of them; views name their paths.

    A response without words of its own is described by those of its struct.
    """

    def _resolve_path_parameters(self, variables: Any) -> list[Schema]:
        parameters: list[Schema] = super()._resolve_path_parameters(  # type: ignore[no-untyped-call]
            variables
        )
        words = getattr(self.view, "address", {})
        return [
            parameter | {"description": words[parameter["name"]]}
            if parameter["name"] in words
            else parameter
            for parameter in parameters
        ]

    def _get_response_for_code(
        self,
        serializer: Any,
        status_code: str,
        media_types: Any = None,
        direction: Any = "response",
    ) -> Schema:
        row = _row_of(serializer) or serializer
        response: Schema = super()._get_response_for_code(  # type: ignore[no-untyped-call]
            row, status_code, media_types, direction
        )
        if is_struct(row):
            response["description"] = response["description"] or struct_words(row)
        return response

    def _is_list_view(self, serializer: Any = None) -> bool:
        responses: Any = self.get_response_serializers()
        if isinstance(responses, dict) and any(map(_row_of, responses.values())):
            return True
        return super()._is_list_view(serializer)


def _row_of(response: Any) -> Struct | None:
    if get_origin(response) is not list:
        return None
    row = get_args(response)[0]
    return row if is_struct(row) else None
