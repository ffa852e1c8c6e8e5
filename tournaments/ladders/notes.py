"""What replays asks about ladders, answered from the ladders of a match's club."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

from django.urls import reverse
from django.utils import translation

from replays.models import Match
from replays.ports import Onlooker, RatingLine, RatingNote
from tournaments.ladders.selectors.ladders import MatchRating, known_ladders, ratings_of_match
from tournaments.ladders.words import change_words, ladder_title, reason_words
from tournaments.people.selectors.players import labels_of


class LadderRatings:
    """The ladders of the clubs, as `replays.ports.Ratings`."""

    def of_match(self, match: Match, language: str, onlooker: Onlooker) -> list[RatingNote]:
        """Return what those ladders of its club say about a match that somebody may know of."""
        ladders = known_ladders(match.club_id, onlooker)
        ratings = ratings_of_match(match.pk, ladders, now=datetime.now(UTC))
        players = {change.player for rating in ratings for change in rating.changes}
        labels = labels_of(players, language) if players else {}
        with translation.override(language):
            return [_note(rating, labels) for rating in ratings]


def _note(rating: MatchRating, labels: Mapping[UUID, str]) -> RatingNote:
    return RatingNote(
        label=ladder_title(rating.ladder),
        address=reverse("tournaments:ladder", args=[rating.ladder.id]),
        rated=rating.rated,
        sentence="" if rating.rated else reason_words(rating.reason),
        lines=_lines(rating, labels) if rating.rated else (),
    )


def _lines(rating: MatchRating, labels: Mapping[UUID, str]) -> tuple[RatingLine, ...]:
    places = {change.player: change.place for change in rating.changes}
    return tuple(
        RatingLine(
            label=labels.get(change.player, "?"),
            address=reverse("tournaments:player", args=[change.player]),
            words=change_words(change, places, labels, rating.ladder.system),
        )
        for change in sorted(rating.changes, key=lambda one: one.place)
    )
