"""The example game stays small and pure, and the tutorial shows it as it is."""

import ast
import re
from textwrap import dedent

import pytest

from tests.services.processes import ROOT

EXAMPLE = ROOT / "examples" / "liars_dice"
FILES = sorted(
    path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
)
TUTORIAL = (ROOT / "docs" / "add-a-game.md").read_text()
BLOCK = re.compile(r"^(?:`([\w./]+)`[^\n]*\n)?(?:[^\n]+\n)*\n((?: {4}[^\n]*\n|\n)+)", re.M)
"""A paragraph that may begin with the name of a file, and the block of code after it."""
BLOCKS: list[tuple[str, str]] = [found for found in BLOCK.findall(TUTORIAL) if found[1].strip()]
EXCERPTS = [(name, code) for name, code in BLOCKS if name]


def test_it_has_at_most_250_lines_of_at_most_120_characters() -> None:
    lines = [line for path in FILES for line in path.read_text().splitlines()]
    assert len(lines) <= 250
    assert max(map(len, lines)) <= 120


def test_it_imports_nothing_but_the_kit_and_what_computes_without_luck_and_clock() -> None:
    imported = {
        name.partition(".")[0]
        for path in (EXAMPLE / "kaiten_liars_dice").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else _names(node))
    }
    assert imported == {"dataclasses", "games", "kaiten_liars_dice", "typing"}


def _names(node: ast.Import) -> list[str]:
    return [alias.name for alias in node.names]


def test_no_build_of_it_lies_in_the_repository() -> None:
    folders = {path.relative_to(EXAMPLE).parts[0] for path in FILES}
    assert folders == {"kaiten_liars_dice", "pyproject.toml", "tests"}


def test_the_tutorial_shows_every_file() -> None:
    assert {name for name, _ in EXCERPTS} == {str(path.relative_to(EXAMPLE)) for path in FILES}


@pytest.mark.parametrize(("name", "code"), EXCERPTS)
def test_what_the_tutorial_shows_is_in_the_files_word_by_word(name: str, code: str) -> None:
    lines = (EXAMPLE / name).read_text().splitlines()
    for part in re.split(r"^    …\n", code, flags=re.M):
        shown = dedent(part).strip("\n")
        size = len(shown.splitlines())
        assert shown in [dedent("\n".join(lines[at : at + size])) for at in range(len(lines))]


def test_whatever_else_it_shows_is_typed_into_a_shell() -> None:
    typed = "".join(dedent(code).strip() + "\n" for name, code in BLOCKS if not name)
    assert len(typed.splitlines()) == 6
    assert all(re.match(r"(mkdir|python3|\.venv/bin/\w+) ", line) for line in typed.splitlines())


def test_every_name_of_the_kit_in_the_tutorial_exists() -> None:
    for path in re.findall(r"`((?:games|replays|examples|tests|docs)/[\w./]+)`", TUTORIAL):
        assert (ROOT / path).exists() or (EXAMPLE / path).exists(), path
