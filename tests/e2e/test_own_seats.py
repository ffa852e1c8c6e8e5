"""Two people play a match online, each in a browser of their own; neither sees the other hand."""

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from games.core.events import Choice, Event
from games.core.rng import SeededRng
from games.sushi_go_party.events import Dealt
from games.testing.scale import scaled
from replays.envelope import Envelope
from replays.services.matches import play_drawn
from replays.services.own_seats import play_own
from tests.e2e.pages import another_page, let_in, require_accessible
from tests.factories import NOW, make_club, make_player, make_user
from tests.replays.sittings import Sitting
from tournaments.people.models import Club, Player, User
from tournaments.people.services.players import link_account

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]
CHOICES = {"sushi_bar": scaled(16 * 6), "sushi_go_party": scaled(16 * 3)}
"""So many choices are made, or as many as there are: the whole match in a soak."""


class Pair:
    """A club and two people of it with accounts, who have no role there."""

    def __init__(self) -> None:
        self.club: Club = make_club("Les Baguettes")
        names = ("Chloé Martin", "Bastien Lefèvre")
        self.players: list[Player] = [make_player(self.club, name) for name in names]
        self.users: list[User] = [make_user() for _ in names]
        for player, user in zip(self.players, self.users, strict=True):
            link_account(player=player, user=user)

    def sitting(self, game: str) -> Sitting:
        ids = [player.id for player in self.players]
        return Sitting(game, club_id=self.club.id, players=ids, source="online")


@pytest.mark.parametrize("game", CHOICES)
def test_two_people_play_and_follow_each_other(
    browser_page: "Page", live_server_url: str, game: str
) -> None:
    from playwright.sync_api import expect

    pair = Pair()
    sitting = pair.sitting(game)
    with another_page(browser_page, live_server_url) as other:
        pages = [browser_page, other]
        for page, user in zip(pages, pair.users, strict=True):
            page.set_viewport_size({"width": 390, "height": 844})
            let_in(page, live_server_url, user)
            page.goto(f"/matches/{sitting.id}/")
            page.get_by_role("link", name="Play", exact=True).click()
            page.wait_for_url("**/record/")
        # Whoever is first lets the server deal; from then on it does so by itself.
        pages[1].get_by_role("button", name="Roll for me").click()
        choices = 0
        wait_until(pages[0], lambda: len(sitting.log().plies) > 1)
        for number in range(CHOICES[game]):
            log = sitting.log()
            for page in pages:
                expect(page.locator("#recorder")).to_have_attribute(
                    "data-version", str(log.version), timeout=30_000
                )
            if log.ended:
                break
            turn = {need.seat for need in log.rules.needs(log.state) if need.seat is not None}
            for seat, page in enumerate(pages):
                buttons = page.locator("button[name=event]")
                assert (buttons.count() > 0) == (seat in turn)
                assert page.get_by_role("button", name="Roll for me").count() == 0
                assert f'"seat":{1 - seat}' not in " ".join(
                    button.get_attribute("value") or "" for button in buttons.all()
                )
            if number == 0:
                require_accessible(pages[0])
            # Those who choose at the same time tap before they have seen that the other did.
            for seat in sorted(turn):
                pages[seat].locator("button[name=event]").first.click()
            choices += len(turn)
            wait_until(pages[0], partial(has_chosen, sitting, choices))
        log = sitting.log()
        writers = {entry.actor for entry in log.entries[1:]}
        assert writers == {f"user:{user.id}" for user in pair.users}
        assert log.ended or choices >= CHOICES[game]


def has_chosen(sitting: Sitting, times: int) -> bool:
    return sum(isinstance(event, Choice) for event in sitting.log().events) == times


def wait_until(page: "Page", holds: Callable[[], bool]) -> None:
    """Let browsers work until something is so."""
    for _ in range(600):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come")


def test_a_tap_is_taken_back_until_the_other_has_chosen(
    browser_page: "Page", live_server_url: str
) -> None:
    pair, page = Pair(), browser_page
    match = dealt(pair, "a", "b")
    let_in(page, live_server_url, pair.users[0])
    page.goto(f"/matches/{match.id}/record/")
    page.locator("button[name=event]").first.click()
    page.get_by_text("Waiting for the others").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("button[name=event]").first.click()
    page.get_by_text("Waiting for the others").wait_for()
    [choice, *_] = match.log().rules.choices(match.log().state, 1)
    match.do(play_own, events=[choice], seats={1})
    page.locator("button[name=event]").first.wait_for()
    assert page.get_by_role("button", name="Undo").count() == 0


