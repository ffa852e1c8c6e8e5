"""Who finds what: a club and whatever it has is public, unlisted, or for the club alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from replays.models import Match, Stream
from replays.ports import Actor, LevelChoice
from replays.questions import Question
from tournaments.people import things
from tournaments.people.models import Club, FormerShortName, StreamVisibility, Visibility
from tournaments.people.rights import VISIBILITY_WRITE
from tournaments.people.selectors.clubs import every_club
from tournaments.people.standing import Standing, standing_of

M = TypeVar("M", bound=Model)


class ClubLevels(NamedTuple):
    """What a club says of who finds it and what it has."""

    id: UUID
    slug: str
    name: str
    visibility: str
    default: str
    closed: bool
    varies: bool
    """Whether something of it has a level of its own."""
    row: Club | None = None


SEEN = frozenset({Visibility.PUBLIC, Visibility.UNLISTED})
"""The levels of what a visitor is shown who has its address."""
LISTED = frozenset({Visibility.PUBLIC})
"""The levels of what a visitor's lists show."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """What is kept from somebody: all of some clubs, and what has other levels in some more."""

    clubs: frozenset[UUID]
    mixed: frozenset[UUID]
    levels: frozenset[Visibility]
    usual: frozenset[UUID]
    """The clubs whose default is one of the levels."""

    def __bool__(self) -> bool:
        return bool(self.clubs or self.mixed)


def sieve(
    clubs: Iterable[ClubLevels],
    standing: Standing,
    levels: frozenset[Visibility],
    inside: UUID | None = None,
) -> Sieve:
    """Return what is kept from a standing that is shown these levels, `inside` a club or not."""
    kept, mixed, usual = set(), set(), set()
    for club in clubs:
        if club.default in levels:
            usual.add(club.id)
        # Its owners find a closed club where they closed it, and in no list.
        if standing.belongs_to(club.id) and (
            not club.closed or standing.is_staff or levels == SEEN
        ):
            continue
        if club.closed or club.visibility not in (SEEN if club.id == inside else levels):
            kept.add(club.id)
        elif club.varies or club.default not in levels:
            mixed.add(club.id)
    return Sieve(frozenset(kept), frozenset(mixed), levels, frozenset(usual))


def open_version(kind: str, stream_id: UUID) -> int | None:
    """Return the version of a match or tournament that everybody finds, as everything of its club,
    without a delay; None for any other. One query, whoever asks."""
    if kind not in ("match", "tournament"):
        return None
    return _open_streams(kind).answer(stream_id)


@cache
def _open_streams(kind: str) -> Question[int]:
    """Return the question for the version of what is open: thousands ask it again and again."""
    closer = StreamVisibility.objects.filter(club=OuterRef("pk"))
    clubs = Club.objects.filter(
        ~Exists(closer),
        closed_at=None,
        spectator_delay=0,
        visibility__in=SEEN,
        default_visibility__in=SEEN,
    )
    of_club = things.STREAMS[kind]._default_manager.filter(club_id__in=clubs.values("pk"))
    open_streams = Stream.objects.filter(Exists(of_club.filter(pk=OuterRef("pk")))).order_by()
    versions = open_streams.values_list("version", flat=True)
    return Question(UUID, lambda stream_id: versions.filter(pk=stream_id))


