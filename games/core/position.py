"""What every hand-written state has: equality by all it holds, and a form for people."""


class Position:
    """The base of a state with `__slots__`; it says itself how to be cloned, for speed."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        # The kit follows from the setup and is long.
        held = (f"{name}={getattr(self, name)!r}" for name in self.__slots__ if name != "kit")
        return f"State({', '.join(held)})"
