"""What is in the boxes of a club."""

from uuid import UUID

from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.conditional import etag_of, stamped, version_seen
from replays.http.idempotency import envelope_of
from replays.http.schema import IDEMPOTENCY_KEY, OPTIONAL_IF_MATCH, operation
from tournaments.people.api import bodies
from tournaments.people.api.access import CLUB, OfClub, onlooker_of
from tournaments.people.api.answers import BoxAnswer, BoxesAnswer
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.boxes import box_view, boxes_of
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.selectors.streams import club_version
from tournaments.people.services.boxes import describe_box


class BoxesView(OfClub):
    """The boxes of a club."""

    @operation("boxes_list", "List the boxes of a club", BoxesAnswer, 404, parameters=[CLUB])
    def get(self, request: Request, club: str) -> Response:
        """List what is in the club's box of every game whose box can be described."""
        home = club_by_name(club)
        version, language = _version(request, home.id), get_language() or "en"
        views = boxes_of(home.id)
        boxes = [BoxAnswer.from_view(home, view, version, language) for view in views]
        return stamped(BoxesAnswer(boxes), _etag(version, language))


class BoxView(OfClub):
    """The club's box of one game."""

    requires = {"PUT": CLUB_WRITE}
    address = {"game": "The short name of the game."}

    @operation("boxes_read", "Read a box of a club", BoxAnswer, 404, parameters=[CLUB])
    def get(self, request: Request, club: str, game: str) -> Response:
        """Return what is in the club's box of a game."""
        return self._answer(request, club, game)

    @operation(
        "boxes_describe",
        "Say what is in a box of a club",
        BoxAnswer,
        *(401, 403, 404, 412, 413, 415, 422),
        request=bodies.Box,
        parameters=[CLUB, OPTIONAL_IF_MATCH, IDEMPOTENCY_KEY],
        example=bodies.BOX,
    )
    def put(self, request: Request, club: str, game: str) -> Response:
        """Say what is in the club's box: the default of later matches, whoever begins them.

        Matches that have begun keep what they have. A token needs the scope admin.
        """
        home = club_by_name(club)
        self.words = box_view(home.id, game).rules.words
        describe_box(
            club_id=home.id,
            game=game,
            options=bodies.Box.read(request)["options"],
            envelope=envelope_of(request),
            expected_version=version_seen(request),
        )
        return self._answer(request, club, game)

    def _answer(self, request: Request, club: str, game: str) -> Response:
        home = club_by_name(club)
        version, language = _version(request, home.id), get_language() or "en"
        answer = BoxAnswer.from_view(home, box_view(home.id, game), version, language)
        return stamped(answer, _etag(version, language))


def _version(request: Request, club_id: UUID) -> int | None:
    """Return the version of the club's stream, to those of the club: it counts hidden things."""
    return club_version(club_id) if onlooker_of(request).standing.belongs_to(club_id) else None


def _etag(version: int | None, language: str) -> str | None:
    return None if version is None else etag_of(version, language=language)
