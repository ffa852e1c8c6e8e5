"""Matches recorded on a phone whose network comes and goes: the log is what was tapped, once."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.rng import SeededRng, pick
from games.registry import rules_of
from games.testing.scale import scaled, soaking
from replays.selectors.logs import load_log
from replays.services.verify import verify_stream
from replays.web.buttons import event_value
from tests.e2e.pages import let_in
from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.replays.tables import next_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.usefixtures("offline_rules"),
]

SCRIPT = Path(__file__).with_name("phone_schedules.js")
GAMES = ["sushi_bar", "sushi_go_party", "sushi_roll", "sushi_express", "sushi_boat"]
MATCHES = 500
TAPS = 10
"""At most so many are entered of one match, wherever it stands when the phone is opened."""
AT_ONCE = 25
HAPPENS = {"drawn", "refused", "undone", "forgotten", "loaded", "unanswered"}
HAPPENS |= {"met", "mine", "theirs"}
ENDS = "match.finished"


class Plan:
    """A match somewhere in its middle, and what somebody enters there.

    Now and then it is something wrong, which they take back, or something that the rules refuse; at
    some matches a second recorder has another opinion.
    """

    def __init__(self, sitting: Sitting, seed: int) -> None:
        self.sitting, self.seed, self.taps = sitting, seed, list[dict[str, Event]]()
        luck = sitting.luck
        sitting.play_on(luck.below(40))
        log = sitting.log()
        self.first, state = log.version, log.state_at(len(log.plies))
        disputed = luck.below(2) == 0
        for _ in range(2 + luck.below(TAPS - 1)):
            event = next_event(state, log.rules, luck)
            if event is None:
                break
            tap = {"right": event}
            if disputed:
                tap["other"] = known(next_event(state, log.rules, luck))
            if luck.below(5) == 0:
                tap["wrong"] = known(next_event(state, log.rules, luck))
            if (misfit := self._misfit(log.rules, state)) and luck.below(3) == 0:
                tap["misfit"] = misfit
            log.rules.apply(state, event)
            self.taps.append(tap)

    def _misfit(self, rules: Any, state: Any) -> Event | None:
        """Return something that was entered before and is refused now."""
        for tap in reversed(self.taps):
            try:
                rules.check(state, tap["right"])
            except RuleViolation:
                return tap["right"]
        return None

    def told(self) -> dict[str, Any]:
        taps = [{name: event_value(event) for name, event in tap.items()} for tap in self.taps]
        match = str(self.sitting.id)
        return {"match": match, "version": self.first, "taps": taps, "seed": self.seed}

    def require(self, meant: list[str], content_hash: str | None) -> None:
        """Fail unless the log holds what was meant, once and in order, as the phone knows it."""
        log = load_log(self.sitting.id)
        written = [entry.event for entry in log.entries[self.first :] if entry.event.type != ENDS]
        expected = [self._event(said) for said in meant]
        found = [None if event.type == "log.rewound" else event for event in written]
        assert found == expected, (self.seed, meant)
        assert content_hash == (None if log.ended else log.content_hash), self.seed
        assert verify_stream(self.sitting.id).problem is None

    def _event(self, said: str) -> Event | None:
        kind, _, index = said.partition(" ")
        return None if kind == "undo" else self.taps[int(index)][kind]


def test_what_a_phone_records_is_neither_lost_nor_doubled_nor_out_of_order(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    club = make_club()
    players = [make_player(club, name).id for name in ("Ana A", "Bo B", "Cy C", "Di D")]
    page = browser_page
    let_in(page, live_server_url, make_user("staff", staff=True))
    page.goto("/about/")
    happened: Counter[str] = Counter()
    seeds = range(scaled(MATCHES, 40))
    for start in range(0, len(seeds), AT_ONCE):
        plans = dict(_plan(seed, club.id, players) for seed in seeds[start : start + AT_ONCE])
        done = page.evaluate(SCRIPT.read_text(), [plan.told() for plan in plans.values()])
        for one in done:
            plans[one["match"]].require(one["meant"], one["hash"])
            happened.update(one["happened"])
        assert len(done) == len(plans)
    assert happened.keys() <= HAPPENS
    assert happened.keys() == HAPPENS or not soaking(), happened
    assert happened["drawn"], happened


def _plan(seed: int, club_id: Any, players: list[Any]) -> tuple[str, Plan]:
    game = GAMES[seed % len(GAMES)]
    counts = [count for count in rules_of(game).seats if count <= len(players)]
    seats = pick(SeededRng(f"{seed} seats"), counts)
    sitting = Sitting(game, seats=seats, seed=seed, club_id=club_id, players=players[:seats])
    return str(sitting.id), Plan(sitting, seed)
