"""What the games share where they tell events and positions to people."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from games.core.words import Words, say

T = TypeVar("T")


class Teller(Generic[T]):
    """Tells about one position to people of one language."""

    words: ClassVar[Words]

    def __init__(self, state: T, labels: Sequence[str], language: str) -> None:
        self.state = state
        self.labels = labels
        self.language = language

    def say(self, key: str, /, **params: object) -> str:
        return say(self.words, key, self.language, **params)
