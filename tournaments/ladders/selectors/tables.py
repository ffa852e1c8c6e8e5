"""A ladder as people read it: ranks, marks, and what moved since last week."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from replays.chain import timestamp
from tournaments.ladders.models import Ladder, LadderPlayer, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.ratings.rules import LadderRules, rules_from_data
from tournaments.ladders.ratings.systems import system_of
from tournaments.ladders.words import DECIMALS
from tournaments.people.names import fold
from tournaments.people.selectors.players import labels_of
from tournaments.spreadsheets import Cell, csv_text

WEEK = timedelta(days=7)


Shown = Annotated[
    float,
    Meta(description="What the ladder sorts by: the rating, or for OpenSkill what it is sure of."),
]
Mu = Annotated[float, Meta(description="The rating itself.")]
Sigma = Annotated[
    float, Meta(description="How unsure it is; 0 in a system that does not say how sure it is.")
]


class LadderLine(msgspec.Struct, frozen=True):
    """One player on a ladder."""

    player: UUID
    """The player."""
    label: str
    """The public name."""
    rank: int | None
    """Shared by those whose rating is the same; null for somebody hidden."""
    moved: int | None
    """Ranks gained since last week, negative when lost; null for somebody who was not ranked."""
    gained: float | None
    """What is shown less what was shown a week ago; null for somebody who was not there."""
    shown: Shown
    mu: Mu
    sigma: Sigma
    matches: int
    """Rated matches."""
    firsts: int = msgspec.field(name="won")
    """First places, shared ones included."""
    last_at: datetime | None
    """When the last rated match ended; null for somebody who has not played yet."""
    provisional: bool
    """Too few matches, or none for a long time."""
    hidden: bool
    """Away for so long that they have no rank."""


SORTS: Mapping[str, Callable[[LadderLine], Any]] = {
    "rating": lambda line: (line.rank is None, -line.shown, line.label),
    "name": lambda line: (fold(line.label), str(line.player)),
    "matches": lambda line: (-line.matches, line.rank or 0),
    "won": lambda line: (-line.firsts, line.rank or 0),
    "moved": lambda line: (-(line.gained or 0.0), line.rank or 0),
    "last": lambda line: (-(line.last_at.timestamp() if line.last_at else 0.0), line.rank or 0),
}
"""By what a ladder can be sorted, the usual one first."""
CSV_COLUMNS = (
    *("rank", "player", "label", "rating", "provisional"),
    *("matches", "won", "last_match", "moved", "gained", "away"),
    *("shown", "mu", "sigma"),
)


def ladder_csv(lines: Iterable[LadderLine], system: str) -> str:
    """Return lines of a ladder as CSV: `rating` as it is shown, the last three unrounded."""
    return csv_text([CSV_COLUMNS, *(_cells(line, DECIMALS[system]) for line in lines)])


def _cells(line: LadderLine, digits: int) -> list[Cell]:
    rating = round(line.shown, digits or None)
    last = timestamp(line.last_at) if line.last_at is not None else None
    who = [line.rank, str(line.player), line.label, rating, line.provisional]
    played = [line.matches, line.firsts, last, line.moved, line.gained, line.hidden]
    return [*who, *played, line.shown, line.mu, line.sigma]


def ladder_table(  # noqa: PLR0913  (each is one thing that a reader may ask for)
    ladder: Ladder,
    *,
    now: datetime,
    search: str = "",
    sort: str = "rating",
    reverse: bool = False,
    hidden: bool = False,
    established: bool = False,
) -> tuple[LadderLine, ...]:
    """Return a ladder's lines; ranks stay those of the whole ladder, whatever is filtered.

    `hidden` adds those who have been away for long, `established` leaves out provisional ratings.
    A frozen ladder is read as of its freezing.
    """
    lines = _lines(ladder, ladder.frozen_at or now)
    words = fold(search).split()
    selected = [
        line
        for line in lines
        if (hidden or not line.hidden)
        and not (established and line.provisional)
        and all(word in fold(line.label) for word in words)
    ]
    selected.sort(key=SORTS.get(sort, SORTS["rating"]), reverse=reverse)
    return tuple(selected)


def _lines(ladder: Ladder, now: datetime) -> list[LadderLine]:
    rules = rules_from_data(ladder.rules)
    rows = list(LadderPlayer.objects.filter(ladder=ladder).order_by("-shown", "player_id"))
    labels = labels_of([row.player_id for row in rows])
    before = _week_ago(ladder, rules, rows, now)
    then = _ranks(
        {id_: shown for id_, (shown, last) in before.items() if _ranked(rules, last, now)}
    )
    ranks = _ranks({row.player_id: row.shown for row in rows if _ranked(rules, row.last_at, now)})
    return [
        LadderLine(
            rank=ranks.get(row.player_id),
            player=row.player_id,
            label=labels.get(row.player_id, str(row.player_id)),
            shown=row.shown,
            mu=row.mu,
            sigma=row.sigma,
            matches=row.matches,
            firsts=row.firsts,
            last_at=row.last_at,
            provisional=is_provisional(rules, row, now),
            hidden=row.player_id not in ranks,
            moved=_moved(then.get(row.player_id), ranks.get(row.player_id)),
            gained=row.shown - before[row.player_id][0] if row.player_id in before else None,
        )
        for row in rows
    ]


def is_provisional(rules: LadderRules, row: LadderPlayer, now: datetime) -> bool:
    """Say whether a rating is to be taken with care."""
    if row.matches < rules.provisional_matches:
        return True
    return _is_past(row.last_at, rules.stale_days, now)


def _ranked(rules: LadderRules, last_at: datetime | None, now: datetime) -> bool:
    return not _is_past(last_at, rules.hidden_days, now)


def _is_past(last_at: datetime | None, days: int | None, now: datetime) -> bool:
    # Somebody from a start list who has not played yet is not away: they have yet to come.
    return days is not None and last_at is not None and now - last_at > timedelta(days=days)


def _week_ago(
    ladder: Ladder, rules: LadderRules, rows: list[LadderPlayer], now: datetime
) -> dict[UUID, tuple[float, datetime | None]]:
    """Return what was shown for everybody who was on the ladder a week ago."""
    system = system_of(rules)
    ratings: dict[UUID, tuple[float, datetime | None]] = {
        row.player_id: (row.shown, row.last_at) for row in rows
    }
    newcomers: set[UUID] = set()
    recent = RatedMatch.objects.filter(ladder=ladder, ended_at__gt=now - WEEK)
    newest_first = recent.order_by("-ended_at", "-match_id").values_list("changes", flat=True)
    for text in newest_first:
        for change in changes_of(text):
            was = change.before
            ratings[change.player] = (system.shown(was.mu, was.sigma), None)
            if was.last is None:
                newcomers.add(change.player)
    return {player: pair for player, pair in ratings.items() if player not in newcomers}


def _ranks(shown: Mapping[UUID, float]) -> dict[UUID, int]:
    ranks: dict[UUID, int] = {}
    ordered = sorted(shown.items(), key=lambda item: (-item[1], item[0]))
    for position, (player, value) in enumerate(ordered, 1):
        same = position > 1 and ordered[position - 2][1] == value
        ranks[player] = ranks[ordered[position - 2][0]] if same else position
    return ranks


def _moved(then: int | None, now: int | None) -> int | None:
    return None if then is None or now is None else then - now
