import re
from pathlib import Path

import pytest

from games.core.words import CORE_WORDS
from replays import errors
from replays.errors import KaitenError
from tournaments.backups.errors import MESSAGES as BACKUPS
from tournaments.batches.errors import MESSAGES as BATCHES
from tournaments.ladders.errors import MESSAGES as LADDERS
from tournaments.past_results.errors import MESSAGES as PAST_RESULTS
from tournaments.people.errors import MESSAGES as PEOPLE
from tournaments.seasons.errors import MESSAGES as SEASONS
from tournaments.tournaments.errors import MESSAGES as TOURNAMENTS

MESSAGES = {
    **BACKUPS,
    **BATCHES,
    **LADDERS,
    **PAST_RESULTS,
    **PEOPLE,
    **SEASONS,
    **TOURNAMENTS,
}
SOURCES = [path for path in Path("tournaments").rglob("*.py") if "migrations" not in path.parts]
RAISED = {
    code
    for path in SOURCES
    for code in re.findall(r'(?:KaitenError|RuleViolation)\(\s*"(\w+)"', path.read_text())
} - {"token_invalid", *(key.removeprefix("code.") for key in CORE_WORDS)}
"""Those of the rules have their words in the core."""


@pytest.mark.parametrize("code", sorted(RAISED))
def test_every_refusal_has_words(code: str) -> None:
    assert KaitenError(code).message != code


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_words_are_for_refusals_that_exist_and_are_not_somebody_elses(code: str) -> None:
    text = "".join(path.read_text() for path in SOURCES if not path.name.endswith("errors.py"))
    assert f'"{code}"' in text
    assert errors._messages[code] is MESSAGES[code]
