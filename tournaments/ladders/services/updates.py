"""Ratings brought up to date: one fold, whether a match is added at the end or all are rated anew.

Whoever runs this holds the lock of the ladder's row. What a change touches is rated anew from the
first match concerned: the stored rows say where everybody stood before it, so nothing older is
read. The same fold from nothing is the rebuild, which is why both give the same digits.
"""

import gc
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Q
from django.utils.translation import ngettext

from replays.errors import KaitenError
from replays.live.wakeups import wake
from replays.models import MatchSeat
from tournaments.ladders.models import (
    DueCause,
    Ladder,
    LadderDue,
    LadderNote,
    LadderPlayer,
    LadderStatus,
    NoteCause,
    RatedMatch,
)
from tournaments.ladders.ratings.eligibility import MatchFacts, Verdict, verdict
from tournaments.ladders.ratings.fold import Ratings, seats_of, text_of
from tournaments.ladders.ratings.rating_system import Change, Standing
from tournaments.ladders.selectors.folds import LadderReading, Moves, position_of
from tournaments.ladders.selectors.ladders import ladder_list, ladder_of
from tournaments.ladders.selectors.owed import START
from tournaments.ladders.selectors.rated_matches import (
    Position,
    ended_by,
    facts_of,
    micros,
    moment_of,
    people_among,
    people_of,
)
from tournaments.ladders.selectors.states import ladder_state
from tournaments.people.selectors.players import merged_ids, same_person

WRITTEN_AT_ONCE = 1_000
MOST_MOVES = 50
QUIET = timedelta(hours=1)
"""Matches that end within so long of each other may be heard of in any order: nothing to tell."""


@dataclass(slots=True)
class UpdateResult:
    """What an update did."""

    rated: int = 0
    """Matches rated now, for the first time or anew."""
    since: Position | None = None
    """From where on, if more than the newest ones were rated."""
    moves: Moves = field(default_factory=dict)
    """Whose shown rating is another one, from and to; None stands for not on the ladder."""

    @property
    def begins(self) -> bool:
        """Whether nobody's rating became another one: there was none before, or it stayed."""
        return all(was is None for was, _now in self.moves.values())


def catch_up(*, ladder_id: UUID, now: datetime) -> UpdateResult:
    """Do every scheduled update of a ladder, in one transaction; harmless to run twice at once."""
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        pending = list(LadderDue.objects.filter(ladder=ladder).order_by("created_at", "id"))
        if not pending:
            return UpdateResult()
        result = UpdateResult()
        if ladder.status == LadderStatus.OPEN:
            result = _Update(ladder, now).follow(pending)
        LadderDue.objects.filter(pk__in=[item.pk for item in pending]).delete()
        return result


def rebuild_ladder(*, ladder_id: UUID, now: datetime) -> UpdateResult:
    """Rate everything from nothing; what differs from before is told. Raises `ladder_frozen`."""
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        if ladder.status == LadderStatus.FROZEN:
            raise KaitenError("ladder_frozen", 409)
        LadderDue.objects.filter(ladder=ladder).delete()
        update = _Update(ladder, now)
        result = update.again(None)
        if not result.begins:
            update.write_note(NoteCause.REBUILT, ladder.id, result)
        return result


def rebuild_ladders(*, now: datetime, club_id: UUID | None = None) -> int:
    """Rebuild every ladder that goes on, and give frozen ones that have lost it their table."""
    ladders = list(ladder_list(club_id=club_id).order_by("pk").values_list("pk", "status"))
    for ladder_id, status in ladders:
        if status == LadderStatus.OPEN:
            rebuild_ladder(ladder_id=ladder_id, now=now)
        else:
            bring_back_frozen(ladder_id=ladder_id, now=now)
    return len(ladders)


def rebuild_after_all() -> str:
    """Rebuild every ladder once the matches are made again; say how many there are."""
    count = rebuild_ladders(now=datetime.now(UTC))
    text = ngettext("%(count)d ladder rebuilt", "%(count)d ladders rebuilt", count)
    return text % {"count": count}


