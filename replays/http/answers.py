"""What the API answers with: structs, written as JSON and described from the same fields."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Self

import msgspec
from django.utils.functional import Promise
from rest_framework.renderers import JSONRenderer


class Answer(msgspec.Struct, frozen=True):
    """An answer: its name is its component's, its docstrings are what readers are told."""

    @classmethod
    def from_object(cls, source: object, **overrides: object) -> Self:
        """Return an answer with what is given, and for the rest what `source` calls the same.

        The types are checked: what is described is what is answered.
        """
        names = [name for name in cls.__struct_fields__ if name not in overrides]
        taken = {name: getattr(source, name) for name in names if hasattr(source, name)}
        return msgspec.convert(taken | overrides, cls, from_attributes=True)


class AnswerRenderer(JSONRenderer):
    """Writes an answer field by field, in order; `UNSET` is left out, a Fraction is its text."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if not isinstance(data, Answer):
            return super().render(data, accepted_media_type, renderer_context)
        written = msgspec.json.encode(data, enc_hook=_as_text)
        # As the framework does: what is JSON should be a script's literal as well.
        return written.replace(b"\xe2\x80\xa8", rb"\u2028").replace(b"\xe2\x80\xa9", rb"\u2029")


def _as_text(value: object) -> str:
    if isinstance(value, Fraction | Promise | str):
        return str(value)
    raise NotImplementedError(f"an answer cannot hold a {type(value).__name__}")
