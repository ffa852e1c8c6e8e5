"""Entrants as a page shows them, and who of the club could still be entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from tournaments.people.labels import public_label
from tournaments.people.models import Kind, Player
from tournaments.people.names import sorting_key
from tournaments.people.selectors.players import guests_among, player_list, roots_of
from tournaments.tournaments.director.arrivals import rounds_missed
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Entrant
from tournaments.tournaments.web.entering import NameQuestions, questions_of
from tournaments.tournaments.web.folding import Part, parts_of
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import names

MOST_OFFERED = 30


class EntrantRow(NamedTuple):
    entrant: Entrant
    label: str
    fixed: str
    guest: bool
    missed: int
    """How many rounds somebody who comes now has missed."""

    @property
    def asks_late(self) -> bool:
        """Whether a check-in has to ask what those rounds are worth."""
        return self.missed > 0 and not self.entrant.dropped

    @property
    def late(self) -> str:
        """What each of them is worth as far as that was said."""
        return "" if self.entrant.late is None else str(self.entrant.late)


class Offer(NamedTuple):
    """Somebody of the club who is no entrant yet."""

    player: Player
    label: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class EntrantsView:
    """The entrants of a tournament, and how to get more."""

    page: TournamentPage
    rows: list[EntrantRow]
    search: str
    offers: list[Offer]
    more: bool
    """Whether the club has more people than are offered."""
    doubts: NameQuestions | None = None
    """What has to be asked about names that were pasted."""

    @property
    def parts(self) -> list[Part[EntrantRow]]:
        return parts_of(self.rows)

    @property
    def present(self) -> int:
        return sum(row.entrant.present for row in self.rows)

    @property
    def missing(self) -> list[EntrantRow]:
        """Those who are neither there nor out."""
        return [row for row in self.rows if not row.entrant.present and not row.entrant.dropped]

    @property
    def someone_is_late(self) -> bool:
        """Whether somebody of those who are missing has missed a round already."""
        return any(row.asks_late for row in self.missing)

    @property
    def groups(self) -> list[str]:
        """Who is not to meet, by name."""
        return [names(group, self.page.labels) for group in self.page.state.apart]

    @property
    def is_late(self) -> bool:
        """Whether whoever enters now has missed a round."""
        current = self.page.state.current
        return current is not None and bool(current.rounds) and not current.rules.is_open

    @property
    def is_closed(self) -> bool:
        """Whether nobody can be entered any more."""
        current = self.page.state.current
        later = current is not None and (
            current.number > 1 or current.rules.format in CHAINED | SCHEDULED
        )
        return later or self.page.state.finished


def entrants_view(
    page: TournamentPage, search: str = "", ticked: Sequence[str] = ()
) -> EntrantsView:
    """Return the entrants by name, and for organisers who could be entered."""
    guests = guests_among({entrant.player for entrant in page.state.entrants.values()})
    rows = sorted(
        (
            EntrantRow(
                entrant,
                page.labels[entrant.number],
                ", ".join(map(str, entrant.fixed_tables)),
                entrant.player in guests,
                0 if entrant.present else rounds_missed(page.state, entrant.number),
            )
            for entrant in page.state.entrants.values()
        ),
        key=lambda row: (row.entrant.dropped, sorting_key(row.label), row.entrant.number),
    )
    offers, more = _offers(page, search, ticked) if "enter" in page.commands else ([], False)
    doubts = None
    if page.refused is not None and page.refused.form == "enter":
        doubts = questions_of(page.tournament, page.refused.sent)
    return EntrantsView(page, rows, search, offers, more, doubts)


def _offers(page: TournamentPage, search: str, ticked: Sequence[str]) -> tuple[list[Offer], bool]:
    club_id = page.tournament.club_id
    entered = {entrant.player for entrant in page.state.entrants.values()}
    entered |= {root.id for root in roots_of(entered).values()}
    chosen = {id_ for text in ticked if (id_ := _uuid(text)) is not None} - entered
    people = player_list(club_id=club_id, kind=Kind.PERSON)
    already_ticked = list(people.filter(pk__in=chosen)) if chosen else []
    matching = player_list(club_id=club_id, search=search, kind=Kind.PERSON, private={club_id})
    others = list(matching.exclude(pk__in=entered | chosen)[: MOST_OFFERED + 1])
    offers = [Offer(player, public_label(player), True) for player in already_ticked]
    offers += [Offer(player, public_label(player), False) for player in others[:MOST_OFFERED]]
    return offers, len(others) > MOST_OFFERED


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
