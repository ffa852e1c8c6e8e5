"""A table of a round as a card: who sits there, its result, and the form that asks for it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from replays.web.refusals import Question
from tournaments.people.names import sorting_key
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Table
from tournaments.tournaments.selectors.bracket_names import reason_words
from tournaments.tournaments.selectors.rounds import RoundAnswer, TableAnswer, TableSeatAnswer
from tournaments.tournaments.web.folding import TABLES_AT_LENGTH
from tournaments.tournaments.web.reports import Reports, agreement_words, reports_of
from tournaments.tournaments.web.unplayed import WHYS, signed
from tournaments.tournaments.web.words import KINDS, game_title

if TYPE_CHECKING:
    from tournaments.tournaments.web.pages import TournamentPage


class SeatRow(NamedTuple):
    """One seat: what is known, and what stands in its inputs."""

    view: TableSeatAnswer
    score: str
    place: str
    play_off: str
    absent: bool
    points: str
    why: str
    """What the points are for, where that is not the place at the table."""
    reason: str
    """Why whoever sits there is behind somebody level."""


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
        return f"table-{self.stage}-{self.round}-{self.view.number}"

    @property
    def address(self) -> str:
        return self.page.address("tournament-table", self.stage, self.round, self.view.number)

    @property
    def record_address(self) -> str:
        """Where its result is sent."""
        return self.page.do_address("record")

    @property
    def place(self) -> str:
        """Its own page as forms name it."""
        return f"table:{self.stage}:{self.round}:{self.view.number}"

    @property
    def has_match(self) -> bool:
        """Whether something of it was played, so that its match can be looked at."""
        played = self.table.started or self.view.kind in ("complete", "on_time", "early")
        return played and self.view.match is not None

    @property
    def may_be_reseated(self) -> bool:
        """Whether others could still sit here."""
        rules = self.page.state.stages[self.stage].rules
        return "reseat" in self.page.commands and rules.format == "swiss" and not self.table.begun

    @property
    def may_be_moved(self) -> bool:
        """Whether it could still be played at another number."""
        running = self.page.state.stages[self.stage].status == "running"
        waits = running and not self.page.is_open and not self.table.begun
        return "move_table" in self.page.commands and waits and not self.page.state.finished

    @property
    def may_lose_its_result(self) -> bool:
        """Whether the result could be taken away, not only corrected."""
        stage = self.page.state.stages[self.stage]
        return stage.status == "running" and not self.page.state.finished

    @property
    def missing_people(self) -> list[tuple[int, str]]:
        """Who of the table could be replaced by somebody who is not in the stage."""
        alternates = self.page.alternates
        if alternates is None or self.has_result or alternates.stage != self.stage:
            return []
        free = [number for number in self.table.entrants if number in alternates.replaceable]
        return [(number, self.page.labels[number]) for number in free]

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
        labelled = [(number, self.page.labels[number]) for number in (*free, *others)]
        return sorted(labelled, key=lambda one: sorting_key(one[1]))

    @property
    def question(self) -> Question | None:
        """What is asked about what was typed, said here and nowhere else."""
        refused = self.page.refused
        if refused is None or refused.form != self.id or refused.question is None:
            return None
        refused.say()
        return refused.question

    @property
    def is_short(self) -> bool:
        """Whether a line says enough: its round is long, and nobody has to look at it closely."""
        stage = self.page.state.stages[self.stage]
        if len(stage.rounds[self.round].tables) <= TABLES_AT_LENGTH:
            return False
        if stage.rules.is_open and not self.has_result:
            return False
        return not (self.reports or self.table.disputed or self.page.sent(self.id) is not None)

    @property
    def shows_more(self) -> bool:
        """Whether something was typed into the part of the form that is folded away."""
        return bool(self._sent("absent")) or self._sent("kind") not in ("", "complete")

    @property
    def has_result(self) -> bool:
        return self.table.result is not None

    @property
    def kind(self) -> str:
        """How it ended, where that is not the usual way."""
        kind = self.view.kind
        return "" if kind in (None, "complete") else str(KINDS[kind])

    @property
    def extra(self) -> str:
        """The time it has more, or less, than the round; empty for none."""
        minutes, seconds = divmod(abs(self.view.extra_seconds), 60)
        sign = "+" if self.view.extra_seconds > 0 else "−"
        return f"{sign}{minutes}:{seconds:02}" if self.view.extra_seconds else ""

    @property
    def me(self) -> int:
        """The entrant that the visitor plays as here, or 0."""
        return next((own for own in self.page.visitor.own if own in self.table.entrants), 0)

    @property
    def records(self) -> bool:
        """Whether the visitor may give it its result."""
        going_on = not self.has_result and not self.page.state.finished
        return "record" in self.page.commands and going_on

    @property
    def reports(self) -> bool:
        """Whether the visitor may say how it ended, as somebody who sits there."""
        going_on = not self.has_result and not self.page.state.finished
        return bool(self.me) and "record" not in self.page.commands and going_on

    @property
    def command(self) -> str:
        return "record" if "record" in self.page.commands else "report"

    @property
    def may_be_confirmed(self) -> bool:
        """Whether its result waits for somebody like the visitor."""
        return "confirm" in self.page.commands and self.view.status == "provisional"

    @property
    def stands(self) -> bool:
        """Whether what the visitor records needs nobody else to confirm it."""
        return {"record", "confirm"} <= self.page.commands

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
    def told(self) -> list[SeatRow]:
        """Its seats as they are told: once it is over, the best first."""
        return sorted(self.seats, key=lambda seat: seat.view.place or 0)

    @property
    def reported(self) -> Reports | None:
        """What those at the table say, for them and for organisers, until somebody decides."""
        return reports_of(self.view)

    @property
    def agreement(self) -> str:
        """Whether the others agree with what the visitor has reported."""
        return agreement_words(self.view, self.me)

    @property
    def may_be_replayed(self) -> bool:
        """Whether what was played or reported here could be taken away, to be played again."""
        if "replay" not in self.page.commands or not self.table.begun:
            return False
        stage = self.page.state.stages[self.stage]
        newest = stage.last_round is not None and stage.last_round.number == self.round
        return self.may_lose_its_result and (newest or not self.has_result)

    def _seat(self, view: TableSeatAnswer) -> SeatRow:
        sent = self.page.sent(self.id)
        score = "" if view.score is None else str(view.score)
        return SeatRow(
            view,
            score if sent is None else self._sent(f"score_{view.seat}"),
            self._sent(f"place_{view.seat}"),
            self._sent(f"play_off_{view.seat}"),
            view.absent if sent is None else str(view.entrant) in sent.getlist("absent"),
            "" if view.points is None else signed(view.points),
            str(WHYS.get(view.why or "", "")) if not view.absent else "",
            reason_words(view.reason),
        )

    def _sent(self, name: str) -> str:
        sent = self.page.sent(self.id)
        return str(sent.get(name, "")) if sent is not None else ""


def card_of(page: "TournamentPage", row: RoundAnswer, view: TableAnswer) -> TableCard:
    stage = page.state.stages[row.stage]
    table = stage.rounds[row.number].tables[view.number]
    game = game_title(stage.rules.games[table.game])
    return TableCard(page, row.stage, row.number, view, table, game)
