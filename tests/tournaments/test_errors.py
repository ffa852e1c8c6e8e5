import re
from pathlib import Path

import pytest

from replays import errors
from replays.errors import KaitenError
from tournaments.errors import MESSAGES

SOURCES = [path for path in Path("tournaments").rglob("*.py") if "migrations" not in path.parts]
RAISED = {
    code for path in SOURCES for code in re.findall(r'KaitenError\(\s*"(\w+)"', path.read_text())
} - {"token_invalid", "token_expired"}


@pytest.mark.parametrize("code", sorted(RAISED))
def test_every_refusal_has_words(code):
    assert KaitenError(code).message != code


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_words_are_for_refusals_that_exist_and_are_not_somebody_elses(code):
    text = "".join(path.read_text() for path in SOURCES if path.name != "errors.py")
    assert f'"{code}"' in text
    assert errors._messages[code] is MESSAGES[code]
