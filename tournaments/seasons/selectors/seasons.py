"""Seasons as lists, pages and the API read them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from replays.errors import KaitenError
from tournaments.people.labels import public_label
from tournaments.people.models import Player
from tournaments.people.selectors.players import roots_of
from tournaments.seasons.counting import Results, SeasonCount, count_season
from tournaments.seasons.evenings import Exact, Mark
from tournaments.seasons.events import SeasonClosed
from tournaments.seasons.freezing import SeasonChange, marks_of, would_differ
from tournaments.seasons.models import Season, SeasonEvening, SeasonStatus
from tournaments.seasons.results import evening_results
from tournaments.seasons.selectors.evenings import results_of_evenings
from tournaments.seasons.selectors.states import season_state
from tournaments.seasons.state import SeasonState
from tournaments.seasons.table import SeasonTable
from tournaments.tournaments.director import consequences
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.standings.exact import fraction_from_data


class SeasonLine(msgspec.Struct, frozen=True, kw_only=True):
    """One player's line in the table of a season."""

    player: UUID
    """The player."""
    label: str
    """The public name."""
    place: int | None
    """Null under the least evenings."""
    shared: bool
    """Whether somebody else has the same place."""
    points: Exact
    marks: tuple[Mark, ...] = msgspec.field(name="evenings")
    """What each evening gave, in order."""
    attended: int
    """How many evenings they came to."""
    reach: Fraction | None
    """What can still be reached; null where nothing bounds it."""
    can_win: bool
    """Whether they can still be champion, or are."""

    def marks_under(self, heads: Iterable["EveningHead"]) -> list[Mark | None]:
        """Return what was given for each evening; None for one that is not over."""
        marks = {mark.number: mark for mark in self.marks}
        return [marks.get(head.number) for head in heads]


@dataclass(frozen=True, slots=True)
class EveningHead:
    """One evening above its column; `tournament` is None if it is not in this database."""

    number: int
    id: UUID | None
    """None for one that is not for whoever asks."""
    tournament: Tournament | None
    over: bool


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season with its table: frozen when it is closed, counted as things stand until then."""

    id: UUID
    state: SeasonState
    evenings: tuple[EveningHead, ...]
    lines: tuple[SeasonLine, ...]
    champions: tuple[UUID, ...]
    to_come: int
    decided: bool
    change: SeasonChange | None
    """What closing again would change, of a closed season."""
    labels: Mapping[UUID, str]


def season_list(*, club_id: UUID | None = None, status: str = "") -> QuerySet[Season]:
    """Return seasons, the newest first."""
    seasons = Season.objects.select_related("club").order_by("-created_at", "id")
    if club_id is not None:
        seasons = seasons.filter(club_id=club_id)
    return seasons.filter(status=status) if status else seasons


def season_of(season_id: UUID) -> Season:
    """Return a season or raise `unknown_season`."""
    season = season_list().filter(pk=season_id).first()
    if season is None:
        raise KaitenError("unknown_season", 404)
    return season


def season_view(season_id: UUID, among: QuerySet[Tournament] | None = None) -> SeasonView:
    """Return a season as it is shown: the same few queries whatever its evenings hold.

    Those evenings are named that are `among` some tournaments, by default all.
    """
    state = season_state(season_id)
    results = results_of_evenings(state.evenings)
    people = _people(state, results)
    read_as = {player_id: player.id for player_id, player in people.items()}
    labels = {player_id: public_label(player) for player_id, player in people.items()}
    count = count_season(state, results, read_as)
    closing = state.closing
    return SeasonView(
        id=season_id,
        state=state,
        evenings=_heads(state, results, Tournament.objects.all() if among is None else among),
        lines=_lines(count.table, labels) if closing is None else _final_lines(closing, labels),
        champions=() if closing is None else closing.champions,
        to_come=0 if state.closed else count.to_come,
        decided=state.closed or count.table.decided,
        change=None if closing is None else would_differ(closing, count, read_as),
        labels=labels,
    )


def count_of(state: SeasonState) -> SeasonCount:
    results = results_of_evenings(state.evenings)
    return count_season(state, results, _read_as(state, results))


def changed_seasons(tournament_id: UUID, state: State) -> list[tuple[Season, SeasonChange]]:
    """Return the closed seasons that would be others if a tournament stood as `state` says."""
    rows = SeasonEvening.objects.filter(tournament_id=tournament_id)
    closed = Season.objects.filter(pk__in=rows.values("season"), status=SeasonStatus.CLOSED)
    supposed = {tournament_id: evening_results(state)}
    changes = [(season, _change(season_state(season.id), supposed)) for season in closed]
    return [(season, change) for season, change in changes if change is not None]


def foreseen_seasons(tournament_id: UUID, after: State) -> list[consequences.SeasonChange]:
    """Say the same in words, for whoever is about to change the tournament."""
    changes: list[consequences.SeasonChange] = []
    for season, change in changed_seasons(tournament_id, after):
        words = _("The table of the closed season %(season)s would change; it stays as it is.")
        if change.other_champion:
            words = _("The closed season %(season)s would have another champion; it stays so.")
        sentence = words % {"season": season.title}
        changes.append(
            consequences.SeasonChange(season.id, season.title, change.other_champion, sentence)
        )
    return changes


def tournaments_to_add(season: SeasonView) -> QuerySet[Tournament]:
    """Return the club's tournaments that are no evening of a season yet, the newest first."""
    club = Tournament.objects.filter(club_id=season.state.club)
    return club.exclude(pk__in=season.state.evenings).order_by("-created_at", "id")


