"""An open evening: whoever is free begins a table; nobody waits for a round."""

from typing import ClassVar

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import (
    Context,
    Events,
    OfStage,
    StageNumber,
    match_id,
)
from tournaments.tournaments.director.evenings import ROUND, at_a_table, boxes_left
from tournaments.tournaments.director.events import Present, TablesPublished
from tournaments.tournaments.director.games import require_installed, seats_of
from tournaments.tournaments.director.parts import EntrantsInOrder, GameNumber, Seating
from tournaments.tournaments.director.state import Stage, State


class BeginTable(OfStage, frozen=True, kw_only=True):
    """Seat entrants of an open evening at a new table."""

    commutes: ClassVar = True
    example: ClassVar = {"game": 0, "entrants": [1, 2, 3]}

    stage: StageNumber = 1
    game: GameNumber = 0
    entrants: EntrantsInOrder
    """Who plays, in seat order."""

    def decide(self, state: State, context: Context) -> Events:
        stage = self.running(state)
        if not stage.rules.is_open:
            raise RuleViolation("not_an_open_evening", stage=self.stage)
        self._require_seatable(state, stage)
        round_ = stage.rounds.get(ROUND)
        table = max(round_.tables, default=0) + 1 if round_ is not None else 1
        away = tuple(
            entrant
            for entrant in self.entrants
            if not state.entrants[entrant].present or entrant not in stage.seeds
        )
        match = match_id(context, state, self.stage, ROUND, table)
        seating = Seating(table, self.entrants, match, self.game)
        arrived = [Present(away)] if away else []
        return [*arrived, TablesPublished(self.stage, ROUND, (seating,))]

    def _require_seatable(self, state: State, stage: Stage) -> None:
        games, seated = stage.rules.games, self.entrants
        if not 0 <= self.game < len(games):
            raise RuleViolation("unknown_game_at_hand", games=len(games))
        if len(set(seated)) != len(seated):
            raise RuleViolation("seated_twice", entrant=seated[0])
        require_installed(games[self.game])
        legal = seats_of(games[self.game])
        if len(seated) not in legal:
            raise RuleViolation("size_not_playable", size=len(seated), legal=list(legal))
        if any(len({*group} & {*seated}) > 1 for group in state.apart):
            raise RuleViolation("kept_apart")
        busy = at_a_table(stage)
        for entrant in seated:
            state.require_playing(entrant)
            if entrant in busy:
                raise RuleViolation("already_at_a_table", entrant=entrant, table=busy[entrant])
        left = boxes_left(stage, self.game)
        if left is not None and left < 1:
            raise RuleViolation("no_box_left", game=games[self.game].game)
