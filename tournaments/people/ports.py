"""What replays asks about players and permissions, answered from the club's tables."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.urls import reverse
from django.utils import translation

from games.core.setup import OptionValue
from games.core.viewer import PUBLIC, Viewer, seat_viewer
from replays import ports
from replays.envelope import Envelope
from replays.events import Audience
from replays.models import Match, MatchSeat
from replays.ports import (
    BEFORE_EVERYTHING,
    ENDED_STATUSES,
    Actor,
    BotOffer,
    NextStep,
    Occasion,
    every_viewer,
)
from tournaments.people import things
from tournaments.people.first_steps import first_steps
from tournaments.people.labels import bot_public_label, public_label
from tournaments.people.models import Club
from tournaments.people.names import fold
from tournaments.people.onlooker import Onlooker, open_version
from tournaments.people.policy import audiences, may, may_take_away, opened
from tournaments.people.rights import MATCH_READ_SECRETS
from tournaments.people.seats import hand_of, may_to_match, seats_of
from tournaments.people.selectors import players
from tournaments.people.selectors.actors import actor_words, author_labels, own_player
from tournaments.people.selectors.boxes import box_of
from tournaments.people.selectors.clubs import club_list, club_of, every_club, home_of
from tournaments.people.services.bots import bots_of_club, ensure_bots
from tournaments.people.services.players import ensure_players
from tournaments.people.services.visibility import unlist_branch
from tournaments.people.standing import NOBODY, Standing, standing_of
from tournaments.people.waiting import own_matches


class ClubPeople:
    """The players of the clubs, as `replays.ports.People`."""

    def labels(self, ids: Collection[UUID], language: str) -> dict[UUID, str]:
        return players.labels_of(ids, language)

    def actors(self, actors: Collection[Actor], language: str) -> dict[Actor, str]:
        with translation.override(language):
            return actor_words(actors)

    def authors(self, actors: Collection[Actor], club_id: UUID, language: str) -> dict[Actor, str]:
        with translation.override(language):
            return author_labels(actors, club_id)

    def ensure(self, club_id: UUID, labels: Mapping[UUID, str]) -> None:
        club, now = club_of(home_of(club_id)), datetime.now(UTC)
        ensure_bots(club=club, player_ids=labels, now=now)
        ensure_players(club=club, labels=labels, now=now)

    def bots(self, club_id: UUID, language: str) -> list[BotOffer]:
        with translation.override(language):
            return [
                BotOffer(bot, bot_public_label(bot), ids)
                for bot, ids in bots_of_club(club_id).items()
            ]

    def is_bot(self, ids: Collection[UUID]) -> set[UUID]:
        return players.bots_among(ids)

    def strangers(self, club_id: UUID, ids: Collection[UUID]) -> set[UUID]:
        return players.strangers_among(home_of(club_id), ids)

    def home(self, club_id: UUID) -> UUID:
        return home_of(club_id)

    def aliases(self, player_id: UUID) -> set[UUID]:
        return {player_id, *players.same_person(player_id)}

    def clubs(self) -> list[tuple[UUID, str]]:
        return [(club.id, club.name) for club in club_list()]

    def roster(self, clubs: Sequence[UUID], language: str) -> list[tuple[UUID, str]]:
        """Return the players of clubs that may be seated, people first, each in their order."""
        seated = players.player_list().filter(club_id__in=clubs)
        rows = seated.order_by("-kind", "search_label", "id")
        with translation.override(language):
            return [
                (player.id, public_label(player))
                for player in sorted(rows, key=lambda player: clubs.index(player.club_id))
            ]

    def player_of(self, actor: Actor, club_id: UUID) -> UUID | None:
        return own_player(actor, club_id)

    def free_matches(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        for tables in things.TABLES:
            matches = matches.exclude(pk__in=tables._default_manager.values("match_id"))
        return matches

    def occasions(
        self, matches: Collection[UUID], onlooker: ports.Onlooker, club_id: UUID | None
    ) -> dict[UUID, Occasion]:
        """Return the tournament of each match that has one, as far as a list shows them."""
        tournaments = things.STREAMS["tournament"]._default_manager.all()
        listed = onlooker.listed(tournaments, club_id)
        return {
            match: Occasion(title, reverse("tournaments:tournament", args=[id_]))
            for tables in things.TABLES
            for match, id_, title in tables._default_manager.filter(
                match_id__in=matches, tournament__in=listed
            ).values_list("match_id", "tournament_id", "tournament__title")
        }

    def called(self, word: str, onlooker: ports.Onlooker, club_id: UUID | None) -> Q:
        """Return what matches fulfil whose players or tournament have a word in their names."""
        found = players.player_list(club_id=club_id, search=word).values_list("id", flat=True)
        seats = MatchSeat.objects.filter(player_id__in=players.merged_ids(found))
        asked = Q(pk__in=seats.values("match_id"))
        for tables in things.TABLES:
            held = tables._default_manager.filter(
                tournament_id__in=_titled(word, onlooker, club_id)
            )
            asked |= Q(pk__in=held.values("match_id"))
        return asked

    def address(self, player_id: UUID) -> str | None:
        return reverse("tournaments:player", args=[player_id])

    def time_zone(self, club_id: UUID) -> str:
        """Return the time zone by whose clock a club plays; that of the world for a foreign one."""
        clubs = Club.objects.filter(pk=home_of(club_id))
        return clubs.values_list("time_zone", flat=True).first() or "UTC"

    def box(self, club_id: UUID, game: str) -> Mapping[str, OptionValue]:
        return box_of(home_of(club_id), game)

    def box_address(self, club_id: UUID, game: str) -> str | None:
        return reverse("tournaments:box", args=[club_id, game])

    def next_steps(self, actor: Actor) -> list[NextStep]:
        return [*own_matches(actor), *first_steps(actor)]


def _titled(word: str, onlooker: ports.Onlooker, club_id: UUID | None) -> list[UUID]:
    """Return the tournaments with a word in their title."""
    rows: QuerySet[Model] = things.STREAMS["tournament"]._default_manager.all()
    if club_id is not None:
        rows = rows.filter(club=club_id)
    # A database compares other letters than the folded ones.
    titles = onlooker.listed(rows, club_id).values_list("pk", "title")
    return [id_ for id_, title in titles if fold(word) in fold(title)]


class ClubPolicy:
    """The permissions of the clubs, as `replays.ports.Policy`."""

    def onlooker(self, actor: Actor) -> Onlooker:
        return Onlooker(actor)

    def may(self, actor: Actor, action: str, club_id: UUID | None, match: Match | None) -> bool:
        if match is not None:
            return may_to_match(actor, action, match)
        # Nothing may be begun in a club that does not exist.
        known = club_id is None or club_id in every_club()
        return known and may(actor, action, club_id)

    def open_version(self, kind: str, stream_id: UUID) -> int | None:
        return open_version(kind, stream_id)

    def is_somebody(self, actor: Actor) -> bool:
        return standing_of(actor) != NOBODY

    def may_somewhere(self, actor: Actor, action: str) -> bool:
        standing = standing_of(actor)
        clubs = {standing.club_id} if standing.club_id else {None, *standing.roles}
        return any(standing.may(action, club) for club in clubs)

    def viewers(self, actor: Actor, match: Match) -> set[Viewer]:
        if match.status in ENDED_STATUSES and opened(actor, {match.club_id}):
            return every_viewer(match.seats)
        standing = standing_of(actor)
        if standing.may(MATCH_READ_SECRETS, match.club_id):
            return every_viewer(match.seats)
        return {PUBLIC, *map(seat_viewer, _own_seats(standing, match))}

    def horizon(self, actor: Actor, match: Match, now: datetime) -> datetime | None:
        if match.status in ENDED_STATUSES:
            return None
        club = every_club().get(match.club_id)
        delay = club.spectator_delay if club is not None else 0
        if delay == 0:
            return None
        standing = standing_of(actor)
        if standing.belongs_to(match.club_id) or _own_seats(standing, match):
            return None
        return BEFORE_EVERYTHING if delay is None else now - timedelta(minutes=delay)

    def opened(self, actor: Actor, club_ids: Collection[UUID]) -> set[UUID]:
        return opened(actor, club_ids)

    def audiences(self, actor: Actor, match: Match) -> set[Audience]:
        return audiences(actor, match.club_id)

    def may_take_away(self, actor: Actor, author: Actor, match: Match) -> bool:
        return may_take_away(actor, author, match.club_id)

    def unlist(self, branch_id: UUID, parent: Match, envelope: Envelope) -> None:
        unlist_branch(branch_id=branch_id, parent=parent, envelope=envelope)

    def seats(self, actor: Actor, match: Match) -> set[int]:
        return seats_of(standing_of(actor), match)

    def hand(self, actor: Actor, match: Match) -> frozenset[int] | None:
        return hand_of(standing_of(actor), match)


def _own_seats(standing: Standing, match: Match) -> set[int]:
    """Return the seats that a standing may look at a match from as its own."""
    return seats_of(standing, match) if standing.reads(match.club_id) else set()
