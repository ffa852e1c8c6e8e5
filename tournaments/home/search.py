"""One search over players, tournaments and matches, as far as somebody may find them."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from replays.models import Match
from replays.selectors.library import called, match_list
from tournaments.people.labels import public_label
from tournaments.people.models import Player
from tournaments.people.names import fold
from tournaments.people.onlooker import Onlooker
from tournaments.people.selectors.players import player_list
from tournaments.tournaments.models import Tournament

LONGEST = 100
MOST = 8


@dataclass(frozen=True, slots=True)
class Found:
    """What a search finds, the nearest or newest first."""

    players: list[tuple[Player, str]]
    tournaments: list[Tournament]
    matches: list[Match]

    def __bool__(self) -> bool:
        return bool(self.players or self.tournaments or self.matches)


def search(
    text: str,
    onlooker: Onlooker,
    *,
    club_id: UUID | None,
    private: Collection[UUID],
    language: str,
) -> Found:
    """Return what all words of a text are found in, accents and capitals aside."""
    words = fold(text).split()
    if not words:
        return Found([], [], [])
    people = player_list(club_id=club_id, search=text, private=private)
    players = list(onlooker.in_clubs(people, club_id)[:MOST])
    matches = called(
        match_list(club_id=club_id), text, onlooker, club_id=club_id, language=language
    )
    return Found(
        [(player, public_label(player)) for player in players],
        _tournaments(words, onlooker, club_id),
        onlooker.mark(onlooker.listed(matches, club_id)[:MOST]),
    )


def _tournaments(words: list[str], onlooker: Onlooker, club_id: UUID | None) -> list[Tournament]:
    rows = Tournament.objects.filter(club=club_id) if club_id else Tournament.objects.all()
    titles = onlooker.listed(rows, club_id).values_list("pk", "title")
    # A database compares other letters than the folded ones.
    ids = [id_ for id_, title in titles if _is_in(words, title)][:MOST]
    return list(Tournament.objects.filter(pk__in=ids))


def _is_in(words: list[str], text: str) -> bool:
    folded = fold(text)
    return all(word in folded for word in words)
