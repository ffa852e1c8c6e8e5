"""How much there is to a ladder: its players, its rated matches, the work it still has to do."""

from uuid import UUID

from django.db.models import Count, IntegerField, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from replays.errors import KaitenError
from tournaments.ladders.models import Ladder, LadderDue, LadderPlayer, RatedMatch
from tournaments.ladders.selectors.ladders import ladder_list


def with_counts(ladders: QuerySet[Ladder]) -> QuerySet[Ladder]:
    """Add `player_count`, `match_count` and `waiting`, the number of things still to be done."""
    return ladders.annotate(
        player_count=_counted(LadderPlayer),
        match_count=_counted(RatedMatch),
        waiting=_counted(LadderDue),
    )


def counted_ladder(ladder_id: UUID) -> Ladder:
    """Return a ladder with its counts, or raise `unknown_ladder`."""
    ladder = with_counts(ladder_list()).filter(pk=ladder_id).first()
    if ladder is None:
        raise KaitenError("unknown_ladder", 404)
    return ladder


def _counted(rows: type[Model]) -> Coalesce:
    # Joins would multiply the rows of one kind by those of the others.
    own = rows._default_manager.filter(ladder=OuterRef("pk")).order_by().values("ladder")
    counted = own.annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())
