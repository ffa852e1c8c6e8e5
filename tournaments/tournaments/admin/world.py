"""What there is to choose from in a tournament: its people, stages, rounds and tables by name."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.commands import Thing
from tournaments.people.admin.hints import PLACE
from tournaments.people.admin.inputs import Choice
from tournaments.people.admin.worlds import Part, Sent, Struct, World
from tournaments.people.labels import public_label
from tournaments.people.selectors.players import player_list
from tournaments.tournaments.admin.stage_part import StagePart
from tournaments.tournaments.admin.words import WORDS
from tournaments.tournaments.director.commands.drafts import Edit
from tournaments.tournaments.director.commands.entries import KeepApart
from tournaments.tournaments.director.commands.setup import Rename, SetStage
from tournaments.tournaments.director.commands.tables import Reseat
from tournaments.tournaments.director.state import Round, Stage, State, Table
from tournaments.tournaments.web.words import game_title, names, stage_title


class TournamentWorld(World):
    """A tournament that was folded once, with the names of its entrants."""

    words = WORDS

    def __init__(self, state: State, labels: Mapping[int, str], asked: Mapping[str, str]) -> None:
        self.state, self.labels = state, labels
        place = asked.get("place", "").split("/")
        self.asked = {**dict(zip(PLACE, place, strict=False)), **asked}

    def choices(self, thing: Thing, struct: Struct) -> Sequence[Choice]:
        match thing:
            case "entrant":
                return self._entrants
            case "player":
                return self._players
            case "stage":
                return self._stages(planning=struct is SetStage)
            case "round":
                numbers = {number for stage in self._begun for number in stage.rounds}
                return [
                    (str(number), pgettext("tournament", "Round %(number)s") % {"number": number})
                    for number in sorted(numbers)
                ]
            case "table":
                return self._tables
            case "proposed_table":
                return self._proposed
            case "game_at_hand":
                return self._games
            case "tournament":
                return []

    def places(self, depth: int) -> Sequence[Choice]:
        """Return rounds or tables, the newest first; a table says who sits there in seat order."""
        rounds = [
            (stage, row)
            for stage in reversed(self._begun)
            for row in reversed(stage.rounds.values())
        ]
        if depth == len(PLACE):
            return [
                (f"{stage.number}/{row.number}/{table.number}", self._table(stage, row, table))
                for stage, row in rounds
                for table in row.tables.values()
            ]
        return [(f"{stage.number}/{row.number}", self._round(stage, row)) for stage, row in rounds]

    def start(self, struct: Struct, asked: Mapping[str, str]) -> Mapping[str, Any]:
        """Return what stands in the address, the stage that is played, and what is there."""
        state, current = self.state, self.state.current
        start: dict[str, Any] = {"stage": current.number if current is not None else 1}
        if current is not None and (last := current.last_round) is not None:
            start["round"] = last.number
        if struct is Rename:
            start |= {"title": state.title, "day": state.day}
        elif struct is KeepApart:
            start["groups"] = state.apart
        elif struct is Edit and current is not None and current.draft is not None:
            draft = current.draft
            start |= {"tables": [msgspec.to_builtins(table) for table in draft.tables]}
            start["byes"] = [str(number) for number in draft.byes]
        start |= {name: value for name, value in self.asked.items() if value}
        if struct is Reseat:
            start["tables"] = self._unbegun(start)
        return start

    def part(self, struct: Struct, name: str, sent: Sent) -> Part | None:
        if struct is SetStage and name == "rules":
            return StagePart(self.state, self.asked, sent)
        return None

    @cached_property
    def _entrants(self) -> list[Choice]:
        """Everybody, those at the table that is asked about first, then those who play on."""
        table = self._asked_table
        here = table.entrants if table is not None else ()
        entrants = sorted(
            self.state.entrants.values(),
            key=lambda one: (one.number not in here, one.dropped, one.number),
        )
        return [(str(one.number), f"{one.number} {self.labels[one.number]}") for one in entrants]

    @cached_property
    def _players(self) -> list[Choice]:
        """The players of the club who are not entered."""
        entered = {entrant.player for entrant in self.state.entrants.values()}
        known = player_list(club_id=self.state.club)
        return [(str(one.pk), public_label(one)) for one in known if one.pk not in entered]

    def _stages(self, *, planning: bool) -> list[Choice]:
        known = [
            (str(number), f"{number} {stage_title(stage.rules)}")
            for number, stage in self.state.stages.items()
        ]
        new = str(len(known) + 1)
        return [*known, (new, _("%(number)s (new)") % {"number": new})] if planning else known

    @property
    def _begun(self) -> list[Stage]:
        return [stage for stage in self.state.stages.values() if stage.rounds]

    @property
    def _tables(self) -> list[Choice]:
        """The tables of the round that is asked about, or of the newest."""
        row = self._asked_round
        tables = row.tables.values() if row is not None else ()
        return [(str(table.number), f"{table.number} {self._seats(table)}") for table in tables]

    @property
    def _proposed(self) -> list[Choice]:
        current = self.state.current
        tables = current.draft.tables if current is not None and current.draft is not None else ()
        return [
            *(
                (str(table.table), f"{table.table} {names(table.entrants, self.labels)}")
                for table in tables
            ),
            ("0", _("a bye")),
        ]

    @property
    def _games(self) -> list[Choice]:
        stage = self.state.current or self.state.stages.get(1)
        games = stage.rules.games if stage is not None else ()
        return [(str(number), game_title(game)) for number, game in enumerate(games)]

    @cached_property
    def _asked_round(self) -> Round | None:
        stage = self.state.stages.get(_number(self.asked.get("stage"))) or self.state.current
        if stage is None:
            return None
        return stage.rounds.get(_number(self.asked.get("round"))) or stage.last_round

    @cached_property
    def _asked_table(self) -> Table | None:
        return self.state.table(*(_number(self.asked.get(name)) for name in PLACE))

    def _unbegun(self, start: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the tables of a round that could still be seated anew."""
        row = self._asked_round
        tables = row.tables.values() if row is not None else ()
        return [
            {"table": str(table.number), "entrants": [str(one) for one in table.entrants]}
            for table in tables
            if not table.begun
        ]

    def _round(self, stage: Stage, row: Round) -> str:
        words = pgettext("tournament", "Round %(number)s") % {"number": row.number}
        return (
            words
            if len(self.state.stages) == 1
            else f"{stage.number} {stage_title(stage.rules)}: {words}"
        )

    def _table(self, stage: Stage, row: Round, table: Table) -> str:
        words = f"{self._round(stage, row)}, {_('table')} {table.number}: {self._seats(table)}"
        return words if table.result is None else f"{words} ✓"

    def _seats(self, table: Table) -> str:
        return names(table.entrants, self.labels)


def _number(text: Any) -> int:
    word = str(text or "")
    return int(word) if word.isdigit() and len(word) < 6 else 0