def test_no_byte_tells_what_the_other_holds_or_has_chosen(
    browser_page: "Page", live_server_url: str
) -> None:
    """What a browser is sent is the same, whatever the other hand is, up to the reveal."""
    pair = Pair()
    with another_page(browser_page, live_server_url) as other:
        for seat, page in enumerate((browser_page, other)):
            let_in(page, live_server_url, pair.users[seat])
            told = [heard(page, dealt(pair, *hands), seat) for hands in truths(seat)]
            assert any("record" in address for address, _text in told[0])
            assert any(address == "stream" for address, _text in told[0])
            assert sorted(set(told[0])) == sorted(set(told[1]))


def truths(seat: int) -> list[tuple[str, str]]:
    """Return two deals in which this seat holds the same, and the other does not."""
    return [("a", "b"), ("a", "d") if seat == 0 else ("d", "b")]


def dealt(pair: Pair, *seeds: str) -> Sitting:
    """Return a match whose hands are drawn by these seeds, seat by seat."""
    sitting = pair.sitting("sushi_go_party")
    log = sitting.log()
    rules, state = log.rules, log.state_at(0)
    drawn: list[Event] = []
    hands: dict[int, Any] = {}
    while (need := rules.needs(state)[0]).seat is None:
        event = rules.sample(state, need, SeededRng(f"{len(drawn)}"))
        if isinstance(event, Dealt):
            seed = SeededRng(seeds[event.seat])
            fresh: Any = rules.sample(rules.start(log.setup), need, seed)
            event = msgspec.structs.replace(event, cards=fresh.cards)
            hands[event.seat] = event.cards
        drawn.append(event)
        rules.apply(state, event)
    assert len(set(hands.values())) == 2
    play_drawn(
        match_id=sitting.id, expected_version=1, events=drawn, envelope=Envelope("system", NOW)
    )
    return sitting


API = ("events", "state", "needs")


def heard(page: "Page", sitting: Sitting, seat: int) -> list[tuple[str, str]]:
    """Return everything that a browser is sent while both choose, but for the last choice."""
    told: list[tuple[str, str]] = []
    messages: list[str] = []

    def listen(request: Any) -> None:
        # How often a page that follows looks again is a matter of time; it is asked for below.
        looks = request.method == "GET" and request.resource_type in ("fetch", "xhr")
        if looks and request.url.endswith("/record/"):
            return
        answer = request.response()
        # Files that are the same for everybody may be in the browser's cache by now.
        if answer is not None and "/static/" not in answer.url:
            told.append((_plain(answer.url, sitting), _plain(answer.text(), sitting)))

    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.eventSourceMessageReceived", lambda sent: messages.append(sent["data"]))
    page.on("requestfinished", listen)
    page.goto(f"/matches/{sitting.id}/record/")
    page.locator("button[name=event]").first.wait_for()
    # What is sent back for one's own tap is heard as well, and that it can be taken back.
    page.locator("button[name=event]").first.click()
    page.get_by_text("Waiting for the others").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("button[name=event]").first.wait_for()
    log = sitting.log()
    # The other's last choice, whatever that is in this hand.
    *_, theirs = log.rules.choices(log.state, 1 - seat)
    sitting.do(play_own, events=[theirs], seats={1 - seat})
    page.locator(f"#recorder[data-version='{sitting.version}']").wait_for()
    page.goto(f"/matches/{sitting.id}/")
    page.locator("#frame").wait_for()
    asked = [f"/api/v1/matches/{sitting.id}/{path}?as=seat:{seat}" for path in API]
    asked += [f"/matches/{sitting.id}/record/?{query}" for query in (f"seat={seat}", "log")]
    for address in asked:
        page.evaluate("address => fetch(address).then((answer) => answer.text())", address)
    page.wait_for_load_state()
    wait_until(page, lambda: any(address.endswith("?log") for address, _text in told))
    page.remove_listener("requestfinished", listen)
    wire.detach()
    return sorted(told) + [("stream", _plain(text, sitting)) for text in messages]


def _plain(text: str, sitting: Sitting) -> str:
    """Leave out what differs between any two matches, or any two requests."""
    text = text.replace(str(sitting.id), "ID")
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", text)
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", "KEY", text)
    text = re.sub(r'("token": ?")[^"]+', r"\1", text)
    # The history tells when something was taken back, to the minute.
    day = r"(?:\d\d/\d\d/\d{4}|[A-Z]\w+\.? \d{1,2}, \d{4},)"
    text = re.sub(day + r" (?:[\d:]+ [ap]\.m\.|noon|midnight)", "MOMENT", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z?", "MOMENT", text)
