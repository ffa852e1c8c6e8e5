"""Whatever is done to a season, its rows are those of a rebuild and of a fresh fold."""

import random
from typing import Any

import pytest

from games.testing.scale import scaled
from replays.errors import KaitenError
from replays.services.rebuild import rebuild_stream
from replays.services.verify import verify_stream
from tests.factories import make_club
from tests.tournaments.seasons.played import (
    correct_evening,
    lead_it,
    make_people,
    make_season,
    play_evening,
)
from tournaments.people.models import Player
from tournaments.seasons.events import SEASON_STREAM
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.selectors import evenings as evening_results
from tournaments.seasons.selectors.seasons import season_view
from tournaments.seasons.selectors.states import season_state

STEPS = 40


def dump() -> list[list[tuple[Any, ...]]]:
    return [list(model.objects.order_by("pk").values_list()) for model in (Season, SeasonEvening)]


class Story:
    """A season to which random things happen, some of them refused."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.club = make_club()
        self.people = make_people(self.club, 4)
        self.evenings = [play_evening(self.club, self.scores()) for _ in range(3)]
        self.season = make_season(self.club, planned=3, best=2)
        self.frozen: tuple[Any, Any] | None = None

    def scores(self) -> dict[Player, int]:
        return {person: self.luck.randint(1, 9) for person in self.people}

    def step(self) -> None:
        tournament = str(self.luck.choice(self.evenings))
        position = self.luck.randint(0, 4)
        choices: list[tuple[str, dict[str, Any]]] = [
            ("add_evening", {"tournament": tournament}),
            ("add_evening", {"tournament": tournament, "position": position}),
            ("move_evening", {"tournament": tournament, "position": position}),
            ("remove_evening", {"tournament": tournament}),
            ("revise", {"planned": position, "rules": {"best": max(1, position)}}),
            ("close", {}),
            ("reopen", {}),
            ("correct", {}),
        ]
        name, fields = self.luck.choice(choices)
        if name == "correct":
            correct_evening(self.luck.choice(self.evenings), self.scores())
            return
        before = dump()
        try:
            lead_it(self.season, name, **fields)
        except KaitenError:
            assert dump() == before

    def check(self) -> None:
        live, shown = dump(), season_view(self.season)
        rebuild_stream(stream_id=self.season, kind=SEASON_STREAM)
        assert dump() == live
        evening_results._remembered.clear()
        assert season_view(self.season) == shown
        state = season_state(self.season)
        if not state.closed:
            self.frozen = None
        elif self.frozen is None:
            assert shown.change is None
            self.frozen = (shown.lines, shown.champions)
        # Whatever was corrected since: a closed season looks as it did when it was closed.
        assert self.frozen in (None, (shown.lines, shown.champions))


@pytest.mark.soak
@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(scaled(20)))
def test_live_rows_are_rebuilt_rows_and_closed_seasons_stay(seed: int) -> None:
    story = Story(seed)
    for _ in range(STEPS):
        story.step()
        story.check()
    assert verify_stream(story.season).ok
