"""What states with slots share; how one is cloned is each game's own, for speed."""


class SlotState:
    """A state that is equal to another if everything it holds is."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        # The kit is the same all match long, and long.
        names = [name for name in self.__slots__ if name != "kit"]
        return f"State({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"
