"""What follows from a command beside what it writes, in the words of whoever reads."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from replays.errors import message_of
from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.director.undone import TablePlace
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.change_words import NONE, ChangeWordsAnswer


def ranking_words(consequences: Consequences, labels: Labels) -> Iterator[ChangeWordsAnswer]:
    """Yield whose line in the standings, and whose place in the tournament, would be another."""
    for stage in consequences.stages:
        for row in stage.changes:
            what = _("Standings of stage %(stage)s, %(name)s") % {
                "stage": stage.stage,
                "name": labels[row.entrant],
            }
            before = _standing(row.rank_before, row.points_before)
            yield ChangeWordsAnswer(what, before, _standing(row.rank_after, row.points_after))
    for place in consequences.places:
        what = _("Place in the tournament, %(name)s") % {"name": labels[place.entrant]}
        yield ChangeWordsAnswer(what, _dashed(place.before), _dashed(place.after))


def _standing(rank: int | None, points: Fraction | None) -> str:
    if rank is None and points is None:
        return NONE
    return _("place %(place)s with %(points)s") % {"place": _dashed(rank), "points": points}


def _dashed(value: int | None) -> str:
    return NONE if value is None else str(value)


def sentences_of(consequences: Consequences) -> Iterator[str]:
    """Yield what becomes of later rounds and stages, what would be gone, seasons and ladders."""
    row = consequences.next_round
    if row is not None and row.differs:
        words = _("Round %(round)s would have been paired otherwise; %(begun)s tables have begun.")
        yield words % {"round": row.round, "begun": row.begun}
    for field in consequences.fields:
        words = _("Stage %(stage)s has begun and would have begun otherwise.")
        yield words % {"stage": field.stage}
    for table in consequences.tables:
        words = _("Others would have come to table %(table)s of round %(round)s.")
        yield words % {"table": table.table, "round": table.round}
    undone = consequences.undone
    for stage in undone.stages:
        yield _("Stage %(stage)s would be planned again.") % {"stage": stage}
    yield from _gone(undone.withdrawn, _("Would be withdrawn: %(tables)s."))
    yield from _gone(undone.void, _("Would be void: %(tables)s."))
    for option in consequences.options:
        if (problem := option.problem) is not None:
            yield f"{option.then}: {message_of(problem.code, **problem.params)}"
    yield from (season.sentence for season in consequences.seasons)
    yield from (ladder.sentence for ladder in consequences.ladders)


def _gone(places: Sequence[TablePlace], sentence: str) -> Iterator[str]:
    if places:
        words = _("round %(round)s table %(table)s")
        named = [words % {"round": one.round, "table": one.table} for one in places]
        yield sentence % {"tables": ", ".join(named)}
