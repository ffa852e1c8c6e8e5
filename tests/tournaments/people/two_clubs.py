"""Two clubs on one site, each with one of everything that has a page."""

import re
from typing import Any
from uuid import UUID

from replays.envelope import Envelope
from tests.factories import NOW
from tests.tournaments.batches.batches import make_batch
from tests.tournaments.seasons.played import make_season
from tests.tournaments.tournaments.play import Friday, swiss
from tournaments.ladders.models import Ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.people.models import Club, Player

_LINK = re.compile(r'(?:href|action|formaction|src|hx-[a-z]+|data-[a-z]+)="(/[^"?#]*)')
PLAIN = ("/static/", "/admin/", "/api/", "/live/")


class FurnishedClub:
    """A club with players, a tournament, a match, a season, ladders and a batch."""

    def __init__(self, name: str, slug: str, **fields: Any) -> None:
        friday = Friday(4, swiss())
        Club.objects.filter(pk=friday.club.pk).update(name=name, slug=slug, **fields)
        self.club = Club.objects.get(pk=friday.club.pk)
        friday.announce()
        friday.play_by_bots(1)
        begin_usual_ladders(club_id=self.club.id, envelope=Envelope("cli", NOW))
        self.ids: dict[str, UUID] = {
            "club_id": self.club.id,
            "tournament_id": friday.id,
            "match_id": friday.table(1).match,
            "season_id": make_season(self.club, evenings=[friday.id]),
            "ladder_id": Ladder.objects.filter(club=self.club).values_list("pk", flat=True)[0],
            "batch_id": make_batch(self.club, matches=2).id,
            "player_id": Player.objects.filter(club=self.club, bot="").order_by("id")[0].id,
        }

    @property
    def address(self) -> str:
        return f"/c/{self.club.slug}"


def links_of(html: str) -> set[str]:
    """Return every address of this site that a page names."""
    return set(_LINK.findall(html))


def strays(html: str, address: str) -> set[str]:
    """Return the addresses on a page that lead out of a club and belong to no plain part."""
    return {
        link
        for link in links_of(html)
        if not link.startswith((f"{address}/", *PLAIN)) and link != "/"
    }
