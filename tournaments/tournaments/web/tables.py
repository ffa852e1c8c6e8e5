"""A table of a round as a card: who sits there, its result, and the form that asks for it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Table
from tournaments.tournaments.models import TableStatus
from tournaments.tournaments.selectors.rounds import RoundAnswer, TableAnswer, TableSeatAnswer
from tournaments.tournaments.web.words import KINDS, exact, game_title

if TYPE_CHECKING:
    from tournaments.tournaments.web.pages import TournamentPage


class SeatRow(NamedTuple):
    """One seat: what is known, and what stands in its inputs."""

    view: TableSeatAnswer
    number: int
    score: str
    place: str
    play_off: str
    absent: bool
    points: str


class ReportRow(NamedTuple):
    """What somebody at the table said."""

    label: str
    told: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of a round, for one visitor."""

    page: "TournamentPage"
    stage: int
    round: int
    view: TableAnswer
    table: Table
    game: str

    @property
    def id(self) -> str:
        """Its id in the page."""
        return f"table-{self.stage}-{self.round}-{self.view.number}"

    @property
    def address(self) -> str:
        """Its own page."""
        return self.page.address("tournament-table", self.stage, self.round, self.view.number)

    @property
    def place(self) -> str:
        """Its own page as forms name it."""
        return f"table:{self.stage}:{self.round}:{self.view.number}"

    @property
    def has_match(self) -> bool:
        """Whether something of it was played, so that its match can be looked at."""
        return self.table.started or self.view.kind in ("complete", "on_time", "early")

    @property
    def may_be_reseated(self) -> bool:
        """Whether others could still sit here."""
        rules = self.page.state.stages[self.stage].rules
        return self.page.directs and rules.format == "swiss" and not self.table.begun

    @property
    def replacements(self) -> list[tuple[int, str]]:
        """Who of the round could come here: from tables that have not begun, or without one."""
        row = self.page.state.stages[self.stage].rounds[self.round]
        others = [
            number
            for table in row.tables.values()
            if table is not self.table and not table.begun
            for number in table.entrants
        ]
        free = [*row.byes, *row.absent]
        found = [(number, self.page.labels[number]) for number in (*free, *others)]
        return sorted(found, key=lambda one: one[1].casefold())

    @property
    def shows_more(self) -> bool:
        """Whether something was typed into the part of the form that is folded away."""
        refused = self.page.refused
        if refused is None or refused.form != self.id:
            return False
        return "absent" in refused.sent or self._sent("kind") not in ("", "complete")

    @property
    def has_result(self) -> bool:
        """Whether it is over."""
        return self.table.result is not None

    @property
    def is_disputed(self) -> bool:
        """Whether those at the table say different things."""
        return self.view.status == TableStatus.DISPUTED

    @property
    def is_provisional(self) -> bool:
        """Whether its result is not confirmed."""
        return self.view.status == TableStatus.PROVISIONAL

    @property
    def status(self) -> str:
        """What can be said of it."""
        return str(TableStatus(self.view.status).label)

    @property
    def kind(self) -> str:
        """How it ended, where that is not the usual way."""
        kind = self.view.kind
        return "" if kind in (None, "complete") else str(KINDS[kind])

    @property
    def extra(self) -> str:
        """The extra time it has."""
        minutes, seconds = divmod(abs(self.view.extra_seconds), 60)
        if not self.view.extra_seconds:
            return ""
        sign = "+" if self.view.extra_seconds > 0 else "−"
        return f"{sign}{minutes}:{seconds:02}"

    @property
    def me(self) -> int:
        """The entrant that the visitor plays as here, or 0."""
        return next((own for own in self.page.visitor.own if own in self.table.entrants), 0)

    @property
    def records(self) -> bool:
        """Whether the visitor may give it its result."""
        return self.page.directs and not self.has_result and not self.page.state.finished

    @property
    def reports(self) -> bool:
        """Whether the visitor may say how it ended, as somebody who sits there."""
        going_on = not self.has_result and not self.page.state.finished
        return bool(self.me) and not self.page.directs and going_on

    @property
    def command(self) -> str:
        """The command its form sends."""
        return "record" if self.page.directs else "report"

    @property
    def is_chained(self) -> bool:
        """Whether a tie may have to be played off here."""
        return self.page.state.stages[self.stage].rules.format in CHAINED

    @property
    def kinds(self) -> list[tuple[str, str, bool]]:
        """How a table may end: code, words, whether it is chosen."""
        chosen = self._sent("kind") or self.view.kind or "complete"
        return [(code, str(words), code == chosen) for code, words in KINDS.items()]

    @property
    def seats(self) -> list[SeatRow]:
        """Its seats, with what was typed where that was refused."""
        return [self._seat(seat) for seat in self.view.seats]

    @property
    def said(self) -> list[ReportRow]:
        """What those at the table have reported."""
        return [
            ReportRow(self.page.labels[entrant], self._told(entrant))
            for entrant in self.table.reports
        ]

    def _told(self, entrant: int) -> str:
        report = self.table.reports[entrant]
        words = [] if report.kind == "complete" else [str(KINDS[report.kind])]
        figures = report.scores or report.places or ()
        words += [
            f"{self.page.labels[number]} {figure}"
            for number, figure in zip(self.table.entrants, figures, strict=False)
            if number not in report.absent
        ]
        if report.absent:
            away = ", ".join(self.page.labels[number] for number in report.absent)
            words.append(_("absent: %(names)s") % {"names": away})
        return " · ".join(words)

    def _seat(self, view: TableSeatAnswer) -> SeatRow:
        asked = self.page.refused is not None and self.page.refused.form == self.id
        absent = view.absent
        if asked and self.page.refused is not None:
            absent = str(view.entrant) in self.page.refused.sent.getlist("absent")
        score = self._sent(f"score_{view.seat}") if asked else _text(view.score)
        return SeatRow(
            view,
            view.seat + 1,
            score,
            self._sent(f"place_{view.seat}"),
            self._sent(f"play_off_{view.seat}"),
            absent,
            "" if view.points is None else exact(view.points),
        )

    def _sent(self, name: str) -> str:
        refused = self.page.refused
        if refused is None or refused.form != self.id:
            return ""
        return str(refused.sent.get(name, ""))


def card_of(page: "TournamentPage", row: RoundAnswer, view: TableAnswer) -> TableCard:
    """Return a table of a round as a card."""
    stage = page.state.stages[row.stage]
    table = stage.rounds[row.number].tables[view.number]
    return TableCard(
        page, row.stage, row.number, view, table, game_title(stage.rules.games[table.game])
    )


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
