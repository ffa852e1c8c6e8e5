"""Joins ES modules into one that does the same.

It knows the plain forms that our own scripts are written in: `import { a, b as c } from "./d.js"`,
`import "./d.js"`, and `export` before a function, a class or a constant. Whatever else a module
could say about modules is refused.
"""

import posixpath
import re
from collections.abc import Callable, Iterable

_IMPORT = re.compile(
    r"""^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?["'](?P<path>[^"']+)["'];?$""", re.M
)
_EXPORT = re.compile(
    r"^export\s+(?P<kept>(?:async\s+)?(?:function\*?|class|const)\s+(?P<name>[\w$]+))", re.M
)
_OTHER = re.compile(r"^\s*(?:import|export)\b|\bimport\s*[.(]", re.M)


def join_modules(names: Iterable[str], read: Callable[[str], bytes]) -> bytes:
    """Return one module that runs these and what they import, each once, in the usual order."""
    joiner = _Joiner(read)
    for name in names:
        joiner.add(name, above=())
    return "".join(joiner.parts).encode()


class _Joiner:
    """Every module becomes a block of its own; what it exports is kept in a constant before it."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._exports: dict[str, str] = {}
        self.parts: list[str] = []

    def add(self, name: str, above: tuple[str, ...]) -> str:
        """Add a module after those that it imports; return the constant with its exports."""
        if name in above:
            raise ValueError(f"{name} imports itself through {above[-1]}")
        if name not in self._exports:
            text = self._read(name).decode()
            text = _IMPORT.sub(lambda found: self._imported(found, name, (*above, name)), text)
            exported = [found["name"] for found in _EXPORT.finditer(text)]
            text = _EXPORT.sub(r"\g<kept>", text)
            unknown = _OTHER.search(text)
            if unknown:
                raise ValueError(f"{name}: cannot be joined: {unknown[0].strip()}")
            kept = f"$module{len(self._exports)}"
            self._exports[name] = kept
            self.parts.append(
                f"// {name}\nconst {kept} = {{}};\n{{\n{text}\n"
                f"Object.assign({kept}, {{ {', '.join(exported)} }});\n}}\n"
            )
        return self._exports[name]

    def _imported(self, found: re.Match[str], name: str, above: tuple[str, ...]) -> str:
        path = found["path"]
        if not path.startswith("."):
            raise ValueError(f"{name} imports {path}, which is no file beside it")
        kept = self.add(posixpath.normpath(posixpath.join(posixpath.dirname(name), path)), above)
        if found["names"] is None:
            return ""
        names = ", ".join(
            " ".join(part.split()).replace(" as ", ": ")
            for part in found["names"].split(",")
            if part.strip()
        )
        return f"const {{ {names} }} = {kept};"
