"""A thousand bad ways between the recorder's queue and the server: the log is what was tapped."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from games.core.events import Event
from games.testing.scale import scaled
from replays.selectors.logs import load_log
from replays.web.buttons import event_value
from tests.e2e.pages import let_in
from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

SCRIPT = Path(__file__).with_name("schedules.js")
TAPS = 3
AT_ONCE = 50
FATES = {"fine", "slow", "lost", "unanswered", "twice", "late", "cut", "portal", "away"}


class Plan:
    """A match, and what somebody taps in it: now and then something wrong, which they take back."""

    def __init__(self, sitting: Sitting, seed: int) -> None:
        self.sitting, self.seed = sitting, seed
        self.right: list[Event] = []
        self.wrong: dict[int, Event] = {}
        log = sitting.log()
        state = log.state_at(0)
        for index in range(TAPS):
            event = known(next_event(state, log.rules, sitting.luck))
            if sitting.luck.below(4) == 0:
                self.wrong[index] = known(next_event(state, log.rules, sitting.luck))
            log.rules.apply(state, event)
            self.right.append(event)

    def told(self) -> dict[str, Any]:
        taps = [
            {
                "right": event_value(event),
                "wrong": event_value(self.wrong[index]) if index in self.wrong else None,
            }
            for index, event in enumerate(self.right)
        ]
        return {"match": str(self.sitting.id), "version": 1, "taps": taps, "seed": self.seed}

    def require(self, meant: list[str]) -> None:
        """Fail unless the log holds what was meant, once and in order; the right ones count."""
        log = load_log(self.sitting.id)
        expected = [
            "log.rewound" if kind == "undo" else self._event(kind, int(index)).type
            for kind, _, index in (said.partition(" ") for said in meant)
        ]
        assert [entry.event.type for entry in log.entries[1:]] == expected, self.seed
        assert log.events == self.right, self.seed

    def _event(self, kind: str, index: int) -> Event:
        return self.right[index] if kind == "right" else self.wrong[index]


def test_no_entry_is_lost_doubled_or_out_of_order(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    club = make_club()
    players = [make_player(club, name).id for name in ("Ana A", "Bo B")]
    page = browser_page
    let_in(page, live_server_url, make_user("staff", staff=True))
    page.goto("/matches/new/")
    fates: Counter[str] = Counter()
    seeds = range(scaled(1000))
    for start in range(0, len(seeds), AT_ONCE):
        plans = {
            str(sitting.id): Plan(sitting, seed)
            for seed in seeds[start : start + AT_ONCE]
            for sitting in [Sitting(club_id=club.id, players=players, seed=seed)]
        }
        done = page.evaluate(SCRIPT.read_text(), [plan.told() for plan in plans.values()])
        for one in done:
            plans[one["match"]].require(one["meant"])
            fates.update(one["fates"])
        assert len(done) == len(plans)
    assert {fate for fate, count in fates.items() if count > 5} == FATES, fates
