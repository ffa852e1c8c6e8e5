"""Compiles the translations before a wheel is built: Git keeps only what they are made from."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Translations(BuildHookInterface):  # type: ignore[misc, type-arg, unused-ignore]
    """Writes every `.mo` that is missing or old beside its `.po`."""

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from config.catalogs import compile_catalogs

        compile_catalogs()
