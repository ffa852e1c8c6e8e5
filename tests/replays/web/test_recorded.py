"""A record as it was made: what was taken back and corrected, by whom, told to each viewer."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from replays.events import LogAmended
from replays.services import undo
from replays.web.recorded import corrected_plies, has_corrections, recorded_story
from replays.web.story import tell
from tests.clients import SignedIn
from tests.factories import make_member
from tests.games.hidden_game.events import Dealt
from tests.replays.tables import Table
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of
from tests.replays.web.test_secrecy import HANDS, OTHER_HANDS, dealt

VIEWERS = [PUBLIC, ARBITER, seat_viewer(0)]
LABELS = ["Ana", "Bo"]


@pytest.mark.parametrize("game", ["hidden_game", "sushi_bar", "sushi_go_party"])
@pytest.mark.parametrize("seed", range(3))
def test_what_counts_is_what_the_log_tells(game: str, seed: int) -> None:
    table = Table(game, seed=seed)
    table.live(14)
    log = table.log()
    recorded = recorded_story(log, ARBITER, LABELS, "en", {})

    counting = [line for line in recorded.lines if line.is_move and line.fate == "counts"]
    told = [line for turn in tell(log, ARBITER, LABELS, "en") for line in turn.lines]
    by_ply = sorted((line.ply or 0, line.version, line.sentence) for line in counting)
    assert by_ply == [(line.ply, line.version, line.sentence) for line in told]
    assert [line.version for line in recorded.lines] == list(range(1, log.version + 1))
    for line in recorded.lines:
        assert (line.fate == "counts") == (line.changed_by is None)
        assert line.changed_by is None or line.changed_by > line.version


def test_a_correction_says_what_was_before_and_after() -> None:
    table = Table("sushi_bar", seed=5)
    table.play(6)
    taken = table.version
    table.rewind(4)
    while not table.amend():
        pass
    log = table.log()
    recorded = recorded_story(log, PUBLIC, LABELS, "en", {"cli": "the server"})
    sentences = {line.version: line.sentence for line in recorded.lines}
    back, fixed = recorded.corrections
    amended = log.entries[-1].event

    assert isinstance(amended, LogAmended)
    assert back.before == tuple(sentences[version] for version in range(5, taken + 1))
    assert (back.ply, back.after, back.sentence) == (3, (), "3 steps were taken back.")
    assert fixed.before[0] == sentences[amended.target]
    assert fixed.after == (sentences[log.version],)
    assert fixed.by == "the server"
    fates = {line.version: (line.fate, line.changed_by) for line in recorded.lines}
    assert fates[taken] == ("taken_back", taken + 1)
    assert fates[amended.target] == ("replaced", log.version)
    assert set(corrected_plies(log)) <= set(range(len(log.plies) + 1))


def test_redoing_puts_back_what_was_taken_back() -> None:
    table = Table("sushi_bar", seed=5)
    table.play(4)
    table.rewind(3)
    table.rewind(5)
    recorded = recorded_story(table.log(), PUBLIC, LABELS, "en", {})

    assert {line.fate for line in recorded.lines} == {"counts"}
    assert [one.sentence for one in recorded.corrections] == [
        "2 steps were taken back.",
        "2 steps were put back.",
    ]


def test_a_plain_record_has_nothing_to_show() -> None:
    table = Table("sushi_bar", seed=5)
    table.finish()

    assert not has_corrections(table.log())
    assert not corrected_plies(table.log())


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", ["", "member"])
def test_what_was_hidden_when_it_was_taken_back_stays_hidden(
    house: House, client: Client, viewer: str
) -> None:
    """Two matches that differ in hands, dealt, corrected and taken back, look the same."""
    pages = []
    visitor = SignedIn(make_member(house.club)) if viewer else client
    for hands in (HANDS, OTHER_HANDS):
        sitting = dealt(house, *hands)
        second = sitting.log().plies[1]
        assert isinstance(second.event, Dealt)
        fixed = Dealt(1, tuple(reversed(second.event.cards)))
        sitting.do(undo.amend, target=second.version, event=fixed, dropped=[])
        sitting.do(undo.rewind, to=2)
        sitting.play(Dealt(1, ("amber", "blue", "dusk")))
        address = reverse("replays:match", args=[sitting.id])
        page = text_of(visitor.get(address, {"as": "recorded"}))
        assert "taken back" in page
        page = re.sub(r'(csrfmiddlewaretoken|key)" value="[^"]+"', "", page)
        pages.append(page.replace(str(sitting.id), "ID"))

    assert pages[0] == pages[1]


@pytest.mark.django_db
def test_the_page_as_recorded_says_who_when_and_why(house: House, client: Client) -> None:
    sitting = house.sitting(seed=5)
    sitting.play_on(6)
    target, event, dropped = sitting.amendment() or (0, None, ())
    keeper = SignedIn(make_member(house.club, "scorekeeper", username="keeper"))
    sitting.do(
        undo.amend, target=target, event=event, dropped=dropped, actor=f"user:{keeper.user.pk}"
    )
    sitting.do(undo.annotate, target=sitting.version, text="The die was cocked")
    address = reverse("replays:match", args=[sitting.id])

    plain, shown = text_of(client.get(address)), text_of(client.get(address, {"as": "recorded"}))
    assert "as=recorded" in plain
    assert 'id="recorded-title"' not in plain
    assert 'data-fate="replaced"' in shown
    assert f'href="#correction-{sitting.version - 1}"' in shown
    assert "keeper" not in shown
    assert "The die was cocked" not in shown
    inside = text_of(keeper.get(address, {"as": "recorded"}))
    assert "· keeper" in inside
    assert "<q>The die was cocked</q>" in inside
    french = text_of(client.get(address, {"as": "recorded"}, headers=FRENCH))
    assert "Tel que noté" in french
