"""A whole hall types its slips at the same moment, while bots play in the background."""

import json
import urllib.error
import urllib.request
from functools import partial
from typing import Any

import pytest

from games.testing.scale import scaled
from replays.models import Match, StoredEvent
from tests.factories import bearer, make_token
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer
from tests.services.processes import wait_until
from tests.threads import run_together
from tests.tournaments.tournaments.play import Friday, swiss
from tests.tournaments.tournaments.test_streams import require_same_everywhere

pytestmark = [pytest.mark.services, pytest.mark.soak]

TABLES = max(8, scaled(64))
PATIENCE = 600


class Hall:
    """Somebody with a token and a server to talk to."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.headers = bearer(make_token()[1]) | {"Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(
            f"{self.server.url}/api/v1/{path}", data, self.headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)

    def played(self, batch: str) -> int:
        done: int = self.ask("GET", f"batches/{batch}")[1]["progress"]["done"]
        return done


def test_results_sent_at_once_while_a_batch_is_played_all_land_and_none_is_refused(
    fresh_database: FreshDatabase, live_server_process: LiveServer
) -> None:
    friday = Friday(4 * TABLES, swiss(rounds=3))
    friday.announce()
    hall = Hall(live_server_process)
    wanted = {"club": str(friday.club.id), "game": "sushi_bar", "bots": ["greedy", "random"]}
    status, batch = hall.ask("POST", "batches", wanted | {"matches": 100_000, "seed": 7})
    assert status == 201
    wait_until(
        lambda: hall.played(batch["id"]) > 0,
        process=live_server_process.process,
        log=live_server_process.log,
        what="the first match of the bots",
    )
    before = hall.played(batch["id"])
    where = f"tournaments/{friday.id}/commands/record"
    slips = [
        {"stage": 1, "round": 1, "table": table, "scores": [4, 3, 2, table]}
        for table in friday.row().tables
    ]
    answers = run_together([partial(hall.ask, "POST", where, slip) for slip in slips])
    assert [answer for answer in answers if answer[0] != 201] == []
    assert not any(told["repeated"] for _status, told in answers)
    assert hall.played(batch["id"]) > before
    assert hall.ask("POST", f"batches/{batch['id']}/cancel")[0] == 200
    recorded = StoredEvent.objects.filter(stream_id=friday.id, type="tournament.result_recorded")
    assert recorded.count() == TABLES
    assert Match.objects.exclude(source=Match.Source.BOTS).count() == TABLES
    for number, table in friday.row().tables.items():
        assert known(table.result).scores == (4, 3, 2, number)
    require_same_everywhere(friday)