def _change(state: SeasonState, supposed: Results) -> SeasonChange | None:
    if state.closing is None:
        return None
    results = {**results_of_evenings(state.evenings), **supposed}
    read_as = _read_as(state, results)
    return would_differ(state.closing, count_season(state, results, read_as), read_as)


def _read_as(state: SeasonState, results: Results) -> dict[UUID, UUID]:
    return {player_id: player.id for player_id, player in _people(state, results).items()}


def _people(state: SeasonState, results: Results) -> dict[UUID, Player]:
    """Return for everybody in a season the player they are read as today."""
    ids = [result.player for evening in results.values() for result in evening]
    if state.closing is not None:
        ids += [row.player for row in state.closing.table]
    roots = roots_of(list(dict.fromkeys(ids)))
    return roots | {player.id: player for player in roots.values()}


def _heads(
    state: SeasonState, results: Results, among: QuerySet[Tournament]
) -> tuple[EveningHead, ...]:
    named = among.in_bulk(state.evenings)
    others = [id_ for id_ in state.evenings if id_ not in named]
    kept = Tournament.objects.in_bulk(others) if others else {}
    return tuple(
        EveningHead(number, None if id_ in kept else id_, named.get(id_), id_ in results)
        for number, id_ in enumerate(state.evenings, 1)
    )


def _lines(table: SeasonTable, labels: Mapping[UUID, str]) -> tuple[SeasonLine, ...]:
    return tuple(
        SeasonLine(
            player=UUID(row.player),
            label=labels.get(UUID(row.player), row.player),
            place=row.rank,
            shared=row.shared,
            points=row.total,
            marks=row.evenings,
            attended=row.attended,
            reach=row.reach,
            can_win=row.can_win,
        )
        for row in table.rows
    )


def _final_lines(closing: SeasonClosed, labels: Mapping[UUID, str]) -> tuple[SeasonLine, ...]:
    places = [row.place for row in closing.table]
    return tuple(
        SeasonLine(
            player=row.player,
            label=labels.get(row.player, str(row.player)),
            place=row.place,
            shared=row.place is not None and places.count(row.place) > 1,
            points=fraction_from_data(row.points),
            marks=marks_of(row),
            attended=sum(mark is not None for mark in row.marks),
            reach=None,
            can_win=row.player in closing.champions,
        )
        for row in closing.table
    )
