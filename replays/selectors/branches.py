"""The matches that were played on from the steps of another one."""

from uuid import UUID

from replays import ports
from replays.models import Match
from replays.questions import Question
from replays.selectors.library import known_matches, with_seats


def branches_of(match_id: UUID, onlooker: ports.Onlooker) -> list[Match]:
    """Return the branches of a match that somebody may know of, by step, the oldest first."""
    # Hardly any match has one, and to say who may know of it takes a long question.
    if _ANY.answer(match_id) is None:
        return []
    branches = with_seats(known_matches().filter(parent_id=match_id))
    return onlooker.mark(onlooker.visible(branches).order_by("parent_ply", "created_at", "id"))


_ANY = Question(
    UUID,
    lambda id_: Match.objects.filter(parent_id=id_).order_by().values_list("pk", flat=True)[:1],
)
