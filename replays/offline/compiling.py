"""Compiles the modules of an archive where it runs: the next start need not. For the browser."""

import importlib.util
import marshal
from zipfile import ZipFile

from replays.offline.archives import archive

_UNCHECKED = 0b01
"""Compiled from a source that nobody compares it with."""
_HEADER = importlib.util.MAGIC_NUMBER + _UNCHECKED.to_bytes(4, "little") + bytes(8)


class Compiler:
    """Compiles one module at a time: whoever asks something in between does not wait for all."""

    def __init__(self, path: str) -> None:
        with ZipFile(path) as source:
            self._left = {name: source.read(name) for name in source.namelist()}
        self._done: dict[str, bytes] = {}

    def step(self) -> bool:
        """Compile one module; return whether there are more."""
        name, content = self._left.popitem()
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True)
            name, content = f"{name}c", _HEADER + marshal.dumps(code)
        self._done[name] = content
        return bool(self._left)

    def archive(self) -> bytes:
        """Return what is done so far."""
        return archive(self._done)
