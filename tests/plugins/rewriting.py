"""In a fresh clone every worker would rewrite the assertions of every test, all at the same moment.

Each rewrites its share first, as pytest does when it imports a test, and finds the rest done.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.option.assertmode != "rewrite":
        return
    share = slice(int(worker["workerid"].removeprefix("gw")), None, worker["workercount"])
    for path in sorted(set(_test_files(session.config)))[share]:
        _keep_rewritten(path, session.config)


def _test_files(config: pytest.Config) -> Iterator[Path]:
    for argument in config.args:
        path = config.invocation_params.dir / argument.partition("::")[0]
        yield from path.rglob("test_*.py") if path.is_dir() else [path]


def _keep_rewritten(path: Path, config: pytest.Config) -> None:
    folder = rewrite.get_cache_dir(path)
    kept = folder / (path.stem + rewrite.PYC_TAIL)
    if rewrite._read_pyc(path, kept) is None and rewrite.try_makedirs(folder):
        try:
            digest, code = rewrite._rewrite_test(path, config)
        except SyntaxError:
            return  # collecting it will say so
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, digest, kept)
