"""What a tournament and its club have that can be called by a name."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils.translation import get_language

from replays.installed import name_of_game
from replays.management.base import is_uuid
from tournaments.commands import Thing
from tournaments.naming import Named, choice_needed, found
from tournaments.people.labels import public_label
from tournaments.people.models import Player
from tournaments.people.selectors.players import player_list, roots_of
from tournaments.tournaments.director.rules import GameAtHand
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.models import Tournament, TournamentStatus
from tournaments.tournaments.selectors.words import format_name

GOING_ON = "."
"""Stands for the only tournament that is going on."""
_SHORT_ID = 8


class Known:
    """What can be named in a command of a tournament."""

    def __init__(self, state: State) -> None:
        self._state = state

    def __call__(self, thing: Thing, fields: Mapping[str, Any]) -> Iterable[Named]:
        """Return what there is of a kind; tables are called by who sits there."""
        match thing:
            case "entrant":
                return self._entrants
            case "player":
                return self._players
            case "tournament":
                return titled(Tournament.objects.filter(club_id=self._state.club))
            case "stage":
                return [_stage(stage) for stage in self._state.stages.values()]
            case "round":
                return ()
            case "table" | "proposed_table":
                return self._tables(self._stage(fields), thing, fields)
            case "game_at_hand":
                stage = self._stage(fields)
                games = stage.rules.games if stage is not None else ()
                return [_game(number, game) for number, game in enumerate(games)]

    def _stage(self, fields: Mapping[str, Any]) -> Stage | None:
        return self._state.stages.get(number_in(fields, "stage"))

    @cached_property
    def _players(self) -> list[Named]:
        return people(player_list(club_id=self._state.club))

    @cached_property
    def _entrants(self) -> list[Named]:
        entrants = self._state.entrants.values()
        players = roots_of([entrant.player for entrant in entrants])
        return [
            Named(one.number, f"{one.number} {public_label(player)}", _names(player))
            for one in entrants
            if (player := players.get(one.player)) is not None
        ]

    def _tables(
        self, stage: Stage | None, thing: Thing, fields: Mapping[str, Any]
    ) -> Iterator[Named]:
        seated: dict[int, int] = {}
        if stage is not None and thing == "proposed_table" and stage.draft is not None:
            seated = {n: table.table for table in stage.draft.tables for n in table.entrants}
        elif stage is not None and (round_ := stage.rounds.get(number_in(fields, "round"))):
            seated = {n: table.number for table in round_.tables.values() for n in table.entrants}
        for one in self._entrants:
            if (table := seated.get(int(one.value))) is not None:
                yield Named(table, f"{table} ({one.label})", one.names)


def number_in(fields: Mapping[str, Any], name: str) -> int:
    """Return a number that was given; 0 for one that was not, or is none."""
    value = fields.get(name)
    return value if isinstance(value, int) else 0


def people(players: Iterable[Player]) -> list[Named]:
    """Return players under their whole and public names."""
    return [Named(one.id, f"{whole_name(one)} ({short(one.id)})", _names(one)) for one in players]


def whole_name(player: Player) -> str:
    """Return what somebody is called in full, as organisers know them."""
    return f"{player.first_name} {player.last_name}".strip() or public_label(player)


def _names(player: Player) -> tuple[str, ...]:
    names = (whole_name(player), public_label(player), player.nickname)
    return tuple(name for name in names if name)


def titled(rows: Iterable[Any]) -> list[Named]:
    """Return rows with a title under it, with the day if they have one."""
    return [_titled(row.id, row.title, getattr(row, "day", None)) for row in rows]


def _titled(id_: UUID, title: str, day: Any) -> Named:
    name = f"{title} {day}" if day else title
    return Named(id_, f"{name} ({short(id_)})", tuple(dict.fromkeys((title, name))))


def short(id_: UUID) -> str:
    return str(id_)[:_SHORT_ID]


def tournament_named(text: str) -> UUID:
    """Return the tournament with an id, a title or the beginning of either; `.` is the only one
    that is going on.

    Clubs give one title to many evenings: then it is the one that is not over, if that is the only
    such. Raises `ambiguous_name` or `unknown_name`.
    """
    if is_uuid(text):
        return UUID(text)
    rows = list(Tournament.objects.all())
    going_on = [row for row in rows if row.status != TournamentStatus.FINISHED]
    if text != GOING_ON:
        return as_id(found(text, titled(rows), preferred={row.id for row in going_on}))
    running = [row for row in going_on if row.status == TournamentStatus.RUNNING] or going_on
    if len(running) != 1:
        raise choice_needed(text, titled(running))
    return running[0].id


def id_named(text: str, rows: Iterable[Any]) -> UUID:
    """Return which row with a title is meant; an id stays what it is, known or not."""
    return UUID(text) if is_uuid(text) else as_id(found(text, titled(rows)))


def as_id(value: int | UUID) -> UUID:
    return value if isinstance(value, UUID) else UUID(int=value)


def _stage(stage: Stage) -> Named:
    name = format_name(stage.rules.format)
    return Named(stage.number, f"{stage.number} {name}", (name, stage.rules.format))


def _game(number: int, game: GameAtHand) -> Named:
    title = game.options.get("title")
    name = str(title) if title else name_of_game(game.game, get_language() or "en")
    return Named(number, f"{number} {name}", (name, game.game))
