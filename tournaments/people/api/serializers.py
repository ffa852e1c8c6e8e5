"""What answers that are not structs yet are described with."""

from typing import Any

from rest_framework import serializers


class Answer(serializers.Serializer[Any]):
    """An answer is described by this; it is made elsewhere."""


class NamedPlayerAnswer(Answer):
    player = serializers.UUIDField()
    label = serializers.CharField(help_text="The public name.")  # type: ignore[assignment]
