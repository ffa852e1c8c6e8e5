"""A club that has one match, tournament, season and ladder, made through the services."""

from dataclasses import dataclass, field
from uuid import UUID

from replays.envelope import Envelope
from tests.factories import NOW, make_club, make_player
from tests.tournaments.ladders.nights import played
from tests.tournaments.seasons.played import make_season, play_evening
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.services.ladders import create_ladder
from tournaments.people.models import Club, Player
from tournaments.people.services.visibility import set_visibility

KINDS = {"match": "matches", "tournament": "tournaments", "season": "seasons", "ladder": "ladders"}
"""The kinds of what has a level, each with the word in its addresses."""
LEVELS = ("public", "unlisted", "club")


@dataclass
class Shelf:
    """What a club has, by kind."""

    club: Club = field(default_factory=make_club)
    title: str = "Shown"
    players: list[Player] = field(default_factory=list)
    ids: dict[str, UUID] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.players:
            self.players = [make_player(self.club, f"{self.title}{n} Z") for n in range(2)]
        evening = play_evening(
            self.club, dict(zip(self.players, (9, 3), strict=True)), title=self.title
        )
        self.ids = {
            "match": played(
                self.club, self.players, [9, 3], game="plain", options={"title": self.title}
            ),
            "tournament": evening,
            "season": make_season(self.club, evenings=[evening], title=self.title),
            # No worker: what is hidden may move the ratings of a ladder that is not.
            "ladder": create_ladder(
                club=self.club,
                wanted=NewLadder(title=self.title, rules={"games": ["sushi_bar"]}),
                envelope=Envelope("cli", NOW),
            ).stream_id,
        }

    def set(self, level: str, *kinds: str) -> None:
        """Say of some kinds of things, or of all, who finds them."""
        for kind in kinds or KINDS:
            set_visibility(
                club_id=self.club.id,
                kind=kind,
                stream_id=self.ids[kind],
                visibility=level,
                envelope=Envelope("cli", NOW),
            )

    def page(self, kind: str) -> str:
        return f"/{KINDS[kind]}/{self.ids[kind]}/"

    def api(self, kind: str) -> str:
        return f"/api/v1/{KINDS[kind]}/{self.ids[kind]}"
