"""What the shell prints of tournaments when nothing is to be changed."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.people.selectors.players import player_list
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.advice import advice_on
from tournaments.tournaments.selectors.alternatives import alternatives_view
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.csv import tournament_csv
from tournaments.tournaments.selectors.logs import audit_log
from tournaments.tournaments.selectors.outlooks import sizes_view
from tournaments.tournaments.selectors.presets import preset_views
from tournaments.tournaments.selectors.rounds import round_views
from tournaments.tournaments.selectors.standings import standings_view, usual_stage
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import (
    labels_of,
    labels_of_everybody,
    tournament_of,
    tournaments_of,
)
from tournaments.tournaments.shell import input as typed
from tournaments.tournaments.shell import text
from tournaments.tournaments.shell.advice import advice
from tournaments.tournaments.shell.known import tournament_named
from tournaments.tournaments.shell.overview import overview
from tournaments.tournaments.shell.people import listed_people
from tournaments.tournaments.shell.standings import standings

Options = dict[str, Any]


def _presets(options: Options) -> str:
    return text.presets(preset_views(options["game"], options["size"], options["players"]))


def _list(options: Options) -> str:
    tournaments = Tournament.objects.all()
    if options["club"]:
        tournaments = tournaments_of(typed.club_named(options["club"]))
    return text.listed(tournaments)


def _show(options: Options) -> str:
    id_ = tournament_named(options["tournament"])
    with reading(id_) as state:
        return overview(tournament_of(id_), state, labels_of(state))


def _log(options: Options) -> str:
    id_ = tournament_of(tournament_named(options["tournament"])).id
    entries = audit_log(id_)
    with reading(id_) as state:
        return text.log(entries, state, labels_of_everybody(state))


def _advice(options: Options) -> str:
    id_ = tournament_named(options["tournament"])
    with reading(id_) as state:
        return advice(advice_on(id_, state, labels_of(state)), state)


def _people(options: Options) -> str:
    with reading(tournament_named(options["tournament"])) as state:
        search = " ".join(options["search"])
        found = player_list(club_id=state.club, search=search, private={state.club})
        entered = {one.player: one.number for one in state.entrants.values()}
        return listed_people(found, entered)


def _alternatives(options: Options) -> str:
    id_ = tournament_named(options["tournament"])
    with reading(id_) as state:
        stage = typed.stage_or_current(state, options["stage"])
        return text.alternatives(alternatives_view(id_, state, stage))


def _sizes(options: Options) -> str:
    id_ = tournament_named(options["tournament"])
    with reading(id_) as state:
        stage = typed.stage_or_current(state, options["stage"])
        return text.sizes(sizes_view(id_, state, stage, options["players"]), state.stage(stage))


def _players(options: Options) -> str:
    return _listed(options, text.players)


def _standings(options: Options) -> str:
    id_ = tournament_named(options["tournament"])

    def standings_text(state: State, labels: Labels) -> str:
        number = usual_stage(state) if options["stage"] is None else options["stage"]
        return standings(standings_view(id_, state, number, labels))

    return _listed(options, standings_text)


def _pairings(options: Options) -> str:
    filters = {"stage": options["stage"] or None, "number": options["round"]}
    return _listed(
        options, lambda state, labels: text.pairings(round_views(state, labels, **filters), labels)
    )


def _listed(options: Options, text_of: Callable[[State, Labels], str]) -> str:
    with reading(tournament_named(options["tournament"])) as state:
        labels = labels_of(state)
        if options["csv"]:
            return tournament_csv(options["action"], state, labels, options.get("stage"))
        return text_of(state, labels)


LOOKS: Mapping[str, Callable[[Options], str]] = {
    "presets": _presets,
    "list": _list,
    "show": _show,
    "log": _log,
    "advice": _advice,
    "people": _people,
    "alternatives": _alternatives,
    "sizes": _sizes,
    "players": _players,
    "standings": _standings,
    "pairings": _pairings,
}
