"""The rules for phones: what is fetched, what is packed, and what of it runs without Django."""

import ast
import gzip
import io
import logging
import os
import subprocess
import sys
import time
import tokenize
from pathlib import Path
from uuid import UUID
from zipfile import ZipFile

import msgspec
import pytest

import games
from games import registry
from games.core.canonical import canonical_json
from games.core.matches import make_setup
from games.testing.scale import sampled
from replays.offline.archives import archive
from replays.offline.compiling import Compiler
from replays.offline.drawing import draw
from replays.offline.fetching import (
    FILES,
    LEFT_BEHIND,
    NotFetched,
    fetch_quietly,
    fetch_runtime,
    runtime_digest,
)
from replays.offline.looks import packed_django, packed_looks
from replays.offline.offers import ARCHIVES
from replays.offline.packing import pack, packed_recorder, packed_rules
from replays.offline.phone import Table, Told
from replays.offline.terse import terse
from tests.example_game import example_installed

MEGABYTE = 1_000_000
MOST_AT_ONCE = 5 * MEGABYTE
MOST_FOR_NEW_RULES = MEGABYTE // 5
ALONE = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "asgiref", "celery", "redis"):
            raise ImportError(name)

sys.meta_path.insert(0, Nothing())
sys.path[:0] = sys.argv[1:]
from games.registry import games
from replays.offline import others
others.register_others(sys.argv[1])
print(others.__file__, *[rules.slug for rules in games()])
"""


def _run_alone(folder: Path, *paths: Path) -> str:
    """Return what an archive of the rules says of itself in a Python that has only msgspec."""
    recorder = folder / "recorder.zip"
    recorder.write_bytes(gzip.decompress(packed_recorder().content))
    command = [sys.executable, "-I", "-S", "-c", ALONE, *map(str, paths), str(recorder)]
    libraries = str(Path(msgspec.__file__).parent.parent)
    done = subprocess.run(
        [*command, libraries], capture_output=True, text=True, check=True, cwd=folder
    )
    return done.stdout


def test_the_archive_runs_by_itself_with_the_games_of_other_packages(tmp_path: Path) -> None:
    plain = packed_rules()
    with example_installed():
        packed = packed_rules()
        assert packed == packed_rules()
    assert packed.digest != plain.digest
    path = tmp_path / "rules.zip"
    path.write_bytes(gzip.decompress(packed.content))
    file, *slugs = _run_alone(tmp_path, path).split()
    assert file.startswith(str(tmp_path / "recorder.zip"))
    assert {"sushi_bar", "plain", "liars_dice"} <= {*slugs}


DRAWN = """
import sys

sys.path[:0] = sys.argv[4:] + sys.argv[1:2]
from replays.offline import drawing, phone
drawing.prepare(sys.argv[2] + "/looks.zip", sys.argv[2])
drawers = "board-drawer log-drawer more-drawer"
print(drawing.draw(phone.Table(sys.stdin.read()), "[]", sys.argv[3], drawers))
"""


@pytest.mark.django_db
def test_what_is_asked_is_drawn_with_nothing_of_django_but_its_templates(tmp_path: Path) -> None:
    for name, make in ARCHIVES.items():
        (tmp_path / name).write_bytes(gzip.decompress(make().content))
    rules = registry.rules_of("sushi_go_party")
    setup = make_setup(rules, seats=2, options={})
    told = canonical_json(Told.begun(setup, ["Ana", "Bo"], "fr"))
    bare, paths = tmp_path / "bare", ("rules.zip", "recorder.zip", "django.zip")
    bare.mkdir()
    (bare / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    here = f"/matches/{UUID(int=0)}/record/"
    command = [sys.executable, "-I", "-S", "-c", DRAWN, str(bare), str(tmp_path), here]
    done = subprocess.run(
        [*command, *(str(tmp_path / name) for name in paths)],
        input=told,
        capture_output=True,
        text=True,
        check=True,
    )
    drawers = "board-drawer log-drawer more-drawer"
    assert done.stdout.strip() == draw(Table(told), "[]", here, drawers)
    assert "Personne n" in done.stdout


def test_a_game_that_needs_more_than_a_phone_has_is_left_to_the_server(tmp_path: Path) -> None:
    path = tmp_path / "rules.zip"
    with ZipFile(io.BytesIO(gzip.decompress(packed_rules().content))) as whole:
        files = {name: whole.read(name) for name in whole.namelist()}
    files |= {"others.json": b'[["needy", "Rules"]]', "needy.py": b"import numpy"}
    path.write_bytes(archive(files))
    assert "needy" not in _run_alone(tmp_path, path)


def test_what_is_compiled_runs_without_its_source(tmp_path: Path) -> None:
    source, compiled = tmp_path / "source.zip", tmp_path / "compiled.zip"
    source.write_bytes(gzip.decompress(packed_rules().content))
    compiler = Compiler(str(source))
    while compiler.step():
        pass
    compiled.write_bytes(compiler.archive())
    with ZipFile(compiled) as whole:
        assert not [name for name in whole.namelist() if name.endswith(".py")]
    assert "sushi_boat" in _run_alone(tmp_path, compiled)


class _WithoutTexts(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = ""
        return node


def test_terse_source_means_the_same_on_the_same_lines() -> None:
    every = [*Path(tokenize.__file__).parent.glob("*.py"), *Path(games.__path__[0]).rglob("*.py")]
    for path in sampled(every, 8):
        source = path.read_bytes()
        found, wanted = terse(source), _WithoutTexts().visit(ast.parse(source))
        assert ast.unparse(ast.parse(found)) == ast.unparse(wanted), path
        assert found.count(b"\n") == source.count(b"\n"), path


def test_without_a_network_nothing_is_fetched_and_nothing_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(NotFetched):
        fetch_runtime(tmp_path / "offline")
    with caplog.at_level(logging.INFO, logger="replays"):
        fetch_quietly(tmp_path / "offline")
    assert "could not be fetched" in caplog.text
    assert not [*(tmp_path / "offline").iterdir()]


def test_what_a_killed_server_left_behind_is_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    old, busy = tmp_path / ".new-old", tmp_path / ".new-busy"
    for begun in (old, busy):
        (begun / "wheels").mkdir(parents=True)
    long_ago = time.time() - LEFT_BEHIND - 1
    os.utime(old, (long_ago, long_ago))
    with pytest.raises(NotFetched):
        fetch_runtime(tmp_path)
    assert [*tmp_path.iterdir()] == [busy]


def test_a_phone_loads_no_more_than_it_should(offline_folder: Path) -> None:
    sizes = [(offline_folder / runtime_digest() / f"{name}.gz").stat().st_size for name in FILES]
    ours = [one for one in registry.games() if type(one).__module__.startswith("games.")]
    rules = len(pack(tuple(ours)).content)
    drawing = len(packed_django().content) + len(packed_looks().content)
    drawing += len(packed_recorder().content)
    assert rules <= MOST_FOR_NEW_RULES
    assert sum(sizes) + rules + drawing <= MOST_AT_ONCE
    assert not fetch_runtime(offline_folder), "what is here is not fetched again"