def bring_back_frozen(*, ladder_id: UUID, now: datetime) -> None:
    """Give a frozen ladder without ratings the table its stream holds, and the matches before it.

    A backup keeps streams only. The table is the authority: a match that was corrected after
    freezing may read otherwise in the history than it did then.
    """
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        freezing = ladder_state(ladder_id).freezing
        if freezing is None or LadderPlayer.objects.filter(ladder=ladder).exists():
            return
        update = _Update(ladder, now)
        update.again(None, among=ended_by(ladder.club_id, ladder.frozen_at or now))
        LadderPlayer.objects.filter(ladder=ladder).delete()
        update.write_players(
            {
                row.player: Standing(
                    float(row.rating),
                    float(row.sigma),
                    row.matches,
                    row.firsts,
                    micros(datetime.fromisoformat(row.last)) if row.last else None,
                )
                for row in freezing.table
            }
        )


def locked_ladder(ladder_id: UUID) -> Ladder:
    """Return a ladder whose ratings nobody else changes until the end of the transaction.

    Raises `unknown_ladder`.
    """
    transaction.on_commit(partial(wake, ladder_id))
    # Only the row itself: whoever schedules another update meanwhile must not wait.
    ladders = Ladder.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    return ladder_of(ladder_id, ladders)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the garbage collector from looking at millions of small tuples again and again.

    A fold makes no cycles worth collecting, and without this it takes half as long again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Update:
    """One ladder under its lock."""

    def __init__(self, ladder: Ladder, now: datetime) -> None:
        self.ladder = ladder
        self.now = now
        self.reading = LadderReading(ladder)
        self.system = self.reading.system

    def follow(self, pending: Sequence[LadderDue]) -> UpdateResult:
        """Do what is pending: add to the end where that is enough, rate anew where it is not."""
        matches = [item.subject for item in pending if item.cause == DueCause.MATCH]
        facts = facts_of(matches)
        keys = [self._key(match_id) for match_id in matches]
        known = {row.match_id: row for row in self.reading.rated.filter(pk__in=keys)}
        people = people_among(facts.values())
        changed: list[tuple[MatchFacts, Verdict]] = []
        since: list[tuple[Position, NoteCause, UUID]] = []
        for match_id in dict.fromkeys(matches):
            row = known.get(match_id)
            if match_id not in facts:
                continue
            judged = verdict(self.reading.rules, facts[match_id], people)
            if row is not None:
                rated = position_of(row), seats_of(row.changes)
                if judged.rated and rated == (facts[match_id].position, judged.seats):
                    continue
                cause = NoteCause.CORRECTED if judged.rated else NoteCause.REMOVED
                moved = min(position_of(row), facts[match_id].position) if judged.rated else None
                since.append((moved or position_of(row), cause, match_id))
            if judged.rated:
                changed.append((facts[match_id], judged))
        last = self.reading.rated.order_by("-ended_at", "-match_id").first()
        if last is not None:
            since += [
                (match.position, NoteCause.LATE, match.id)
                for match, _judged in changed
                if match.position < position_of(last) and match.id not in known
            ]
        since += self._other_changes(pending)
        if since:
            # A new match may stand between the last one rated and what is rated anew.
            first = min([match.position for match, _judged in changed] + [min(since)[0]])
            return self._rate_anew(first, since, last)
        changed.sort(key=lambda pair: pair[0].position)
        return self._add(changed)

    def again(
        self, since: Position | None, *, among: Container[UUID] | None = None
    ) -> UpdateResult:
        """Rate everything anew from a position on, or from nothing; `among` leaves out the rest."""
        before = self.reading.standings()
        if since is None:
            standings: dict[UUID, Standing] = {}
            self.reading.rated.delete()
        else:
            standings = self.reading.standings_before(since, before)
            self.reading.rated_from(since).delete()
        folding = self.reading.refold(since, standings)
        with _collector_paused():
            count = self._write(
                self._row(match, judged, changes)
                for match, judged, changes in folding.matches(among=among)
            )
        after = folding.standings()
        self.write_players(after, before)
        return UpdateResult(count, since or START, self.reading.moves(before, after))

    def write_note(self, cause: NoteCause, subject: UUID, result: UpdateResult) -> None:
        """Say beside the ladder what a re-rating changed."""
        largest = sorted(result.moves.items(), key=_size, reverse=True)[:MOST_MOVES]
        since = result.since if result.since != START else None
        LadderNote.objects.create(
            id=uuid4(),
            ladder=self.ladder,
            cause=cause,
            subject=subject,
            at=self.now,
            since=moment_of(since[0]) if since is not None else None,
            matches=result.rated,
            moves=[[str(player), *pair] for player, pair in largest],
        )

    def write_players(
        self, standings: Mapping[UUID, Standing], before: Mapping[UUID, Standing] | None = None
    ) -> None:
        """Write where players stand, those who changed; and let go of those who are not there."""
        known = {} if before is None else before
        changed = {id_: one for id_, one in standings.items() if known.get(id_) != one}
        gone = [player for player in known if player not in standings]
        if gone:
            LadderPlayer.objects.filter(ladder=self.ladder, player_id__in=gone).delete()
        LadderPlayer.objects.bulk_create(
            [
                LadderPlayer(
                    id=uuid5(self.ladder.id, str(player)),
                    ladder=self.ladder,
                    player_id=player,
                    mu=one.mu,
                    sigma=one.sigma,
                    shown=self.system.shown(one.mu, one.sigma),
                    matches=one.matches,
                    firsts=one.firsts,
                    last_at=moment_of(one.last) if one.last is not None else None,
                )
                for player, one in changed.items()
            ],
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=["mu", "sigma", "shown", "matches", "firsts", "last_at"],
            batch_size=WRITTEN_AT_ONCE,
        )

    def _add(self, changed: Sequence[tuple[MatchFacts, Verdict]]) -> UpdateResult:
        """Rate matches that come after everything rated so far."""
        if not changed:
            return UpdateResult()
        players = {seat.player for _match, judged in changed for seat in judged.seats}
        before = self.reading.standings(players)
        listed = bool(self.reading.state.starts)
        starts = self.reading.starts(people_of(self.ladder.club_id)) if listed else {}
        ratings = Ratings(self.system, starts, dict(before))
        count = self._write(
            self._row(match, judged, ratings.rate(judged.seats, match.position[0]))
            for match, judged in changed
        )
        self.write_players(ratings.standings, before)
        return UpdateResult(count, None, self.reading.moves(before, ratings.standings))

    def _rate_anew(
        self,
        first: Position,
        since: Sequence[tuple[Position, NoteCause, UUID]],
        last: RatedMatch | None,
    ) -> UpdateResult:
        position, cause, subject = min(since)
        result = self.again(first if position != START else None)
        late = all(one == NoteCause.LATE for _at, one, _id in since)
        recent = last is not None and last.ended_at - moment_of(position[0]) < QUIET
        if not result.begins and not (late and recent):
            self.write_note(cause, subject, result)
        return result

    def _other_changes(
        self, pending: Sequence[LadderDue]
    ) -> list[tuple[Position, NoteCause, UUID]]:
        """Return from where on ratings change because of players, rules or start lists."""
        changes = []
        for item in pending:
            if item.cause == DueCause.RULES:
                changes.append((START, NoteCause.RULES, item.subject))
            elif item.cause == DueCause.PLAYER and (first := self._first_match(item.subject)):
                changes.append((first, NoteCause.PLAYER, item.subject))
        return changes

    def _first_match(self, player: UUID) -> Position | None:
        everybody = same_person(player)
        if any(one in self.reading.state.starts for one in everybody):
            return START
        seats = MatchSeat.objects.filter(
            Q(player_id__in=merged_ids({player})) | Q(first_player_id__in=merged_ids({player})),
            match__club_id=self.ladder.club_id,
            match__ended_at__isnull=False,
        )
        in_order = seats.order_by("match__ended_at", "match_id")
        first = in_order.values_list("match__ended_at", "match_id").first()
        return (micros(first[0]), first[1]) if first and first[0] else None

    def _row(self, match: MatchFacts, judged: Verdict, changes: tuple[Change, ...]) -> RatedMatch:
        return RatedMatch(
            id=self._key(match.id),
            ladder_id=self.ladder.id,
            match_id=match.id,
            ended_at=moment_of(match.position[0]),
            changes=text_of(judged.seats, changes),
        )

    def _key(self, match_id: UUID) -> UUID:
        return uuid5(self.ladder.id, match_id.hex)

    def _write(self, rows: Iterable[RatedMatch]) -> int:
        count, remaining = 0, iter(rows)
        while chunk := list(islice(remaining, WRITTEN_AT_ONCE)):
            count += len(RatedMatch.objects.bulk_create(chunk))
        return count


def _size(move: tuple[UUID, tuple[float | None, float | None]]) -> tuple[float, str]:
    player, (was, now) = move
    return (0.0 if was is None or now is None else abs(now - was), str(player))