class Onlooker:
    """What there is for an actor, as `replays.ports.Onlooker`: asked anew for each request."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor

    @cached_property
    def standing(self) -> Standing:
        return standing_of(self.actor)

    def missing(self, address: Mapping[str, Any]) -> set[str]:
        """Return the names of those parts of an address that name what they may not know of."""
        return {name for name, value in address.items() if self._misses(name, value)}

    def visible(self, rows: QuerySet[M]) -> QuerySet[M]:
        """Keep what they may know of, of what has a level of its own."""
        return rows.filter(~_kept(rows.model, self._seen)) if self._seen else rows

    def listed(self, rows: QuerySet[M], club_id: UUID | None = None) -> QuerySet[M]:
        """Keep what a list shows them: one over all clubs, or one inside the club that is named."""
        listed = self._listed(club_id)
        return rows.filter(~_kept(rows.model, listed)) if listed else rows

    def hidden_among(self, rows: QuerySet[M]) -> frozenset[UUID]:
        """Return the ids of those rows that they may not know of."""
        if not self._seen:
            return frozenset()
        kept = rows.filter(_kept(rows.model, self._seen))
        return frozenset(kept.values_list("pk", flat=True))

    def of_visible_matches(self, rows: QuerySet[M], column: str) -> QuerySet[M]:
        """Keep rows whose match, named by a column, they may know of."""
        return _of_matches(rows, column, self._seen)

    def of_listed_matches(
        self, rows: QuerySet[M], column: str, club_id: UUID | None
    ) -> QuerySet[M]:
        """Keep rows whose match a list shows them."""
        return _of_matches(rows, column, self._listed(club_id))

    def in_clubs(self, rows: QuerySet[M], club_id: UUID | None = None) -> QuerySet[M]:
        """Keep what a list shows them of what is found by whoever finds its club."""
        return rows.exclude(club_id__in=self._listed(club_id).clubs)

    def visible_clubs(self) -> QuerySet[Club]:
        """Return the clubs they may know of, by name."""
        return Club.objects.exclude(pk__in=self._seen.clubs).order_by("name", "id")

    def listed_clubs(self) -> QuerySet[Club]:
        """Return the clubs that a list shows them, by name."""
        return Club.objects.exclude(pk__in=self._listed().clubs).order_by("name", "id")

    def club_called(self, name: str) -> Club | None:
        """Return the club with a short name, a former one or an id, if they may know of it."""
        seen = [club for club in self._clubs if club.id not in self._seen.clubs]
        for club in seen:
            if name in (club.slug, str(club.id)):
                return club.row
        former = FormerShortName.objects.filter(pk=name).values_list("club_id", flat=True).first()
        return next((club.row for club in seen if club.id == former), None)

    def found_clubs(self) -> list[Club]:
        """Return the same, asked for once for a request."""
        kept = self._listed().clubs
        return [club.row for club in self._clubs if club.row is not None and club.id not in kept]

    def clubs(self) -> list[tuple[UUID, str]]:
        return [(club.id, club.name) for club in self.found_clubs()]

    def mark(self, rows: Iterable[M]) -> list[M]:
        """Return rows that say as `visibility` who finds each: one query however many."""
        marked: list[Any] = list(rows)
        clubs = {club.id: club for club in self._clubs}
        varied = [row.pk for row in marked if row.club_id in clubs and clubs[row.club_id].varies]
        own = StreamVisibility.objects.filter(pk__in=varied) if varied else ()
        levels = {one.pk: one.visibility for one in own}
        for row in marked:
            default = clubs[row.club_id].default if row.club_id in clubs else Visibility.PUBLIC
            row.visibility = Visibility(levels.get(row.pk, default))
        return marked

    def choice(self, row: Any) -> LevelChoice | None:
        """Return the form that says who finds something; None for those who may not say it."""
        if not self.standing.may(VISIBILITY_WRITE, row.club_id):
            return None
        kind = things.kind_of(row)
        own = StreamVisibility.objects.filter(pk=row.pk).values_list("visibility", flat=True)
        defaults = {club.id: Visibility(club.default) for club in self._clubs}
        usual = _("as the club has it (%(level)s)") % {"level": defaults[row.club_id].label}
        return LevelChoice(
            address=reverse(f"tournaments:{kind}-visibility", args=[row.pk]),
            chosen=own.first() or "",
            options=(("", usual), *((level.value, str(level.label)) for level in Visibility)),
        )

    @cached_property
    def _clubs(self) -> list[ClubLevels]:
        return [
            ClubLevels(
                club.id,
                club.slug,
                club.name,
                club.visibility,
                club.default_visibility,
                club.closed_at is not None,
                bool(getattr(club, "varies")),  # noqa: B009  (no field: it is asked for)
                club,
            )
            for club in every_club().values()
        ]

    @cached_property
    def _seen(self) -> Sieve:
        return sieve(self._clubs, self.standing, SEEN)

    def _listed(self, inside: UUID | None = None) -> Sieve:
        return sieve(self._clubs, self.standing, LISTED, inside)

    def _misses(self, name: str, value: Any) -> bool:
        if name in ("club", "club_id"):
            return bool(self._seen.clubs) and self._misses_club(str(value))
        kind = name.removesuffix("_id")
        if kind in things.OF_CLUB and self._seen.clubs:
            rows = things.OF_CLUB[kind]._default_manager.filter(pk=value)
            return rows.filter(club_id__in=self._seen.clubs).exists()
        if kind in things.STREAMS and self._seen:
            model = things.STREAMS[kind]
            return model._default_manager.filter(_kept(model, self._seen), pk=value).exists()
        return False

    def _misses_club(self, name: str) -> bool:
        kept = self._seen.clubs
        hidden = [club for club in self._clubs if club.id in kept]
        if any(name in (club.slug, str(club.id)) for club in hidden):
            return True
        return FormerShortName.objects.filter(pk=name, club__in=kept).exists()


def _of_matches(rows: QuerySet[M], column: str, sieve: Sieve) -> QuerySet[M]:
    if not sieve:
        return rows
    kept = Match.objects.filter(_kept(Match, sieve)).values("pk")
    return rows.exclude(**{f"{column}__in": kept})


def _kept(model: type[Model], sieve: Sieve) -> Q:
    """Return what a sieve keeps back of rows; of matches also those of a tournament it keeps."""
    if model is Match:
        # A branch begins with the moves of its parent.
        parents = Match.objects.filter(pk=OuterRef("parent_id"))
        shown = _shown_match(sieve) & Q(~Exists(parents.exclude(_shown_match(sieve))))
    else:
        shown = _shown(sieve, "pk", "club_id")
    return Q(club_id__in=sieve.clubs) | Q(club_id__in=sieve.mixed) & ~shown


def _shown_match(sieve: Sieve) -> Q:
    """Return whether a match is shown: by its own level, and that of its tournament."""
    shown = _shown(sieve, "pk", "club_id")
    for tables in things.TABLES:
        of_match = tables._default_manager.filter(match_id=OuterRef("pk"))
        of_shown = _shown(sieve, "tournament_id", "tournament__club_id")
        shown &= Q(~Exists(of_match.exclude(of_shown)))
    return shown


def _shown(sieve: Sieve, stream: str, club: str) -> Q:
    """Return whether the level of a stream is shown: its own, else that of its club."""
    own = StreamVisibility.objects.filter(pk=OuterRef(stream))
    usual = Q((f"{club}__in", sieve.usual)) & Q(~Exists(own))
    return usual | Q(Exists(own.filter(visibility__in=sieve.levels)))
