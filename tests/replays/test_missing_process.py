"""A database that one process wrote and another reads, in which the game was never installed."""

import json
from pathlib import Path
from typing import Any

from replays.models import Match, MatchSeat
from replays.selectors.exports import export_jsonl
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import program_environment, start_program
from tests.replays.sittings import Sitting
from tests.services.processes import PATIENCE

GAME = "hidden_game"


def rows() -> list[Any]:
    return [*Match.objects.order_by("id").values(), *MatchSeat.objects.order_by("id").values()]


def test_a_process_without_the_game_reads_what_another_wrote(
    fresh_database: FreshDatabase, tmp_path: Path
) -> None:
    finished, running = Sitting(GAME, seed=3).finish(), Sitting(GAME, seed=4)
    running.play_on(4)
    before, whole = rows(), export_jsonl(running.id)
    program = ["-m", "tests.replays.strangers", str(running.id)]
    log, env = tmp_path / "said", program_environment(fresh_database, LANGUAGE_CODE="en")
    assert start_program(program, log=log, env=env).wait(PATIENCE) == 0, log.read_text()
    said = json.loads(log.read_text().splitlines()[-1])
    state = f"/api/v1/matches/{running.id}/state"
    statuses = {name: status for name, (status, _text) in said.items() if name.startswith("/")}
    assert statuses == dict.fromkeys(statuses, 200) | {state: 409}
    shown = "".join(said[name][1] for name in statuses)
    assert "rules not installed" in shown
    assert not [secret for secret in ("amber", "blue", "coral", "dusk") if secret in shown]
    assert said["verify"][0] == 0
    assert said["verify"][1].count("not judged: game_not_installed") == 2
    assert said["export"] == [0, whole]
    assert said["rebuild"][0] == 0
    assert said["replay"][0] == 2
    assert said["replay"][1].startswith("game_not_installed: ")
    assert rows() == before
    assert finished.log().missing is None
