"""The page on standings says what the code does."""

import re
from pathlib import Path

import tournaments.tournaments.standings
from tests.tournaments.tournaments.standings.test_tiebreaks import EVENING, RULES
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS, SeasonTieBreak
from tournaments.tournaments.standings.groups import ACROSS_DEFINITIONS
from tournaments.tournaments.standings.schemes import PRESETS
from tournaments.tournaments.standings.table import StandingsRules, standings
from tournaments.tournaments.standings.tally import History
from tournaments.tournaments.standings.tiebreaks import TIE_BREAKS, TieBreak

PACKAGE = Path(tournaments.tournaments.standings.__file__).parent
PAGE = (PACKAGE.parents[2] / "docs" / "standings.md").read_text()


def test_every_tie_break_is_on_the_page_with_its_definition() -> None:
    entries: list[TieBreak | SeasonTieBreak] = [*TIE_BREAKS.values(), *SEASON_TIE_BREAKS.values()]
    for entry in entries:
        assert f"| `{entry.code}` | {entry.english} |" in PAGE
    for code, (english, _french) in ACROSS_DEFINITIONS.items():
        assert f"| `{code}` | {english} |" in PAGE


def test_every_preset_is_on_the_page_with_its_rows() -> None:
    for name, scheme in PRESETS.items():
        assert f"`{name}`" in PAGE
        if not scheme.is_share:
            rows = [" ".join(map(str, scheme.row(size))) for size in (2, 3, 4)]
            assert f"| `{name}` | {' | '.join(rows)} |" in PAGE


def test_every_refusal_is_on_the_page() -> None:
    codes = {
        code
        for path in PACKAGE.glob("*.py")
        for code in re.findall(r'RuleViolation\(\s*"(\w+)"', path.read_text())
    }
    assert len(codes) > 20
    assert [code for code in sorted(codes) if f"`{code}`" not in PAGE] == []


def test_the_worked_example_on_the_page_is_what_comes_out() -> None:
    codes = ("points", "wins", "head_to_head", "opponents_points", "game_points")
    history = History(entrants=range(1, 8), results=EVENING)
    for row in standings(history, StandingsRules(RULES, codes)):
        decided = "" if row.decided_by is None else f"`{codes[row.decided_by]}`"
        values = " | ".join(map(str, row.values))
        assert f"| {row.rank} | {row.entrant} | {values} | {decided} |" in PAGE
